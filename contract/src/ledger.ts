// The ledger: facts by any of their ids, and the time line from a presentment to its rewards.
import { z } from 'zod';
import { id } from './lax.ts';
import { nextCursor, perPage, timestamp } from './shared.ts';

/** In the order in which one leads to the next. */
const FACT_KINDS = ['offer', 'click', 'signup', 'conversion', 'reward'] as const;

const factKind = () => z.enum(FACT_KINDS);

export const LedgerQuery = z
  .object({
    id: id().optional().meta({
      description:
        'Of an offer: its id, `presentation_id`, `click_id` or `message_id`. Of a click: its number, or its `click_id` as sent or in its network form. Of a signup: its number or `message_id`. Of a conversion: its id, `transaction_id` or `order_id`, or the reported `click_id` if no click has it. Of a reward: its `no`. Required without `cursor`.',
    }),
    kind: factKind().optional().meta({ description: 'Only facts of this kind.' }),
    per_page: perPage(),
    cursor: z
      .string()
      .optional()
      .meta({ description: 'The `next_cursor` of the previous page. Other parameters are ignored.' }),
  })
  .superRefine((query, ctx) => {
    if (query.id === undefined && query.cursor === undefined)
      ctx.addIssue({ code: 'custom', path: ['id'], params: { type: 'missing' } });
  });

export const TimelineParams = z.object({
  kind: factKind().meta({ description: 'Kind of the fact.' }),
  id: id().meta({ description: 'The `id` of the fact in a lookup. A signup is named by its `message_id`.' }),
});

const LedgerAmount = z
  .strictObject({
    name: z.enum(['value', 'sale_amount', 'commission', 'reward']).meta({
      description:
        'What it is. `value`: the price in an offer. `reward`: what the shopper earns; of a reward, by how much the balance changes.',
    }),
    amount: z.string().meta({ description: 'A decimal string, negative when written off.' }),
    currency: z.string().nullable().meta({ description: 'ISO 4217 code. Null when unknown.' }),
  })
  .meta({ id: 'LedgerAmount', description: 'An amount of a fact.' });

const LedgerFact = z
  .strictObject({
    kind: factKind().meta({ description: 'What it is.' }),
    id: z.string().meta({ description: 'With `kind`, the address of its time line.' }),
    at: timestamp().meta({
      description: 'When it was recorded. Of a conversion, when the sale happened.',
    }),
    status: z.string().nullable().meta({
      description:
        'Of an offer: `registered` or `acknowledged`. Of a signup: `recorded`, `acknowledged` (not recorded yet) or `repeated`. Of a conversion: what the network decided. Of a reward: the balance that changes. Null for a click.',
    }),
    program: z.string().nullable().meta({ description: 'Loyalty program. Null while a conversion is unmatched.' }),
    convo_id: z.string().nullable().meta({ description: 'Conversation. Null while a conversion is unmatched.' }),
    email: z.string().nullable().meta({
      description: 'Email of the shopper, masked unless the key has the scope `pii`. Null if it is not known.',
    }),
    ids: z.record(z.string(), z.string()).meta({
      description:
        'Its other ids, and those of the facts that it refers to, by name: `presentation_id`, `click_id`, `network_click_id`, `message_id`, `signup_id`, `network`, `transaction_id`, `item_id`, `order_id`, `click_no`, `offer_id`, `conversion_id`.',
    }),
    amounts: z.array(LedgerAmount).meta({ description: 'Its amounts. Currencies are never added together.' }),
    summary: z.string().meta({ description: 'The same in a few words, for people.' }),
  })
  .meta({ id: 'LedgerFact', description: 'An offer, click, signup, conversion or reward.' });

export const LedgerFacts = z
  .strictObject({
    items: z.array(LedgerFact).meta({
      description: 'Offers, then clicks, signups, conversions and rewards; newest first within each kind.',
    }),
    next_cursor: nextCursor(),
  })
  .meta({ id: 'LedgerFacts', description: 'A page of facts that have this id.' });

export const Timeline = z
  .strictObject({
    fact: LedgerFact,
    entries: z.array(LedgerFact).meta({ description: 'The fact and all that belong to it, oldest first.' }),
    is_truncated: z.boolean().meta({
      description: 'Whether there are more facts of a kind than 100; then the newest 100 are included.',
    }),
  })
  .meta({ id: 'Timeline', description: 'What led to a fact, and what came of it.' });
