// get_products: current data of products by id.
import { z } from 'zod';
import { toIso } from '../../text/to-iso.ts';
import { convoId } from '../arguments.ts';
import { findProduct, orNull } from '../find-product.ts';
import { ProductEntry, productEntry, UNTRUSTED } from '../product-entry.ts';
import { quoted } from '../shop-text.ts';
import { tool } from '../tool.ts';

const MAX_IDS = 10;
const DESCRIPTION_CHARS = 1000;

export const getProducts = tool({
  name: 'get_products',
  title: 'Get products',
  description: `Current price, stock, description and links of up to ${MAX_IDS} products. Use it before you recommend or compare.`,
  input: z.strictObject({ ids: z.array(z.string().min(1).max(512)).min(1).max(MAX_IDS), convo_id: convoId() }),
  output: z.object({
    as_of: z.string(),
    products: z.array(ProductEntry),
    missing: z.array(z.string()),
    is_cut: z.boolean().optional(),
  }),
  feature: 'discovery',
  run: async ({ deps }, { ids }) => {
    const as_of = toIso(deps.clock.now_ms());
    const wanted = [...new Set(ids)];
    const found = await Promise.all(wanted.map((id) => orNull(findProduct(deps, id))));
    const missing = wanted.filter((_, i) => found[i] === null).map((id) => id.slice(0, 100).toWellFormed());
    const entries = found
      .filter((stored) => stored !== null)
      .map((stored, i) => productEntry(deps, stored, { number: i + 1, description_chars: DESCRIPTION_CHARS }));
    const lost = missing.map((id) => quoted(id, 100)).join(', ');
    return {
      head: `${entries.length} products, as of ${as_of}. ${UNTRUSTED}`,
      entries,
      ...(missing.length > 0
        ? { foot: `Not found: ${lost}. They are not in the catalogue, or not any more; ids are in search_products.` }
        : {}),
      if_cut: 'Ask for fewer ids.',
      data: (products, isCut) => ({ as_of, products, missing, ...(isCut ? { is_cut: true } : {}) }),
    };
  },
});
