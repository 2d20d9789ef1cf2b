// Product search and product detail.
import { z } from 'zod';
import { Criterion } from './criterion.ts';
import { integer, list } from './lax.ts';
import { DEFAULT_PER_PAGE, MerchantSummary, Price, perPage, searchText, timestamp } from './shared.ts';

export const SearchRequest = z
  .strictObject({
    query: searchText().nullable().optional(),
    criteria_set_ids: list(z.string(), 50).optional(),
    exclude_query: searchText().nullable().optional(),
    criteria: list(Criterion, 100).optional(),
    per_page: integer({ ge: 1, le: 100 }).optional().meta({ default: DEFAULT_PER_PAGE }),
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
    description: 'A first page carries `query`; a follow-up page carries `cursor` alone.',
  });

export const SimilarQuery = z.object({ per_page: perPage() });

export const SearchItem = z
  .strictObject({
    type: z.literal('product'),
    slug: z.string(),
    id: z.string(),
    name: z.string(),
    image_url: z.string(),
    product_url: z.string(),
    merchant_url: z.string(),
    price: Price,
    merchant: MerchantSummary.nullable(),
    brand: z.string().nullable(),
    category: z.string().nullable(),
    availability: z.string().nullable(),
  })
  .meta({ id: 'SearchItem' });

export const SearchResponse = z
  .strictObject({
    query: z.string().meta({ description: 'The interpreted query' }),
    page_index: z.int(),
    page_size: z.int().meta({ description: 'The number of items on this page' }),
    items: z.array(SearchItem),
    next_cursor: z.string().nullable(),
    expires_at: timestamp().nullable(),
  })
  .meta({ id: 'SearchResponse' });

export const ProductDetail = z
  .strictObject({
    type: z.literal('product_detail'),
    item: z.strictObject({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      image_url: z.string(),
      product_url: z.string(),
      merchant_url: z.string(),
      price: Price,
      merchant: MerchantSummary,
      brand: z.string(),
      category: z.string(),
      availability: z.string(),
    }),
    expires_at: timestamp().nullable(),
  })
  .meta({ id: 'ProductDetail' });
