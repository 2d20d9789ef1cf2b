// The index ports: changes in, ranked product numbers out. The store hydrates a page.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import type { Stamps } from '../store/config-store.ts';
import type { PackedChanges } from '../store/packed-changes.ts';
import type { SynonymGroup } from '../text/synonyms.ts';
import type { Artefacts } from './artefacts.ts';
import type { WordVectorTable } from './ranking/learn-word-vectors.ts';
import type { Contributions, Why } from './ranking/weights.ts';

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
  why: Why;
  points: number;
}

export interface Explanation {
  product_no: number;
  score: number;
  words: TermScore[];
  /** Per ranking signal; the score is their sum. Absent if the product was not re-ranked. */
  contributions?: Contributions;
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
  /** Positions in `matched_by` of products that deny the word somewhere, as in "not waterproof". */
  negated: number[];
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

/** An engine may add figures of its own, for /metrics. */
export interface IndexFigures extends Record<string, number> {
  /** Searchable products. */
  products: number;
  /** Products added since the word vectors in use were trained. */
  unlearned_products: number;
  /** Searches queued or running; those running; how many may run at the same time. */
  waiting: number;
  running: number;
  capacity: number;
}

/** Reported before an index is opened. */
export const NO_FIGURES: IndexFigures = { products: 0, unlearned_products: 0, waiting: 0, running: 0, capacity: 0 };

export interface IndexReader {
  /** Rejects with `search_too_costly` when the search exceeds its work budget. */
  search(query: IndexQuery, caller?: SearchCaller): Promise<IndexResult>;
  /** Facet counts of products found before. */
  summarise(product_nos: Uint32Array, caller?: SearchCaller): Promise<ProductSummary>;
  useSynonyms(groups: readonly SynonymGroup[]): Promise<void>;
  /** Resolves when searches use the word vectors. Other field lengths than those of the index need a `rebuild`. */
  useArtefacts(artefacts: Artefacts): Promise<void>;
  figures(): IndexFigures;
  /** All processes search the same index: when this one cannot, no other can. */
  readonly is_shared: boolean;
  /** The engine did not answer lately, or has lost the index. */
  isFailing(): boolean;
}

export interface IndexWriter {
  /** False while another process writes the index that both search: `appliedUpTo` rises without calls of `apply`. */
  isWriter(): boolean;
  /**
   * Applies changes in order and skips those it has already. Searches that start later see them. `following` is the
   * number of changes that are sent right after these: the index may publish all of them together. `after` is the change
   * before these: an index that does not have it refuses them, because it has lost changes since its caller looked.
   */
  apply(changes: PackedChanges, following?: number, after?: number): Promise<void>;
  /** Number of the last change that searches see; null while the index is unavailable. It falls if the index lost data. */
  appliedUpTo(): number | null;
  /** Trains word vectors on the indexed products; searches continue meanwhile. With few products the table is empty. */
  learnWordVectors(): Promise<WordVectorTable>;
  /**
   * Whether the index was built with other field lengths than those of the artefacts in use, before the last requested
   * rebuild, or from the change log of another epoch.
   */
  needsRebuild(stamps: Pick<Stamps, 'rebuilds' | 'epoch'>): boolean;
  /**
   * Builds the index again from the change log, with the artefacts in use; resolves when searches use the new one.
   * Only the process that writes can.
   */
  rebuild(): Promise<void>;
  /** Progress of a rebuild, from 0 to 1; null if there is none. */
  rebuildProgress(): number | null;
  /** Aborts training and rebuilds. */
  close(): Promise<void>;
}

export interface SearchIndex extends IndexReader, IndexWriter {}
