// Searches and explains the ranking. Without a ranking session, so that reports do not count it.
import type { Input } from '@finderfee/contract/endpoints.ts';
import type { Explanation } from '../index/port.ts';
import type { LinkDeps } from '../own-link.ts';
import type { CatalogueStore, StoredProduct } from '../store/catalogue-store.ts';
import type { ConfigStore } from '../store/config-store.ts';
import { type IndexDeps, type ResolvedSearch, searchIndex, withCriteriaSets } from './ranking.ts';
import { interpret } from './search-products.ts';
import { toProductItem } from './to-item.ts';

export interface ExplainDeps extends IndexDeps {
  store: CatalogueStore;
}

export interface Hit {
  stored: StoredProduct;
  explanation: Explanation;
}

export async function explainSearch(
  deps: ExplainDeps & LinkDeps & { store: ConfigStore },
  { query: text, limit, offset, ...body }: Input<'explainSearch'>['body'],
  signal: AbortSignal,
) {
  const request = await withCriteriaSets(deps, { ...body, text, criteria: body.criteria ?? [] });
  const { hits, corrections, found } = await explainHits(deps, request, { limit, offset, signal });
  return {
    type: 'explained_search' as const,
    query: interpret(request.text, corrections),
    corrections: corrections.map(([typed, meant]) => ({ typed, meant })),
    found,
    items: hits.map(({ stored, explanation: { score, words, contributions = null, is_duplicate } }) => ({
      product: toProductItem(deps, stored),
      ...{ score, words, signals: contributions, is_duplicate },
    })),
  };
}

/** Ranks as many products as a search does, because their number can change the order; returns a part. */
export async function explainHits(
  deps: ExplainDeps,
  request: ResolvedSearch,
  { limit, offset = 0, signal }: { limit: number; offset?: number; signal?: AbortSignal },
): Promise<{ hits: Hit[]; corrections: [typed: string, meant: string][]; found: number }> {
  const { product_nos, corrections, explanations } = await searchIndex(deps, request, { explain: true, signal });
  const products = await deps.store.getProducts({ product_nos: [...product_nos.subarray(offset, offset + limit)] });
  const explained = new Map(explanations!.map((explanation) => [explanation.product_no, explanation]));
  const hits = products.map((stored) => ({ stored, explanation: explained.get(stored.product_no)! }));
  return { hits, corrections, found: product_nos.length };
}
