// The composition root: opens and connects the parts of the service according to the settings.
import { randomBytes } from 'node:crypto';
import { FeedFiles } from './catalogue/feed-files.ts';
import { FeedPreviews } from './catalogue/feed-previews.ts';
import { FeedScheduler } from './catalogue/feed-scheduler.ts';
import { RunNotices } from './catalogue/run-notices.ts';
import { RecentOffers } from './clicks/recent-offers.ts';
import { ClickSpool } from './clicks/spool.ts';
import { type Clock, systemClock } from './clock.ts';
import { ClockWatcher } from './clock-watcher.ts';
import { type Config, diskLimit, fetchEnvironment } from './config.ts';
import { TurnQueue } from './conversations/turn-queue.ts';
import type { ActivityOptions } from './demo/activity/activity-task.ts';
import type { Deps } from './deps.ts';
import { IndexManager } from './discovery/index-manager.ts';
import { IndexNotices } from './discovery/index-notices.ts';
import { RecentProducts } from './discovery/recent-products.ts';
import { SearchStatistics } from './discovery/search-statistics.ts';
import { FreeDisk } from './free-disk.ts';
import { createInstanceId } from './instance-id.ts';
import { createJobWorker } from './jobs/job-worker.ts';
import { KeyUses } from './keys/key-uses.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import { LiveInstances } from './live-instances.ts';
import type { Notices } from './log.ts';
import { indexLeaseName, openIndex } from './open-index.ts';
import { openStore } from './open-store.ts';
import { createClickAttribution } from './reports/attribute-clicks.ts';
import { createFunnelFolder } from './reports/funnel-folder.ts';
import { createPurge } from './retention/purge.ts';
import { retentionOf } from './retention/retention.ts';
import { StampWatcher } from './stamp-watcher.ts';
import { startFeedRun, startFileRun } from './start-feed-run.ts';
import type { Store } from './store/store.ts';
import { synonymsInUse } from './synonyms/all-synonyms.ts';
import { Tokens } from './tokens.ts';
import { TracePoller } from './trace/trace-poller.ts';
import { VocabularyManager } from './vocabulary/vocabulary-manager.ts';
import { DeliveryWorker } from './webhooks/delivery-worker.ts';
import { createFeedEventRelay } from './webhooks/feed-event-relay.ts';

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
  /** Starts the background loops: jobs, feeds, webhooks, spooled clicks, purges. A server binds its port first. */
  startBackground(): void;
  /** Resolves when everything committed so far is searchable. */
  catchUp(): Promise<void>;
  /** Lets another instance take over at once the work that this one does for all. */
  releaseLeases(): Promise<void>;
  /** Releases the leases, then stops all parts in reverse order of their start. */
  stop(): Promise<void>;
}

/** Work that one instance does for all. A read-only instance leaves it to others. */
const LEASES = ['learner', 'vocabulary', 'purge'] as const;

interface BackgroundTask {
  start(): void;
  stop(): void | Promise<void>;
}

interface TaskOptions {
  config: Config;
  leases: LeaseKeeper;
  log: Notices | undefined;
  onFault: (error: unknown) => void;
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
  const instances = new LiveInstances({ store, clock, id: createInstanceId(), onFault });
  const keepLeases = (names: readonly string[]) =>
    new LeaseKeeper({ store, clock, names, holder: instances.id, ttl_ms: config.LEASE_TTL_S * 1000, onFault });
  const indexLease = indexLeaseName(config);
  const leases = keepLeases(config.READ_ONLY ? [] : [...LEASES, ...(indexLease ? [indexLease] : [])]);
  opening.defer(() => leases.stop());
  await leases.start();
  const indexManager = new IndexManager({
    store,
    open: (artefacts) =>
      openIndex(config, {
        ...{ store, artefacts, onFault },
        ...(indexLease === null
          ? { lease: null }
          : { lease: leases.lease(indexLease), yieldLease: () => leases.yield(indexLease) }),
      }),
    onFault,
    lease: leases.lease('learner'),
  });
  opening.defer(() => indexManager.stop());
  const stamps = new StampWatcher(store, onFault);
  opening.defer(() => stamps.stop());
  const vocabulary = new VocabularyManager(store, {
    lease: leases.lease('vocabulary'),
    mustWait: () => indexManager.isBehind,
    onFault,
  });
  const disk = new FreeDisk(diskLimit(config), onFault);
  await disk.check();
  const clockWatcher = new ClockWatcher({ store, clock, log, onFault });
  const keyUses = new KeyUses({ store, clock, onFault });
  const searchStatistics = await SearchStatistics.open(store, config);
  const tokens = new Tokens(await store.getOrCreateSecret({ name: 'tokens', proposed: randomBytes(32) }));
  const feedWork = createFeedWork(config, onFault);
  const deps: Deps = {
    ...settingsOf(config, demo),
    ...stateOf({ store, indexManager, stamps, vocabulary }),
    ...{ searchStatistics, store, clock, instances, leases, clockWatcher, tokens, disk, spool, keyUses },
    ...{ ...feedWork, baseUrl },
  };
  await stamps.watch('synonyms', async () => indexManager.useSynonyms(await synonymsInUse(store)));
  stamps.start();
  const catchUp = async () => {
    await Promise.all([indexManager.catchUp(), vocabulary.catchUp()]);
  };
  // Before the index starts, which measures field lengths and becomes ready with the products present then.
  const ofDemo = demo ? await loadDemo(deps, config, { keepLeases, catchUp, log, onFault }) : [];
  indexManager.start();
  const background = [
    ...(log ? [new IndexNotices(deps, log), new RunNotices(deps, log, onFault)] : []),
    ...[instances, clockWatcher, disk, vocabulary, ...Object.values(feedWork), ...(config.READ_ONLY ? [] : [keyUses])],
    ...createTasks(deps, { config, leases, log, onFault }),
    ...ofDemo,
  ];
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
    catchUp,
    releaseLeases: () => leases.stop(),
    stop: async () => {
      await leases.stop();
      await parts.disposeAsync();
    },
  };
}

