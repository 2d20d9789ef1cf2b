// price_history: earlier prices of a product.
import { z } from 'zod';
import { getPriceHistory } from '../../catalogue/manage-products.ts';
import { toIso } from '../../text/to-iso.ts';
import { convoId, productId } from '../arguments.ts';
import { requireProduct } from '../find-product.ts';
import { priceText, UNTRUSTED } from '../product-entry.ts';
import { quoted } from '../shop-text.ts';
import { tool } from '../tool.ts';

/** Newer changes are shown. */
const MAX_CHANGES = 50;

export const priceHistory = tool({
  name: 'price_history',
  title: 'Price history',
  description: `The last ${MAX_CHANGES} changes of price and stock of a product, newest first.`,
  input: z.strictObject({ id: productId(), convo_id: convoId() }),
  output: z.object({
    id: z.string(),
    as_of: z.string(),
    changes: z.array(
      z.object({
        at: z.string().optional(),
        price: z.number().optional(),
        was: z.number().optional(),
        currency: z.string().optional(),
        in_stock: z.boolean().optional(),
      }),
    ),
    is_cut: z.boolean().optional(),
  }),
  feature: 'discovery',
  run: async ({ deps }, { id }) => {
    const as_of = toIso(deps.clock.now_ms());
    const { product } = await requireProduct(deps, id);
    const { items } = await getPriceHistory({ ...deps }, product.id);
    const changes = items.slice(-MAX_CHANGES).reverse();
    const entries = changes.map(({ at, regular_value, final_value, currency, in_stock }) => {
      const isSale = final_value !== null && regular_value !== null && final_value < regular_value;
      const data = {
        ...(at === null ? {} : { at }),
        ...(final_value === null ? {} : { price: final_value }),
        ...(isSale ? { was: regular_value } : {}),
        ...(currency === null ? {} : { currency: currency.slice(0, 8) }),
        ...(in_stock === null ? {} : { in_stock }),
      };
      const stock = in_stock === null ? 'stock unknown' : in_stock ? 'in stock' : 'out of stock';
      return { line: `${at ?? 'before'} | ${priceText(data)} | ${stock}`, data };
    });
    return {
      head: `Prices of ${quoted(product.name, 100)}, newest first, as of ${as_of}. ${UNTRUSTED}`,
      entries,
      ...(items.length > MAX_CHANGES ? { foot: `Older changes are not shown: there are ${items.length}.` } : {}),
      if_cut: '',
      data: (shown, isCut) => ({ id: product.id, as_of, changes: shown, ...(isCut ? { is_cut: true } : {}) }),
    };
  },
});
