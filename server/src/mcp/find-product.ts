// A product by its id, or by the slug of a search item.
import { AppError } from '../app-error.ts';
import { productOfSlug, type SlugDeps } from '../discovery/get-product.ts';
import type { StoredProduct } from '../store/catalogue-store.ts';
import { quoted } from './shop-text.ts';
import { ToolFault } from './tool.ts';

/** Null if the reference is unknown. Throws `product_expired` for an expired slug. */
export async function findProduct(deps: SlugDeps, reference: string): Promise<StoredProduct | null> {
  const found = await deps.store.getProductById({ id: reference });
  if (found) return found;
  return deps.tokens.openPosition('slug', reference) ? productOfSlug(deps, reference) : null;
}

export async function requireProduct(deps: SlugDeps, reference: string): Promise<StoredProduct> {
  const found = await findProduct(deps, reference);
  if (found) return found;
  throw new ToolFault(`There is no product ${quoted(reference, 100)}. Ids are in the answers of search_products.`);
}

/** What does not exist, or not any more, is null. */
export async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof AppError && /_(not_found|expired|out_of_range)$/.test(error.code)) return null;
    throw error;
  }
}
