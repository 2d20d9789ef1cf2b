// How each field of a product is stored in a segment: full texts as word ids, identifiers as bytes, shared values as
// dictionary codes, numbers as columns.
import { isOnSale, type Product } from '../../../product/product.ts';
import { fieldsKeptAs, type KeptAs, LIST_SEPARATOR } from '../../../product/text-fields.ts';
import { foldText } from '../../../text/fold-text.ts';

export type FullTextField = KeptAs<'words'>;
export type IdentifierField = KeptAs<'own'>;
export type CodedField = KeptAs<'value'>;
export type TextField = FullTextField | IdentifierField | CodedField;

/** Texts of many words, such as name and description. */
export const FULL_TEXT_FIELDS = fieldsKeptAs('words');
/** Short texts that differ between products. */
export const IDENTIFIER_FIELDS = fieldsKeptAs('own');
/** Dictionary-encoded texts that products share. */
export const CODED_FIELDS = fieldsKeptAs('value');

const isOf = <T extends string>(list: readonly T[], field: string): field is T => list.includes(field as T);
export const isFullText = (field: TextField): field is FullTextField => isOf(FULL_TEXT_FIELDS, field);
export const isIdentifierField = (field: TextField): field is IdentifierField => isOf(IDENTIFIER_FIELDS, field);

/** Numeric columns; other number fields are derived from them. */
export const STORED_NUMBERS = ['regular_price', 'final_price', 'ship_price', 'stock_quantity'] as const;
export type StoredNumber = (typeof STORED_NUMBERS)[number];
export type NumberField = StoredNumber | 'sale_price' | 'sale_discount';
const PRODUCT_FIELD = {
  regular_price: 'regular_amount',
  final_price: 'final_amount',
  ship_price: 'ship_amount',
  stock_quantity: 'stock_quantity',
} as const;

/** Coded fields with a list of documents per value: filters on them are frequent and selective. */
export const INVERTED_FIELDS: ReadonlySet<CodedField> = new Set(['brand', 'category', 'merchant.id']);

/** Marks a missing number. */
export const MISSING = -1e300;

export const numberOf = (product: Product, field: StoredNumber): number | undefined => product[PRODUCT_FIELD[field]];

export const FLAGS = { on_sale: 1, in_stock: 2, out_of_stock: 4 } as const;

export const flagsOf = (product: Product): number =>
  (isOnSale(product) ? FLAGS.on_sale : 0) |
  (product.in_stock === true ? FLAGS.in_stock : 0) |
  (product.in_stock === false ? FLAGS.out_of_stock : 0);

/** The folded text that filters compare; the items of a list are joined. Empty if the field is missing. */
export const codedText = (given: string | readonly string[]): string =>
  typeof given === 'string' ? foldText(given) : given.map(foldText).filter(Boolean).join(LIST_SEPARATOR);
