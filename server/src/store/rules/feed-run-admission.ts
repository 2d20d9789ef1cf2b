// Decides whether a feed run may begin beside the runs that have not ended.
import { type FeedRun, RUN_LEASE_MS } from '../feed-store.ts';

/** How a run ends that has lost its lease. */
export const INTERRUPTED = { state: 'failed', message: 'the run was interrupted' } as const satisfies Partial<FeedRun>;

/** `running` are the feed's runs that have not ended; `lost` those that have lost their lease. */
export function admitRun<T extends Pick<FeedRun, 'id' | 'seen_at_ms'>>(
  { feed, now_ms }: { feed: string; now_ms: number },
  running: readonly T[],
): { lost: T[]; busy: number | undefined } {
  const isLost = ({ seen_at_ms }: Pick<FeedRun, 'seen_at_ms'>) => seen_at_ms <= now_ms - RUN_LEASE_MS;
  return {
    lost: running.filter(isLost),
    // One-off files share the feed '', but may be imported concurrently.
    busy: feed === '' ? undefined : running.find((run) => !isLost(run))?.id,
  };
}
