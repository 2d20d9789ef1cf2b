// The document of a product in OpenSearch.
import type { Product } from '../../product/product.ts';
import { rulesOf, valuesOf } from '../../product/text-fields.ts';
import type { ProductChange } from '../../store/packed-changes.ts';
import {
  CODED_FIELDS,
  FULL_TEXT_FIELDS,
  foldedValue,
  IDENTIFIER_FIELDS,
  isFullText,
  type TextField,
} from '../criteria/field-kinds.ts';
import { canonicalForms } from '../criteria/match-text.ts';
import { EXCLUSION_FIELDS } from '../criteria/parse-filter.ts';
import { FLAG_FIELDS, flagOf, NUMBER_FIELDS, numberOf } from '../criteria/product-values.ts';
import { memoise } from '../memoise.ts';
import type { AnalysedProduct } from '../ranking/analyse-product.ts';
import { termFieldsOf } from './counted-terms.ts';
import { tokenField } from './mapping.ts';
import { encodeRecord } from './product-record.ts';
import { keywordOf, termsWithin, tokensOf, valueTerm } from './value-terms.ts';

const HAS_TOKENS: ReadonlySet<TextField> = new Set([...FULL_TEXT_FIELDS, ...EXCLUSION_FIELDS]);
const ALL_FIELDS: readonly TextField[] = [...FULL_TEXT_FIELDS, ...IDENTIFIER_FIELDS, ...CODED_FIELDS];

/** One line of JSON. */
export function documentOf(change: ProductChange, product: Product, analysed: AnalysedProduct): string {
  const document: Record<string, unknown> = {
    n: change.product_no,
    c: change.change_no,
    ...termFieldsOf(analysed),
    ident: analysed.identities.map(keywordOf),
    record: encodeRecord(product, analysed),
  };
  addTexts(document, change, product);
  for (const field of NUMBER_FIELDS) document[field] = numberOf(product, field);
  for (const field of FLAG_FIELDS) document[field] = flagOf(product, field);
  return JSON.stringify(document);
}

/** What criteria and exclusions compare. */
function addTexts(document: Record<string, unknown>, change: ProductChange, product: Product): void {
  const [equal, inside]: [string[], string[]] = [[], []];
  for (const field of ALL_FIELDS) {
    const given = givenValue(change, product, field);
    if (given === undefined) continue;
    const terms = cachedTerms(field, given);
    equal.push(...terms.equal);
    inside.push(...terms.inside);
    if (terms.tokens !== '') document[tokenField(field)] = terms.tokens;
  }
  document.e = equal;
  document.l = inside;
}

interface ValueTerms {
  /** What `=` compares. */
  equal: readonly string[];
  /** What `like` compares. */
  inside: readonly string[];
  /** What exclusions compare, and `like` in full texts. */
  tokens: string;
}

const MAX_CACHED_VALUES = 10_000;
const MAX_CACHED_CHARACTERS = 200;
/** Values that products share, by field. */
const CACHES: ReadonlyMap<TextField, Map<string, ValueTerms>> = new Map(
  CODED_FIELDS.map((field) => [field, new Map()]),
);

function cachedTerms(field: TextField, given: string | readonly string[]): ValueTerms {
  const cache = CACHES.get(field);
  if (!cache || typeof given !== 'string' || given.length > MAX_CACHED_CHARACTERS) return termsOf(field, given);
  return memoise(cache, given, MAX_CACHED_VALUES, () => termsOf(field, given));
}

function termsOf(field: TextField, given: string | readonly string[]): ValueTerms {
  const folded = foldedValue(given);
  if (folded === '') return { equal: [], inside: [], tokens: '' };
  const forms = [...new Set(canonicalForms(field, folded))];
  return {
    equal: forms.map((form) => valueTerm(field, keywordOf(form))),
    inside: isFullText(field) ? [] : insideTerms(field, folded),
    tokens: HAS_TOKENS.has(field) ? tokensOf(folded) : '',
  };
}

function insideTerms(field: TextField, folded: string): string[] {
  const text = rulesOf(field).inside?.(folded) ?? folded;
  return valuesOf(field, text).flatMap((value) => termsWithin(value).map((part) => valueTerm(field, part)));
}

function givenValue(change: ProductChange, product: Product, field: TextField): string | readonly string[] | undefined {
  if (field === 'merchant.id') return String(change.merchant_id);
  return field === 'merchant.name' ? change.merchant_name! : product[field];
}
