// BM25F: how much a term weighs in a product, over all its fields, before one saturation.
import type { Product } from '../../product/product.ts';
import { wordsOf } from '../../text/analyse.ts';

interface FieldWeight {
  weight: number;
  /** How much a long text counts against its terms. */
  b: number;
  /** The usual length. A constant, so that neither order of arrival nor segments change a product's weight. */
  usual_terms: number;
}

/** Weights as measured on judged searches: the name says most, then what kind of thing it is. */
const WEIGHTS: Partial<Record<keyof Product, FieldWeight>> = {
  name: { weight: 4, b: 0.5, usual_terms: 10 },
  category: { weight: 3, b: 0.3, usual_terms: 5 },
  model: { weight: 3, b: 0.3, usual_terms: 2 },
  brand: { weight: 2, b: 0.3, usual_terms: 1 },
  color: { weight: 1, b: 0.3, usual_terms: 1 },
  material: { weight: 1, b: 0.3, usual_terms: 1 },
  gender: { weight: 1, b: 0.3, usual_terms: 1 },
  subtitle: { weight: 1, b: 0.5, usual_terms: 8 },
  tags: { weight: 1, b: 0.5, usual_terms: 10 },
  manufacturer: { weight: 1, b: 0.3, usual_terms: 1 },
  publisher: { weight: 1, b: 0.3, usual_terms: 2 },
  genre: { weight: 1, b: 0.3, usual_terms: 1 },
  description: { weight: 1, b: 0.75, usual_terms: 50 },
  id: { weight: 2, b: 0, usual_terms: 1 },
  barcode: { weight: 2, b: 0, usual_terms: 1 },
  sku: { weight: 2, b: 0, usual_terms: 1 },
  mpn: { weight: 2, b: 0, usual_terms: 1 },
  asin: { weight: 2, b: 0, usual_terms: 1 },
};

const FIELDS = Object.entries(WEIGHTS) as [keyof Product, FieldWeight][];

/** How soon more of a term stops to matter. */
const K1 = 0.6;

/** The terms of a product with their saturated weights, between 0 and 1. A term is whatever a word stands for. */
export function weighTerms<T>(product: Product, termOf: (word: string) => T): Map<T, number> {
  const sums = new Map<T, number>();
  for (const [field, { weight, b, usual_terms }] of FIELDS) {
    const value = product[field];
    if (value === undefined) continue;
    const words = wordsOf(Array.isArray(value) ? value.join(' ') : String(value));
    const share = weight / (1 - b + (b * words.length) / usual_terms);
    for (const word of words) {
      const term = termOf(word);
      sums.set(term, (sums.get(term) ?? 0) + share);
    }
  }
  for (const [term, sum] of sums) sums.set(term, sum / (sum + K1));
  return sums;
}
