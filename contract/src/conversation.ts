// Conversations: the shopping chat and the trace of everything that happened in one.
import { z } from 'zod';
import { Criterion } from './criterion.ts';
import { list, number, text } from './lax.ts';
import { SearchItem } from './product.ts';
import { page, perPage, searchText, timestamp } from './shared.ts';

export const ChatRequest = z
  .object({
    chat: text({ min: 1, max: 2000 }).nullable().optional(),
    refinement_selection: z.object({ category: searchText(), selection: searchText() }).nullable().optional(),
    product_filter: z
      .object({
        low_price: number({ ge: 0 }).nullable().optional(),
        high_price: number({ ge: 0 }).nullable().optional(),
      })
      .nullable()
      .optional(),
    criteria_set_ids: list(z.string(), 50).default([]),
    per_page: perPage(),
  })
  .refine((body) => Boolean(body.chat ?? body.refinement_selection ?? body.product_filter), {
    error: 'chat, refinement_selection or product_filter is required',
  })
  .meta({ id: 'ChatRequest' });

export const ChatReply = z
  .strictObject({
    type: z.literal('chat_reply'),
    convo_id: z.string(),
    message_id: z.string(),
    agent_reply: z.string(),
    found_products: z
      .strictObject({
        query: z.string(),
        criteria: z.array(Criterion),
        search_results: z.record(z.string(), z.array(SearchItem)),
        price_range: z.strictObject({
          low: z.number().nullable(),
          high: z.number().nullable(),
          currency: z.string(),
        }),
      })
      .nullable(),
    product_warning: z.string().nullable(),
    refinement_result: z
      .strictObject({ category: z.string(), options: z.array(z.string()), counts: z.array(z.int()) })
      .nullable(),
    pagination: z
      .strictObject({
        conversation_id: z.string(),
        session_id: z.string(),
        page_index: z.int(),
        has_next_page: z.boolean(),
        next_page_index: z.int().nullable(),
        next_cursor: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'ChatReply' });

export const SpyQuery = z.object({ page: page(), per_page: perPage() });

export const Conversation = z
  .strictObject({
    type: z.literal('conversation'),
    convo_id: z.string(),
    started_at: timestamp(),
    state: z.strictObject({
      query: z.string().nullable(),
      criteria: z.array(Criterion),
      session_id: z.string().nullable(),
    }),
    events: z.array(
      z.strictObject({
        at: timestamp(),
        kind: z.enum(['search', 'chat', 'offer', 'click', 'signup', 'conversion', 'webhook']),
        id: z.string(),
        data: z.record(z.string(), z.unknown()),
      }),
    ),
  })
  .meta({ id: 'Conversation' });
