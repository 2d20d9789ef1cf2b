// The part of the store port that feeds use: products, staging, runs and price history.
import type { MerchantInfo, Product } from '../product/product.ts';

export interface ProductWrite {
  product: Product;
  merchant: MerchantInfo;
  /** The id is unique within its merchant only; the store's id is `MERCHANT_ID:ID`. */
  is_source_id?: boolean;
}

/** Identifies a product of a feed. */
export interface ProductKey {
  id: string;
  merchant: MerchantInfo;
  is_source_id?: boolean;
}

export interface UpsertOutcome {
  inserted: number;
  updated: number;
  unchanged: number;
  /** Batch positions of products whose id belongs to another feed. */
  refused: number[];
  /** Merchants of changed products; their summaries may be out of date. */
  merchant_ids: number[];
}

/** Counts of rows staged until the whole file is read. */
export interface StageOutcome {
  /** Products that are new to the feed, and products that it already has. */
  added: number;
  known: number;
  /** Known products that do not change; negative if a repeated row revises an earlier one. */
  unchanged: number;
  /** Products that the run had staged before. The last row wins. */
  repeated: number;
  refused: number[];
}

/** How a product compares with the catalogue. `foreign`: its id belongs to another feed. */
export interface ComparedProduct {
  /** The product's id, or a unique substitute while its merchant has no id. */
  id: string;
  status: 'new' | 'changed' | 'same' | 'foreign';
}

export interface AppliedStep extends Omit<UpsertOutcome, 'refused'> {
  /** The cursor for the next step; null after the last. */
  next: number | null;
}

export interface DeletedStep {
  deleted: number;
  merchant_ids: number[];
  next: number | null;
}

export const RUN_MODES = ['delta', 'full'] as const;
export type RunMode = (typeof RUN_MODES)[number];

/** `stopped`: a guard prevented all changes. `unchanged`: the source reported no new content. */
export const RUN_STATES = ['running', 'done', 'stopped', 'failed', 'unchanged'] as const;
export type RunState = (typeof RUN_STATES)[number];

export interface FeedRun {
  id: number;
  /** '' for one-off files. */
  feed: string;
  mode: RunMode;
  /** The file or URL, without secrets. */
  source: string;
  state: RunState;
  started_at_ms: number;
  /** Identifies the process of the run on its machine; '' if unknown. */
  runner: string;
  /** The last heartbeat. */
  seen_at_ms: number;
  finished_at_ms: number | null;
  /** Why the run ended, for operators. */
  message: string;
  /** The run's counts as JSON. */
  report: string;
}

export interface FeedSummary {
  feed: string;
  products: number;
  last_run: FeedRun | null;
}

export interface RejectedRow {
  line: number;
  field: string;
  value: string;
  reason: string;
}

/** A product's price and stock from a time on. */
export interface PriceState {
  /** Null if the state is older than the recorded history. */
  at_ms: number | null;
  currency: string | null;
  regular_amount: number | null;
  final_amount: number | null;
  in_stock: boolean | null;
  stock_quantity: number | null;
}

/** An operator's request: a normal run, one that ignores `unchanged` sources, or one that also skips the guards. */
export type RunRequest = 'run' | 'anew' | 'force';

/** A feed that the service fetches on a schedule. */
export interface RegisteredFeed {
  /** Also the feed name of its products. */
  id: string;
  url: string;
  mode: RunMode;
  every_ms: number;
  /** The operator's import options as JSON. */
  options: string;
  is_paused: boolean;
  /** A requested run starts immediately, even if the feed is paused. */
  run_request: RunRequest | null;
  /** Validators from the source's last response. */
  etag: string | null;
  last_modified: string | null;
  next_run_at_ms: number;
  /** Consecutive failures. */
  failures: number;
  created_at_ms: number;
}

export type FeedChange = Partial<Omit<RegisteredFeed, 'id' | 'created_at_ms'>>;

/** The fields that an operator sets. */
export type FeedSettings = Pick<RegisteredFeed, 'url' | 'mode' | 'every_ms' | 'options'>;

export interface FeedUpdate extends FeedChange {
  id: string;
  /** Update only if the settings still equal these (compare and set). */
  if_settings?: FeedSettings;
}

