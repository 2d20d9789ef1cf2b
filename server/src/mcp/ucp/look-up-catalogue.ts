// lookup_catalog and get_product: products by id.
import { z } from 'zod';
import { findProduct, orNull } from '../find-product.ts';
import { plainLine } from '../shop-text.ts';
import { catalogueProduct } from './catalogue-product.ts';
import { failure, success } from './envelope.ts';
import { operation, RequestTooLarge } from './operation.ts';

const MAX_IDS = 25;
const CAPABILITY = 'dev.ucp.shopping.catalog.lookup';
const DESCRIPTION_CHARS = { list: 1000, product: 5000 };

const id = () => z.string().min(1).max(512);

export const lookUpCatalogue = operation({
  name: 'lookup_catalog',
  title: 'Look up products',
  description: `Current data of up to ${MAX_IDS} products, by their ids. Unknown ids are left out.`,
  capability: CAPABILITY,
  input: z.object({ ids: z.array(id()).min(1) }),
  run: async ({ deps }, { ids }) => {
    if (ids.length > MAX_IDS) throw new RequestTooLarge(`ids: at most ${MAX_IDS} in one request`);
    const wanted = [...new Set(ids)];
    const found = await Promise.all(wanted.map((reference) => orNull(findProduct(deps, reference))));
    const known = wanted.flatMap((reference, i) => (found[i] ? [{ reference, stored: found[i] }] : []));
    const products = [...Map.groupBy(known, ({ stored }) => stored.product_no).values()].flatMap((same) => {
      const ids = same.map(({ reference }) => reference);
      return catalogueProduct(deps, same[0]!.stored, { description_chars: DESCRIPTION_CHARS.list, ids }) ?? [];
    });
    const shown = new Set(products.flatMap(({ variants }) => variants[0]!.inputs!.map((input) => input.id)));
    const missing = wanted.filter((reference) => !shown.has(reference));
    const messages = missing.map((reference) => ({
      ...{ type: 'info' as const, code: 'not_found' },
      content: plainLine(reference, 512),
    }));
    return success(CAPABILITY, { products }, messages);
  },
});

export const getProduct = operation({
  name: 'get_product',
  title: 'Get a product',
  description: 'Current data of one product, by its id.',
  capability: CAPABILITY,
  input: z.object({ id: id() }),
  run: async ({ deps }, { id: reference }) => {
    const stored = await orNull(findProduct(deps, reference));
    const product = stored && catalogueProduct(deps, stored, { description_chars: DESCRIPTION_CHARS.product });
    if (product) return success(CAPABILITY, { product });
    const content = `Product not found: ${plainLine(reference, 512)}`;
    return failure(CAPABILITY, { code: 'not_found', content, severity: 'unrecoverable' });
  },
});
