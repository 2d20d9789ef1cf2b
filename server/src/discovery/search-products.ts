// Product search: a first page makes a ranking session, a cursor leads on in it.
import { randomBytes } from 'node:crypto';
import { maskCardNumbers } from '@finderfee/contract/card-number.ts';
import type { Criterion } from '@finderfee/contract/criterion.ts';
import type { Input } from '@finderfee/contract/endpoints.ts';
import { DEFAULT_PER_PAGE } from '@finderfee/contract/shared.ts';
import { AppError } from '../app-error.ts';
import type { Deps } from '../deps.ts';
import type { RankingSession } from '../store/port.ts';
import { wordsOf } from '../text/analyse.ts';
import { searchPage } from './session-page.ts';

type SearchInput = Input<'searchProducts'>;

/** A search that nobody waits for any more is given up. */
export async function searchProducts(deps: Deps, { body, headers }: SearchInput, signal?: AbortSignal) {
  if (typeof body.cursor === 'string') return nextPage(deps, body.cursor);
  const session = await rank(deps, body, headers['x-convo-id'] ?? null, signal);
  // The ranks are kept before anything is answered; the page is made meanwhile.
  const [page] = await Promise.all([searchPage(deps, session, 0), deps.store.insertRankingSession(session)]);
  return page;
}

async function nextPage(deps: Deps, cursor: string) {
  const place = deps.tokens.openPlace('cursor', cursor);
  if (!place) throw new AppError('cursor_not_found');
  if (place.expires_at_ms <= deps.clock.now_ms()) throw new AppError('cursor_expired');
  const session = await deps.store.getRankingSession({ id: place.session });
  if (!session) throw new AppError('cursor_not_found');
  return searchPage(deps, session, place.place);
}

/** Searches, and fixes the ranks. */
async function rank(
  deps: Deps,
  body: SearchInput['body'],
  convo_id: string | null,
  signal: AbortSignal | undefined,
): Promise<RankingSession> {
  if (!deps.isIndexReady()) throw new AppError('not_ready');
  const { text, criteria, exclude } = await withCriteriaSets(deps, body);
  const limit = deps.session_max_results;
  const { product_nos, corrections } = await deps.index.search({ text, criteria, exclude, limit }, signal);
  const now_ms = deps.clock.now_ms();
  return {
    id: randomBytes(16).toString('base64url'),
    query: maskCardNumbers(interpret(text, corrections)),
    criteria: criteria.map(maskCriterion),
    convo_id,
    per_page: body.per_page ?? DEFAULT_PER_PAGE,
    product_nos,
    created_at_ms: now_ms,
    expires_at_ms: now_ms + deps.session_ttl_ms,
  };
}

/** The search with its sets: their texts are searched too, their exclusions and criteria hold too. */
async function withCriteriaSets({ store }: Deps, body: SearchInput['body']) {
  const ids = [...new Set(body.criteria_set_ids ?? [])];
  const found = await Promise.all(ids.map((id) => store.getCriteriaSet({ id })));
  // An unknown or deleted set applies nothing and is no error.
  const sets = found.filter((set) => set !== null);
  return {
    text: [body.query!, ...sets.map((set) => set.query ?? '')].filter(Boolean).join(' '),
    criteria: [...(body.criteria ?? []), ...sets.flatMap((set) => set.criteria)],
    exclude: [body.exclude_query, ...sets.map((set) => set.exclude_query)].filter((text) => typeof text === 'string'),
  };
}

/** The query as it was understood: one spelling for all that mean the same, and words that were misspelt put right. */
function interpret(text: string, corrections: [typed: string, meant: string][]): string {
  const normal = text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
  const meant = new Map(corrections);
  return normal.replace(/[\p{L}\p{M}\p{N}'’]+/gu, (word) => meant.get(wordsOf(word).join('')) ?? word);
}

const maskCriterion = (criterion: Criterion): Criterion =>
  typeof criterion.value === 'string'
    ? ({ ...criterion, value: maskCardNumbers(criterion.value) } as Criterion)
    : criterion;