/** Work on the store that requests do not wait for. */
function createTasks(deps: Deps, { config, leases, log, onFault }: TaskOptions): BackgroundTask[] {
  const onPurged = (name: string, rows: number) => {
    deps.purged[name] = (deps.purged[name] ?? 0) + rows;
  };
  const lease = leases.lease('purge');
  const purge = createPurge({ ...deps, lease, retention: retentionOf(config), onPurged }, onFault);
  if (config.READ_ONLY) return [purge];
  const feeds = config.FEED_RUNS_AT_ONCE > 0 ? [createFeedScheduler(deps, config, onFault)] : [];
  const reports = [createClickAttribution(deps, onFault), createFunnelFolder(deps, onFault)];
  const webhooks = [createFeedEventRelay(deps, onFault), new DeliveryWorker(deps, { log, onFault })];
  return [purge, createJobWorker(deps, onFault), ...reports, ...webhooks, ...feeds];
}

/** What operators do with feeds and wait for. */
const createFeedWork = (config: Config, onFault: (error: unknown) => void) => ({
  feedFiles: new FeedFiles({
    start: (id, run) => startFileRun(id, run, config),
    env: fetchEnvironment(config),
    onFault,
  }),
  feedPreviews: new FeedPreviews(fetchEnvironment(config)),
});

/** Its activity is added in the background. */
async function loadDemo(deps: Deps, config: Config, options: ActivityOptions): Promise<BackgroundTask[]> {
  const { DEMO_LEASE, loadDemoOnce } = await import('./demo/load-demo.ts');
  await loadDemoOnce(deps, options.keepLeases([DEMO_LEASE]));
  if (!config.DEMO_ACTIVITY || config.READ_ONLY) return [];
  const { createActivityTasks } = await import('./demo/activity/activity-task.ts');
  return createActivityTasks(deps, options);
}

const createFeedScheduler = (deps: Deps, config: Config, onFault: (error: unknown) => void): FeedScheduler =>
  new FeedScheduler(deps, {
    start: (id, request) => startFeedRun(id, request, config),
    max_concurrent: config.FEED_RUNS_AT_ONCE,
    onFault,
  });

interface Parts {
  store: Store;
  indexManager: IndexManager;
  stamps: StampWatcher;
  vocabulary: VocabularyManager;
}

/** What requests see of the parts, and what they keep in memory. */
const stateOf = ({ store, indexManager, stamps, vocabulary }: Parts) => ({
  index: indexManager,
  isIndexReady: () => indexManager.isReady,
  indexWork: () => indexManager.work,
  indexLag: () => indexManager.lag,
  isDatabaseAway: () => stamps.isFailing,
  isIndexAway: () => indexManager.isAway,
  vocabulary: () => vocabulary.current,
  products: new RecentProducts(store),
  recentOffers: new RecentOffers(),
  turns: new TurnQueue(),
  followers: { count: 0 },
  tracePoller: new TracePoller(store),
  purged: {},
  attributedClicks: { first: 0, other: 0 },
  folded: {},
  webhookAttempts: { succeeded: 0, refused: 0, unanswered: 0 },
});

type SettingsOfDeps =
  | 'model'
  | 'session_ttl_ms'
  | 'session_max_results'
  | 'max_index_lag_s'
  | 'link_hosts'
  | 'read_only'
  | 'network_click_ids'
  | 'reward_max_pct'
  | 'report_min_count'
  | 'webhook_private_hosts';

const settingsOf = (config: Config, demo: boolean): Pick<Deps, SettingsOfDeps> => ({
  model: modelOf(config),
  session_ttl_ms: config.SESSION_TTL_S * 1000,
  session_max_results: config.SESSION_MAX_RESULTS,
  max_index_lag_s: config.MAX_INDEX_LAG_S,
  link_hosts: config.OFFER_LINK_HOSTS ?? (demo ? '*' : 'catalogue'),
  read_only: config.READ_ONLY,
  network_click_ids: config.NETWORK_CLICK_IDS,
  reward_max_pct: config.REWARD_MAX_PCT,
  report_min_count: config.REPORT_MIN_COUNT,
  webhook_private_hosts: config.WEBHOOK_PRIVATE_HOSTS,
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
