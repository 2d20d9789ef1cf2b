// Which field of a product is kept in which form. Names and descriptions are kept as words, identifiers as text, what
// repeats from product to product as numbers of a dictionary.
import { TEXT_CRITERION_FIELDS, type TextCriterionField } from '@finderfee/contract/criterion-fields.ts';
import { toGtin14 } from '../../../product/gtin.ts';
import { isOnSale, type Product } from '../../../product/product.ts';
import { canonicalCountry, canonicalGender } from '../../../text/aliases.ts';
import { foldText } from '../../../text/fold-text.ts';

/** Kinds that look at several fields have none of their own. */
type SeveralFields = 'any' | 'name||description||brand';
export type TextField = 'name' | 'description' | Exclude<TextCriterionField, SeveralFields>;

/** Texts of many words. */
export const WORDED_FIELDS = ['name', 'description', 'subtitle'] as const;
/** Texts of one word, mostly, that differ from product to product. */
export const OWN_FIELDS = ['id', 'sku', 'mpn', 'asin', 'model', 'barcode'] as const;
export type WordedField = (typeof WORDED_FIELDS)[number];
export type OwnField = (typeof OWN_FIELDS)[number];
export type CodedField = Exclude<TextField, WordedField | OwnField>;

const isOf = <T extends string>(list: readonly T[], field: string): field is T => list.includes(field as T);
export const isWorded = (field: TextField): field is WordedField => isOf(WORDED_FIELDS, field);
export const isOwn = (field: TextField): field is OwnField => isOf(OWN_FIELDS, field);

export const CODED_FIELDS = TEXT_CRITERION_FIELDS.filter(
  (field) => field !== 'any' && field !== 'name||description||brand' && !isWorded(field) && !isOwn(field),
) as CodedField[];

/** Numbers that are kept; the others follow from them. */
export const KEPT_NUMBERS = ['regular_price', 'final_price', 'ship_price', 'stock_quantity'] as const;
export type KeptNumber = (typeof KEPT_NUMBERS)[number];
export type NumberField = KeptNumber | 'sale_price' | 'sale_discount';
const PRODUCT_FIELD = {
  regular_price: 'regular_amount',
  final_price: 'final_amount',
  ship_price: 'ship_amount',
  stock_quantity: 'stock_quantity',
} as const;

/** Fields that are mostly filtered by, and by values that few products have: those are listed. */
export const LISTED_FIELDS: ReadonlySet<CodedField> = new Set(['brand', 'category', 'merchant.id']);

/** A number that a product lacks. */
export const LACKING = -1e300;

export const numberOf = (product: Product, field: KeptNumber): number | undefined => product[PRODUCT_FIELD[field]];

export const FLAGS = { on_sale: 1, in_stock: 2, out_of_stock: 4 } as const;

export const flagsOf = (product: Product): number =>
  (isOnSale(product) ? FLAGS.on_sale : 0) |
  (product.in_stock === true ? FLAGS.in_stock : 0) |
  (product.in_stock === false ? FLAGS.out_of_stock : 0);

/** How the values of a field are told apart and compared as a whole. */
interface Comparison {
  /** The values that a field's text holds. */
  split?: RegExp;
  /** The form in which two values are equal. */
  whole?: (folded: string) => string;
  /** The form in which words are looked for. */
  inside?: (folded: string) => string;
}

const withoutMarks = (folded: string) => folded.replace(/[\s_-]/g, '');
const withoutPunctuation = (folded: string) => folded.replace(/[\s\-./]/g, '');

export const COMPARISONS: Partial<Record<TextField, Comparison>> = {
  color: { split: /[/,]/ },
  size: { split: /[/,]/ },
  availability: { whole: withoutMarks, inside: withoutMarks },
  condition: { whole: withoutMarks, inside: withoutMarks },
  category: { whole: (folded) => folded.replace(/\s*>\s*/g, ' > ') },
  barcode: { whole: (folded) => (/^[\d\s-]+$/.test(folded) ? toGtin14(folded.replace(/\D/g, '')) : folded) },
  sku: { whole: withoutPunctuation },
  mpn: { whole: withoutPunctuation },
  gender: { whole: canonicalGender },
  country: { whole: canonicalCountry },
};

/** Stands between the values of a field: white space is folded, so no value has it. */
export const BETWEEN_VALUES = '\n';

/** The values of a field, folded, as one text; empty where the product lacks it. */
export function codedText(field: CodedField, given: string | readonly string[]): string {
  const split = COMPARISONS[field]?.split;
  const values = Array.isArray(given) ? given : split ? (given as string).split(split) : [given as string];
  if (values.length === 1) return foldText(values[0]!);
  return values.map(foldText).filter(Boolean).join(BETWEEN_VALUES);
}
