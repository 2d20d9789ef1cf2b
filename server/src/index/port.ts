// The index port: changes in, ranked product numbers out. The store hydrates a page.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import type { PackedChanges } from '../store/packed-changes.ts';
import type { SynonymGroup } from '../text/synonyms.ts';
import type { FieldLengths } from './ranking/field-lengths.ts';

/** How an index opens: from its files, empty in their place, or empty beside an index in use until `promote`. */
export type OpenMode = 'persisted' | 'rebuild' | 'beside';

export interface IndexQuery {
  /** As typed. The last word may be a prefix. */
  text: string;
  /** Combined with AND. */
  criteria: Criterion[];
  /** Exclusions, each in the syntax of `exclude_query`. */
  exclude: string[];
  limit: number;
  /** Ranking features to switch off, for ablations. */
  without?: string[];
  /** Adds explanations. */
  explain?: boolean;
  /** Adds term matches. */
  report_matches?: boolean;
}

/** Score of one query word: by which alternative, and why that one. */
export interface TermScore {
  word: string;
  by: string;
  why: string;
  points: number;
}

export interface Explanation {
  product_no: number;
  score: number;
  words: TermScore[];
  /** Per ranking signal; the score is their sum. Absent if the product was not re-ranked. */
  contributions?: Record<string, number>;
  /** Duplicate of a product that ranks higher. */
  is_duplicate: boolean;
}

/** Query words matched by each product, stored by column because there may be many products. */
export interface TermMatches {
  /** All alternatives of all slots. */
  alternatives: { word: string; by: string }[];
  slot_count: number;
  /** Per product and slot: number of the matching alternative, counted from 1, or 0. */
  matched_by: Uint16Array;
  /** Score of that match. */
  points: Float32Array;
}

/** A folded value, the number of products that have it, and one of them. */
export interface ValueCount {
  value: string;
  count: number;
  product_no: number;
}

/** Facet counts of a result set. Deleted products are skipped. */
export interface ProductSummary {
  /** In the order requested; NaN if unknown. */
  prices: Float64Array;
  currencies: string[];
  /** Most frequent first. */
  brand: ValueCount[];
  color: ValueCount[];
  size: ValueCount[];
  /** By depth of the category path. */
  category_levels: ValueCount[][];
}

export interface IndexResult {
  /** Best first; ties by product number. */
  product_nos: Uint32Array;
  /** Words that the catalogue lacks, with the words searched instead. */
  corrections: [typed: string, meant: string][];
  explanations?: Explanation[];
  term_matches?: TermMatches;
}

export interface SearchCaller {
  /** Aborting it stops the search. */
  signal?: AbortSignal | undefined;
  /** No valid key was given. Keyless searches have their own share of the queue. */
  is_keyless?: boolean;
  /** Part of work that was already admitted: it is not refused when the queue is full. */
  is_admitted?: boolean;
}

export interface SearchIndex {
  /** Rejects with `search_too_costly` when the search exceeds its work budget. */
  search(query: IndexQuery, caller?: SearchCaller): Promise<IndexResult>;
  /** Facet counts of products found before. */
  summarise(product_nos: Uint32Array, caller?: SearchCaller): Promise<ProductSummary>;
  /** Trains word vectors on the indexed products; searches continue meanwhile. */
  learn(): Promise<void>;
  useSynonyms(groups: readonly SynonymGroup[]): Promise<void>;
  /**
   * Applies changes in order; searches that start later see them. `following` is the number of changes sent right after
   * these: the index may build larger segments while more are on their way.
   */
  apply(changes: PackedChanges, following?: number): Promise<void>;
  /** Number of the last change applied, including changes applied before the index was opened. */
  appliedUpTo(): number;
  /** The average field lengths that scores are normalised by. */
  lengths(): FieldLengths;
  /** Whether trained word vectors are in use. */
  hasLearned(): boolean;
  /** Searchable products, products added since the training, segments, and waiting calls. */
  figures(): { products: number; unlearned_products: number; segments: number; waiting: number };
  /** Makes an index that was built beside another one the index that the next start opens. */
  promote(): Promise<void>;
  /** `keep_files: false` discards the files, because another index has replaced this one. */
  close(options?: { keep_files?: boolean }): Promise<void>;
}
