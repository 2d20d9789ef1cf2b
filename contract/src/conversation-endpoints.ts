// The endpoints of conversations: the chat, its trace and its result sets.
import { z } from 'zod';
import { ChatReply, ChatRequest, Conversation, SpyQuery } from './conversation.ts';
import { endpoint } from './endpoint.ts';
import { text } from './lax.ts';
import {
  InventoryPage,
  RankingSessionList,
  RankingSessionListQuery,
  RankingSessionPageParams,
} from './ranking-session.ts';
import { pathId } from './shared.ts';

const convoParams = z.object({ convo_id: pathId() });

export const conversationEndpoints = {
  chat: endpoint({
    method: 'POST',
    path: '/chat/{convo_id}',
    tag: 'Conversations',
    summary: 'Say something to the shopping assistant',
    group: 'chat',
    feature: 'chat',
    writes: true,
    built: true,
    params: convoParams,
    body: ChatRequest,
    events: '`reply.delta` (`text`), `products`, `refinement`, and `done` with the whole answer',
    replies: { 200: { description: 'The assistant answers', body: ChatReply } },
    errors: ['not_ready', 'search_too_costly'],
  }),
  spy: endpoint({
    method: 'GET',
    path: '/spy/{convo_id}',
    tag: 'Conversations',
    summary: 'See everything that happened in a conversation',
    group: 'spy',
    scope: 'operate',
    built: true,
    params: convoParams,
    headers: z.object({ 'last-event-id': text({ max: 256 }).optional() }),
    query: SpyQuery,
    events: 'every event of the conversation, as it happens, by its kind; `Last-Event-ID` goes on after one',
    replies: { 200: { description: 'The conversation', body: Conversation } },
    errors: ['conversation_not_found'],
  }),
  listRankingSessions: endpoint({
    method: 'GET',
    path: '/inventory/ranking-sessions',
    tag: 'Conversations',
    summary: 'List live ranking sessions, the newest first',
    group: 'discovery',
    scope: 'discovery',
    feature: 'discovery',
    built: true,
    query: RankingSessionListQuery,
    replies: { 200: { description: 'A page of sessions', body: RankingSessionList } },
  }),
  getRankingSessionPage: endpoint({
    method: 'GET',
    path: '/inventory/ranking-sessions/{conversation_id}/{ranking_session_id}/pages/{page_index}',
    tag: 'Conversations',
    summary: 'Get a page of the result set of a conversation',
    group: 'inventory',
    feature: 'discovery',
    built: true,
    params: RankingSessionPageParams,
    replies: { 200: { description: 'The page', body: InventoryPage } },
    errors: ['session_not_found', 'session_expired', 'session_out_of_range'],
  }),
} as const;
