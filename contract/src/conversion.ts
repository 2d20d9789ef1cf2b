// Conversions: what affiliate networks report about sales, the rewards they earn, and the postbacks they arrived in.
import { z } from 'zod';
import { dateTime, decimal, flag, id, list, pattern, ruled } from './lax.ts';
import { networkName } from './network.ts';
import { program, shopperEmail } from './offer.ts';
import { nextCursor, perPage, timestamp } from './shared.ts';

const STATUSES = ['pending', 'approved', 'declined'] as const;

const amountInput = (description: string) =>
  decimal()
    .nullable()
    .optional()
    .meta({ description: `${description} A decimal string or a number, negative for a refund; null: not known.` });
const reportedId = () => ruled(id(), 'must not be blank', (value) => value.trim() !== '').meta({ pattern: '\\S' });
const optionalId = (description: string) => reportedId().nullable().optional().meta({ description });
const optionalTime = (description: string) => dateTime().nullable().optional().meta({ description });

const ConversionReport = z
  .object({
    network: networkName().meta({
      description:
        'Name of your account with the affiliate network, case-insensitive. An account that does not exist is added.',
    }),
    transaction_id: reportedId().meta({ description: "The network's id of the transaction." }),
    item_id: optionalId('Part of the transaction, if the network reports its items one by one.'),
    original_transaction_id: optionalId(
      'The transaction that this one corrects; its item is the one of this report. The amounts are added to those of the original.',
    ),
    order_id: optionalId("The shop's id of the order."),
    click_id: optionalId('The click id as the network returns it: as sent, or in its 32-character network form.'),
    program: program().nullable().optional().meta({
      description: 'Loyalty program identifier. Required if the same click id occurs in several programs.',
    }),
    sale_amount: amountInput('What the shopper paid.'),
    commission: amountInput('What the network pays to you.'),
    currency: pattern(/^[A-Za-z]{3}$/)
      .nullable()
      .optional()
      .meta({ description: 'ISO 4217 code of both amounts. Without it, the currency of the account, if it has one.' }),
    status: z
      .enum(STATUSES)
      .nullable()
      .optional()
      .meta({ description: 'What the network decided about the sale. Without it, as reported before, or `pending`.' }),
    is_paid: flag().nullable().optional().meta({ description: 'Whether the network has paid the commission.' }),
    occurred_at: optionalTime('When the sale happened, ISO 8601. Without it, the time of arrival.'),
    modified_at: optionalTime(
      'When the network changed the transaction, ISO 8601. The report with the latest one decides; without it, the last to arrive.',
    ),
  })
  .meta({ id: 'ConversionReport', description: 'What a network says about one transaction at one time.' });

export const ConversionsInput = z
  .object({
    conversions: list(ConversionReport, 1000, 1).meta({ description: 'Reports, from 1 to 1,000.' }),
  })
  .meta({ id: 'ConversionsInput', description: 'Reports to record, all or none.' });

const conversionId = () => z.int().positive().meta({ description: 'Conversion id, assigned by the service.' });

const RecordedReport = z
  .strictObject({
    id: conversionId().meta({
      description: 'Id of the conversion that the report belongs to: for a correction, that of the original.',
    }),
    state: z.enum(['recorded', 'updated', 'unchanged']).meta({
      description:
        '`recorded`: the first report of the transaction. `updated`: it changed the conversion. `unchanged`: a duplicate, or older than what is known.',
    }),
    is_matched: z.boolean().meta({ description: 'Whether the click of the conversion is known.' }),
  })
  .meta({ id: 'RecordedReport', description: 'What became of one report.' });

export const RecordedReports = z.array(RecordedReport);

const status = () => z.enum(STATUSES).meta({ description: 'Status of the sale, as the network decided.' });
const amount = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `${description} A decimal string; null when unknown.` });
const currency = () => z.string().nullable().meta({ description: 'ISO 4217 code. Null when unknown.' });

const ConversionReward = z
  .strictObject({
    amount: z
      .string()
      .nullable()
      .meta({ description: 'What the shopper earns, a decimal string. Null if `reason` says why there is none.' }),
    currency: currency(),
    reason: z.enum(['no_offer', 'no_rebate', 'rebate_out_of_range', 'no_amount', 'no_currency']).nullable().meta({
      description:
        'Why there is no reward. `no_offer`: no offer is known for the click. `no_rebate`: the offer has no `rebate_pct`. `rebate_out_of_range`: it is negative, or above what this installation allows. `no_amount`: neither the report nor an offer registered with a key says what was paid. `no_currency`: the report and the account name no currency.',
    }),
  })
  .meta({ id: 'ConversionReward', description: 'The reward of a conversion.' });

const ConversionHistoryEntry = z
  .strictObject({
    received_at: timestamp().meta({ description: 'When the report arrived.' }),
    modified_at: timestamp().nullable().meta({ description: 'When the network changed the transaction.' }),
    status: status(),
    sale_amount: amount('Sale amount of the report.'),
    commission: amount('Commission of the report.'),
    is_applied: z
      .boolean()
      .meta({ description: 'Whether it was the newest report of its transaction when it arrived.' }),
  })
  .meta({ id: 'ConversionHistoryEntry', description: 'A report of the conversion or of a correction.' });

