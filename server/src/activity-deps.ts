// What the activity of the demo needs, for a command beside the server or without one.
import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { TurnQueue } from './conversations/turn-queue.ts';
import type { ActivityDeps } from './demo/activity/fill-activity.ts';
import { RecentProducts } from './discovery/recent-products.ts';
import { SearchStatistics } from './discovery/search-statistics.ts';
import { Tokens } from './tokens.ts';
import { VocabularyManager } from './vocabulary/vocabulary-manager.ts';

interface Given {
  store: ActivityDeps['store'];
  index: ActivityDeps['index'];
  baseUrl: string;
  clock?: Clock;
}

/** The vocabulary is that of the server, or else counted for this command only. */
export async function withActivityDeps(
  config: Config,
  { store, index, baseUrl, clock = systemClock }: Given,
  action: (deps: ActivityDeps) => Promise<number>,
): Promise<number> {
  const { promise: failed, reject: onFault } = Promise.withResolvers<never>();
  const vocabulary = new VocabularyManager(store, { lease: null, onFault });
  vocabulary.start();
  try {
    await Promise.race([vocabulary.catchUp(), failed]);
    return await action({
      ...{ store, index, clock, baseUrl: () => baseUrl, model: null },
      vocabulary: () => vocabulary.current,
      products: new RecentProducts(store),
      turns: new TurnQueue(),
      tokens: new Tokens(await store.getOrCreateSecret({ name: 'tokens', proposed: randomBytes(32) })),
      searchStatistics: await SearchStatistics.open(store, config),
      session_ttl_ms: config.SESSION_TTL_S * 1000,
      session_max_results: config.SESSION_MAX_RESULTS,
      reward_max_pct: config.REWARD_MAX_PCT,
      attributedClicks: { first: 0, other: 0 },
    });
  } finally {
    await vocabulary.stop();
  }
}
