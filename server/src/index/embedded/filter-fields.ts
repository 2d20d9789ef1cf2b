// A product as filters see it: every field in the form in which it is compared.
import { TEXT_CRITERION_FIELDS, type TextCriterionField } from '@finderfee/contract/criterion.ts';
import { toGtin14 } from '../../product/gtin.ts';
import { discountOf, isOnSale, type Product } from '../../product/product.ts';
import { canonicalCountry, canonicalGender } from '../../text/aliases.ts';
import { foldText } from '../../text/fold-text.ts';

/** Kinds that look at several fields have none of their own. */
type SeveralFields = 'any' | 'name||description||brand';
export type TextField = 'name' | 'description' | Exclude<TextCriterionField, SeveralFields>;

/** The fields that hold text. Their place here is their place in `FilterFields.texts`. */
const TEXT_FIELDS: TextField[] = [
  'name',
  'description',
  ...TEXT_CRITERION_FIELDS.filter((field) => field !== 'any' && field !== 'name||description||brand'),
];

export const placeOf = (field: TextField): number => TEXT_FIELDS.indexOf(field);

/** Fields whose values differ from product to product: there is nothing to share. */
const OWN_VALUES = new Set<TextField>([
  'name',
  'description',
  'subtitle',
  'model',
  'id',
  'barcode',
  'sku',
  'mpn',
  'asin',
]);

export type NumberField =
  | 'sale_discount'
  | 'regular_price'
  | 'final_price'
  | 'sale_price'
  | 'ship_price'
  | 'stock_quantity';

/** One value, several, or none where the product lacks the field. */
type Values = string | readonly string[] | undefined;

export interface FilterFields {
  texts: Values[];
  /** Amounts and fractions in ten-thousandths, quantities as they are. */
  numbers: Partial<Record<NumberField, number>>;
  on_sale: boolean;
  in_stock: boolean | undefined;
}

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

/** `share` gives equal texts as one: most values repeat in thousands of products. */
export function filterFieldsOf(
  product: Product,
  merchant: { id: number; name: string },
  share: (text: string) => string,
): FilterFields {
  const given: Partial<Record<TextField, string | string[] | undefined>> = {
    ...product,
    'merchant.id': String(merchant.id),
    'merchant.name': merchant.name,
  };
  const texts = TEXT_FIELDS.map((field): Values => {
    const values = valuesOf(field, given[field]).map(OWN_VALUES.has(field) ? (text) => text : share);
    return values.length > 1 ? values : values[0];
  });
  return { texts, numbers: numbersOf(product), on_sale: isOnSale(product), in_stock: product.in_stock };
}

function valuesOf(field: TextField, given: string | string[] | undefined): string[] {
  if (given === undefined) return [];
  const split = COMPARISONS[field]?.split;
  const values = Array.isArray(given) ? given : split ? given.split(split) : [given];
  return values.map(foldText).filter((value) => value !== '');
}

function numbersOf(product: Product): FilterFields['numbers'] {
  const { regular_amount, final_amount, ship_amount, stock_quantity } = product;
  return {
    sale_discount: discountOf(product),
    ...(regular_amount === undefined ? {} : { regular_price: regular_amount }),
    ...(final_amount === undefined ? {} : { final_price: final_amount }),
    ...(final_amount !== undefined && isOnSale(product) ? { sale_price: final_amount } : {}),
    ...(ship_amount === undefined ? {} : { ship_price: ship_amount }),
    ...(stock_quantity === undefined ? {} : { stock_quantity }),
  };
}
