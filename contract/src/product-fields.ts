// Field names of products and criteria, without schemas: search threads load this file and must not load zod.
// See "Adding a product field" in CONTRIBUTING.md.

/** Short text fields of a product, with their descriptions in the API reference. */
export const DETAIL_FIELDS = {
  color: 'Colour. `/` and `,` separate several.',
  size: 'Size. `/` and `,` separate several.',
  material: 'Material.',
  gender: 'Target group, for example `women` or `unisex`.',
  condition: 'Condition, for example `new` or `used`.',
  country: 'Country the product is sold in.',
  genre: 'Genre of a book, film or game.',
  manufacturer: 'Manufacturer.',
  model: 'Model name or number.',
  publisher: 'Publisher.',
  subtitle: 'Second line of the name.',
  barcode: 'GTIN: EAN, UPC or ISBN. Dropped if its check digit is wrong.',
  sku: "The merchant's stock keeping unit.",
  mpn: "The manufacturer's part number.",
  asin: 'Amazon standard identification number.',
  seller_party: 'Seller on a marketplace.',
} as const;

export type DetailField = keyof typeof DETAIL_FIELDS;

/** Fields a criterion may name: those of the specification in its order, then extensions. */
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
