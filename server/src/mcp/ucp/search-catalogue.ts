// search_catalog: a search, or a further page of one.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import { openCursor, rankProducts } from '../../discovery/search-products.ts';
import { nextCursor, productsOfPage } from '../../discovery/session-page.ts';
import { CURRENCIES } from '../../product/currency.ts';
import { minorUnitsOf } from '../../product/micros.ts';
import type { McpContext } from '../mcp-deps.ts';
import { plainLine } from '../shop-text.ts';
import { ToolFault } from '../tool.ts';
import { catalogueProduct } from './catalogue-product.ts';
import { type Message, success } from './envelope.ts';
import { Context, Filters, operation } from './operation.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 25;
const MAX_QUERY_CHARS = 1000;
/** Descriptions of products on a page. `get_product` shows longer ones. */
const DESCRIPTION_CHARS = 1000;
const MAX_MESSAGES = 10;

const input = z.object({
  query: z.string().min(1).max(MAX_QUERY_CHARS).optional().describe('What to find, in plain words'),
  filters: Filters.optional(),
  context: Context.optional(),
  pagination: z
    .object({
      cursor: z.string().max(1000).optional(),
      limit: z.int().min(1).optional().describe(`${DEFAULT_LIMIT} by default, at most ${MAX_LIMIT}`),
    })
    .optional(),
});
type Request = z.output<typeof input>;

export const searchCatalogue = operation({
  name: 'search_catalog',
  title: 'Search the catalogue',
  description:
    'Searches the products of all shops, best first. Needs a query or filters.categories. The cursor of an answer continues its search.',
  capability: 'dev.ucp.shopping.catalog.search',
  input,
  run: async (context, request) => {
    const { deps } = context;
    const { session, page, isNew } = await openSession(context, request);
    const [products] = await Promise.all([
      productsOfPage(deps, session, page),
      isNew ? deps.store.insertRankingSession(session) : undefined,
    ]);
    const cursor = nextCursor(deps, session, page);
    const content = {
      products: products
        .map(({ stored }) => catalogueProduct(deps, stored, { description_chars: DESCRIPTION_CHARS }))
        .filter((product) => product !== null),
      pagination: {
        ...(cursor === null ? {} : { cursor }),
        has_next_page: cursor !== null,
        total_count: session.product_nos.length,
      },
    };
    return success('dev.ucp.shopping.catalog.search', content, isNew ? ignoredFilters(request) : []);
  },
});

async function openSession({ deps, caller }: McpContext, { query, filters = {}, context, pagination = {} }: Request) {
  const { cursor, limit = DEFAULT_LIMIT } = pagination;
  if (cursor !== undefined) {
    const opened = await openCursor(deps, cursor).catch(refuseCursor);
    if (opened.session.per_page > MAX_LIMIT)
      throw new ToolFault('pagination.cursor: is of a search with larger pages than the catalogue has');
    return { ...opened, isNew: false };
  }
  const text = query?.trim() || filters.categories?.join(' ').slice(0, MAX_QUERY_CHARS);
  if (!text) throw new ToolFault('query: is required, unless filters.categories is given');
  const body = { query: text, criteria: toCriteria(filters, context?.currency), per_page: Math.min(limit, MAX_LIMIT) };
  const session = await rankProducts(deps, body, null, { signal: caller.signal, caller: caller.name });
  return { session, page: 0, isNew: true };
}

function refuseCursor(error: unknown): never {
  if (!(error instanceof AppError && error.code.startsWith('cursor_'))) throw error;
  throw new ToolFault(`pagination.cursor: ${error.detail}`);
}

/** The protocol requires a price. */
const PRICED: Criterion[] = [
  { field: 'final_price', operator: '>=', value: 0 },
  { field: 'currency', operator: '=', value: CURRENCIES.join('||') },
];

function toCriteria({ categories = [], price = {} }: z.output<typeof Filters>, currency?: string): Criterion[] {
  // `||` separates alternatives, so a category cannot contain it.
  const anyCategory = categories.map((category) => category.replace(/\|+/g, '|')).join('||');
  const bounds = [['>=', price.min] as const, ['<=', price.max] as const].filter(([, bound]) => bound !== undefined);
  return [
    ...PRICED,
    ...(anyCategory ? [{ field: 'category' as const, operator: '=' as const, value: anyCategory }] : []),
    ...(currency && bounds.length > 0 ? inCurrency(bounds, currency) : []),
  ];
}

function inCurrency(bounds: (readonly ['>=' | '<=', number | undefined])[], currency: string): Criterion[] {
  const unit = 10 ** minorUnitsOf(currency);
  return [
    { field: 'currency', operator: '=', value: currency },
    ...bounds.map(([operator, bound]) => ({ field: 'final_price' as const, operator, value: bound! / unit })),
  ];
}

/** What the search did not apply. */
function ignoredFilters({ filters = {}, context }: Request): Message[] {
  const { categories: _, price, ...others } = filters;
  const isUnitKnown = price === undefined || context?.currency !== undefined;
  const reasons = [
    ...(isUnitKnown ? [] : ['filters.price is ignored: it needs context.currency, in whose minor units it is']),
    ...Object.keys(others).map((name) => `filters.${plainLine(name, 100)} is ignored: this catalogue does not have it`),
  ];
  return reasons.slice(0, MAX_MESSAGES).map((content) => ({ type: 'info', code: 'filter_ignored', content }));
}
