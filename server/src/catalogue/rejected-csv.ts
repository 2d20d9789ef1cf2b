// The rejected rows of a run as CSV.
import { CSV_HEADER, csvLine } from '../reading/rejected-rows.ts';
import type { FeedStore } from '../store/feed-store.ts';

const STEP = 1000;

export async function* rejectedCsv({ store }: { store: FeedStore }, run_id: number): AsyncGenerator<string> {
  yield CSV_HEADER;
  for (let after = 0; ; ) {
    const rows = await store.listRejectedRows({ run_id, after, limit: STEP });
    if (rows.length > 0) yield rows.map(csvLine).join('');
    if (rows.length < STEP) return;
    after = rows.at(-1)!.no;
  }
}
