// Every number of the ranking, in one place. Round, because judged searches tell apart no finer: see ARCHITECTURE.md.
import { SEARCHED_FIELDS, type SearchedField } from '../../product/text-fields.ts';

export interface FieldWeight {
  weight: number;
  /** How much a long text counts against its terms. */
  b: number;
  /** The usual length, where the catalogue is too small to tell. */
  usual_terms: number;
}

/** Default for short fields. */
const DETAIL: FieldWeight = { weight: 1, b: 0.3, usual_terms: 1 };
const IDENTIFIER: FieldWeight = { weight: 2, b: 0, usual_terms: 1 };

/** BM25F: the name says most, then what kind of thing it is. */
export const FIELD_WEIGHTS: Record<SearchedField, FieldWeight> = {
  ...(Object.fromEntries(SEARCHED_FIELDS.map((field) => [field, DETAIL])) as Record<SearchedField, FieldWeight>),
  name: { weight: 4, b: 0.5, usual_terms: 10 },
  category: { weight: 3, b: 0.3, usual_terms: 5 },
  model: { weight: 3, b: 0.3, usual_terms: 2 },
  brand: { weight: 2, b: 0.3, usual_terms: 1 },
  subtitle: { weight: 1, b: 0.5, usual_terms: 8 },
  tags: { weight: 1, b: 0.5, usual_terms: 10 },
  publisher: { weight: 1, b: 0.3, usual_terms: 2 },
  description: { weight: 1, b: 0.75, usual_terms: 50 },
  id: IDENTIFIER,
  barcode: IDENTIFIER,
  sku: IDENTIFIER,
  mpn: IDENTIFIER,
  asin: IDENTIFIER,
};

/** How soon more of a term stops to matter. */
export const K1 = 0.6;

/** What a term counts that is not the word as typed. */
export const ALTERNATIVES = {
  /** "fire stick" and "firestick": the same words. */
  joined: 1,
  split: 0.9,
  /** Another ending: Schuh and Schuhe. */
  inflected: 0.8,
  /** A word that the catalogue lacks, as it was probably meant. */
  corrected: 0.8,
  /** A last word that is only begun. */
  begun: 0.5,
  synonym: 0.5,
  /** A long word at the end of a longer one: Laufschuhe in Damenlaufschuhe. */
  compound: 0.5,
} as const;

/** "for", "with", "the": they tell little, but the title of a book may be made of them. */
export const MINOR_WORD = 0.3;
/** A product that says that it lacks what the query does not want. */
export const LACKING = 0.5;
/** A product that has what the query does not want, and does not say that it lacks it. */
export const UNWANTED = 0.1;

/** How many of the best by their words get the second look. */
export const RERANK_DEPTH = 200;
/** Maximum number of exact-name products added to the re-ranking. */
export const MAX_EXACT_NAMES = 100;

/** The pieces of the second look, added to the score of the words as a share of the best one's. */
export const PIECES = {
  /** Near, in the catalogue's own word space, to the first hits. */
  word_space: 0.2,
  /** In the categories of the first hits. */
  category: 0.2,
  /** One word says less about what the first hits have in common. */
  feedback_of_one_word: 0.6,
  /** What the name says before "for" or "with". */
  main_part: 0.1,
  brand: 0.15,
  all_words: 0.15,
  /** For each factor e of words in the name. */
  long_name: -0.02,
  unwanted: -0.01,
  out_of_stock: -0.02,
  /** A model number, SKU or barcode is one product: nothing stands before it. */
  identifier: 2,
  /** The name equals the query: ranks first, like an identifier. */
  exact_name: 2,
} as const;
