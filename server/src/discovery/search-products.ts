// Product search: a query creates a ranking session, a cursor returns a further page of one.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { DEFAULT_PER_PAGE } from '@finderfee/contract/shared.ts';
import { AppError } from '../app-error.ts';
import type { ConfigStore } from '../store/config-store.ts';
import type { NewRankingSession, RankingSession, SessionStore } from '../store/session-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { wordsOf } from '../text/analyse.ts';
import { plainQuotes } from '../text/fold-text.ts';
import { type IndexDeps, type NewSessionDeps, newSearch, searchIndex, withCriteriaSets } from './ranking.ts';
import { type PageDeps, searchPage } from './session-page.ts';

type SearchInput = Input<'searchProducts'>;
type RankDeps = IndexDeps & NewSessionDeps & { store: ConfigStore };
type ShowDeps = PageDeps & { store: SessionStore };
type CursorDeps = ShowDeps & StoreDeps<SessionStore>;

interface SearchContext {
  /** Aborts the search when the caller disconnects. */
  signal?: AbortSignal;
  /** Tells callers apart in statistics. */
  caller?: string;
}

export async function searchProducts(
  deps: RankDeps & CursorDeps,
  { body, headers }: Pick<SearchInput, 'body' | 'headers'>,
  context: SearchContext = {},
) {
  if (typeof body.cursor === 'string') {
    const { session, page } = await openCursor(deps, body.cursor);
    return searchPage(deps, session, page);
  }
  const session = await rankProducts(deps, body, headers['x-convo-id'] ?? null, context);
  return saveAndShow(deps, session);
}

/** The first page. It resolves after the session is committed; both happen concurrently. */
export async function saveAndShow(deps: ShowDeps, session: NewRankingSession) {
  const [page] = await Promise.all([searchPage(deps, session, 0), deps.store.insertRankingSession(session)]);
  return page;
}

/** The session of a cursor, and the page that follows. */
export async function openCursor(deps: CursorDeps, cursor: string): Promise<{ session: RankingSession; page: number }> {
  const opened = deps.tokens.openPosition('cursor', cursor);
  if (!opened) throw new AppError('cursor_not_found');
  if (opened.expires_at_ms <= deps.clock.now_ms()) throw new AppError('cursor_expired');
  const session = await deps.store.getRankingSession({ id: opened.session });
  if (!session) throw new AppError('cursor_not_found');
  return { session, page: opened.position };
}

/** A new session, which is not committed yet. */
export async function rankProducts(
  deps: RankDeps,
  body: SearchInput['body'],
  convo_id: string | null,
  { signal, caller = '' }: SearchContext,
): Promise<NewRankingSession> {
  const { query, criteria = [], per_page = DEFAULT_PER_PAGE, ...rest } = body;
  const request = await withCriteriaSets(deps, { ...rest, text: query!, criteria });
  const { product_nos, corrections } = await searchIndex(deps, request, { signal });
  const interpreted = interpret(request.text, corrections);
  const content = { query: interpreted, criteria: request.criteria, convo_id, per_page, product_nos };
  return newSearch(deps, content, caller);
}

/** The query as understood: normalised, with spelling corrections applied. */
export function interpret(text: string, corrections: [typed: string, meant: string][]): string {
  const normal = plainQuotes(text).normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
  const meant = new Map(corrections);
  return normal.replace(/[\p{L}\p{M}\p{N}']+/gu, (word) => meant.get(wordsOf(word).join('')) ?? word);
}
