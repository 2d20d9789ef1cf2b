import { AppError } from '../app-error.ts';
import type { Deps } from '../deps.ts';
import { toDetailItem } from './to-item.ts';

/** The product behind the slug of a search item, as it is now. */
export async function getProduct(deps: Deps, slug: string) {
  const place = deps.tokens.openPlace('slug', slug);
  if (!place) throw new AppError('product_not_found');
  if (place.expires_at_ms <= deps.clock.now_ms()) throw new AppError('product_expired');
  const session = await deps.store.getRankingSession({ id: place.session });
  if (!session) throw new AppError('product_not_found');
  const product_no = session.product_nos[place.place];
  if (product_no === undefined) throw new AppError('product_out_of_range');
  const [stored] = await deps.store.getProducts({ product_nos: [product_no] });
  if (!stored) throw new AppError('product_not_found');
  return {
    type: 'product_detail' as const,
    item: toDetailItem(deps, stored),
    expires_at: new Date(session.expires_at_ms).toISOString(),
  };
}
