// The text fields of a product and their rules. See CONTRIBUTING.md, "Adding a product field".
import { crc32 } from 'node:zlib';
import type { DetailField, TextCriterionField } from '@finderfee/contract/product-fields.ts';
import { canonicalCountry, canonicalGender } from '../text/aliases.ts';
import { toGtin14 } from './gtin.ts';

interface FieldRules {
  /**
   * How the index stores it: as full text, as an identifier (a short text that differs between products), as a value that
   * products share, or not at all (links).
   */
  stored_as: 'full_text' | 'identifier' | 'value' | 'none';
  /** Covered by the criterion `any`. */
  any?: true;
  /** Searched by the words of a query. */
  searched?: true;
  /** Separators of parts: `=` accepts the whole text or any part. Lists are joined with `LIST_SEPARATOR`. */
  separators?: string;
  /** `like` compares each part separately. */
  is_list?: true;
  /** Canonical form for equality. Takes folded text, as does `inside`. */
  whole?: (folded: string) => string;
  /** Canonical form for `like`. */
  inside?: (folded: string) => string;
  /** Values that are equal but spelled differently: `like` accepts what `=` accepts. */
  has_aliases?: true;
}

const LINK = { stored_as: 'none' } as const;
const VALUE = { stored_as: 'value', any: true, searched: true } as const;
const IDENTIFIER = { stored_as: 'identifier', any: true, searched: true } as const;
const FULL_TEXT = { stored_as: 'full_text', any: true, searched: true } as const;

/** Joins the items of a list. Items cannot contain it, because folding collapses white space. */
export const LIST_SEPARATOR = '\n';

const withoutMarks = (folded: string) => folded.replace(/[\s_-]/g, '');
const withoutPunctuation = (folded: string) => folded.replace(/[\s\-./]/g, '');
const gtin14 = (folded: string) => (/^[\d\s-]+$/.test(folded) ? toGtin14(folded.replace(/\D/g, '')) : folded);

/** In storage order. */
export const TEXT_RULES = {
  id: IDENTIFIER,
  name: FULL_TEXT,
  description: FULL_TEXT,
  image_url: LINK,
  product_url: LINK,
  merchant_url: LINK,
  brand: VALUE,
  category: { ...VALUE, separators: '>', whole: (folded) => folded.replace(/\s*>\s*/g, ' > ') },
  currency: { stored_as: 'value' },
  availability: { stored_as: 'value', whole: withoutMarks, inside: withoutMarks },
  color: { ...VALUE, separators: '/,', is_list: true },
  size: { ...VALUE, separators: '/,', is_list: true },
  material: VALUE,
  gender: { ...VALUE, whole: canonicalGender, has_aliases: true },
  condition: { stored_as: 'value', any: true, whole: withoutMarks, inside: withoutMarks },
  country: { stored_as: 'value', whole: canonicalCountry, has_aliases: true },
  genre: VALUE,
  manufacturer: VALUE,
  model: IDENTIFIER,
  publisher: VALUE,
  subtitle: FULL_TEXT,
  barcode: { ...IDENTIFIER, whole: gtin14 },
  sku: { ...IDENTIFIER, whole: withoutPunctuation },
  mpn: { ...IDENTIFIER, whole: withoutPunctuation },
  asin: IDENTIFIER,
  seller_party: { stored_as: 'value' },
} as const satisfies Record<string, FieldRules>;

const LIST_RULES = {
  tags: { ...VALUE, separators: LIST_SEPARATOR, is_list: true },
  merchant_category_ids: { stored_as: 'value', separators: LIST_SEPARATOR, is_list: true },
} as const satisfies Record<string, FieldRules>;

const MERCHANT_RULES = { 'merchant.id': { stored_as: 'value' }, 'merchant.name': { stored_as: 'value' } } as const;

/** `satisfies` reports fields of the contract without rules. */
export const FIELD_RULES = { ...TEXT_RULES, ...LIST_RULES, ...MERCHANT_RULES } satisfies Record<
  DetailField | Exclude<TextCriterionField, SeveralFields>,
  FieldRules
>;

/** Criteria on several fields do not have rules of their own. */
type SeveralFields = 'any' | 'name||description||brand';

/** Part of the version of everything that is built from products. */
export const FIELD_RULES_CRC = crc32(JSON.stringify(FIELD_RULES)).toString(16);

type Rules = typeof FIELD_RULES;
export type RuledField = keyof Rules;
export type StoredAs<K extends FieldRules['stored_as']> = {
  [F in RuledField]: Rules[F]['stored_as'] extends K ? F : never;
}[RuledField];
export type SearchedField = { [F in RuledField]: Rules[F] extends { searched: true } ? F : never }[RuledField];

const RULES: Record<RuledField, FieldRules> = FIELD_RULES;
const fieldsWhere = (isMeant: (rules: FieldRules) => boolean) =>
  (Object.keys(RULES) as RuledField[]).filter((field) => isMeant(RULES[field]));

export const fieldsStoredAs = <K extends FieldRules['stored_as']>(form: K): StoredAs<K>[] =>
  fieldsWhere((rules) => rules.stored_as === form) as StoredAs<K>[];
export const SEARCHED_FIELDS = fieldsWhere(({ searched }) => searched === true) as SearchedField[];
export const ANY_FIELDS = fieldsWhere(({ any }) => any === true) as Exclude<RuledField, StoredAs<'none'>>[];

const SEPARATOR_OF = new Map(
  fieldsWhere(({ separators }) => separators !== undefined).map((field) => [
    field,
    new RegExp(`[${RULES[field].separators}]`),
  ]),
);

export const rulesOf = (field: RuledField): FieldRules => RULES[field];

/** Splits a text at the field's separators: items of a list, levels of a category. */
export const partsOf = (field: RuledField, text: string): string[] => {
  const separator = SEPARATOR_OF.get(field);
  if (!separator) return [text];
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);
};

/** The parts that `like` compares separately. */
export const valuesOf = (field: RuledField, text: string): string[] =>
  RULES[field].is_list ? partsOf(field, text) : [text];
