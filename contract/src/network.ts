// Accounts with affiliate networks, whose postbacks and reports the service reads.
import { z } from 'zod';
import { list, pattern, ruled, text, textMap } from './lax.ts';
import { listCursor, nextCursor, perPage, timestamp } from './shared.ts';

export const NETWORK_DIALECTS = [
  ...['awin', 'impact', 'admitad', 'rakuten', 'flexoffers', 'everflow', 'tune', 'generic'],
] as const;

/** Rejected postbacks of an account are counted up to this number. */
export const MAX_COUNTED_POSTBACKS = 100;

/** The fields of a report, by their names in `POST /v1/conversions`. */
export const REPORT_FIELDS = [
  'transaction_id',
  'item_id',
  'original_transaction_id',
  'order_id',
  'click_id',
  'program',
  'sale_amount',
  'commission',
  'currency',
  'status',
  'is_paid',
  'occurred_at',
  'modified_at',
] as const;

export const networkName = () =>
  pattern(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/)
    .toLowerCase()
    .meta({
      description: 'Name of your account with an affiliate network, case-insensitive.',
    });

const fieldName = () => ruled(text({ min: 1, max: 200 }), 'must not be blank', (value) => value.trim() !== '');

const namesOf = (field: string) =>
  z
    .preprocess((input) => (typeof input === 'string' ? [input] : input), list(fieldName(), 20, 1))
    .optional()
    .meta({ description: `Names of \`${field}\`. A single name may be sent as a text.` });

const NetworkMapping = z
  .strictObject({
    fields: z
      .strictObject(Object.fromEntries(REPORT_FIELDS.map((field) => [field, namesOf(field)])))
      .optional()
      .meta({ description: 'Your own names of fields, by ours. Of several names, the first that has a value counts.' }),
    statuses: textMap({ entries: 200, key: 200, value: 20 })
      .optional()
      .meta({ description: 'What status words mean: `pending`, `approved` or `declined`.' }),
  })
  .meta({ id: 'NetworkMapping', description: 'Your own field names and status words.' });

export const NetworkInput = z
  .object({
    name: networkName(),
    dialect: z
      .enum(NETWORK_DIALECTS)
      .nullable()
      .optional()
      .meta({ description: 'How the network names fields. Without it, the dialect of its name, or `generic`.' }),
    mapping: NetworkMapping.nullable()
      .optional()
      .meta({ description: 'Names and words that replace those of the dialect.' }),
    currency: pattern(/^[A-Za-z]{3}$/)
      .nullable()
      .optional()
      .meta({
        description:
          'ISO 4217 code of amounts in reports that state none. Without it, a completed account keeps its own.',
      }),
  })
  .meta({ id: 'NetworkInput', description: 'An account to add.' });

const summary = {
  name: z.string().meta({ description: 'Name of the account, in lower case.' }),
  dialect: z.enum(NETWORK_DIALECTS).meta({ description: 'How the network names fields.' }),
  currency: z.string().nullable().meta({ description: 'Currency of reports that state none. Null: as reported.' }),
  takes_postbacks: z.boolean().meta({
    description: 'Whether it has a postback URL. One that only reports have added, or that was removed, has none.',
  }),
  rejected_postbacks: z.int().meta({
    description: `Postbacks that could not be read and are still kept, counted up to ${MAX_COUNTED_POSTBACKS}.`,
  }),
  created_at: timestamp().meta({ description: 'When it was added.' }),
};

const NetworkSummary = z
  .strictObject(summary)
  .meta({ id: 'NetworkSummary', description: 'An account with an affiliate network, without its secret.' });

export const Network = z
  .strictObject({
    ...summary,
    mapping: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'Your own names and words. Null: those of the dialect.' }),
    postback_url: z.string().nullable().meta({
      description:
        'URL to paste at the network, with its macros. It is a secret. Null: the account takes no postbacks.',
    }),
    postback_page: z.string().meta({ description: 'Where to paste the URL at the network.' }),
  })
  .meta({ id: 'Network', description: 'An account with an affiliate network, and its postback URL.' });

export const NetworkListQuery = z.object({ per_page: perPage(), cursor: listCursor() });

export const NetworkList = z
  .strictObject({
    items: z.array(NetworkSummary).meta({ description: 'Accounts, ordered by name.' }),
    next_cursor: nextCursor(),
  })
  .meta({ id: 'NetworkList', description: 'A page of accounts.' });
