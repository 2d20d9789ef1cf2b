// What `finderfee mcp` needs to serve the local data, beside the server or without one.
import { randomBytes } from 'node:crypto';
import { RecentOffers } from '../clicks/recent-offers.ts';
import { systemClock } from '../clock.ts';
import { type Config, diskLimit } from '../config.ts';
import { RecentProducts } from '../discovery/recent-products.ts';
import { SearchStatistics } from '../discovery/search-statistics.ts';
import { hasRoom } from '../free-disk.ts';
import { Tokens } from '../tokens.ts';
import type { McpContext, McpDeps } from './mcp-deps.ts';

interface Given extends Pick<McpDeps, 'store' | 'index'> {
  baseUrl: string;
}

export async function localContext(config: Config, { store, index, baseUrl }: Given): Promise<McpContext> {
  const limit = diskLimit(config);
  return {
    deps: {
      ...{ store, index, clock: systemClock, baseUrl: () => baseUrl },
      products: new RecentProducts(store),
      tokens: new Tokens(await store.getOrCreateSecret({ name: 'tokens', proposed: randomBytes(32) })),
      searchStatistics: await SearchStatistics.open(store, config),
      session_ttl_ms: config.SESSION_TTL_S * 1000,
      session_max_results: config.SESSION_MAX_RESULTS,
      link_hosts: config.OFFER_LINK_HOSTS ?? 'catalogue',
      recentOffers: new RecentOffers(),
      disk: {
        get isLow() {
          return !hasRoom(limit);
        },
      },
    },
    features_off: config.FEATURES_OFF,
    read_only: config.READ_ONLY,
    caller: {
      // Who can start the command owns the data.
      scopes: ['discovery', 'act'],
      name: 'stdio',
      signal: new AbortController().signal,
      onToolCall: () => {},
      onFault: (error) => console.error(error),
    },
  };
}
