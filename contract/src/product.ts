// Product search and product detail.
import { z } from 'zod';
import { Criterion } from './criterion.ts';
import { list } from './lax.ts';
import {
  DEFAULT_PER_PAGE,
  itemsOnPage,
  MerchantSummary,
  nextCursor,
  Price,
  pageIndex,
  pageSize,
  perPage,
  searchText,
  timestamp,
} from './shared.ts';

export const FirstPage = z
  .strictObject({
    query: searchText().meta({ description: 'What the shopper is looking for, in their own words.' }),
    criteria_set_ids: list(z.string(), 50)
      .optional()
      .meta({ description: 'Ids of criteria sets to apply. An unknown id applies nothing and is not an error.' }),
    exclude_query: searchText().nullable().optional().meta({
      description:
        'Excludes products that have all of these words in their name, description or brand. `||` separates alternatives.',
    }),
    criteria: list(Criterion, 100)
      .optional()
      .meta({ description: 'Filters in addition to the query. All of them must hold.' }),
    per_page: pageSize()
      .optional()
      .meta({
        description: `Products per page, from 1 to 100. Default: \`${DEFAULT_PER_PAGE}\`. Holds for the whole result set.`,
      }),
  })
  .meta({ id: 'FirstPage', description: 'Starts a search. The result set is fixed until its `expires_at`.' });

const FollowUpPage = z
  .strictObject({
    cursor: z.string().meta({ description: 'The `next_cursor` of the previous page.' }),
  })
  .meta({
    id: 'FollowUpPage',
    description: 'Fetches the next page of a search. No other field is allowed.',
  });

export const SearchRequest = z
  .strictObject({
    ...FirstPage.shape,
    query: FirstPage.shape.query.nullable().optional(),
    cursor: z.string().nullable().optional(),
  })
  .superRefine((body, ctx) => {
    const { cursor, query, exclude_query, ...others } = body;
    const isFirstPage = cursor === null || cursor === undefined;
    if (isFirstPage && (query === null || query === undefined)) {
      ctx.addIssue({ code: 'custom', message: 'query is required on a first page' });
    }
    if (!isFirstPage && (query || exclude_query || Object.values(others).some((value) => value !== undefined))) {
      ctx.addIssue({ code: 'custom', message: 'cursor must be the only field of a follow-up page' });
    }
  })
  .meta({
    id: 'SearchRequest',
    description:
      'A first page carries `query`; a follow-up page carries `cursor` alone. A null `query`, `exclude_query` or `cursor` counts as absent.',
    documentedAs: z.xor([FirstPage, FollowUpPage]),
  });

export const SimilarQuery = z.object({ per_page: perPage() });

export const slug = () =>
  z.string().meta({ description: 'Opaque, time-limited handle of a product in a result set, from a search item.' });

const expiresAt = () =>
  timestamp().nullable().meta({ description: 'After this time the cursors and slugs of the result set answer 410.' });

const productFields = {
  id: z.string().meta({ description: 'Product id in the catalogue. Unlike the slug, it does not expire.' }),
  name: z.string().meta({ description: 'Product name.' }),
  image_url: z.string().meta({ description: 'URL of the product picture. `""` when unknown.' }),
  product_url: z
    .string()
    .meta({ description: 'Product page at the merchant, untracked. Use it as `detail_link` of an offer.' }),
  merchant_url: z.string().meta({
    description: 'Affiliate tracking link, or `product_url` without one. Use it as `direct_link` of an offer.',
  }),
  price: Price,
};

export const SearchItem = z
  .strictObject({
    type: z.literal('product').meta({ description: 'Always `product`.' }),
    slug: slug(),
    ...productFields,
    merchant: MerchantSummary.nullable().meta({ description: 'Merchant that sells the product. Null when unknown.' }),
    brand: z.string().nullable().meta({ description: 'Brand name. Null when unknown.' }),
    category: z.string().nullable().meta({ description: 'Category path, `A > B > C`. Null when unknown.' }),
    availability: z
      .string()
      .nullable()
      .meta({ description: 'Availability as stated by the feed, for example `in_stock`. Null when unknown.' }),
  })
  .meta({ id: 'SearchItem', description: 'A product in a result set.' });

export const SearchResponse = z
  .strictObject({
    query: z.string().meta({ description: 'The interpreted query: normalised, with spelling corrected.' }),
    page_index: pageIndex(),
    page_size: itemsOnPage(),
    items: z.array(SearchItem).meta({ description: 'Products of this page, best first.' }),
    next_cursor: nextCursor(),
    expires_at: expiresAt(),
  })
  .meta({
    id: 'SearchResponse',
    description: 'A page of a result set. Without a match it has no items and no `next_cursor`.',
  });

const ProductDetailItem = z
  .strictObject({
    ...productFields,
    description: z.string().meta({ description: 'Product description, plain text. `""` when unknown.' }),
    merchant: MerchantSummary,
    brand: z.string().meta({ description: 'Brand name. `""` when unknown.' }),
    category: z.string().meta({ description: 'Category path, `A > B > C`. `""` when unknown.' }),
    availability: z.string().meta({ description: 'Availability as stated by the feed. `""` when unknown.' }),
  })
  .meta({ id: 'ProductDetailItem', description: 'All public fields of a product.' });

export const ProductDetail = z
  .strictObject({
    type: z.literal('product_detail').meta({ description: 'Always `product_detail`.' }),
    item: ProductDetailItem,
    expires_at: expiresAt(),
  })
  .meta({ id: 'ProductDetail', description: 'One product with its current data.' });
