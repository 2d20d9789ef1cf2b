// Pages of a ranking session. Ranks are fixed, product data is current, and deleted products are left out.
import { AppError } from '../app-error.ts';
import type { LinkDeps } from '../own-link.ts';
import type { RankingSession } from '../store/session-store.ts';
import { toIso } from '../text/to-iso.ts';
import type { Tokens } from '../tokens.ts';
import type { RecentProducts } from './recent-products.ts';
import { toSearchItem } from './to-item.ts';

export interface PageDeps extends LinkDeps {
  products: RecentProducts;
  tokens: Tokens;
}

export async function itemsOfPage(deps: PageDeps, session: RankingSession, page: number) {
  return (await productsOfPage(deps, session, page)).map(({ item }) => item);
}

/** The products of a page, as stored and as wire items. */
export async function productsOfPage(deps: PageDeps, session: RankingSession, page: number) {
  const start = page * session.per_page;
  const numbers = [...session.product_nos.subarray(start, start + session.per_page)];
  const products = await deps.products.get(numbers);
  const positions = products.map(({ product_no }) => start + numbers.indexOf(product_no));
  const { id, expires_at_ms } = session;
  const slugs = deps.tokens.sealPositions('slug', { session: id, expires_at_ms }, positions);
  return products.map((stored, i) => ({ stored, item: toSearchItem(deps, stored, slugs[i]!) }));
}

export const hasPage = (session: RankingSession, page: number): boolean =>
  page === 0 || page * session.per_page < session.product_nos.length;

/** Null on the last page. */
export function nextCursor({ tokens }: PageDeps, session: RankingSession, page: number): string | null {
  const { id, expires_at_ms } = session;
  const next = { session: id, position: page + 1, expires_at_ms };
  return hasPage(session, page + 1) ? tokens.sealPosition('cursor', next) : null;
}

export async function searchPage(deps: PageDeps, session: RankingSession, page: number) {
  if (!hasPage(session, page)) throw new AppError('cursor_out_of_range');
  const items = await itemsOfPage(deps, session, page);
  return {
    query: session.query,
    page_index: page,
    page_size: items.length,
    items,
    next_cursor: nextCursor(deps, session, page),
    expires_at: toIso(session.expires_at_ms),
  };
}
