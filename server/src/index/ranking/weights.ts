// All ranking parameters. Values are rounded: the judged searches (`bench -- relevance`) do not resolve finer ones.
import { SEARCHED_FIELDS, type SearchedField } from '../../product/text-fields.ts';

export interface FieldWeight {
  weight: number;
  /** BM25F length normalisation, 0 (none) to 1 (full). */
  b: number;
  /** Average length assumed while the catalogue is too small to measure it. */
  default_length: number;
}

/** Default for short fields. */
const DETAIL: FieldWeight = { weight: 1, b: 0.3, default_length: 1 };
const IDENTIFIER: FieldWeight = { weight: 2, b: 0, default_length: 1 };

/**
 * BM25F field weights (https://dl.acm.org/doi/10.1145/1031171.1031181). The name weighs most, then the kind of product.
 */
export const FIELD_WEIGHTS: Record<SearchedField, FieldWeight> = {
  ...(Object.fromEntries(SEARCHED_FIELDS.map((field) => [field, DETAIL])) as Record<SearchedField, FieldWeight>),
  name: { weight: 4, b: 0.5, default_length: 10 },
  category: { weight: 3, b: 0.3, default_length: 5 },
  model: { weight: 3, b: 0.3, default_length: 2 },
  brand: { weight: 2, b: 0.3, default_length: 1 },
  subtitle: { weight: 1, b: 0.5, default_length: 8 },
  tags: { weight: 1, b: 0.5, default_length: 10 },
  publisher: { weight: 1, b: 0.3, default_length: 2 },
  description: { weight: 1, b: 0.75, default_length: 50 },
  id: IDENTIFIER,
  barcode: IDENTIFIER,
  sku: IDENTIFIER,
  mpn: IDENTIFIER,
  asin: IDENTIFIER,
};

/** BM25 term-frequency saturation (k1). */
export const K1 = 0.6;

/** Weight of a term that is not the word as typed. */
export const ALTERNATIVES = {
  /** "fire stick" and "firestick". */
  joined: 1,
  split: 0.9,
  /** Another ending: Schuh and Schuhe. */
  inflected: 0.8,
  /** Spelling correction of a word that the catalogue lacks. */
  corrected: 0.8,
  /** Prefix completion of the last word. */
  prefix: 0.5,
  synonym: 0.5,
  /** A long word at the end of a longer one: Laufschuhe in Damenlaufschuhe. */
  compound: 0.5,
} as const;

/** How a word of a product is related to the word of the query that it matches. */
export type Why = 'typed' | keyof typeof ALTERNATIVES | 'negated';

/** "for", "with", "the". Not 0, because a book title may consist of them. */
export const STOP_WORD_WEIGHT = 0.3;
/** Score factor of products that state they lack an unwanted word. */
export const NEGATED_WEIGHT = 0.5;
/** Penalty factor of products that contain an unwanted word and do not state that they lack it. */
export const UNWANTED_WEIGHT = 0.1;

/** Number of candidates that are re-ranked. */
export const RERANK_DEPTH = 200;
/** Maximum number of exact-name products added to the re-ranking. */
export const MAX_EXACT_NAMES = 100;

/** Weights of the re-ranking features, relative to the best BM25F score. */
export const RERANK_WEIGHTS = {
  /** Similarity of the word vectors to the first hits. */
  word_vectors: 0.2,
  /** Overlap with the categories of the first hits. */
  category: 0.2,
  /**
   * Factor on the feedback of the first hits for queries of one word, which say less about what they have in common.
   */
  single_word_feedback: 0.6,
  /** Share of the query that the name covers before "for" or "with". */
  main_part: 0.1,
  brand: 0.15,
  all_words: 0.15,
  /** Per natural logarithm of the name length. */
  long_name: -0.02,
  unwanted: -0.01,
  out_of_stock: -0.02,
  /** A model number, SKU or barcode identifies one product, which ranks first. */
  identifier: 2,
  /** The name equals the query: ranks first, like an identifier. */
  exact_name: 2,
} as const;

/** Points per ranking signal. */
export type Contributions = Record<Exclude<keyof typeof RERANK_WEIGHTS, 'single_word_feedback'> | 'lexical', number>;
