// Conversations: the shopping chat and the trace of a conversation.
import { z } from 'zod';
import { Criterion } from './criterion.ts';
import { dateTime, list, number, text } from './lax.ts';
import { SearchItem } from './product.ts';
import { nextCursor, page, pageIndex, perPage, searchText, timestamp } from './shared.ts';

const RefinementSelection = z
  .object({
    category: searchText().meta({ description: 'The `category` of the last `refinement_result`.' }),
    selection: searchText().meta({ description: 'One of its `options`.' }),
  })
  .meta({ id: 'RefinementSelection', description: 'The option a shopper chose.' });

const ProductFilter = z
  .object({
    low_price: number({ ge: 0 }).nullable().optional().meta({ description: 'Lowest price. Null: no limit.' }),
    high_price: number({ ge: 0 }).nullable().optional().meta({ description: 'Highest price. Null: no limit.' }),
  })
  .meta({ id: 'ProductFilter', description: 'Price limits set with a control of the client.' });

export const ChatRequest = z
  .object({
    chat: text({ min: 1, max: 2000 }).nullable().optional().meta({ description: 'What the shopper says.' }),
    refinement_selection: RefinementSelection.nullable()
      .optional()
      .meta({ description: 'Answers the question of the last `refinement_result`.' }),
    product_filter: ProductFilter.nullable().optional().meta({ description: 'Replaces the price limits.' }),
    criteria_set_ids: list(z.string(), 50)
      .default([])
      .meta({ description: 'Ids of criteria sets for this and later turns. Empty: keep those of the previous turn.' }),
    per_page: perPage(),
  })
  .refine((body) => Boolean(body.chat ?? body.refinement_selection ?? body.product_filter), {
    error: 'chat, refinement_selection or product_filter is required',
  })
  .meta({
    id: 'ChatRequest',
    description: 'One turn. At least one of `chat`, `refinement_selection` and `product_filter` is required.',
  });

const PriceRange = z
  .strictObject({
    low: z.number().nullable().meta({ description: 'Lowest price. Null when no price is known.' }),
    high: z.number().nullable().meta({ description: 'Highest price. Null when no price is known.' }),
    currency: z.string().meta({ description: 'ISO 4217 code of both.' }),
  })
  .meta({ id: 'PriceRange', description: 'Prices of all products found, in one currency.' });

const FoundProducts = z
  .strictObject({
    query: z.string().meta({ description: 'The query that was searched for.' }),
    criteria: z.array(Criterion).meta({ description: 'The filters that were applied.' }),
    search_results: z.record(z.string(), z.array(SearchItem)).meta({
      description: 'Products of the page by source. The service has one source, `catalogue`.',
    }),
    price_range: PriceRange,
  })
  .meta({ id: 'FoundProducts', description: 'What a turn found.' });

const RefinementResult = z
  .strictObject({
    category: z.string().meta({ description: 'What is asked about: `brand`, `price`, `color`, `size` or `category`.' }),
    options: z.array(z.string()).meta({ description: 'Answers to choose from, as texts to show.' }),
    counts: z.array(z.int()).meta({ description: 'Number of products per option, in the same order.' }),
  })
  .meta({ id: 'RefinementResult', description: 'The question that narrows the products down best.' });

const Pagination = z
  .strictObject({
    conversation_id: z.string().meta({ description: 'The conversation.' }),
    session_id: z.string().meta({ description: 'Ranking session, for `GET /inventory/ranking-sessions/…`.' }),
    page_index: pageIndex(),
    has_next_page: z.boolean().meta({ description: 'Whether there is another page.' }),
    next_page_index: z.int().nullable().meta({ description: 'Index of the next page. Null on the last one.' }),
    next_cursor: nextCursor(),
  })
  .meta({ id: 'Pagination', description: 'Where the next page of products is.' });

const UNDERSTOOD_KINDS = [
  'subject',
  'word',
  'brand',
  'merchant',
  'color',
  'size',
  'material',
  'gender',
  'condition',
  'category',
  'price',
  'discount',
  'availability',
  'shipping',
  'exclusion',
  'similar',
  'sort',
  'criterion',
  'unknown',
] as const;

const Understood = z
  .strictObject({
    label: z.string().meta({ description: 'What was understood, as a text to show: `under $60`, `not Nike`.' }),
    kind: z.enum(UNDERSTOOD_KINDS).meta({
      description:
        'What it is. `subject` is the product looked for, `word` a part such as `with hood`, `criterion` another filter. `unknown` is a word that the catalogue does not know.',
    }),
    undo_message: z.string().meta({ description: 'Sent as `chat`, it takes this back, and nothing else.' }),
  })
  .meta({ id: 'Understood', description: 'One thing that the assistant understood and uses from turn to turn.' });

