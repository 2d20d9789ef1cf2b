// The fields of a product that operators write and filters name. Apart from their schemas, because every search thread needs
// them, and no schema. CONTRIBUTING.md, "Adding a product field".

/** The short texts of a product, as the reference describes them. */
export const DETAIL_FIELDS = {
  color: 'Colour. `/` and `,` separate several.',
  size: 'Size. `/` and `,` separate several.',
  material: 'Material.',
  gender: 'For whom it is made, for example `women` or `unisex`.',
  condition: 'Condition, for example `new` or `used`.',
  country: 'Country the product is sold in.',
  genre: 'Genre of a book, film or game.',
  manufacturer: 'Manufacturer.',
  model: 'Model name or number.',
  publisher: 'Publisher.',
  subtitle: 'Second line of the name.',
  barcode: 'GTIN: EAN, UPC or ISBN. Left out when its check digit is wrong.',
  sku: "The merchant's stock keeping unit.",
  mpn: "The manufacturer's part number.",
  asin: 'Amazon standard identification number.',
  seller_party: 'Seller on a marketplace.',
} as const;

export type DetailField = keyof typeof DETAIL_FIELDS;

/** Every field of a criterion: those of the specification in its order, then ours. */
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
