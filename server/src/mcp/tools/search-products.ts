// search_products: a search, or a further page of one.
import { z } from 'zod';
import { searchProducts as search } from '../../discovery/search-products.ts';
import { convoId, DEFAULT_LIMIT, detail, MAX_LIMIT } from '../arguments.ts';
import { PageOutput, productPage } from '../product-page.ts';
import { searchShape, toSearch } from '../search-arguments.ts';
import { quoted } from '../shop-text.ts';
import { ToolFault, tool } from '../tool.ts';

const input = z.strictObject({
  ...searchShape,
  query: searchShape.query.optional(),
  limit: z.int().min(1).max(MAX_LIMIT).optional().describe(`Products per page, ${DEFAULT_LIMIT} by default`),
  cursor: z.string().max(1000).optional().describe('From the previous page; send it without query and filters'),
  detail: detail(),
  convo_id: convoId(),
});

export const searchProducts = tool({
  name: 'search_products',
  title: 'Search products',
  description:
    'Searches the products of all shops, best first. Use the filter arguments for what must hold; list_filter_values says what exists. The answer may have a cursor for the next page, which is valid for the time it states.',
  input,
  output: PageOutput,
  feature: 'discovery',
  run: async (context, { limit, cursor, detail: wanted, convo_id, ...filters }) => {
    const { deps, caller } = context;
    const isPage = cursor !== undefined;
    const others = Object.keys(filters);
    if (isPage && (others.length > 0 || limit !== undefined))
      throw new ToolFault('A cursor continues its search: send it without query, filters and limit.');
    if (!isPage && filters.query === undefined)
      throw new ToolFault('query is required. Say what to find in plain words, for example "running shoes".');
    const body = isPage ? { cursor } : { ...toSearch(filters), per_page: limit ?? DEFAULT_LIMIT };
    const headers = convo_id === undefined ? {} : { 'x-convo-id': convo_id };
    const page = await search(deps, { headers, body }, { signal: caller.signal, caller: caller.name });
    return productPage(context, page, {
      detail: wanted,
      found: `${page.page_size} products for ${quoted(page.query, 200)}`,
      if_empty: `No product matches ${quoted(page.query, 200)}. Drop a filter, or use other words; list_filter_values says what exists.`,
    });
  },
});
