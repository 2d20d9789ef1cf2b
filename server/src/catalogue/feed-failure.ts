// Failed runs of registered feeds: the back-off, and the record of a run whose process died.
import { shortenUrl } from '../fetching/download.ts';
import type { RegisteredFeed } from '../store/feed-store.ts';
import type { FeedDeps } from './catalogue-deps.ts';
import { effectiveRun, thisRunner } from './runner.ts';

const FIRST_RETRY_MS = 5 * 60_000;

/** Exponential back-off over consecutive failures, capped at the feed's interval. */
export const retryAt_ms = ({ failures, every_ms }: RegisteredFeed, now_ms: number): number =>
  now_ms + Math.min(every_ms, FIRST_RETRY_MS * 2 ** Math.min(failures, 10));

/** Records and counts the failure of a run whose process died. `feed` is its state at the start of the run. */
export async function recordDeadRun({ store, clock }: FeedDeps, feed: RegisteredFeed, message: string): Promise<void> {
  const { id, mode, url, failures } = feed;
  const now_ms = clock.now_ms();
  const change = { id, failures: failures + 1 };
  const isCounted = await store.updateFeed({ ...change, next_run_at_ms: retryAt_ms(feed, now_ms), if_settings: feed });
  // A feed that was changed during the run keeps the due time that the change has set.
  if (!isCounted) await store.updateFeed(change);
  const started = await store.beginRun({ feed: id, mode, source: shortenUrl(url), runner: thisRunner(), now_ms });
  const run = await store.getRun({ id: 'busy' in started ? started.busy : started.run_id });
  // Another process may have started a new run of this feed, which has not failed.
  if (run && !('busy' in started && effectiveRun(run).state === 'running'))
    await store.finishRun({ ...run, state: 'failed', message, now_ms });
}
