// `finderfee export …` and `finderfee erase …`: getting facts out, and a person.
import { Argument, type Command, InvalidArgumentError } from 'commander';
import type { StoreDeps } from '../deps.ts';
import type { ExportKind, ExportRow } from '../store/port.ts';
import { maskEmail, maskEmails } from '../text/mask.ts';
import { networkClickId } from '../text/network-click-id.ts';
import { readInstant } from '../text/read-instant.ts';

type WithDeps = (action: (deps: StoreDeps) => Promise<number>) => Promise<void>;

const BATCH = 1000;

export function addExportCommands(program: Command, withDeps: WithDeps): void {
  program
    .command('export')
    .description('write facts as JSONL to stdout, beside a running server')
    .addArgument(new Argument('<what>').choices(['offers', 'clicks', 'signups']))
    .option('--since <when>', 'only what came from then on: a date or a date-time, in UTC', readSince, 0)
    .option('--pii', 'emails as they are; otherwise they are masked')
    .action((kind: ExportKind, { since, pii = false }) =>
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
  program
    .command('erase')
    .description('remove a person: their email goes, offers, clicks and signups stay as counts')
    .requiredOption('--email <email>', 'whom to erase')
    .action(({ email }) =>
      withDeps(async ({ store }) => {
        if (await store.erasePerson({ email })) {
          console.log('erased');
          return 0;
        }
        console.error('nobody is known by this email');
        return 1;
      }),
    );
}

function toLine(kind: ExportKind, { at_ms, email, data }: ExportRow, pii: boolean): string {
  const fact = {
    at: new Date(at_ms).toISOString(),
    email: email === null || pii ? email : maskEmail(email),
    ...data,
    ...(kind === 'clicks' ? networkIdOf(data) : {}),
  };
  // An id or a link of the caller's own may hold an email too.
  const mask = (_: string, value: unknown) => (typeof value === 'string' ? maskEmails(value) : value);
  return `${JSON.stringify(fact, pii ? undefined : mask)}\n`;
}

/** What the reports of networks call the click, where its link was given the id. */
const networkIdOf = (click: Record<string, unknown>) => ({
  network_click_id: networkClickId(String(click.program), String(click.click_id)),
});

function readSince(value: string): number {
  const at = readInstant(/^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00Z` : value);
  if (at === undefined) throw new InvalidArgumentError('a date like 2026-11-15, or a date-time');
  return at;
}

/** Waits for a slow reader instead of filling the memory. */
const write = (text: string) =>
  new Promise<void>((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())));
