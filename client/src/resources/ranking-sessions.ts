// Ranking sessions: the result sets of searches and conversations.
import { getRankingSessionPage, listRankingSessions } from '../generated/operations.ts';
import type { InventoryPage, ListRankingSessionsQuery, RankingSessionList } from '../generated/schemas.ts';
import { Paged } from '../paged.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

export class RankingSessions extends Resource {
  /** Result sets that have not expired, newest first. */
  list(
    query: ListRankingSessionsQuery = {},
    options?: CallOptions,
  ): Paged<RankingSessionList, RankingSessionList['items'][number], number> {
    return new Paged(
      (page = query.page ?? 1) => this.transport.call(listRankingSessions, { query: { ...query, page } }, options),
      ({ items, page, per_page }) => (items.length < per_page ? null : page + 1),
    );
  }

  /** Any page of the result set of a conversation, by the `session_id` of a chat reply. Needs no key. */
  getPage(convoId: string, sessionId: string, pageIndex: number, options?: CallOptions): Promise<InventoryPage> {
    const params = { conversation_id: convoId, ranking_session_id: sessionId, page_index: pageIndex };
    return this.transport.call(getRankingSessionPage, { params }, options);
  }
}
