// How long the texts of a catalogue usually are: what a long name or description is measured against.
import type { Product } from '../../product/product.ts';
import type { SearchedField } from '../../product/text-fields.ts';
import { wordsOf } from '../../text/analyse.ts';
import { FIELD_WEIGHTS } from './weights.ts';

export type FieldLengths = Record<SearchedField, number>;

/** Fewer products say little about a field. */
const MIN_PRODUCTS = 100;

export const textOf = (value: Product[SearchedField]): string =>
  value === undefined ? '' : Array.isArray(value) ? value.join(' . ') : String(value);

/** The mean lengths over the products that have a field. */
export function measureLengths(products: readonly Product[]): FieldLengths {
  const lengths = Object.entries(FIELD_WEIGHTS).map(([field, { usual_terms }]) => {
    const counts = products.map((product) => wordsOf(textOf(product[field as SearchedField])).length).filter(Boolean);
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    return [field, counts.length < MIN_PRODUCTS ? usual_terms : mean];
  });
  return Object.fromEntries(lengths);
}
