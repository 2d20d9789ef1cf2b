// Product details by the slug of a search item, with current data.
import { AppError } from '../app-error.ts';
import type { LinkDeps } from '../own-link.ts';
import type { CatalogueStore, StoredProduct } from '../store/catalogue-store.ts';
import type { SessionStore } from '../store/session-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { toIso } from '../text/to-iso.ts';
import type { Tokens } from '../tokens.ts';
import { toDetailItem } from './to-item.ts';

export interface SlugDeps extends StoreDeps<CatalogueStore & SessionStore> {
  tokens: Tokens;
}

export async function getProduct(deps: SlugDeps & LinkDeps, slug: string) {
  const stored = await productOfSlug(deps, slug);
  return {
    type: 'product_detail' as const,
    item: toDetailItem(deps, stored),
    expires_at: toIso(stored.expires_at_ms),
  };
}

/** The product of a slug, with the slug's expiry time. */
export async function productOfSlug(deps: SlugDeps, slug: string): Promise<StoredProduct & { expires_at_ms: number }> {
  const opened = deps.tokens.openPosition('slug', slug);
  if (!opened) throw new AppError('product_not_found');
  if (opened.expires_at_ms <= deps.clock.now_ms()) throw new AppError('product_expired');
  const session = await deps.store.getRankingSession({ id: opened.session });
  if (!session) throw new AppError('product_not_found');
  const product_no = session.product_nos[opened.position];
  if (product_no === undefined) throw new AppError('product_out_of_range');
  const [stored] = await deps.store.getProducts({ product_nos: [product_no] });
  if (!stored) throw new AppError('product_not_found');
  return { ...stored, expires_at_ms: session.expires_at_ms };
}
