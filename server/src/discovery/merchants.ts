// The merchant list and the search in it.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { AppError } from '../app-error.ts';
import type { Deps } from '../deps.ts';
import type { StoredMerchant } from '../store/port.ts';

/** Where in which list a page begins. */
interface ListPlace {
  query: string;
  page: number;
  per_page: number;
}

export async function listMerchants(deps: Deps, input: Input<'listMerchants'>['query']) {
  const place = placeOf(deps, input.cursor, { query: '', page: input.page, per_page: input.per_page });
  // A cursor of the one list does not continue the other.
  if (place.query !== '') throw new AppError('cursor_not_found');
  return toPage(deps, place, await deps.store.listMerchants(window(place)));
}

export async function searchMerchants(deps: Deps, input: Input<'searchMerchants'>['query']) {
  const { cursor, query = '', page, per_page } = input;
  const place = placeOf(deps, cursor, { query, page, per_page });
  if (place.query === '') throw new AppError('cursor_not_found');
  const found = await deps.store.searchMerchants({ query: place.query, ...window(place) });
  return toPage(deps, place, found);
}

/** One more than the page holds tells whether there is a next one. */
const window = ({ page, per_page }: ListPlace) => ({
  offset: Math.min((page - 1) * per_page, Number.MAX_SAFE_INTEGER),
  limit: per_page + 1,
});

/** A cursor stands alone: what is given beside it does not count. */
function placeOf({ tokens }: Deps, cursor: string | undefined, given: ListPlace): ListPlace {
  if (cursor === undefined) return given;
  const payload = tokens.open('merchants', cursor);
  if (!payload) throw new AppError('cursor_not_found');
  return JSON.parse(payload.toString()) as ListPlace;
}

function toPage(deps: Deps, place: ListPlace, found: StoredMerchant[]) {
  const items = found.slice(0, place.per_page).map((merchant) => toItem(deps, merchant));
  const next = Buffer.from(JSON.stringify({ ...place, page: place.page + 1 }));
  return {
    query: place.query,
    page_index: place.page - 1,
    page_size: items.length,
    items,
    next_cursor: found.length > place.per_page ? deps.tokens.seal('merchants', next) : null,
    expires_at: null,
  };
}

function toItem({ baseUrl }: Deps, merchant: StoredMerchant) {
  const { id, name, domain, logo_url, description, product_count, categories, brands, product_terms } = merchant;
  return {
    id: String(id),
    name,
    type: 'merchant' as const,
    domain,
    logo_url: logo_url.startsWith('/') ? baseUrl() + logo_url : logo_url,
    description,
    product_count,
    categories,
    brands,
    product_terms,
  };
}
