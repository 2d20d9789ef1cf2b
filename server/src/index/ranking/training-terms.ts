// Which terms and how many products word vectors are trained on, in any engine.

/** Word vectors are not trained on fewer products. */
export const MIN_TRAINING_PRODUCTS = 100;
/** Of more products, a sample. */
export const MAX_TRAINING_PRODUCTS = 100_000;
const MAX_TERMS = 30_000;
/** Rarer terms co-occur too seldom to learn from; more frequent ones do not distinguish products. */
export const MIN_TRAINING_FREQUENCY = 3;
const MAX_FREQUENCY_SHARE = 0.5;
/** Identifiers and negated terms. */
const NOT_A_WORD = /^[=!]/;

export interface TermCount {
  term: string;
  /** Number of products that contain it. */
  count: number;
}

export const isTrainingTerm = ({ term, count }: TermCount, products: number): boolean =>
  count >= MIN_TRAINING_FREQUENCY && count <= products * MAX_FREQUENCY_SHARE && !NOT_A_WORD.test(term);

/** The most frequent ones. `terms` are in byte order. */
export function chooseTrainingTerms(terms: readonly TermCount[]): readonly TermCount[] {
  if (terms.length <= MAX_TERMS) return terms;
  return terms.toSorted((a, b) => b.count - a.count || (a.term < b.term ? -1 : 1)).slice(0, MAX_TERMS);
}
