// The composition root: opens and connects the parts of the service according to the settings.
import { randomBytes } from 'node:crypto';
import { FeedScheduler } from './catalogue/feed-scheduler.ts';
import { RunNotices } from './catalogue/run-notices.ts';
import { ClickSpool } from './clicks/spool.ts';
import { type Clock, systemClock } from './clock.ts';
import { type Config, diskLimit } from './config.ts';
import { TurnQueue } from './conversations/turn-queue.ts';
import { VocabularyManager } from './conversations/vocabulary-manager.ts';
import type { Deps } from './deps.ts';
import { IndexManager } from './discovery/index-manager.ts';
import { IndexNotices } from './discovery/index-notices.ts';
import { RecentProducts } from './discovery/recent-products.ts';
import { FreeDisk } from './free-disk.ts';
import { createJobWorker } from './jobs/job-worker.ts';
import type { Notices } from './log.ts';
import { openIndex } from './open-index.ts';
import { openStore } from './open-store.ts';
import { createPurge } from './retention/purge.ts';
import { retentionOf } from './retention/retention.ts';
import { StampWatcher } from './stamp-watcher.ts';
import { startFeedRun } from './start-feed-run.ts';
import type { Store } from './store/store.ts';
import { synonymsInUse } from './synonyms/all-synonyms.ts';
import { Tokens } from './tokens.ts';

export interface ComposeOptions {
  config: Config;
  onFault: (error: unknown) => void;
  baseUrl: () => string;
  /** Loads the demo catalogue; offers may link to any host by default. */
  demo?: boolean;
  clock?: Clock;
  /** Receives the progress of imports and of the index. */
  log?: Notices;
  /** Tests wrap the store to make its calls fail. */
  wrapStore?: (store: Store) => Store;
}

export interface Composition {
  deps: Deps;
  /** Reloads what is cached from the store. */
  stamps: StampWatcher;
  /** Starts the background loops: jobs, feeds, spooled clicks, purges. A server binds its port first. */
  startBackground(): void;
  /** Resolves when everything committed so far is searchable. */
  catchUp(): Promise<void>;
  /** Stops all parts in reverse order of their start. */
  stop(): Promise<void>;
}

interface BackgroundTask {
  start(): void;
  stop(): void | Promise<void>;
}

export async function compose({
  config,
  onFault,
  baseUrl,
  log,
  demo = false,
  clock = systemClock,
  wrapStore,
}: ComposeOptions): Promise<Composition> {
  // Disposed if anything below throws, so that a failed start leaves no thread and no lock.
  await using opening = new AsyncDisposableStack();
  const opened = await openStore(config, { own: true, onFault });
  opening.defer(() => opened.close());
  const store = wrapStore?.(opened) ?? opened;
  const spool = config.SPOOL_DIR === undefined ? null : await ClickSpool.open(config.SPOOL_DIR);
  opening.defer(() => spool?.stop());
  const indexManager = new IndexManager({
    store,
    open: (artefacts) => openIndex(config, { log: store, artefacts, onFault }),
    onFault,
    savesArtefacts: !config.READ_ONLY,
  });
  opening.defer(() => indexManager.stop());
  const stamps = new StampWatcher(store, onFault);
  opening.defer(() => stamps.stop());
  const vocabulary = new VocabularyManager(store, {
    read_only: config.READ_ONLY,
    mustWait: () => indexManager.isBehind,
    onFault,
  });
  const disk = new FreeDisk(diskLimit(config), onFault);
  await disk.check();
  const deps: Deps = {
    store,
    clock,
    index: indexManager,
    products: new RecentProducts(store),
    isIndexReady: () => indexManager.isReady,
    indexWork: () => indexManager.work,
    turns: new TurnQueue(),
    model: modelOf(config),
    followers: { count: 0 },
    purged: {},
    vocabulary: () => vocabulary.current,
    tokens: new Tokens(await store.getOrCreateSecret({ name: 'tokens', proposed: randomBytes(32) })),
    session_ttl_ms: config.SESSION_TTL_S * 1000,
    session_max_results: config.SESSION_MAX_RESULTS,
    link_hosts: config.OFFER_LINK_HOSTS ?? (demo ? '*' : 'catalogue'),
    read_only: config.READ_ONLY,
    disk,
    network_click_ids: config.NETWORK_CLICK_IDS,
    spool,
    baseUrl,
  };
  await stamps.watch('synonyms', async () => indexManager.useSynonyms(await synonymsInUse(store)));
  stamps.start();
  // Before the index starts, which measures field lengths and becomes ready with the products present then.
  if (demo) await (await import('./demo/load-demo.ts')).loadDemo(deps);
  indexManager.start();
  const onPurged = (name: string, rows: number) => {
    deps.purged[name] = (deps.purged[name] ?? 0) + rows;
  };
  const background: BackgroundTask[] = [
    ...(log ? [new IndexNotices(deps, log), new RunNotices(deps, log, onFault)] : []),
    disk,
    vocabulary,
    createPurge({ ...deps, retention: retentionOf(config), onPurged }, onFault),
  ];
  if (!config.READ_ONLY) {
    background.push(createJobWorker(deps, onFault));
    if (config.FEED_RUNS_AT_ONCE > 0) background.push(createFeedScheduler(deps, config, onFault));
  }
  const parts = opening.move();
  return {
    deps,
    stamps,
    startBackground: () => {
      if (!config.READ_ONLY) spool?.startDelivery(store, onFault, () => deps.disk.isLow);
      for (const part of background) {
        parts.defer(() => part.stop());
        part.start();
      }
    },
    catchUp: async () => {
      await Promise.all([indexManager.catchUp(), vocabulary.catchUp()]);
    },
    stop: () => parts.disposeAsync(),
  };
}

const createFeedScheduler = (deps: Deps, config: Config, onFault: (error: unknown) => void): FeedScheduler =>
  new FeedScheduler(deps, {
    start: (id, request) => startFeedRun(id, request, config),
    max_concurrent: config.FEED_RUNS_AT_ONCE,
    onFault,
  });

function modelOf({ CHAT_BASE_URL, CHAT_MODEL, CHAT_API_KEY, CHAT_TIMEOUT_S, CHAT_MAX_TOKENS }: Config): Deps['model'] {
  if (!CHAT_BASE_URL || !CHAT_MODEL) return null;
  return {
    base_url: CHAT_BASE_URL,
    model: CHAT_MODEL,
    api_key: CHAT_API_KEY,
    timeout_ms: CHAT_TIMEOUT_S * 1000,
    max_tokens: CHAT_MAX_TOKENS,
  };
}
