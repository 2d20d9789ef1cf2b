// Rakuten Advertising: pipe-delimited files (full and delta, without column names), XML, and product search results.
import type { FeedFormat } from './format.ts';

/** The publisher's file: 38 columns. A delta has one more, `modification`. */
export const RAKUTEN_COLUMNS =
  'product_id product_name sku primary_category secondary_category product_url image_url buy_url short_description long_description discount discount_type sale_price retail_price begin_date end_date brand shipping keywords manufacturer_part_number manufacturer_name shipping_information availability upc class_id currency m1 pixel attribute_1 attribute_2 attribute_3 attribute_4 attribute_5 attribute_6 attribute_7 attribute_8 attribute_9 attribute_10 modification'.split(
    ' ',
  );

/** The merchant's file, which has additional flag columns. */
export const RAKUTEN_MERCHANT_COLUMNS =
  'product_id product_name sku primary_category secondary_category product_url image_url buy_url short_description long_description discount discount_type sale_price retail_price begin_date end_date brand shipping is_deleted keywords is_all manufacturer_part_number manufacturer_name shipping_information availability upc class_id is_product_link is_storefront is_merchandiser currency m1'.split(
    ' ',
  );

const CLOTHING = '60';

export const rakuten: FeedFormat = {
  name: 'rakuten',
  network: 'rakuten',
  fields: {
    id: ['product_id', '@product_id', 'linkid'],
    name: ['product_name', '@name', 'productname'],
    description: [
      'long_description',
      'description/long',
      'short_description',
      'description/short',
      'short_product_description',
      'long_product_description',
    ],
    image_url: ['image_url', 'product_image_url', 'url/productimage', 'imageurl'],
    merchant_url: ['product_url', 'url/product', 'linkurl', 'buy_url'],
    brand: ['brand', '@brand'],
    currency: ['currency', 'price@currency'],
    availability: ['availability', 'shipping/availability'],
    size: ['attributeclass/size'],
    color: ['attributeclass/color'],
    material: ['attributeclass/material'],
    gender: ['attributeclass/gender'],
    condition: ['condition'],
    manufacturer: ['manufacturer_name', '@manufacturer_name'],
    barcode: ['upc', 'universal_product_code', 'upccode', 'upc_code'],
    sku: ['sku', '@sku_number', 'sku_number'],
    mpn: ['manufacturer_part_number', 'manufacturer_part_#', '@part_number'],
    tags: ['keywords', 'keyword(s)', 'keyword'],
    regular_price: ['retail_price', 'price/retail', 'price'],
    sale_price: ['sale_price', 'price/sale', 'saleprice'],
    ship_price: ['shipping/cost/amount'],
    is_deleted: ['is_deleted', 'is_deleted_flag'],
    merchant_id: ['mid', '^merchantid', '^header/merchantid', '^hdr_mid'],
    merchant_name: ['merchantname', '^merchantname', '^header/merchantname', '^hdr_name'],
  },
  adjust(draft, record) {
    const primary = record.get('primary_category') || record.get('category/primary');
    const secondary =
      record.get('secondary_category') || record.get('category/secondary') || record.get('secondary_category(ies)');
    draft.category = [primary, ...secondary.split('~~')].filter(Boolean).join(' > ');
    draft.tags = (draft.tags ?? '').replaceAll('~~', ',');
    if (record.get('modification').toUpperCase() === 'D') draft.is_deleted = 'y';
    const murl = /[?&]murl=([^&]+)/.exec(draft.merchant_url ?? '')?.[1];
    if (murl) draft.product_url ??= decode(murl);
    if (record.get('class_id') !== CLOTHING) return;
    const attributes = {
      size: 'attribute_3',
      material: 'attribute_4',
      color: 'attribute_5',
      gender: 'attribute_6',
    } as const;
    for (const [field, column] of Object.entries(attributes) as [keyof typeof attributes, string][])
      draft[field] ??= record.get(column);
  },
};

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
