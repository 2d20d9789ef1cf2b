// Merchants: list and search.
import { z } from 'zod';
import { text } from './lax.ts';
import { itemsOnPage, listCursor, nextCursor, page, pageIndex, perPage, timestamp } from './shared.ts';

export const MerchantListQuery = z.object({
  page: page(),
  per_page: perPage(),
  cursor: listCursor(),
});

export const MerchantSearchQuery = z
  .object({
    query: text({ min: 1 }).optional().meta({
      description:
        'Words of a name, domain, category, brand or product term; word prefixes and one typo are allowed. Required without `cursor`.',
    }),
    ...MerchantListQuery.shape,
  })
  .superRefine(({ query, cursor }, ctx) => {
    if (query === undefined && cursor === undefined) {
      ctx.addIssue({ code: 'custom', path: ['query'], params: { type: 'missing' } });
    }
  });

const terms = (what: string) => z.array(z.string()).meta({ description: `${what}, most frequent first, at most 20.` });

export const MerchantListItem = z
  .strictObject({
    id: z.string().meta({ description: 'Merchant id, a decimal string below 2^53.' }),
    name: z.string().meta({ description: 'Display name.' }),
    type: z.literal('merchant').meta({ description: 'Always `merchant`.' }),
    domain: z.string().meta({ description: 'Domain of the shop. `""` when unknown.' }),
    logo_url: z.string().meta({ description: 'URL of the logo. `""` when unknown.' }),
    description: z.string().meta({ description: 'What the merchant sells. `""` when unknown.' }),
    product_count: z.int().meta({ description: 'Number of products in the catalogue.' }),
    categories: terms('Categories of its products'),
    brands: terms('Brands of its products'),
    product_terms: terms('Words of its product names'),
  })
  .meta({ id: 'MerchantListItem', description: 'A merchant with a summary of its products.' });

export const MerchantList = z
  .strictObject({
    query: z.string().meta({ description: 'The query of a merchant search; `""` in the list.' }),
    page_index: pageIndex(),
    page_size: itemsOnPage(),
    items: z.array(MerchantListItem).meta({ description: 'Merchants of this page.' }),
    next_cursor: nextCursor(),
    expires_at: timestamp().nullable().meta({ description: 'Always null: cursors of merchants do not expire.' }),
  })
  .meta({ id: 'MerchantList', description: 'A page of merchants.' });
