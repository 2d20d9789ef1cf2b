// Average field lengths of a catalogue, for BM25F length normalisation.
import type { Product } from '../../product/product.ts';
import type { SearchedField } from '../../product/text-fields.ts';
import { wordsOf } from '../../text/analyse.ts';
import { FIELD_WEIGHTS } from './weights.ts';

export type FieldLengths = Record<SearchedField, number>;

/** Below this number of products, the default length is used. */
const MIN_PRODUCTS = 100;
/** Ratio of average lengths up to which the ranking does not noticeably change. */
const TOLERANCE = 1.25;

export const textOf = (value: Product[SearchedField]): string =>
  value === undefined ? '' : Array.isArray(value) ? value.join(' . ') : String(value);

/** Averages over the products that have a field. */
export function measureLengths(products: readonly Product[]): FieldLengths {
  const lengths = Object.entries(FIELD_WEIGHTS).map(([field, { default_length }]) => {
    const counts = products.map((product) => wordsOf(textOf(product[field as SearchedField])).length).filter(Boolean);
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    return [field, counts.length < MIN_PRODUCTS ? default_length : mean];
  });
  return Object.fromEntries(lengths);
}

export const isSameLengths = (a: FieldLengths, b: FieldLengths): boolean =>
  ratiosOf(a, b).every((ratio) => ratio === 1);

/** Whether the ranking would not noticeably differ. */
export const areSimilarLengths = (a: FieldLengths, b: FieldLengths): boolean =>
  ratiosOf(a, b).every((ratio) => ratio < TOLERANCE && ratio > 1 / TOLERANCE);

const ratiosOf = (a: FieldLengths, b: FieldLengths): number[] =>
  Object.entries(a).map(([field, length]) => length / b[field as SearchedField]);
