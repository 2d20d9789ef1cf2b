// Google Merchant, Meta catalogues and OpenAI's product feed, which share most columns.
import type { FeedFormat, FieldMap } from './format.ts';

const GOOGLE: FieldMap = {
  id: ['id', 'item_id', 'offer_id'],
  name: ['title', 'name'],
  description: ['description', 'long_description', 'summary', 'content', 'structured_description/content'],
  image_url: ['image_link', 'image[0].url', 'image/url', 'image_url', 'additional_image_link'],
  product_url: ['link', 'link@href', 'canonical_link', 'mobile_link', 'url'],
  // Networks that redistribute a merchant's feed add their own link.
  merchant_url: ['aw_deep_link', 'deeplink', 'deep_link', 'affiliate_link', 'tracking_link', 'click_url'],
  brand: ['brand', 'manufacturer_name'],
  category: ['product_type', 'google_product_category', 'fb_product_category', 'product_category'],
  availability: ['availability'],
  stock_quantity: [
    'quantity',
    'inventory',
    'quantity_to_sell_on_facebook',
    'inventory_quantity',
    'sell_on_google_quantity',
  ],
  color: ['color', 'colour'],
  size: ['size'],
  material: ['material'],
  gender: ['gender'],
  condition: ['condition'],
  barcode: ['gtin', 'ean', 'upc', 'barcode', 'isbn'],
  mpn: ['mpn'],
  regular_price: ['price'],
  sale_price: ['sale_price'],
  sale_dates: ['sale_price_effective_date'],
  ship_price: ['shipping/price', 'shipping'],
  manufacturer: ['manufacturer', 'manufacturer_name'],
  tags: ['product_tags[0]'],
  seller_party: ['external_seller_id', 'seller_name'],
  merchant_name: ['seller_name', 'store_name'],
  merchant_domain: ['seller_url', 'store_url'],
};

/** The price of the first shipping option in `US:CA:Ground:9.99 USD;US:NY:Air:15.99 USD`. */
const firstShipping = (text: string) =>
  text
    .split(/[;,](?=[A-Z]{2}:)/)[0]!
    .split(':')
    .at(-1)!;

const adjust: FeedFormat['adjust'] = (draft) => {
  if (draft.id) draft.sku ??= draft.id;
  if (draft.ship_price?.includes(':')) draft.ship_price = firstShipping(draft.ship_price);
};

export const google: FeedFormat = { name: 'google', fields: GOOGLE, adjust };
export const meta: FeedFormat = { name: 'meta', fields: GOOGLE, adjust };
export const openai: FeedFormat = {
  name: 'openai',
  fields: {
    ...GOOGLE,
    id: ['item_id', 'id'],
    product_url: ['url', 'link'],
    image_url: ['image_url', 'image_link', 'additional_image_urls', 'additional_image_link'],
    category: ['product_category', 'product_type', 'google_product_category'],
    sale_dates: ['sale_price_effective_date', 'sale_price_effective_dates'],
    country: ['target_countries', 'store_country'],
    is_deleted: ['is_deleted'],
  },
  adjust,
};
