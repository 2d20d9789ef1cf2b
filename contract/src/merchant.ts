// Merchants: the list and its search.
import { z } from 'zod';
import { text } from './lax.ts';
import { page, perPage, timestamp } from './shared.ts';

export const MerchantListQuery = z.object({
  page: page(),
  per_page: perPage(),
  cursor: z.string().optional(),
});

export const MerchantSearchQuery = z
  .object({ query: text({ min: 1 }).optional(), ...MerchantListQuery.shape })
  .superRefine(({ query, cursor }, ctx) => {
    if (query === undefined && cursor === undefined) {
      ctx.addIssue({ code: 'custom', path: ['query'], params: { type: 'missing' } });
    }
  });

export const MerchantListItem = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    type: z.literal('merchant'),
    domain: z.string(),
    logo_url: z.string(),
    description: z.string(),
    product_count: z.int(),
    categories: z.array(z.string()),
    brands: z.array(z.string()),
    product_terms: z.array(z.string()),
  })
  .meta({ id: 'MerchantListItem' });

export const MerchantList = z
  .strictObject({
    query: z.string(),
    page_index: z.int(),
    page_size: z.int(),
    items: z.array(MerchantListItem),
    next_cursor: z.string().nullable(),
    expires_at: timestamp().nullable(),
  })
  .meta({ id: 'MerchantList' });
