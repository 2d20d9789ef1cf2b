// Awin's publisher feeds, as CSV and XML.
import type { FeedFormat } from './format.ts';

export const awin: FeedFormat = {
  name: 'awin',
  network: 'awin',
  fields: {
    id: [
      'aw_product_id',
      'pid/awproductid',
      'awproductid',
      '@id',
      'pid',
      'merchant_product_id',
      'pid/merchantproductid',
    ],
    name: ['product_name', 'text/name', 'productname', 'name'],
    description: ['description', 'text/desc', 'product_short_description', 'desc', 'text/shortdesc'],
    image_url: [
      'merchant_image_url',
      'uri/mimage',
      'large_image',
      'aw_image_url',
      'uri/awimage',
      'merchant_thumb_url',
      'aw_thumb_url',
      'uri/awthumb',
    ],
    product_url: ['merchant_deep_link', 'uri/mlink'],
    merchant_url: ['aw_deep_link', 'uri/awtrack'],
    brand: ['brand_name', 'brand/brandname', 'brand'],
    category: [
      'merchant_product_category_path',
      'merchant_category',
      'cat/mcat',
      'category_name',
      'cat/awcat',
      'product_type',
    ],
    currency: ['currency', 'price@curr', 'price/buynow@curr'],
    color: ['colour', 'fashion:colour', 'vertical/colour'],
    size: ['fashion:size', 'fashion_size', 'vertical/size', 'size'],
    material: ['fashion:material', 'fashion_material'],
    gender: ['fashion:suitable_for', 'fashion_suitable_for'],
    condition: ['condition'],
    model: ['product_model', 'model_number'],
    barcode: ['product_gtin', 'ean', 'upc', 'isbn', 'gtin'],
    sku: ['merchant_product_id', 'pid/merchantproductid', 'mpid', 'pid'],
    mpn: ['mpn', 'model_number'],
    tags: ['keywords'],
    regular_price: ['rrp_price', 'price/rrp', 'product_price_old'],
    final_price: ['search_price', 'price/buynow', 'store_price', 'price/store', 'base_price'],
    ship_price: ['delivery_cost', 'price/delivery'],
    availability: ['stock_status'],
    in_stock: ['in_stock', '@in_stock'],
    stock_quantity: ['stock_quantity', 'number_available'],
    merchant_id: ['merchant_id', '^merchant@id', '^datafeed@merchantid'],
    merchant_name: ['merchant_name', '^merchant@name', '^datafeed@merchantname'],
  },
  adjust(draft, record) {
    const isNot = (column: string) => ['0', 'no', 'n', 'false'].includes(record.get(column).toLowerCase());
    if (record.get('pre_order') === '1' || record.get('@pre_order') === 'yes') draft.availability ??= 'preorder';
    if (isNot('is_for_sale') || isNot('@for_sale')) draft.in_stock = '0';
  },
};
