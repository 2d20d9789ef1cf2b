// Lists and searches merchants.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { AppError } from '../app-error.ts';
import { type LinkDeps, toLink } from '../own-link.ts';
import type { CatalogueStore, StoredMerchant } from '../store/catalogue-store.ts';
import type { Tokens } from '../tokens.ts';

interface MerchantDeps extends LinkDeps {
  store: CatalogueStore;
  tokens: Tokens;
}

/** Content of a merchant cursor. An empty query is the full list. */
interface ListPosition {
  query: string;
  page: number;
  per_page: number;
}

export async function listMerchants(deps: MerchantDeps, input: Input<'listMerchants'>['query']) {
  const position = positionOf(deps, input.cursor, { query: '', page: input.page, per_page: input.per_page });
  // Cursors of the list and of the search are not interchangeable.
  if (position.query !== '') throw new AppError('cursor_not_found');
  return toPage(deps, position, await deps.store.listMerchants(window(position)));
}

export async function searchMerchants(deps: MerchantDeps, input: Input<'searchMerchants'>['query']) {
  const { cursor, query = '', page, per_page } = input;
  const position = positionOf(deps, cursor, { query, page, per_page });
  if (position.query === '') throw new AppError('cursor_not_found');
  const found = await deps.store.searchMerchants({ query: position.query, ...window(position) });
  return toPage(deps, position, found);
}

/** Fetches one extra row to detect a next page. */
const window = ({ page, per_page }: ListPosition) => ({
  offset: Math.min((page - 1) * per_page, Number.MAX_SAFE_INTEGER),
  limit: per_page + 1,
});

/** A cursor overrides all other parameters. */
function positionOf({ tokens }: MerchantDeps, cursor: string | undefined, given: ListPosition): ListPosition {
  if (cursor === undefined) return given;
  const payload = tokens.open('merchants', cursor);
  if (!payload) throw new AppError('cursor_not_found');
  return JSON.parse(payload.toString()) as ListPosition;
}

function toPage(deps: MerchantDeps, position: ListPosition, found: StoredMerchant[]) {
  const items = found.slice(0, position.per_page).map((merchant) => toItem(deps, merchant));
  const next = Buffer.from(JSON.stringify({ ...position, page: position.page + 1 }));
  return {
    query: position.query,
    page_index: position.page - 1,
    page_size: items.length,
    items,
    next_cursor: found.length > position.per_page ? deps.tokens.seal('merchants', next) : null,
    expires_at: null,
  };
}

function toItem(deps: MerchantDeps, merchant: StoredMerchant) {
  const { id, name, domain, logo_url, description, product_count, categories, brands, product_terms } = merchant;
  return {
    id: String(id),
    name,
    type: 'merchant' as const,
    domain,
    logo_url: toLink(deps, logo_url),
    description,
    product_count,
    categories,
    brands,
    product_terms,
  };
}
