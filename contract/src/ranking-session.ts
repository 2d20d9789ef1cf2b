// Ranking sessions: the fixed, expiring result sets of searches and conversations.
import { z } from 'zod';
import { Criterion } from './criterion.ts';
import { integer, text } from './lax.ts';
import { SearchItem } from './product.ts';
import { itemsOnPage, page, pageIndex, perPage, timestamp } from './shared.ts';

export const RankingSessionListQuery = z.object({
  page: page(),
  per_page: perPage(),
  convo_id: text({ max: 256 }).optional().meta({ description: 'Only sessions of this conversation.' }),
});

const RankingSession = z
  .strictObject({
    id: z.string().meta({ description: 'Session id, unguessable. It expires with the session.' }),
    query: z.string().meta({ description: 'The interpreted query.' }),
    criteria: z.array(Criterion).meta({ description: 'The filters, including those of criteria sets.' }),
    convo_id: z.string().nullable().meta({ description: 'Conversation of the search. Null without one.' }),
    per_page: z.int().meta({ description: 'Products per page.' }),
    total: z.int().meta({ description: 'Number of products in the result set.' }),
    created_at: timestamp().meta({ description: 'When the search was made.' }),
    expires_at: timestamp().meta({ description: 'When the result set expires.' }),
  })
  .meta({ id: 'RankingSession', description: 'A live result set.' });

export const RankingSessionList = z
  .strictObject({
    type: z.literal('ranking_session_list').meta({ description: 'Always `ranking_session_list`.' }),
    items: z.array(RankingSession).meta({ description: 'Live sessions, newest first.' }),
    page: z.int().meta({ description: 'Page number, starting at 1.' }),
    per_page: z.int().meta({ description: 'Sessions per page.' }),
  })
  .meta({ id: 'RankingSessionList', description: 'A page of live result sets.' });

export const RankingSessionPageParams = z.object({
  conversation_id: text({ max: 256 }).meta({ description: 'The conversation the session belongs to.' }),
  ranking_session_id: text({ max: 256 }).meta({ description: 'The `session_id` of a chat reply or a trace.' }),
  page_index: integer({ ge: 0 }).meta({ description: 'Zero-based index of the page.' }),
});

export const InventoryPage = z
  .strictObject({
    type: z.literal('inventory_pagination').meta({ description: 'Always `inventory_pagination`.' }),
    conversation_id: z.string().meta({ description: 'The conversation.' }),
    session_id: z.string().meta({ description: 'The ranking session.' }),
    query: z.string().meta({ description: 'The interpreted query.' }),
    page_index: pageIndex(),
    page_size: itemsOnPage(),
    has_next_page: z.boolean().meta({ description: 'Whether there is another page.' }),
    expires_at: timestamp().meta({ description: 'When the result set expires.' }),
    items: z.array(SearchItem).meta({ description: 'Products of this page, best first.' }),
  })
  .meta({ id: 'InventoryPage', description: 'A page of the result set of a conversation.' });
