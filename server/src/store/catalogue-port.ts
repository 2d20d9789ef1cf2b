// What brings products into the store and keeps their history: the part of the port that feeds use.
import type { MerchantInfo, Product } from '../product/product.ts';

export interface ProductWrite {
  product: Product;
  merchant: MerchantInfo;
  /** The id is its feed's own: ours is `MERCHANT_ID:ID`. */
  is_source_id?: boolean;
}

/** Which product a feed means. */
export interface ProductKey {
  id: string;
  merchant: MerchantInfo;
  is_source_id?: boolean;
}

export interface UpsertOutcome {
  inserted: number;
  updated: number;
  unchanged: number;
  /** By position in the batch: products whose id another feed owns. */
  refused: number[];
  /** The merchants of the products that were taken, changed or not: an import that was cut off may owe them a summary. */
  merchant_ids: number[];
}

/** What became of rows that are put aside until the whole file is read. */
export interface StageOutcome {
  /** Products that the feed does not have yet, and those that it has. */
  added: number;
  known: number;
  /** More of the known ones that stay as they are; negative when a repeated row changes one after all. */
  unchanged: number;
  /** Products that the same run has brought before: the last row counts. */
  repeated: number;
  refused: number[];
}

/** What the catalogue has in place of a product that a feed brings; `foreign`: a product of another feed. */
export interface ComparedProduct {
  /** Its id here, or a text that tells it from others where its merchant is not known yet. */
  id: string;
  status: 'new' | 'changed' | 'same' | 'foreign';
}

export interface AppliedStep extends Omit<UpsertOutcome, 'refused'> {
  /** Where to go on from; null when all is done. */
  next: number | null;
}

export interface DeletedStep {
  deleted: number;
  merchant_ids: number[];
  next: number | null;
}

export type RunMode = 'delta' | 'full';
/** Stopped: a guard found that it must not change anything. Unchanged: the source says that it is as it was. */
export type RunState = 'running' | 'done' | 'stopped' | 'failed' | 'unchanged';

export interface FeedRun {
  id: number;
  /** '' for a file that was imported once. */
  feed: string;
  mode: RunMode;
  /** Where it came from, without its secrets. */
  source: string;
  state: RunState;
  started_at_ms: number;
  /** The process that runs it, as others on its machine can tell; '' when that is not known. */
  runner: string;
  /** When it last gave a sign of life. */
  seen_at_ms: number;
  finished_at_ms: number | null;
  /** Why it ended as it did, for people. */
  message: string;
  /** The counts, as JSON. */
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

/** What a product cost and whether it was there, from a time on. */
export interface PriceState {
  /** Null: since before such changes were kept. */
  at_ms: number | null;
  currency: string | null;
  regular_amount: number | null;
  final_amount: number | null;
  in_stock: boolean | null;
  stock_quantity: number | null;
}

/** A run as usual, one of a file that has not changed, or one that no guard stops. */
export type RunRequest = 'run' | 'anew' | 'force';

/** A feed that the service fetches by itself. */
export interface RegisteredFeed {
  /** The name under which its products are kept. */
  id: string;
  url: string;
  mode: RunMode;
  every_ms: number;
  /** What the operator says of it, as JSON. */
  options: string;
  is_paused: boolean;
  /** Somebody asked for a run now, paused or not. */
  run_request: RunRequest | null;
  /** What its source said of its content the last time. */
  etag: string | null;
  last_modified: string | null;
  next_run_at_ms: number;
  /** One after the other, up to now. */
  failures: number;
  created_at_ms: number;
}

export type FeedChange = Partial<Omit<RegisteredFeed, 'id' | 'created_at_ms'>>;

/** What the operator says of it. */
export type FeedSettings = Pick<RegisteredFeed, 'url' | 'mode' | 'every_ms' | 'options'>;

export interface FeedUpdate extends FeedChange {
  id: string;
  /** Only where the operator has changed nothing since: checked and written at once. */
  if_settings?: FeedSettings;
}

export const MAX_FEEDS = 10_000;
/** A run that gave no sign of life for so long was cut off. */
export const RUN_LEASE_MS = 60_000;
/** Of each product so many states of price and stock are kept, the latest. */
export const MAX_PRICE_STATES = 1000;
/** Of each feed so many runs are kept. */
export const MAX_RUNS_PER_FEED = 50;

export interface CatalogueCalls {
  /** Writes products of one feed; a product that is the same already is left alone. */
  upsertProducts(batch: { feed: string; products: ProductWrite[]; now_ms: number }): Promise<UpsertOutcome>;
  /** Deletes products of one feed; those of another stay. */
  deleteProducts(by: { feed: string; keys: ProductKey[] }): Promise<{ deleted: number; merchant_ids: number[] }>;
  /** Deletes a product, whoever brought it. Its merchant, or null when there was none. */
  deleteProduct(by: { id: string }): Promise<{ merchant_id: number } | null>;
  /** From the first state to the last; null when there never was such a product. */
  listPriceStates(by: { id: string; limit: number }): Promise<PriceState[] | null>;

