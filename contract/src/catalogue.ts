// The catalogue as its operator sees it: products that are written, feeds that are fetched, and what their runs did.
import { z } from 'zod';
import { flag, integer, list, pattern, ruled, text } from './lax.ts';
import { perPage, timestamp } from './shared.ts';

export const FeedId = pattern(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/);

const isWebAddress = (value: string) =>
  !/\s/.test(value) && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
const short = () => text({ min: 1, max: 500 }).optional();
const address = () =>
  ruled(text({ max: 8192 }), 'must be an absolute http or https URL', isWebAddress).meta({
    format: 'uri',
    description: 'May hold a key: it is never shown again but for its host.',
  });
const interval = () => text({ max: 10 });
const MAX_MAPPING_CHARS = 65_536;
const mapping = () =>
  z
    .unknown()
    .refine((value) => JSON.stringify(value ?? null).length <= MAX_MAPPING_CHARS, {
      error: `must be at most ${MAX_MAPPING_CHARS} characters of JSON`,
    })
    .optional();
const MODES = ['delta', 'full'];
const mode = () => ruled(text(), 'must be delta or full', (value) => MODES.includes(value)).meta({ enum: MODES });

export const FeedInput = z
  .object({
    id: FeedId,
    url: address(),
    every: interval()
      .default('6h')
      .meta({ default: '6h', description: 'How often it is fetched: 30min, 6h, 1d; at most 30d.' }),
    mode: mode()
      .default('full')
      .meta({ default: 'full', description: 'full: what is not in the file any more is deleted.' }),
    format: text({ max: 20 }).default('auto').meta({ default: 'auto' }),
    mapping: mapping().meta({ description: 'Which column holds which field, for a format of your own.' }),
    merchant_id: short(),
    merchant_name: short(),
    domain: short(),
    currency: short(),
    link_template: text({ min: 1, max: 4096 }).optional(),
    publisher_id: short(),
    encoding: short(),
    strict: flag().default(false).meta({
      default: false,
      description:
        'Reject products that cannot be sold: without a currency, without a link, or with a publisher id placeholder left in a link.',
    }),
  })
  .meta({ id: 'FeedInput' });

export type FeedInput = z.output<typeof FeedInput>;

const clearable = () => short().nullable();

export const FeedChange = z
  .object({
    url: address().optional(),
    every: interval().optional(),
    mode: mode().optional(),
    format: text({ max: 20 }).optional(),
    mapping: mapping(),
    merchant_id: clearable(),
    merchant_name: clearable(),
    domain: clearable(),
    currency: clearable(),
    link_template: text({ min: 1, max: 4096 }).optional().nullable(),
    publisher_id: clearable(),
    encoding: clearable(),
    strict: flag().optional(),
    is_paused: flag().optional(),
  })
  .meta({ id: 'FeedChange', description: 'What is left out stays; null takes a setting back.' });

export type FeedChange = z.output<typeof FeedChange>;

export const RunFeedQuery = z.object({
  anew: flag().default(false).meta({ default: false, description: 'Also when the source says that it is as it was' }),
  force: flag().default(false).meta({
    default: false,
    description: 'Apply a full feed that has lost half of its products, or a fifth of its rows',
  }),
});

export const Feed = z
  .strictObject({
    type: z.literal('feed'),
    id: z.string(),
    url: z.string().meta({ description: 'Shortened to its host' }),
    mode: z.enum(['delta', 'full']),
    every: z.string(),
    format: z.string(),
    is_mapped: z.boolean(),
    merchant_id: z.string().nullable(),
    merchant_name: z.string().nullable(),
    domain: z.string().nullable(),
    currency: z.string().nullable(),
    link_template: z.string().nullable(),
    publisher_id: z.string().nullable(),
    encoding: z.string().nullable(),
    strict: z.boolean().meta({ description: 'Whether products that cannot be sold are rejected.' }),
    is_paused: z.boolean(),
    failures: z.int().meta({ description: 'Runs that failed since the last good one' }),
    next_run_at: timestamp().nullable(),
    created_at: timestamp(),
  })
  .meta({ id: 'Feed' });

export const FeedList = z.strictObject({ type: z.literal('feed_list'), items: z.array(Feed) }).meta({ id: 'FeedList' });

const counts = () => z.record(z.string(), z.int());

export const FeedRun = z
  .strictObject({
    type: z.literal('feed_run'),
    id: z.int(),
    feed_id: z.string(),
    mode: z.enum(['delta', 'full']),
    state: z.enum(['running', 'done', 'stopped', 'failed', 'unchanged']),
    source: z.string(),
    message: z.string(),
    started_at: timestamp(),
    finished_at: timestamp().nullable(),
    format: z.string().nullable(),
    recognised_by: z.string(),
    rows: z.int(),
    products: z.int(),
    inserted: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    deleted: z.int(),
    repeated: z.int(),
    rejected: z.int(),
    reasons: counts().meta({ description: 'How many rows were rejected, by field and reason' }),
    dropped: counts().meta({ description: 'How many values were left out of products that stayed' }),
    warnings: counts().meta({
      description:
        'How many products came in but cannot be sold, by field and reason: no currency, no link, or a publisher id placeholder left in a link.',
    }),
    notes: z.array(z.string()),
  })
  .meta({ id: 'FeedRun' });

export const FeedRunListQuery = z.object({
  before: integer({ ge: 1 }).optional().meta({ description: 'Only runs with a smaller id' }),
  per_page: perPage(),
});

export const FeedRunList = z
  .strictObject({ type: z.literal('feed_run_list'), items: z.array(FeedRun) })
  .meta({ id: 'FeedRunList' });

export const MAX_UPSERTED_PRODUCTS = 1000;

export const ProductsInput = z
  .object({
    products: list(z.unknown(), MAX_UPSERTED_PRODUCTS).meta({
      description: 'Products in the fields of our own JSONL: id, name, merchant and any of the others.',
    }),
  })
  .meta({ id: 'ProductsInput' });

export const ProductsOutcome = z
  .strictObject({
    type: z.literal('products_outcome'),
    products: z.int().meta({ description: 'How many are in the catalogue now' }),
    inserted: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    rejected: z.int(),
    faults: z.array(z.strictObject({ index: z.int(), field: z.string(), reason: z.string() })),
    dropped: counts(),
  })
  .meta({ id: 'ProductsOutcome' });

export const PriceHistory = z
  .strictObject({
    type: z.literal('price_history'),
    id: z.string(),
    items: z.array(
      z.strictObject({
        at: timestamp().nullable().meta({ description: 'Null: since before changes were kept' }),
        currency: z.string().nullable(),
        regular_value: z.number().nullable(),
        final_value: z.number().nullable(),
        in_stock: z.boolean().nullable(),
        stock_quantity: z.int().nullable(),
      }),
    ),
  })
  .meta({ id: 'PriceHistory' });
