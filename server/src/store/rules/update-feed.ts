// Applies a change to a registered feed, by compare and set.
import type { FeedSettings, FeedUpdate, RegisteredFeed } from '../feed-store.ts';

/** The updated feed; null if it does not exist or its settings differ from `if_settings`. */
export function updateFeed(
  old: RegisteredFeed | null,
  { id, if_settings, ...change }: FeedUpdate,
): RegisteredFeed | null {
  return old && (!if_settings || isSame(old, if_settings)) ? { ...old, ...change } : null;
}

const isSame = (one: FeedSettings, other: FeedSettings): boolean =>
  one.url === other.url && one.mode === other.mode && one.every_ms === other.every_ms && one.options === other.options;
