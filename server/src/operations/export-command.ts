// `finderfee export`.
import { Argument, type Command, InvalidArgumentError } from 'commander';
import type { ExportKind, ExportRow, LedgerStore } from '../store/ledger-store.ts';
import type { WithDeps } from '../store-deps.ts';
import { maskEmail, maskSecrets, maskTexts } from '../text/mask.ts';
import { networkClickId } from '../text/network-click-id.ts';
import { readInstant } from '../text/read-instant.ts';
import { toIso } from '../text/to-iso.ts';

const BATCH = 1000;

export function addExportCommands(program: Command, withDeps: WithDeps<LedgerStore>): void {
  program
    .command('export')
    .description('write facts as JSONL to stdout, also while the server is running')
    .addArgument(
      new Argument('<what>').choices(['offers', 'clicks', 'non_clicks', 'signups', 'conversions', 'rewards']),
    )
    .option('--since <when>', 'only facts from this date or date-time on, in UTC', readSince)
    .option('--pii', 'do not mask emails, keys and card numbers (masked by default, also in ids and links)')
    .action((kind: ExportKind, { since = 0, pii = false }) =>
      withDeps(async ({ store }) => {
        let after = 0;
        while (true) {
          const rows = await store.exportFacts({ kind, after, since_ms: since, limit: BATCH });
          if (rows.length === 0) return 0;
          after = rows.at(-1)!.no;
          await write(rows.map((row) => toLine(kind, row, pii)).join(''));
        }
      }),
    );
}

function toLine(kind: ExportKind, { at_ms, email, data }: ExportRow, pii: boolean): string {
  const shown = pii ? data : (maskTexts(data, maskSecrets) as Record<string, unknown>);
  const fact = {
    at: toIso(at_ms),
    email: email === null || pii ? email : maskEmail(email),
    ...shown,
    ...(kind === 'clicks' ? networkIdOf(data, shown.click_id) : {}),
  };
  return `${JSON.stringify(fact)}\n`;
}

/** The click id as it appears in the reports of affiliate networks. */
function networkIdOf({ program, click_id }: Record<string, unknown>, shown: unknown) {
  const id = networkClickId(String(program), String(click_id));
  return { network_click_id: id === click_id ? shown : id };
}

function readSince(value: string): number {
  const at = readInstant(/^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00Z` : value);
  if (at === undefined) throw new InvalidArgumentError('must be a date like 2026-11-15, or a date-time');
  return at;
}

/** Waits for a slow reader (back-pressure). */
const write = (text: string) =>
  new Promise<void>((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())));
