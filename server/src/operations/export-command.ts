// `finderfee export`.
import { Argument, type Command, InvalidArgumentError } from 'commander';
import type { ExportKind, LedgerStore } from '../store/ledger-store.ts';
import type { WithDeps } from '../store-deps.ts';
import { readInstant } from '../text/read-instant.ts';
import { exportFacts } from './export-facts.ts';

export function addExportCommands(program: Command, withDeps: WithDeps<LedgerStore>): void {
  program
    .command('export')
    .description('write facts as JSONL to stdout, also while the server is running')
    .addArgument(
      new Argument('<what>').choices(['offers', 'clicks', 'non_clicks', 'signups', 'conversions', 'rewards']),
    )
    .option('--since <when>', 'only facts from this date or date-time on, in UTC', readTime)
    .option('--until <when>', 'only facts before this date or date-time, in UTC', readTime)
    .option('--pii', 'do not mask emails, keys and card numbers (masked by default, also in ids and links)')
    .action((kind: ExportKind, { since = 0, until = Number.MAX_SAFE_INTEGER, pii = false }) =>
      withDeps(async (deps) => {
        const facts = { kind, since_ms: since, until_ms: until, seesEmails: pii };
        for await (const lines of exportFacts(deps, facts)) await write(lines);
        return 0;
      }),
    );
}

function readTime(value: string): number {
  const at = readInstant(/^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00Z` : value);
  if (at === undefined) throw new InvalidArgumentError('must be a date like 2026-11-15, or a date-time');
  return at;
}

/** Waits for a slow reader (back-pressure). */
const write = (text: string) =>
  new Promise<void>((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())));
