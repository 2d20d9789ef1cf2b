// Column signatures of the formats. The first match counts, so specific signatures precede general ones.
import { awin } from '../formats/awin.ts';
import { cj } from '../formats/cj.ts';
import type { FeedFormat } from '../formats/format.ts';
import { google, meta, openai } from '../formats/google.ts';
import { rakuten } from '../formats/rakuten.ts';
import { shareasale } from '../formats/shareasale.ts';
import { shopify } from '../formats/shopify.ts';
import { twoPerformant } from '../formats/two-performant.ts';

export const FORMATS: FeedFormat[] = [google, meta, openai, awin, cj, rakuten, shareasale, shopify, twoPerformant];

interface Signature {
  format: FeedFormat;
  /** At least one column of each group must be present. */
  needs: string[][];
}

const GOOGLE_NEEDS = [['id'], ['title'], ['image_link', 'link', 'link@href', 'price', 'availability']];
const META_ONLY = [
  'fb_product_category',
  'quantity_to_sell_on_facebook',
  'product_tags[0]',
  'style[0]',
  'video[0].url',
  'image[0].url',
  'rich_text_description',
  'commerce_tax_category',
  'applink.ios_url',
  'applink/ios_url',
  'origin_country',
];
const OPENAI_ONLY = [
  'enable_search',
  'enable_checkout',
  'is_eligible_search',
  'is_eligible_checkout',
  'seller_privacy_policy',
  'seller_tos',
];

const SIGNATURES: Signature[] = [
  {
    format: awin,
    needs: [
      ['aw_deep_link', 'aw_product_id', 'uri/awtrack', 'pid/awproductid', 'awproductid', 'uri/awimage'],
      ['product_name', 'text/name', 'productname', 'name'],
    ],
  },
  {
    format: shopify,
    needs: [['handle', 'url_handle'], ['title'], ['variant_price', 'variant_sku', 'option1_name', 'compare-at_price']],
  },
  {
    format: twoPerformant,
    needs: [
      ['aff_code', 'affiliate_link'],
      ['title', 'name'],
      ['campaign_name', 'campaign_id', 'widget_name', 'product_active'],
    ],
  },
  { format: shareasale, needs: [['productid'], ['merchantid'], ['bigimage', 'thumbnail', 'link', 'merchant']] },
  {
    format: rakuten,
    needs: [
      ['product_id', '@product_id'],
      ['product_name', '@name'],
      ['primary_category', 'category/primary', '@sku_number', 'image_url', 'product_image_url'],
    ],
  },
  { format: rakuten, needs: [['linkid'], ['mid'], ['productname', 'linkurl']] },
  { format: openai, needs: [['item_id', 'id'], ['title'], OPENAI_ONLY] },
  { format: meta, needs: [...GOOGLE_NEEDS, META_ONLY] },
  { format: google, needs: [['id'], ['title'], ['image_link']] },
  {
    format: cj,
    needs: [
      ['programname', 'buyurl', 'advertisercategory'],
      ['name', 'title'],
      ['buyurl', 'price', 'imageurl', 'sku'],
    ],
  },
  { format: cj, needs: [['id'], ['title'], ['linkcode', 'linkcode/clickurl', 'imagelink', 'advertiserid']] },
  { format: openai, needs: [['item_id'], ['title'], ['url', 'link', 'image_url', 'price']] },
  { format: openai, needs: [['id'], ['title'], ['image_url'], ['seller_name']] },
  { format: google, needs: GOOGLE_NEEDS },
];

/** The format of a set of columns, the columns that identified it, and the number of known columns. */
export function detectByColumns(
  columns: ReadonlySet<string>,
): { format: FeedFormat; by: string[]; score: number } | undefined {
  for (const { format, needs } of SIGNATURES) {
    const by = needs.map((group) => group.find((column) => columns.has(column)));
    if (by.every((column) => column !== undefined))
      return { format, by: by as string[], score: scoreOf(format, columns) };
  }
  return undefined;
}

export function scoreOf(format: FeedFormat, columns: ReadonlySet<string>): number {
  const known = new Set(Object.values(format.fields).flat());
  let score = 0;
  for (const column of columns) if (known.has(column)) score++;
  return score;
}
