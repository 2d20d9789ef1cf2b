// The dependencies of all verbs together. Each verb declares the part that it uses.
import type { FeedFiles } from './catalogue/feed-files.ts';
import type { FeedPreviews } from './catalogue/feed-previews.ts';
import type { RecentOffers } from './clicks/recent-offers.ts';
import type { ClickSpool } from './clicks/spool.ts';
import type { ClockWatcher } from './clock-watcher.ts';
import type { ModelSettings } from './conversations/model/completions.ts';
import type { TurnQueue } from './conversations/turn-queue.ts';
import type { IndexWork } from './discovery/index-manager.ts';
import type { RecentProducts } from './discovery/recent-products.ts';
import type { SearchStatistics } from './discovery/search-statistics.ts';
import type { FreeDisk } from './free-disk.ts';
import type { IndexLag } from './index/change-log.ts';
import type { IndexReader } from './index/port.ts';
import type { KeyUses } from './keys/key-uses.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import type { LiveInstances } from './live-instances.ts';
import type { Store } from './store/store.ts';
import type { StoreDeps } from './store-deps.ts';
import type { LinkHosts } from './text/tracked-link.ts';
import type { Tokens } from './tokens.ts';
import type { TracePoller } from './trace/trace-poller.ts';
import type { Vocabulary } from './vocabulary/vocabulary.ts';
import type { AttemptCounts } from './webhooks/delivery-worker.ts';

export interface Deps extends StoreDeps<Store> {
  index: Pick<IndexReader, 'search' | 'summarise' | 'figures'>;
  /** Reads products by number, with a cache. */
  products: RecentProducts;
  /** Whether every product committed before the start is searchable. */
  isIndexReady: () => boolean;
  /** The current work of the index and its progress. */
  indexWork: () => IndexWork | null;
  /** How far the index is behind the catalogue. */
  indexLag: () => IndexLag;
  /** Above this lag, the service is not ready. */
  max_index_lag_s: number;
  isDatabaseAway: () => boolean;
  /** Whether no instance can search the index that all share. */
  isIndexAway: () => boolean;
  /** Current vocabulary of the catalogue. */
  vocabulary: () => Vocabulary;
  /** Serialises the turns of each conversation. */
  turns: TurnQueue;
  /** The chat model; null if not configured. */
  model: ModelSettings | null;
  /** Number of clients that follow a conversation. */
  followers: { count: number };
  tracePoller: TracePoller;
  /** Rows deleted by retention since the start, by class. */
  purged: Record<string, number>;
  /** Changes folded into the counts of reports since the start, by report. */
  folded: Record<string, number>;
  /** Instances that share the store. */
  instances: Pick<LiveInstances, 'id' | 'count'>;
  keyUses: Pick<KeyUses, 'note'>;
  leases: Pick<LeaseKeeper, 'held'>;
  /** The clock of the database compared with this machine's. */
  clockWatcher: Pick<ClockWatcher, 'skew_s'>;
  tokens: Tokens;
  session_ttl_ms: number;
  session_max_results: number;
  /** Null: no statistics of searches are kept. */
  searchStatistics: SearchStatistics | null;
  /** Queries of fewer distinct callers are left out of reports. */
  report_min_count: number;
  /** Clicks passed to the search report since the start: the first of their search, and others. */
  attributedClicks: Record<'first' | 'other', number>;
  /** Hosts that links of offers may point to. */
  link_hosts: LinkHosts;
  read_only: boolean;
  /** Free space on the disk of the databases. */
  disk: Pick<FreeDisk, 'free_bytes' | 'isLow'>;
  /** Whether the click id is added to links of known affiliate networks. */
  network_click_ids: boolean;
  /** A higher `rebate_pct` of an offer earns no reward. */
  reward_max_pct: number;
  /** Private hosts that webhooks may point to, also by plain http. */
  webhook_private_hosts: readonly string[];
  /** Attempts to deliver events since the start, by outcome. */
  webhookAttempts: AttemptCounts;
  /** The links of offers seen lately, for redirects while the store is unavailable. */
  recentOffers: RecentOffers;
  /** Imports uploaded files. */
  feedFiles: Pick<FeedFiles, 'import' | 'predict'>;
  feedPreviews: Pick<FeedPreviews, 'preview'>;
  /** Stores clicks while the store is unavailable. */
  spool: ClickSpool | null;
  /** Public URL of the service, for the images it serves. */
  baseUrl: () => string;
}
