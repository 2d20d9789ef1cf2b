// Lists live ranking sessions and serves their pages by session id.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { AppError } from '../app-error.ts';
import type { SessionStore } from '../store/session-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { maskSecrets } from '../text/mask.ts';
import { toIso } from '../text/to-iso.ts';
import type { Tokens } from '../tokens.ts';
import { maskCriteria } from './ranking.ts';
import { hasPage, itemsOfPage, type PageDeps } from './session-page.ts';

/** The session id on the wire: unguessable, and it carries its own expiry time. */
export const publicSessionId = (
  { tokens }: { tokens: Tokens },
  { id, expires_at_ms }: { id: string; expires_at_ms: number },
) => tokens.sealPosition('session', { session: id, position: 0, expires_at_ms });

export async function listRankingSessions(
  deps: StoreDeps<SessionStore> & { tokens: Tokens },
  query: Input<'listRankingSessions'>['query'],
) {
  const { page, per_page, convo_id = null } = query;
  const offset = Math.min((page - 1) * per_page, Number.MAX_SAFE_INTEGER);
  const sessions = await deps.store.listRankingSessions({
    convo_id,
    now_ms: deps.clock.now_ms(),
    offset,
    limit: per_page,
  });
  return {
    type: 'ranking_session_list' as const,
    items: sessions.map(({ created_at_ms, expires_at_ms, id, ...session }) => ({
      id: publicSessionId(deps, { id, expires_at_ms }),
      query: maskSecrets(session.query),
      criteria: maskCriteria(session.criteria),
      convo_id: session.convo_id && maskSecrets(session.convo_id),
      per_page: session.per_page,
      total: session.total,
      created_at: toIso(created_at_ms),
      expires_at: toIso(expires_at_ms),
    })),
    page,
    per_page,
  };
}

export async function getRankingSessionPage(
  deps: StoreDeps<SessionStore> & PageDeps,
  params: Input<'getRankingSessionPage'>['params'],
) {
  const { conversation_id, ranking_session_id, page_index } = params;
  const opened = deps.tokens.openPosition('session', ranking_session_id);
  if (!opened) throw new AppError('session_not_found');
  if (opened.expires_at_ms <= deps.clock.now_ms()) throw new AppError('session_expired');
  const session = await deps.store.getRankingSession({ id: opened.session });
  if (session?.convo_id !== conversation_id) throw new AppError('session_not_found');
  if (!hasPage(session, page_index)) throw new AppError('session_out_of_range');
  const items = await itemsOfPage(deps, session, page_index);
  return {
    type: 'inventory_pagination' as const,
    conversation_id,
    session_id: ranking_session_id,
    query: session.query,
    page_index,
    page_size: items.length,
    has_next_page: hasPage(session, page_index + 1),
    expires_at: toIso(session.expires_at_ms),
    items,
  };
}