export type Understood = z.output<typeof Understood>;

export const ChatReply = z
  .strictObject({
    type: z.literal('chat_reply').meta({ description: 'Always `chat_reply`.' }),
    convo_id: z.string().meta({ description: 'The conversation.' }),
    message_id: z.string().meta({ description: 'Id of this reply, assigned by the service.' }),
    agent_reply: z.string().meta({ description: 'What the assistant says, plain text.' }),
    understood: z.array(Understood).meta({
      description: 'What the conversation asks for after this turn, each part with a message that takes it back.',
    }),
    found_products: FoundProducts.nullable().meta({
      description: 'Products found. Null when the turn found none to show, or the catalogue has nothing of the kind.',
    }),
    product_warning: z.string().nullable().meta({
      description:
        'What the shopper should know: a filter that was left out, words that no product confirms, or that nothing matched. `agent_reply` says it too. Null otherwise.',
    }),
    refinement_result: RefinementResult.nullable().meta({ description: 'A question to narrow down, or null.' }),
    pagination: Pagination.nullable().meta({ description: 'Paging of `found_products`. Null when there are none.' }),
  })
  .meta({ id: 'ChatReply', description: 'The reply of the assistant.' });

export type ChatReply = z.output<typeof ChatReply>;
export const ConversationListQuery = z.object({
  from: dateTime()
    .optional()
    .meta({ description: 'Only conversations with an event at this time or later, ISO 8601.' }),
  to: dateTime().optional().meta({ description: 'Only conversations whose last event is before this time, ISO 8601.' }),
  per_page: perPage(),
  cursor: z
    .string()
    .optional()
    .meta({ description: 'The `next_cursor` of the previous page. Other parameters are ignored.' }),
});

const count = (description: string) => z.int().meta({ description });

const ConversationSummary = z
  .strictObject({
    convo_id: z.string().meta({ description: 'The conversation.' }),
    started_at: timestamp().meta({ description: 'When its first event happened.' }),
    last_event_at: timestamp().meta({ description: 'When its last event happened.' }),
    counts: z
      .strictObject({
        search: count('Searches, those of chat turns included.'),
        chat: count('Turns of the chat.'),
        offer: count('Offers.'),
        click: count('Clicks.'),
        signup: count('Signups.'),
        conversion: count('Changes of conversions.'),
        webhook: count('Webhooks.'),
        tool: count('Tool calls of agents, those without a fact of their own included.'),
      })
      .meta({ description: 'Events by kind, at most the newest 10,000 of searches and of others.' }),
    last_chat: z.string().nullable().meta({
      description: 'What the shopper last said. Null without a turn, or if it was a choice without words.',
    }),
    last_query: z.string().nullable().meta({ description: 'Query of the last search. Null without one.' }),
  })
  .meta({ id: 'ConversationSummary', description: 'A conversation in a list.' });

export const ConversationList = z
  .strictObject({
    items: z.array(ConversationSummary).meta({
      description: 'Conversations, the one with the last event first. A page may be short although others follow.',
    }),
    next_cursor: nextCursor(),
  })
  .meta({ id: 'ConversationList', description: 'A page of conversations.' });

export const SpyQuery = z.object({ page: page(), per_page: perPage() });

const ConversationState = z
  .strictObject({
    query: z.string().nullable().meta({ description: 'Query of the latest search. Null when there was none.' }),
    criteria: z.array(Criterion).meta({ description: 'Filters of the latest search.' }),
    session_id: z.string().nullable().meta({ description: 'Ranking session of the latest search.' }),
  })
  .meta({ id: 'ConversationState', description: 'Current state of the conversation.' });

const ConversationEvent = z
  .strictObject({
    at: timestamp().meta({ description: 'When it happened.' }),
    kind: z
      .enum(['search', 'chat', 'offer', 'click', 'signup', 'conversion', 'webhook', 'tool'])
      .meta({ description: 'What happened. `tool`: an agent called a tool of `/mcp`.' }),
    id: z.string().meta({ description: 'Id of the fact, unique within its kind.' }),
    data: z.record(z.string(), z.unknown()).meta({
      description: "The fact's own fields. Emails are masked unless the key has the scope `pii`.",
    }),
  })
  .meta({ id: 'ConversationEvent', description: 'One event of a conversation.' });

export const Conversation = z
  .strictObject({
    type: z.literal('conversation').meta({ description: 'Always `conversation`.' }),
    convo_id: z.string().meta({ description: 'The conversation.' }),
    started_at: timestamp().meta({ description: 'When its first event happened.' }),
    state: ConversationState,
    events: z.array(ConversationEvent).meta({ description: 'Events of this page, oldest first.' }),
  })
  .meta({ id: 'Conversation', description: 'The trace of a conversation.' });
