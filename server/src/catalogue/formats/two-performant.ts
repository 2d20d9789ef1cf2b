// 2Performant's product feeds.
import type { FeedFormat } from './format.ts';

export const twoPerformant: FeedFormat = {
  name: '2performant',
  network: '2performant',
  fields: {
    id: ['product_id', 'unique_code', 'id'],
    name: ['title', 'name'],
    description: ['description', 'short_message'],
    image_url: ['image_urls', 'image_url'],
    product_url: ['url'],
    merchant_url: ['aff_code', 'affiliate_link'],
    brand: ['brand'],
    currency: ['currency'],
    regular_price: ['old_price'],
    final_price: ['price'],
    merchant_id: ['campaign_id', 'campaign_name'],
    merchant_name: ['campaign_name'],
  },
  adjust(draft, record) {
    draft.category = [record.get('category'), record.get('subcategory')].filter(Boolean).join(' > ');
    draft.image_url = draft.image_url?.split(/[,;\s]+(?=https?:)/)[0] ?? '';
    // A Romanian network: prices without a currency are in lei.
    draft.currency ??= 'RON';
    if (['0', 'false', 'no'].includes(record.get('product_active').toLowerCase())) draft.is_deleted = 'y';
    const name = draft.merchant_name ?? '';
    draft.merchant_domain = /^[\w-]+(?:\.[\w-]+)+$/.test(name) ? name : record.get('campaign_url');
  },
};
