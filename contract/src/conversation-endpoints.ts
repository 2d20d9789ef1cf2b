// Conversation endpoints: chat, trace and result sets.
import { z } from 'zod';
import {
  ChatReply,
  ChatRequest,
  Conversation,
  ConversationList,
  ConversationListQuery,
  SpyQuery,
} from './conversation.ts';
import { endpoint } from './endpoint.ts';
import { text } from './lax.ts';
import {
  InventoryPage,
  RankingSessionList,
  RankingSessionListQuery,
  RankingSessionPageParams,
} from './ranking-session.ts';
import { convoId } from './shared.ts';

const convoParams = z.object({ convo_id: convoId() });

const resumable = z.object({
  'last-event-id': text({ max: 256 })
    .optional()
    .meta({ description: 'Id of the last event received. The stream continues after it.' }),
});

export const conversationEndpoints = {
  chat: endpoint({
    method: 'POST',
    path: '/chat/{convo_id}',
    tag: 'Conversations',
    summary: 'Talk to the shopping assistant',
    description:
      'Takes one turn of a conversation and answers with text, products and a question to narrow them down. Turns of one conversation are processed one at a time. With `Accept: text/event-stream` the same answer comes as events. A stream that was cut off continues if the request is sent again with `Last-Event-ID`: that takes no other turn.',
    group: 'chat',
    feature: 'chat',
    writes: true,
    params: convoParams,
    headers: resumable,
    body: ChatRequest,
    events: '`reply.delta` (a piece of `text`), `products`, `refinement`, and `done` with the whole answer',
    success: { status: 200, description: 'The assistant answers', body: ChatReply },
    errors: ['not_ready', 'search_too_costly', 'search_unavailable', 'reply_not_kept'],
  }),
  listConversations: endpoint({
    method: 'GET',
    path: '/v1/conversations',
    tag: 'Conversations',
    summary: 'List recent conversations',
    description:
      'Lists conversations by their last event, newest first, with the number of events of each kind and what was last said. `/spy/{convo_id}` has their events.',
    group: 'operate',
    scope: 'operate',
    query: ConversationListQuery,
    success: { status: 200, description: 'A page of conversations', body: ConversationList },
    errors: ['cursor_not_found'],
  }),
  spy: endpoint({
    method: 'GET',
    path: '/spy/{convo_id}',
    tag: 'Conversations',
    summary: 'Read the trace of a conversation',
    description:
      'Returns everything that happened in a conversation, oldest first: searches, chat turns, offers, clicks and signups. With `Accept: text/event-stream` it streams the events live.',
    group: 'spy',
    scope: 'operate',
    params: convoParams,
    headers: resumable,
    query: SpyQuery,
    events: 'every event of the conversation as it happens, named by its kind',
    success: { status: 200, description: 'The conversation', body: Conversation },
    errors: ['conversation_not_found'],
  }),
  listRankingSessions: endpoint({
    method: 'GET',
    path: '/inventory/ranking-sessions',
    tag: 'Conversations',
    summary: 'List live result sets',
    description: 'Lists result sets that have not expired, newest first, of all conversations or of one.',
    group: 'discovery',
    scope: 'discovery',
    feature: 'discovery',
    query: RankingSessionListQuery,
    success: { status: 200, description: 'A page of sessions', body: RankingSessionList },
  }),
  getRankingSessionPage: endpoint({
    method: 'GET',
    path: '/inventory/ranking-sessions/{conversation_id}/{ranking_session_id}/pages/{page_index}',
    tag: 'Conversations',
    summary: "Get a page of a conversation's result set",
    description:
      'Returns any page of a result set of a conversation, by the `session_id` of a chat reply. The session id is unguessable, so no key is required.',
    group: 'inventory',
    feature: 'discovery',
    params: RankingSessionPageParams,
    success: { status: 200, description: 'The page', body: InventoryPage },
    errors: ['session_not_found', 'session_expired', 'session_out_of_range'],
  }),
} as const;
