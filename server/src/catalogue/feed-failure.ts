// What follows a failed run of a registered feed: when it is tried again, and how a run is recorded that could not do so.
import type { StoreDeps } from '../deps.ts';
import { shortenUrl } from '../fetching/download.ts';
import type { RegisteredFeed } from '../store/catalogue-port.ts';
import { asItIs, thisRunner } from './runner.ts';

const FIRST_RETRY_MS = 5 * 60_000;

/** Doubles with each failure in a row, up to the feed's own interval. */
export const retryAt_ms = ({ failures, every_ms }: RegisteredFeed, now_ms: number): number =>
  now_ms + Math.min(every_ms, FIRST_RETRY_MS * 2 ** Math.min(failures, 10));

/** Records the failure of a run whose process has died, and counts it. `feed` is as it was when the run began. */
export async function recordDeadRun({ store, clock }: StoreDeps, feed: RegisteredFeed, message: string): Promise<void> {
  const { id, mode, url, failures } = feed;
  const now_ms = clock.now_ms();
  const change = { id, failures: failures + 1 };
  const isCounted = await store.updateFeed({ ...change, next_run_at_ms: retryAt_ms(feed, now_ms), if_settings: feed });
  // A feed that was changed meanwhile keeps the time that the change has set.
  if (!isCounted) await store.updateFeed(change);
  const begun = await store.beginRun({ feed: id, mode, source: shortenUrl(url), runner: thisRunner(), now_ms });
  const run = await store.getRun({ id: 'busy' in begun ? begun.busy : begun.run_id });
  // Another process may be importing the same feed by now: that run is not the one that died.
  if (run && !('busy' in begun && asItIs(run).state === 'running'))
    await store.finishRun({ ...run, state: 'failed', message, now_ms });
}
