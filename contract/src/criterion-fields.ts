// The fields that filters name. Apart from their schemas, because every search thread needs them, and no schema.

/** Every field, in the order in which the wire names them. */
export const CRITERION_FIELDS = [
  'any',
  'name||description||brand',
  'brand',
  'category',
  'color',
  'condition',
  'country',
  'gender',
  'genre',
  'manufacturer',
  'material',
  'model',
  'publisher',
  'size',
  'subtitle',
  'tags',
  'currency',
  'on_sale',
  'sale_discount',
  'regular_price',
  'final_price',
  'sale_price',
  'ship_price',
  'id',
  'barcode',
  'sku',
  'mpn',
  'asin',
  'merchant.id',
  'merchant.name',
  'seller_party',
  'merchant_category_ids',
  'in_stock',
  'stock_quantity',
  'availability',
] as const;

export const FLAG_FIELDS = ['on_sale', 'in_stock'] as const;
export const PRICE_FIELDS = ['regular_price', 'final_price', 'sale_price', 'ship_price'] as const;

export type TextCriterionField = Exclude<
  (typeof CRITERION_FIELDS)[number],
  (typeof FLAG_FIELDS)[number] | (typeof PRICE_FIELDS)[number] | 'sale_discount' | 'stock_quantity'
>;
const NOT_TEXT: readonly string[] = [...FLAG_FIELDS, ...PRICE_FIELDS, 'sale_discount', 'stock_quantity'];
export const TEXT_CRITERION_FIELDS = CRITERION_FIELDS.filter(
  (field): field is TextCriterionField => !NOT_TEXT.includes(field),
);
