// Ranking sessions: the fixed, expiring result sets behind cursors and conversations.
import { z } from 'zod';
import { Criterion } from './criterion.ts';
import { integer, text } from './lax.ts';
import { SearchItem } from './product.ts';
import { page, perPage, timestamp } from './shared.ts';

export const RankingSessionListQuery = z.object({
  page: page(),
  per_page: perPage(),
  convo_id: text({ max: 256 }).optional(),
});

export const RankingSessionList = z
  .strictObject({
    type: z.literal('ranking_session_list'),
    items: z.array(
      z.strictObject({
        id: z.string(),
        query: z.string(),
        criteria: z.array(Criterion),
        convo_id: z.string().nullable(),
        per_page: z.int(),
        total: z.int(),
        created_at: timestamp(),
        expires_at: timestamp(),
      }),
    ),
    page: z.int(),
    per_page: z.int(),
  })
  .meta({ id: 'RankingSessionList' });

export const RankingSessionPageParams = z.object({
  conversation_id: text({ max: 256 }),
  ranking_session_id: text({ max: 256 }),
  page_index: integer({ ge: 0 }),
});

export const InventoryPage = z
  .strictObject({
    type: z.literal('inventory_pagination'),
    conversation_id: z.string(),
    session_id: z.string(),
    query: z.string(),
    page_index: z.int(),
    page_size: z.int(),
    has_next_page: z.boolean(),
    expires_at: timestamp(),
    items: z.array(SearchItem),
  })
  .meta({ id: 'InventoryPage' });
