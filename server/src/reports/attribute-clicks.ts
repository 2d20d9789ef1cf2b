// The background task that attributes clicks to searches. A click waits in the ledger until its search, which may be in
// another database file, has counted it.
import { BackgroundLoop } from '../background-loop.ts';
import type { SearchReportStore } from '../store/search-report-store.ts';

/** Clicks per round. */
const BATCH = 500;
/** A click is in the report within a second. */
const REST_MS = 500;
const RETRY_MS = { first: 1000, longest: 30_000 };

interface AttributionDeps {
  store: Pick<SearchReportStore, 'listSearchClicks' | 'attributeClicks' | 'deleteSearchClicks'>;
  /** Null: nothing is counted, and waiting clicks are discarded. */
  searchStatistics: object | null;
  /** For /metrics. */
  attributedClicks: Record<'first' | 'other', number>;
}

export const createClickAttribution = (deps: AttributionDeps, onFault: (error: unknown) => void): BackgroundLoop =>
  new BackgroundLoop({
    run: () => attributeWaiting(deps),
    rest_ms: REST_MS,
    retry_ms: RETRY_MS.first,
    max_retry_ms: RETRY_MS.longest,
    onFault: (cause) => onFault(new Error('attributing clicks to searches failed', { cause })),
  });

/** Instances may work on the same clicks, and a round may be repeated: a search counts as clicked once. */
export async function attributeWaiting({
  store,
  searchStatistics,
  attributedClicks,
}: AttributionDeps): Promise<boolean> {
  const clicks = await store.listSearchClicks({ limit: BATCH });
  if (clicks.length === 0) return false;
  const first = searchStatistics ? await store.attributeClicks({ clicks }) : 0;
  await store.deleteSearchClicks({ nos: clicks.map(({ no }) => no) });
  attributedClicks.first += first;
  attributedClicks.other += clicks.length - first;
  return clicks.length === BATCH;
}