export const MAX_FEEDS = 10_000;
/** A run without a heartbeat for this long has lost its lease and counts as interrupted. */
export const RUN_LEASE_MS = 60_000;
/** Price states stored per product; older ones are deleted. */
export const MAX_PRICE_STATES = 1000;
/** Runs stored per feed; older ones are deleted. */
export const MAX_RUNS_PER_FEED = 50;

export interface CatalogueCalls {
  /** Inserts and updates products of one feed. Unchanged products are not written. */
  upsertProducts(batch: { feed: string; products: ProductWrite[]; now_ms: number }): Promise<UpsertOutcome>;
  /** Deletes products that belong to the feed; other products are ignored. */
  deleteProducts(by: { feed: string; keys: ProductKey[] }): Promise<{ deleted: number; merchant_ids: number[] }>;
  /** Deletes a product of any feed and returns its merchant; null if there is no such product. */
  deleteProduct(by: { id: string }): Promise<{ merchant_id: number } | null>;
  /** Oldest first; null if the product never existed. */
  listPriceStates(by: { id: string; limit: number }): Promise<PriceState[] | null>;

  countFeedProducts(by: { feed: string }): Promise<number>;
  /** In the order of the batch. Each product is compared independently. */
  compareProducts(batch: { feed: string; products: ProductWrite[] }): Promise<ComparedProduct[]>;
  /** In the order of the keys: the id as in `compareProducts`, and whether the feed has the product. */
  findProducts(by: { feed: string; keys: ProductKey[] }): Promise<{ id: string; exists: boolean }[]>;
  /** Stages rows of a full feed without changing the catalogue. */
  stageProducts(by: { run_id: number; feed: string; products: ProductWrite[] }): Promise<StageOutcome>;
  /** Applies the next staged rows to the catalogue. */
  applyStaged(by: { run_id: number; feed: string; after: number; limit: number; now_ms: number }): Promise<AppliedStep>;
  /** Deletes those of the feed's next `limit` products that the run has not staged. */
  deleteUnstaged(by: { run_id: number; feed: string; after: number; limit: number }): Promise<DeletedStep>;
  /** Deletes at most `limit` staged rows of finished runs and returns how many. */
  clearStaged(by: { limit: number }): Promise<number>;

  /** Begins a run, one at a time per feed. A running run that has lost its lease is marked as failed first. */
  beginRun(
    by: Pick<FeedRun, 'feed' | 'mode' | 'source' | 'runner'> & { now_ms: number },
  ): Promise<{ run_id: number } | { busy: number }>;
  /** Renews the lease and saves the counts so far; false if the run has lost its lease. */
  recordHeartbeat(by: { id: number; now_ms: number; report: string }): Promise<boolean>;
  finishRun(by: { id: number; now_ms: number; state: RunState; message: string; report: string }): Promise<void>;
  saveRejectedRows(by: { run_id: number; rows: RejectedRow[] }): Promise<void>;
  getRun(by: { id: number }): Promise<FeedRun | null>;
  /** Newest first; of one feed, or of all feeds. */
  listRuns(by: { feed: string | null; before: number | null; limit: number }): Promise<FeedRun[]>;
  /** By ascending line. */
  listRejectedRows(by: { run_id: number; after: number; limit: number }): Promise<(RejectedRow & { no: number })[]>;

  /** Every feed that has products or runs, registered or not, ordered by name. */
  summariseFeeds(by: Record<string, never>): Promise<FeedSummary[]>;
  insertFeed(feed: RegisteredFeed): Promise<'saved' | 'exists' | 'full'>;
  getFeed(by: { id: string }): Promise<RegisteredFeed | null>;
  /** Ordered by id. */
  listFeeds(by: Record<string, never>): Promise<RegisteredFeed[]>;
  /** Feeds that are due, the longest overdue first. */
  listDueFeeds(by: { now_ms: number; limit: number }): Promise<RegisteredFeed[]>;
  /** False if the feed does not exist or `if_settings` does not match. */
  updateFeed(by: FeedUpdate): Promise<boolean>;
  /** The feed's products stay. */
  deleteFeed(by: { id: string }): Promise<boolean>;
}
