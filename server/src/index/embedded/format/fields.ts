// How numbers and flags of a product are stored in a segment.
import type { Product } from '../../../product/product.ts';
import type { CodedField } from '../../criteria/field-kinds.ts';
import { flagOf } from '../../criteria/product-values.ts';

/** Numeric columns; other number fields are derived from them. */
export const STORED_NUMBERS = ['regular_price', 'final_price', 'ship_price', 'stock_quantity'] as const;
export type StoredNumber = (typeof STORED_NUMBERS)[number];

/** Coded fields with a list of documents per value: filters on them are frequent and selective. */
export const INVERTED_FIELDS: ReadonlySet<CodedField> = new Set(['brand', 'category', 'merchant.id']);

/** Marks a missing number. */
export const MISSING = -1e300;

export const FLAGS = { on_sale: 1, in_stock: 2, out_of_stock: 4 } as const;

export const flagsOf = (product: Product): number =>
  (flagOf(product, 'on_sale') ? FLAGS.on_sale : 0) |
  (flagOf(product, 'in_stock') === true ? FLAGS.in_stock : 0) |
  (flagOf(product, 'in_stock') === false ? FLAGS.out_of_stock : 0);
