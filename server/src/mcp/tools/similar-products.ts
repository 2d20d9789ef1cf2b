// similar_products: products like a given one.
import { z } from 'zod';
import { similarToProduct } from '../../discovery/similar-products.ts';
import { convoId, detail, limit, productId } from '../arguments.ts';
import { requireProduct } from '../find-product.ts';
import { PageOutput, productPage } from '../product-page.ts';
import { quoted } from '../shop-text.ts';
import { tool } from '../tool.ts';

export const similarProducts = tool({
  name: 'similar_products',
  title: 'Find similar products',
  description: 'Products like a given one, most similar first, in all shops. Page with cursor in search_products.',
  input: z.strictObject({ id: productId(), limit: limit(), detail: detail(), convo_id: convoId() }),
  output: PageOutput,
  feature: 'discovery',
  run: async (context, { id, limit: per_page, detail: wanted, convo_id = null }) => {
    const { deps, caller } = context;
    const stored = await requireProduct(deps, id);
    const page = await similarToProduct(deps, stored, { per_page, convo_id }, caller.signal);
    const name = quoted(stored.product.name, 100);
    return productPage(context, page, {
      detail: wanted,
      found: `${page.page_size} products similar to ${name}`,
      if_empty: `No product is similar to ${name}. Use search_products.`,
    });
  },
});
