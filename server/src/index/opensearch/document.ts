// The document of a product in OpenSearch.
import type { Product } from '../../product/product.ts';
import { rulesOf, valuesOf } from '../../product/text-fields.ts';
import type { ProductChange } from '../../store/packed-changes.ts';
import { wordsOf } from '../../text/analyse.ts';
import {
  CODED_FIELDS,
  FULL_TEXT_FIELDS,
  foldedValue,
  IDENTIFIER_FIELDS,
  type TextField,
} from '../criteria/field-kinds.ts';
import { canonicalForms } from '../criteria/match-text.ts';
import { EXCLUSION_FIELDS } from '../criteria/parse-filter.ts';
import { FLAG_FIELDS, flagOf, NUMBER_FIELDS, numberOf } from '../criteria/product-values.ts';
import type { AnalysedProduct } from '../ranking/analyse-product.ts';
import { termFieldsOf } from './counted-terms.ts';
import { exclusionField, likeField } from './mapping.ts';
import { encodeRecord } from './product-record.ts';
import { keywordOf, MAX_TOKEN_CHARACTERS, termsWithin, valueTerm } from './value-terms.ts';

const FULL_TEXTS: ReadonlySet<TextField> = new Set(FULL_TEXT_FIELDS);
const ALL_FIELDS: readonly TextField[] = [...FULL_TEXT_FIELDS, ...IDENTIFIER_FIELDS, ...CODED_FIELDS];

/** One line of JSON. */
export function documentOf(change: ProductChange, product: Product, analysed: AnalysedProduct): string {
  return JSON.stringify({
    n: change.product_no,
    c: change.change_no,
    ...termFieldsOf(analysed),
    ident: analysed.identities.map(keywordOf),
    ...textFields(change, product),
    ...Object.fromEntries(NUMBER_FIELDS.map((field) => [field, numberOf(product, field)])),
    ...Object.fromEntries(FLAG_FIELDS.map((field) => [field, flagOf(product, field)])),
    record: encodeRecord(product, analysed),
  });
}

/** What criteria and exclusions compare. */
function textFields(change: ProductChange, product: Product): Record<string, string | string[]> {
  const [equal, inside]: string[][] = [[], []];
  const fields: Record<string, string | string[]> = { e: equal!, l: inside! };
  for (const field of ALL_FIELDS) {
    const folded = foldedValue(givenValue(change, product, field) ?? '');
    if (folded === '') continue;
    for (const form of new Set(canonicalForms(field, folded))) equal!.push(valueTerm(field, keywordOf(form)));
    if (FULL_TEXTS.has(field)) {
      fields[likeField(field)] = tokens(folded.split(' '));
      continue;
    }
    const text = rulesOf(field).inside?.(folded) ?? folded;
    for (const value of valuesOf(field, text)) {
      for (const part of termsWithin(value)) inside!.push(valueTerm(field, part));
    }
  }
  for (const field of EXCLUSION_FIELDS) {
    const words = wordsOf((givenValue(change, product, field) as string | undefined) ?? '');
    // Exclusions compare the beginnings of words.
    if (words.length > 0)
      fields[exclusionField(field)] = tokens(words.map((word) => word.slice(0, MAX_TOKEN_CHARACTERS)));
  }
  return fields;
}

function givenValue(change: ProductChange, product: Product, field: TextField): string | readonly string[] | undefined {
  if (field === 'merchant.id') return String(change.merchant_id);
  return field === 'merchant.name' ? change.merchant_name! : product[field];
}

/** A text that the tokeniser splits into these words. */
const tokens = (words: readonly string[]): string => [...new Set(words)].flatMap(termsWithin).join(' ');
