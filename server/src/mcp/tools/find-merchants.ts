// find_merchants: shops of the catalogue.
import { z } from 'zod';
import { listMerchants, searchMerchants } from '../../discovery/merchants.ts';
import { toIso } from '../../text/to-iso.ts';
import { convoId, limit } from '../arguments.ts';
import { UNTRUSTED } from '../product-entry.ts';
import { plainLine, quoted } from '../shop-text.ts';
import { tool } from '../tool.ts';

const MAX_LISTED = 5;

export const findMerchants = tool({
  name: 'find_merchants',
  title: 'Find shops',
  description: 'Shops by name, domain, category, brand or product word; without query the largest.',
  input: z.strictObject({ query: z.string().min(1).max(500).optional(), limit: limit(), convo_id: convoId() }),
  output: z.object({
    as_of: z.string(),
    shops: z.array(
      z.object({
        name: z.string(),
        domain: z.string(),
        product_count: z.int(),
        categories: z.array(z.string()),
        brands: z.array(z.string()),
      }),
    ),
    is_cut: z.boolean().optional(),
  }),
  feature: 'merchants',
  run: async ({ deps }, { query, limit: per_page }) => {
    const as_of = toIso(deps.clock.now_ms());
    const page = { page: 1, per_page, cursor: undefined };
    const { items } = await (query === undefined
      ? listMerchants(deps, page)
      : searchMerchants(deps, { ...page, query }));
    const short = (values: readonly string[]) => values.slice(0, MAX_LISTED).map((value) => plainLine(value, 40));
    const entries = items.map(({ name, domain, product_count, categories, brands }, i) => {
      const data = { name: plainLine(name, 60), domain: plainLine(domain, 80), product_count };
      const lists = { categories: short(categories), brands: short(brands) };
      const sells = lists.categories.map((category) => quoted(category, 40)).join(', ');
      const fields = [quoted(name, 60), data.domain, `${product_count} products`, ...(sells ? [sells] : [])];
      return { line: `${i + 1}. ${fields.join(' | ')}`, data: { ...data, ...lists } };
    });
    const of = query === undefined ? 'largest shops' : `shops for ${quoted(query, 100)}`;
    return {
      head: entries.length === 0 ? `No ${of}.` : `${entries.length} ${of}, as of ${as_of}. ${UNTRUSTED}`,
      entries,
      if_cut: 'Ask for fewer with limit.',
      data: (shops, isCut) => ({ as_of, shops, ...(isCut ? { is_cut: true } : {}) }),
    };
  },
});