  countFeedProducts(by: { feed: string }): Promise<number>;
  /** In the order of the batch, each by itself. */
  compareProducts(batch: { feed: string; products: ProductWrite[] }): Promise<ComparedProduct[]>;
  /** In the order of the keys: the ids as in `compareProducts`, and whether the feed has them. */
  findProducts(by: { feed: string; keys: ProductKey[] }): Promise<{ id: string; exists: boolean }[]>;
  /** Puts rows of a full feed aside. Nothing of the catalogue changes. */
  stageProducts(by: { run_id: number; feed: string; products: ProductWrite[] }): Promise<StageOutcome>;
  /** Writes some of what was put aside. */
  applyStaged(by: { run_id: number; feed: string; after: number; limit: number; now_ms: number }): Promise<AppliedStep>;
  /** Deletes, of the feed's next `limit` products by number, those that its run has not brought. */
  deleteUnstaged(by: { run_id: number; feed: string; after: number; limit: number }): Promise<DeletedStep>;
  /** Forgets at most `limit` rows that were put aside by runs which are over, and says how many. */
  clearStaged(by: { limit: number }): Promise<number>;

  /** Begins a run; of a feed only one is under way at a time. One that was cut off is declared failed first. */
  beginRun(
    by: Pick<FeedRun, 'feed' | 'mode' | 'source' | 'runner'> & { now_ms: number },
  ): Promise<{ run_id: number } | { busy: number }>;
  /** A sign of life, with the counts so far. False: the run was declared lost. */
  recordHeartbeat(by: { id: number; now_ms: number; report: string }): Promise<boolean>;
  finishRun(by: { id: number; now_ms: number; state: RunState; message: string; report: string }): Promise<void>;
  saveRejectedRows(by: { run_id: number; rows: RejectedRow[] }): Promise<void>;
  getRun(by: { id: number }): Promise<FeedRun | null>;
  /** The newest first; of one feed, or of all. */
  listRuns(by: { feed: string | null; before: number | null; limit: number }): Promise<FeedRun[]>;
  /** In the order of lines. */
  listRejectedRows(by: { run_id: number; after: number; limit: number }): Promise<(RejectedRow & { no: number })[]>;

  /** Every named feed that has products or runs, registered or not, by name. */
  summariseFeeds(by: Record<string, never>): Promise<FeedSummary[]>;
  insertFeed(feed: RegisteredFeed): Promise<'saved' | 'exists' | 'full'>;
  getFeed(by: { id: string }): Promise<RegisteredFeed | null>;
  /** Ordered by id. */
  listFeeds(by: Record<string, never>): Promise<RegisteredFeed[]>;
  /** Those whose time has come, the longest overdue first. */
  listDueFeeds(by: { now_ms: number; limit: number }): Promise<RegisteredFeed[]>;
  /** Says whether there is such a feed, and whether it is as it has to be. */
  updateFeed(by: FeedUpdate): Promise<boolean>;
  /** Its products stay. */
  deleteFeed(by: { id: string }): Promise<boolean>;
}
