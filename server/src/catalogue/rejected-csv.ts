// The rejected rows of a run as CSV.
import type { FeedStore } from '../store/feed-store.ts';

const STEP = 1000;

export async function* rejectedCsv({ store }: { store: FeedStore }, run_id: number): AsyncGenerator<string> {
  yield 'line,field,value,reason\n';
  for (let after = 0; ; ) {
    const rows = await store.listRejectedRows({ run_id, after, limit: STEP });
    if (rows.length > 0)
      yield rows
        .map(({ line, field, value, reason }) => `${[line, ...[field, value, reason].map(quote)].join(',')}\n`)
        .join('');
    if (rows.length < STEP) return;
    after = rows.at(-1)!.no;
  }
}

/** Quotes a cell. Prefixes formulas with an apostrophe, so that spreadsheets do not evaluate them. */
const quote = (text: string) =>
  `"${text
    .replace(/^(?=[=+@-])/, "'")
    .replaceAll('"', '""')
    .replace(/\r?\n/g, ' ')}"`;
