// What searching needs of an index: changes in, ranked product numbers out. The store hydrates a page.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import type { PackedChanges } from '../store/packed-changes.ts';
import type { SynonymGroup } from '../text/synonyms.ts';
import type { FieldLengths } from './ranking/field-lengths.ts';

/**
 * With what an index begins: with what was kept; with nothing, in the place of that; or with nothing beside one that is in
 * use, and then it is kept once it is told to be.
 */
export type Beginning = 'kept' | 'anew' | 'beside';

export interface IndexQuery {
  /** As it was typed. The last word may be the beginning of one. */
  text: string;
  /** All must hold. */
  criteria: Criterion[];
  /** Texts whose products are left out, each as `exclude_query` is written. */
  exclude: string[];
  limit: number;
  /** Pieces of the ranking that are left out, to see what they give. */
  without?: string[];
  /** Tells why each product stands where it stands. */
  explain?: boolean;
  /** Tells which words of the query each product has. */
  tell_words?: boolean;
}

/** What a word of the query gave: by which word of the product, and why that one. */
export interface WordPoints {
  word: string;
  by: string;
  why: string;
  points: number;
}

export interface Explanation {
  product_no: number;
  score: number;
  words: WordPoints[];
  /** What each piece of the formula gave; they add up to the score. Without: it is too far behind for a second look. */
  pieces?: Record<string, number>;
  /** It is a copy of a product before it. */
  is_copy: boolean;
}

/** Which words of the query each product has. In columns: there are many products. */
export interface WordsFound {
  /** How a product may have a word of the query: by which of its own. */
  ways: { word: string; by: string }[];
  words_asked: number;
  /** For each product, for each word that was asked: the number of the way from 1, or 0. */
  way_of: Uint16Array;
  /** What it gave. */
  points: Float32Array;
}

/** A value, folded, how many products have it, and one of them. */
export interface ValueCount {
  value: string;
  count: number;
  product_no: number;
}

/** What some products are like; one that is gone counts nowhere. */
export interface ProductSummary {
  /** In the order asked for; NaN where a price is unknown. */
  prices: Float64Array;
  currencies: string[];
  /** The most frequent first. */
  brand: ValueCount[];
  color: ValueCount[];
  size: ValueCount[];
  /** By depth of the category path. */
  category_levels: ValueCount[][];
}

export interface IndexResult {
  /** The numbers of the best products, the best first; equal ones by their number. */
  product_nos: Uint32Array;
  /** Words that the catalogue lacks, and what was searched instead. */
  corrections: [typed: string, meant: string][];
  explanations?: Explanation[];
  words_found?: WordsFound;
}

/** The caller of a search. */
export interface SearchCaller {
  /** Aborted when the caller has gone: the search stops. */
  signal?: AbortSignal | undefined;
  /** It showed no valid key: such searches have their own share of the queue. */
  is_keyless?: boolean;
  /** Part of work whose admission was decided before: it is not refused because others wait. */
  is_admitted?: boolean;
}

export interface SearchIndex {
  /** Rejects with `search_too_costly` when it takes more work than one search may. */
  search(query: IndexQuery, caller?: SearchCaller): Promise<IndexResult>;
  /** What products that were found are like. */
  summarise(product_nos: Uint32Array, caller?: SearchCaller): Promise<ProductSummary>;
  /** Learns from the products that it has what ranks them better; searches go on meanwhile. */
  learn(): Promise<void>;
  useSynonyms(groups: readonly SynonymGroup[]): Promise<void>;
  /**
   * Takes changes in the order of their numbers; a search that starts later sees them. `following`: so many come at once
   * behind these, which may wait for some of them.
   */
  apply(changes: PackedChanges, following?: number): Promise<void>;
  /** The last change that it has, also from before it was opened. */
  appliedUpTo(): number;
  /** The lengths that it measures texts against. */
  lengths(): FieldLengths;
  /** Whether anything learned is in use. */
  hasLearned(): boolean;
  /** How many products can be found, how many of them came after it learned, how many calls wait. */
  figures(): { products: number; unlearned_products: number; segments: number; waiting: number };
  /** For one that was built beside another: from now on it is the one that the next start takes up. */
  keep(): Promise<void>;
  /** `is_kept: false`: another one has taken its place, and what it has is of no use any more. */
  close(options?: { is_kept?: boolean }): Promise<void>;
}
