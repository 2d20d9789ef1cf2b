// The text fields of a product and their rules. See CONTRIBUTING.md, "Adding a product field".
import type { DetailField, TextCriterionField } from '@finderfee/contract/product-fields.ts';
import { canonicalCountry, canonicalGender } from '../text/aliases.ts';
import { toGtin14 } from './gtin.ts';

interface FieldRules {
  /**
   * How the index keeps it: `words` of a text of many words, one short text per product (`own`), a `value` that products
   * share, or, of a link, nothing.
   */
  kept: 'words' | 'own' | 'value' | 'link';
  /** The criterion `any` covers it. */
  any?: true;
  /** The words of a query are looked for in it. */
  searched?: true;
  /** Between parts: `=` accepts the whole text or any part. A line break separates the items of a list. */
  separators?: string;
  /** Each part is a value of its own for `like`, too. */
  is_list?: true;
  /** The form in which two values are equal. Takes folded text, as do the others. */
  whole?: (folded: string) => string;
  /** The form in which `like` looks for words. */
  inside?: (folded: string) => string;
  /** Values that are equal without looking alike: `like` accepts what `=` accepts. */
  has_aliases?: true;
}

const LINK = { kept: 'link' } as const;
const VALUE = { kept: 'value', any: true, searched: true } as const;
const OWN = { kept: 'own', any: true, searched: true } as const;
const WORDS = { kept: 'words', any: true, searched: true } as const;

/** Separates the items of a list in one text: white space is folded, so no item contains it. */
export const LIST_SEPARATOR = '\n';

const withoutMarks = (folded: string) => folded.replace(/[\s_-]/g, '');
const withoutPunctuation = (folded: string) => folded.replace(/[\s\-./]/g, '');
const gtin14 = (folded: string) => (/^[\d\s-]+$/.test(folded) ? toGtin14(folded.replace(/\D/g, '')) : folded);

/** In the order in which they are stored. */
export const TEXT_RULES = {
  id: OWN,
  name: WORDS,
  description: WORDS,
  image_url: LINK,
  product_url: LINK,
  merchant_url: LINK,
  brand: VALUE,
  category: { ...VALUE, separators: '>', whole: (folded) => folded.replace(/\s*>\s*/g, ' > ') },
  currency: { kept: 'value' },
  availability: { kept: 'value', whole: withoutMarks, inside: withoutMarks },
  color: { ...VALUE, separators: '/,', is_list: true },
  size: { ...VALUE, separators: '/,', is_list: true },
  material: VALUE,
  gender: { ...VALUE, whole: canonicalGender, has_aliases: true },
  condition: { kept: 'value', any: true, whole: withoutMarks, inside: withoutMarks },
  country: { kept: 'value', whole: canonicalCountry, has_aliases: true },
  genre: VALUE,
  manufacturer: VALUE,
  model: OWN,
  publisher: VALUE,
  subtitle: WORDS,
  barcode: { ...OWN, whole: gtin14 },
  sku: { ...OWN, whole: withoutPunctuation },
  mpn: { ...OWN, whole: withoutPunctuation },
  asin: OWN,
  seller_party: { kept: 'value' },
} as const satisfies Record<string, FieldRules>;

/** Lists of texts. */
const LIST_RULES = {
  tags: { ...VALUE, separators: LIST_SEPARATOR, is_list: true },
  merchant_category_ids: { kept: 'value', separators: LIST_SEPARATOR, is_list: true },
} as const satisfies Record<string, FieldRules>;

const MERCHANT_RULES = { 'merchant.id': { kept: 'value' }, 'merchant.name': { kept: 'value' } } as const;

/** The compiler names a field of the contract that has no rules here. */
export const FIELD_RULES = { ...TEXT_RULES, ...LIST_RULES, ...MERCHANT_RULES } satisfies Record<
  DetailField | Exclude<TextCriterionField, SeveralFields>,
  FieldRules
>;

/** Kinds of criteria that look at several fields have none of their own. */
type SeveralFields = 'any' | 'name||description||brand';
type Rules = typeof FIELD_RULES;
export type RuledField = keyof Rules;
export type KeptAs<K extends FieldRules['kept']> = {
  [F in RuledField]: Rules[F]['kept'] extends K ? F : never;
}[RuledField];
export type SearchedField = { [F in RuledField]: Rules[F] extends { searched: true } ? F : never }[RuledField];

const RULES: Record<RuledField, FieldRules> = FIELD_RULES;
const fieldsWhere = (isMeant: (rules: FieldRules) => boolean) =>
  (Object.keys(RULES) as RuledField[]).filter((field) => isMeant(RULES[field]));

export const fieldsKeptAs = <K extends FieldRules['kept']>(kept: K): KeptAs<K>[] =>
  fieldsWhere((rules) => rules.kept === kept) as KeptAs<K>[];
export const SEARCHED_FIELDS = fieldsWhere(({ searched }) => searched === true) as SearchedField[];
/** The fields that the criterion `any` covers. */
export const ANY_FIELDS = fieldsWhere(({ any }) => any === true) as Exclude<RuledField, KeptAs<'link'>>[];

const SEPARATOR_OF = new Map(
  fieldsWhere(({ separators }) => separators !== undefined).map((field) => [
    field,
    new RegExp(`[${RULES[field].separators}]`),
  ]),
);

export const rulesOf = (field: RuledField): FieldRules => RULES[field];

/** The parts that separators make of a text: values of a list, levels of a category. */
export const partsOf = (field: RuledField, text: string): string[] => {
  const separator = SEPARATOR_OF.get(field);
  if (!separator) return [text];
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);
};

/** The values of a text, each of which `like` compares by itself. */
export const valuesOf = (field: RuledField, text: string): string[] =>
  RULES[field].is_list ? partsOf(field, text) : [text];
