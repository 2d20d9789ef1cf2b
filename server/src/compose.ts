// Puts the parts together: what the settings ask for, opened and running, for the server and for tests of the whole.
import { randomBytes } from 'node:crypto';
import { ClickSpool } from './clicks/spool.ts';
import type { Config } from './config.ts';
import { type Clock, type Deps, systemClock } from './deps.ts';
import { CatalogueFollower } from './discovery/follow-catalogue.ts';
import { startPurging } from './discovery/purge-sessions.ts';
import { openEmbeddedIndex } from './index/embedded/open-embedded-index.ts';
import { createJobWorker } from './jobs/job-worker.ts';
import type { Store } from './store/port.ts';
import { openSqliteStore } from './store/sqlite/open-sqlite-store.ts';
import { Tokens } from './tokens.ts';

export interface ComposeOptions {
  config: Config;
  onFault: (error: unknown) => void;
  baseUrl: () => string;
  /** A demo lets offers lead anywhere, unless the settings say otherwise. */
  demo?: boolean;
  clock?: Clock;
  /** Tests wrap the store to make its calls fail. */
  wrapStore?: (store: Store) => Store;
}

export interface Composition {
  deps: Deps;
  /** Resolves when everything that is committed now can be found. */
  catchUp(): Promise<void>;
  stop(): Promise<void>;
}

export async function compose({
  config,
  onFault,
  baseUrl,
  demo = false,
  clock = systemClock,
  wrapStore,
}: ComposeOptions): Promise<Composition> {
  const opened = await openSqliteStore({ folder: config.DATA_DIR, own: true, onFault });
  const store = wrapStore?.(opened) ?? opened;
  const spool = config.SPOOL_DIR === undefined ? null : await ClickSpool.open(config.SPOOL_DIR);
  const index = openEmbeddedIndex({ onFault, onLost: () => follower.startOver() });
  const follower: CatalogueFollower = new CatalogueFollower(store, index, onFault);
  const deps: Deps = {
    store,
    clock,
    index,
    isIndexReady: () => follower.isLevel,
    tokens: new Tokens(await store.keepSecret({ name: 'tokens', proposed: randomBytes(32) })),
    session_ttl_ms: config.SESSION_TTL_S * 1000,
    session_max_results: config.SESSION_MAX_RESULTS,
    link_hosts: config.OFFER_LINK_HOSTS ?? (demo ? '*' : 'catalogue'),
    read_only: config.READ_ONLY,
    network_click_ids: config.NETWORK_CLICK_IDS,
    spool,
    baseUrl,
  };
  if (!config.READ_ONLY) spool?.startDelivery(store, onFault);
  follower.start();
  const worker = createJobWorker(deps, onFault);
  worker.start();
  const stopPurging = startPurging(deps, onFault);
  return {
    deps,
    catchUp: () => follower.catchUp(),
    stop: async () => {
      stopPurging();
      await worker.stop();
      await spool?.stop();
      await follower.stop();
      await index.close();
      await opened.close();
    },
  };
}
