// The store port of the catalogue: products, staging, merchants, prices, the change log and the vocabulary.
import type { MerchantInfo, Product } from '../product/product.ts';
import type { FencedOutcome, HeldLease } from './config-store.ts';
import type { FeedStore } from './feed-store.ts';
import type { PackedChanges } from './packed-changes.ts';
import type { PurgeBy } from './purge-by.ts';

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

interface RunStep {
  /** The cursor for the next step; null after the last. */
  next: number | null;
  /** The run is not running, so the step did nothing: it was declared lost, and a new run may be writing. */
  has_ended: boolean;
}

export interface AppliedStep extends Omit<UpsertOutcome, 'refused'>, RunStep {}

export interface DeletedStep extends RunStep {
  deleted: number;
  merchant_ids: number[];
}

export interface StoredProduct {
  product_no: number;
  product: Product;
  merchant: { id: number; name: string; logo_url: string };
}

export interface OwnedProduct extends StoredProduct {
  /** '' if it belongs to no feed. */
  feed: string;
  added_at_ms: number;
}

export interface StoredMerchant {
  id: number;
  name: string;
  domain: string;
  logo_url: string;
  description: string;
  product_count: number;
  categories: string[];
  brands: string[];
  product_terms: string[];
  /** For each word of the three lists above: the share of the merchant's products that contain it. */
  word_shares: Record<string, number>;
}

export type MerchantSummary = Pick<StoredMerchant, 'id' | 'categories' | 'brands' | 'product_terms' | 'word_shares'>;

export interface MerchantSample {
  products: { name: string; brand: string | null; category: string | null }[];
  brands: string[];
  categories: string[];
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

/** Price states stored per product; older ones are deleted. */
export const MAX_PRICE_STATES = 1000;

/** Fields of the vocabulary. `word` holds the words of names and categories. */
export const VOCABULARY_FIELDS = [
  'brand',
  'merchant',
  'color',
  'size',
  'material',
  'gender',
  'condition',
  'currency',
  'category',
  'word',
] as const;
export type VocabularyField = (typeof VOCABULARY_FIELDS)[number];

/** For each field, its values with the number of products that have them. */
export type VocabularyCounts = Record<VocabularyField, [value: string, count: number][]>;

export interface VocabularyStep {
  /** The cursor for the next step. */
  last_no: number;
  is_end: boolean;
  counts: VocabularyCounts;
}

export interface CatalogueStore extends FeedStore {
  /** Inserts and updates products of one feed. Unchanged products are not written. */
  upsertProducts(batch: { feed: string; products: ProductWrite[]; now_ms: number }): Promise<UpsertOutcome>;
  /** Deletes products that belong to the feed; other products are ignored. */
  deleteProducts(by: { feed: string; keys: ProductKey[] }): Promise<{ deleted: number; merchant_ids: number[] }>;
  /** Deletes a product of any feed and returns its merchant; null if there is no such product. */
  deleteProduct(by: { id: string }): Promise<{ merchant_id: number } | null>;
  /** In the order of the input, without deleted products. */
  getProducts(by: { product_nos: number[] }): Promise<StoredProduct[]>;
  getProductById(by: { id: string }): Promise<OwnedProduct | null>;
  /** At most `limit` products, spread evenly over the catalogue. */
  sampleProducts(by: { limit: number }): Promise<Product[]>;
  /** Oldest first; null if the product never existed. */
  listPriceStates(by: { id: string; limit: number }): Promise<PriceState[] | null>;
  /** Whether an imported product links to this host. */
  hasLinkHost(by: { host: string }): Promise<boolean>;

  countFeedProducts(by: { feed: string }): Promise<number>;
  /** Whether no other feed has products. */
  isOnlyFeed(by: { feed: string }): Promise<boolean>;
  /** Deletes at most `limit` products of a feed and returns their merchants. */
  deleteFeedProducts(by: { feed: string; limit: number }): Promise<{ deleted: number; merchant_ids: number[] }>;
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

  /** By descending product count, then by name. */
  listMerchants(by: { offset: number; limit: number }): Promise<StoredMerchant[]>;
  /** Matches words of name, domain, categories, brands and terms; best match first. */
  searchMerchants(by: { query: string; offset: number; limit: number }): Promise<StoredMerchant[]>;
  getMerchant(by: { id: number }): Promise<StoredMerchant | null>;
  /** Input for a merchant's summary; null if the merchant does not exist or changed too little since the last summary. */
  sampleMerchant(by: { id: number }): Promise<MerchantSample | null>;
  saveMerchantSummaries(by: { summaries: MerchantSummary[] }): Promise<void>;
  /** Deletes those of the merchants that have no products. */
  deleteEmptyMerchants(by: { ids: number[] }): Promise<void>;

  /** The change log after a change number, in commit order. */
  readChanges(by: { after: number; limit: number }): Promise<PackedChanges>;
  /** The last change number. It grows with every visible change of a product, including its merchant's name and logo. */
  lastChange(by: Record<string, never>): Promise<number>;
  /** Requests a rebuild of the index and returns its number. */
  requestRebuild(by: Record<string, never>): Promise<number>;
  /** The number of the last rebuild whose index is in use. */
  lastCompletedRebuild(by: Record<string, never>): Promise<number>;
  completeRebuild(by: { rebuild: number }): Promise<void>;

  /** Counts the vocabulary of at most `limit` products after a product number. */
  countVocabulary(by: { after: number; limit: number }): Promise<VocabularyStep>;
  /** `stale` if the lease is lost. */
  saveVocabulary(by: { change_no: number; counts: VocabularyCounts; lease: HeldLease }): Promise<FencedOutcome>;
  loadVocabulary(by: Record<string, never>): Promise<{ change_no: number; counts: VocabularyCounts } | null>;

  /** Change log entries of deleted products. */
  purgeDeletions(by: PurgeBy): Promise<number>;
  /** Price states of deleted products whose log entries are purged. A product that was imported again keeps its history. */
  purgePrices(by: PurgeBy): Promise<number>;
  /** The highest change number of a purged deletion. An index that is behind it may have missed one and is rebuilt. */
  purgeWatermark(by: Record<string, never>): Promise<number>;
}
