// How the terms of each product field count towards the weights of a product, for every engine.
import type { Product } from '../../product/product.ts';
import { SEARCHED_FIELDS, type SearchedField } from '../../product/text-fields.ts';
import { foldText } from '../../text/fold-text.ts';
import { IDENTIFIER_FIELDS, type IdentifierField, isFullText, isIdentifierField } from '../criteria/field-kinds.ts';
import type { FieldLengths } from './field-lengths.ts';
import { FIELD_WEIGHTS } from './weights.ts';

/** Fields whose texts repeat between products, so that their analysis is cached. */
export const SHARED_FIELDS = SEARCHED_FIELDS.filter((field) => !isFullText(field) && !isIdentifierField(field));

/** Fields that identify one product: measures and negations in them have no meaning. */
const IDENTIFYING = new Set<SearchedField>(['id', 'sku', 'mpn', 'asin', 'barcode']);

/** Whether measures, hyphenations and negations in the field are terms too. */
export const hasExtraTerms = (field: SearchedField): boolean => !IDENTIFYING.has(field);

const PLAIN_WORD = /^[a-z0-9]+$/;

/** A folded identifier that is a single word and a single term, without extra terms. */
export const isPlainIdentifier = (folded: string): boolean => PLAIN_WORD.test(folded);

/** BM25F: the weight of one occurrence in a field of `count` terms, normalised by the field's length. */
export function occurrenceWeight(field: SearchedField, count: number, lengths: FieldLengths): number {
  const { weight, b } = FIELD_WEIGHTS[field];
  return weight / (1 - b + (b * count) / lengths[field]);
}

/** The folded identifiers of a product; empty where it has none. */
export function identifiersOf(product: Product): Record<IdentifierField, string> {
  const identifiers = {} as Record<IdentifierField, string>;
  for (const field of IDENTIFIER_FIELDS) {
    const text = product[field];
    identifiers[field] = text === undefined ? '' : foldText(text);
  }
  return identifiers;
}
