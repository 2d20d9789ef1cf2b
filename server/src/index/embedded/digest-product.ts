// A product as the index knows it: its terms with their weights, and what the second look asks of it.

import { toGtin14 } from '../../product/gtin.ts';
import type { Product } from '../../product/product.ts';
import { wordsOf } from '../../text/analyse.ts';
import { foldText } from '../../text/fold-text.ts';
import { identityOf, tokensOf } from '../../text/tokens.ts';
import { type FieldLengths, textOf } from '../ranking/field-lengths.ts';
import type { ProductFeatures } from '../ranking/second-look.ts';
import { FIELD_WEIGHTS, K1, type SearchedField } from '../ranking/weights.ts';
import type { Vocabulary } from './vocabulary.ts';

const FIELDS = Object.keys(FIELD_WEIGHTS) as SearchedField[];
const IDENTIFIERS = ['id', 'sku', 'mpn', 'asin', 'model'] as const;
/** Fields that tell one product from all others: there is nothing to be read into them. */
const IDENTIFYING = new Set<SearchedField>(['id', 'sku', 'mpn', 'asin', 'barcode']);
/** What follows these in a name is what the product is for, or comes with. */
const ENDS_MAIN_PART = new Set(
  'for with compatible fits w fur mit passend kompatibel pour avec compatibles para con'.split(' '),
);

export interface Digest {
  weights: Map<number, number>;
  features: ProductFeatures;
}

/** The term of an identifier, which is compared as a whole. */
export const identityTerm = (identity: string): string => `=${identity}`;

export function digestProduct(
  product: Product,
  lengths: FieldLengths,
  vocabulary: Vocabulary,
  nodeOf: (path: string) => number,
): Digest {
  const sums = new Map<number, number>();
  const terms: Partial<Record<SearchedField, number[]>> = {};
  for (const field of FIELDS) {
    const text = textOf(product[field]);
    if (text !== '') terms[field] = addField(sums, text, field, lengths[field], vocabulary);
  }
  for (const [term, sum] of sums) sums.set(term, sum / (sum + K1));
  for (const identity of identitiesOf(product)) sums.set(vocabulary.learnTerm(identityTerm(identity)), 1);
  const name = terms.name ?? [];
  return {
    weights: sums,
    features: {
      terms: Uint32Array.from([...name, ...(terms.category ?? [])]),
      name_terms: name.length,
      main_terms: mainPartOf(product.name),
      categories: Uint32Array.from(pathOf(product.category), nodeOf),
      brand: Uint32Array.from(terms.brand ?? []),
      out_of_stock: product.in_stock === false,
    },
  };
}

/** BM25F: adds a field's terms, by its weight and length. */
function addField(
  sums: Map<number, number>,
  text: string,
  field: SearchedField,
  usual_terms: number,
  vocabulary: Vocabulary,
): number[] {
  const { weight, b } = FIELD_WEIGHTS[field];
  const { words, extras } = IDENTIFYING.has(field) ? { words: wordsOf(text), extras: [] } : tokensOf(text);
  const share = weight / (1 - b + (b * words.length) / usual_terms);
  const ids = words.map((word) => vocabulary.learnWord(word));
  for (const id of ids) sums.set(id, (sums.get(id) ?? 0) + share);
  for (const extra of extras) {
    const id = vocabulary.learnTerm(extra);
    sums.set(id, (sums.get(id) ?? 0) + share);
  }
  return ids;
}

function mainPartOf(name: string): number {
  const words = wordsOf(name);
  const end = words.findIndex((word, i) => i > 0 && ENDS_MAIN_PART.has(word));
  return end < 0 ? words.length : end;
}

function pathOf(category: string | undefined): string[] {
  const levels = (category ?? '').split('>').map(foldText).filter(Boolean);
  return levels.map((_, i) => levels.slice(0, i + 1).join('>'));
}

function identitiesOf(product: Product): Set<string> {
  const found = new Set<string>();
  for (const field of IDENTIFIERS) {
    const value = product[field];
    // A model of several words is a name, not a number.
    if (value === undefined || (field === 'model' && /\s/.test(value.trim()))) continue;
    const identity = identityOf(value);
    if (/\d/.test(identity)) found.add(identity);
  }
  if (product.barcode) found.add(toGtin14(product.barcode.replace(/\D/g, '')));
  return found;
}