export const Conversion = z
  .strictObject({
    id: conversionId(),
    network: z.string().meta({ description: 'Name of the network account.' }),
    transaction_id: z.string().meta({ description: "The network's id of the transaction." }),
    item_id: z.string().nullable().meta({ description: 'Part of the transaction. Null if it is reported as a whole.' }),
    status: status(),
    is_paid: z.boolean().meta({ description: 'Whether the network has paid the commission.' }),
    sale_amount: amount('What the shopper paid, corrections included.'),
    commission: amount('What the network pays to you, corrections included.'),
    currency: currency(),
    click_id: z.string().nullable().meta({ description: 'Id of the matched click, or the reported id.' }),
    offer_id: z.int().nullable().meta({ description: 'Id of the offer that was clicked. Null when unknown.' }),
    program: z.string().nullable().meta({ description: 'Program of the matched click. Null while unmatched.' }),
    unmatched_reason: z
      .enum(['not_reported', 'no_click_id', 'unknown_click', 'ambiguous', 'click_after_sale'])
      .nullable()
      .meta({
        description:
          'Why no click is known. `not_reported`: only corrections of it have arrived. `no_click_id`: no report names one. `unknown_click`: it has not arrived yet. `ambiguous`: the id occurs in several programs. `click_after_sale`: the click is dated after the sale.',
      }),
    reward: ConversionReward.nullable().meta({ description: 'Null while the conversion is not matched to a click.' }),
    history: z.array(ConversionHistoryEntry).meta({ description: 'Every report, in the order of arrival.' }),
  })
  .meta({ id: 'Conversion', description: 'A sale, as its reports together describe it.' });

const cursor = () =>
  z.string().optional().meta({ description: 'The `next_cursor` of the previous page. Other parameters are ignored.' });

export const ConversionListQuery = z.object({
  status: z.enum(STATUSES).optional().meta({ description: 'Only conversions with this status.' }),
  is_matched: flag().optional().meta({ description: 'Only conversions whose click is known, or is not.' }),
  network: networkName().optional().meta({ description: 'Only conversions of this network account.' }),
  program: id().optional().meta({ description: 'Only conversions matched to a click of this program.' }),
  per_page: perPage(),
  cursor: cursor(),
});

export const ConversionList = z
  .strictObject({
    items: z.array(Conversion).meta({ description: 'Conversions, newest first.' }),
    next_cursor: nextCursor(),
  })
  .meta({ id: 'ConversionList', description: 'A page of conversions.' });

export const ConversionMatch = z
  .object({
    click_id: reportedId().meta({ description: 'Id of the click, or its 32-character network form.' }),
    program: program().nullable().optional().meta({
      description: 'Program of the click. Required if the click id occurs in several programs.',
    }),
  })
  .meta({ id: 'ConversionMatch', description: 'The click that led to a sale.' });

export const RewardListQuery = z.object({
  program: id().optional().meta({ description: 'Only changes in this program.' }),
  email: shopperEmail()
    .optional()
    .meta({ description: 'Only changes for this shopper. Works without the scope `pii`.' }),
  per_page: perPage(),
  cursor: cursor(),
});

export const RewardChange = z
  .strictObject({
    no: z.int().positive().meta({ description: 'Number of the change, ascending.' }),
    conversion_id: conversionId(),
    program: z.string().meta({ description: 'Loyalty program identifier.' }),
    email: z.string().nullable().meta({
      description: 'Email of the shopper, masked unless the key has the scope `pii`. Null if it is not known.',
    }),
    status: z.enum(STATUSES).meta({ description: 'The balance that changes.' }),
    amount: z.string().meta({ description: 'By how much it changes: a decimal string, negative when written off.' }),
    currency: z.string().meta({ description: 'ISO 4217 code.' }),
    changed_at: timestamp().meta({ description: 'When the balance changed.' }),
  })
  .meta({
    id: 'RewardChange',
    description: "A change of a shopper's balance. The sum per program, email, status and currency is the balance.",
  });

export const RewardList = z
  .strictObject({
    items: z.array(RewardChange).meta({ description: 'Changes, newest first.' }),
    next_cursor: nextCursor(),
  })
  .meta({ id: 'RewardList', description: 'A page of changes of balances.' });

export const PostbackListQuery = z.object({
  network: networkName().optional().meta({ description: 'Only postbacks of this network account.' }),
  is_rejected: flag().optional().meta({ description: 'Only postbacks that could not be read, or could.' }),
  per_page: perPage(),
  cursor: cursor(),
});

const Postback = z
  .strictObject({
    id: z.int().positive().meta({ description: 'Postback id, assigned by the service.' }),
    network: z.string().meta({ description: 'Name of the network account.' }),
    received_at: timestamp().meta({ description: 'When it arrived.' }),
    reason: z.string().nullable().meta({ description: 'Why it was rejected. Null if it was recorded.' }),
    fields: z.record(z.string(), z.string()).meta({
      description: 'Its fields as sent, with emails masked unless the key has the scope `pii`.',
    }),
  })
  .meta({ id: 'Postback', description: 'A postback of an affiliate network, as it arrived.' });

export const PostbackList = z
  .strictObject({
    items: z.array(Postback).meta({ description: 'Postbacks, newest first.' }),
    next_cursor: nextCursor(),
  })
  .meta({ id: 'PostbackList', description: 'A page of postbacks.' });
