// Registered feeds and their runs.
import { z } from 'zod';
import { counts } from './catalogue-product.ts';
import { flag, integer, pattern, ruled, text } from './lax.ts';
import { perPage, timestamp } from './shared.ts';

export const FeedId = pattern(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/).meta({
  description: 'Feed id, chosen by you: 1 to 64 letters, digits, `_`, `.` or `-`.',
});

const isWebAddress = (value: string) =>
  !/\s/.test(value) && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
export const address = () =>
  ruled(text({ max: 8192 }), 'must be an absolute http or https URL', isWebAddress).meta({
    format: 'uri',
    description: 'Where the feed is fetched from. It may hold a secret: responses show its host only.',
  });
const interval = () =>
  text({ max: 10 }).meta({ description: 'Time between two fetches: `30min`, `6h` or `1d`; at most `30d`.' });
const MAX_MAPPING_CHARS = 65_536;
const mapping = () =>
  z
    .unknown()
    .refine((value) => JSON.stringify(value ?? null).length <= MAX_MAPPING_CHARS, {
      error: `must be at most ${MAX_MAPPING_CHARS} characters of JSON`,
    })
    .optional()
    .meta({
      description:
        'Which column holds which field, for a format of your own: `{"fields": {"id": "SKU", …}, "constants": {…}}`.',
    });
const MODES = ['delta', 'full'];
const mode = () =>
  ruled(text(), 'must be delta or full', (value) => MODES.includes(value)).meta({
    enum: MODES,
    description: '`full`: products missing from the file are deleted. `delta`: they stay.',
  });
const format = () =>
  text({ max: 20 }).meta({
    description:
      '`auto` detects it from the content. Otherwise `google`, `meta`, `openai`, `awin`, `cj`, `rakuten`, `shareasale`, `shopify`, `2performant`, `finderfee` or `mapped`.',
  });

const strict = () =>
  flag().meta({
    description:
      'Reject products that cannot be sold: without a price, without a currency, without a link, or with a publisher id placeholder left in a link.',
  });

const SETTINGS = {
  merchant_id: 'Merchant id for all products, where the feed does not name a merchant.',
  merchant_name: 'Merchant name for all products, where the feed does not name a merchant.',
  domain: 'Domain of the merchant, for example `shop.example`.',
  currency: 'ISO 4217 code of prices without a currency.',
  link_template: 'How tracking links are built from plain ones: `https://track.example/deep?u={url}&sid={click_id}`.',
  publisher_id: 'Your id with the affiliate network. Fills the placeholder in its links.',
  encoding: 'Text encoding, where it is neither UTF-8 nor Latin-1.',
};
type Setting = keyof typeof SETTINGS;

function settings<T extends z.ZodType>(schemaOf: (maxLength: number) => T): Record<Setting, T> {
  const entries = Object.entries(SETTINGS).map(([name, description]) => [
    name,
    schemaOf(name === 'link_template' ? 4096 : 500).meta({ description }),
  ]);
  return Object.fromEntries(entries);
}

/** How a file is read. */
export const readingFields = () => ({
  format: format().default('auto'),
  mapping: mapping(),
  ...settings((max) => text({ min: 1, max }).optional()),
  strict: strict().default(false),
});

export const FeedInput = z
  .object({
    id: FeedId,
    url: address(),
    every: interval().default('6h'),
    mode: mode().default('full'),
    ...readingFields(),
  })
  .meta({ id: 'FeedInput', description: 'A feed to register.' });

export type FeedInput = z.output<typeof FeedInput>;

export const FeedChange = z
  .object({
    url: address().optional(),
    every: interval().optional(),
    mode: mode().optional(),
    format: format().optional(),
    mapping: mapping(),
    ...settings((max) => text({ min: 1, max }).optional().nullable()),
    strict: strict().optional(),
    is_paused: flag().optional().meta({ description: 'True: not fetched until resumed.' }),
  })
  .meta({
    id: 'FeedChange',
    description: 'Changes to a feed. An absent field stays as it is; null removes a setting.',
  });

export type FeedChange = z.output<typeof FeedChange>;

export const RunFeedQuery = z.object({
  anew: flag().default(false).meta({ description: 'Fetch the feed even if the source reports no change.' }),
  force: flag().default(false).meta({
    description: 'Apply a full feed even if it lost half of its products or a fifth of its rows are rejected.',
  }),
});

export const DeleteFeedQuery = z.object({
  products: flag().default(false).meta({ description: 'Delete the products of the feed, too.' }),
});

export const Feed = z
  .strictObject({
    type: z.literal('feed').meta({ description: 'Always `feed`.' }),
    id: z.string().meta({ description: 'Feed id.' }),
    url: z.string().meta({ description: 'Where the feed is fetched from, shortened to its host.' }),
    mode: z.enum(['delta', 'full']).meta({ description: '`full`: products missing from the file are deleted.' }),
    every: z.string().meta({ description: 'Time between two fetches.' }),
    format: z.string().meta({ description: 'Format of the file; `auto` if it is detected from the content.' }),
    is_mapped: z.boolean().meta({ description: 'Whether the feed has a mapping.' }),
    ...settings(() => z.string().nullable()),
    strict: z.boolean().meta({ description: 'Whether products that cannot be sold are rejected.' }),
    is_paused: z.boolean().meta({ description: 'Whether fetching is paused.' }),
    failures: z.int().meta({ description: 'Number of failed runs since the last successful one.' }),
    next_run_at: timestamp().nullable().meta({ description: 'When it is fetched next. Null while paused.' }),
    created_at: timestamp().meta({ description: 'When the feed was registered.' }),
  })
  .meta({ id: 'Feed', description: 'A registered feed.' });

/** What a run did, or would do. */
const outcome = {
  format: z.string().nullable().meta({ description: 'Detected format. Null until it is known.' }),
  recognised_by: z.string().meta({ description: 'What the format was detected from.' }),
  rows: z.int().meta({ description: 'Number of rows read.' }),
  products: z.int().meta({ description: 'Number of rows that are now products of the catalogue.' }),
  inserted: z.int().meta({ description: 'Number of new products.' }),
  updated: z.int().meta({ description: 'Number of changed products.' }),
  unchanged: z.int().meta({ description: 'Number of products that were already the same.' }),
  deleted: z.int().meta({ description: 'Number of deleted products.' }),
  repeated: z.int().meta({ description: 'Number of rows replaced by a later row of the same file.' }),
  rejected: z.int().meta({ description: 'Number of rejected rows.' }),
  reasons: counts().meta({ description: 'Number of rejected rows, by field and reason.' }),
  dropped: counts().meta({ description: 'Number of values left out of accepted products, by field and reason.' }),
  warnings: counts().meta({
    description:
      'Number of accepted products that cannot be sold, by field and reason: no price, no currency, no link, or a publisher id placeholder left in a link.',
  }),
  notes: z.array(z.string()).meta({ description: 'Remarks on the file as a whole.' }),
};

export const FeedRun = z
  .strictObject({
    type: z.literal('feed_run').meta({ description: 'Always `feed_run`.' }),
    id: z.int().meta({ description: 'Run id, assigned by the service.' }),
    feed_id: z.string().meta({ description: 'The feed.' }),
    mode: z.enum(['delta', 'full']).meta({ description: 'Mode of the run.' }),
    state: z.enum(['running', 'done', 'stopped', 'failed', 'unchanged']).meta({
      description: '`stopped`: a guard rejected a full feed. `unchanged`: the source reported no change.',
    }),
    source: z.string().meta({ description: 'Where the file came from, shortened to its host.' }),
    message: z.string().meta({ description: 'Why it stopped or failed. `""` otherwise.' }),
    started_at: timestamp().meta({ description: 'When the run started.' }),
    finished_at: timestamp().nullable().meta({ description: 'When the run ended. Null while it is running.' }),
    progress: z
      .strictObject({
        phase: z.string().meta({ description: 'What is being done, for example `reading`.' }),
        share: z.number().nullable().meta({ description: 'Share of it that is done, from 0 to 1. Null if unknown.' }),
      })
      .nullable()
      .meta({ description: 'Progress, to about two seconds. Null unless the run is `running` and has progress.' }),
    ...outcome,
  })
  .meta({ id: 'FeedRun', description: 'One fetch of a feed and what it changed.' });

const stock = {
  products: z.int().meta({ description: 'Number of products of the feed in the catalogue.' }),
  last_run: FeedRun.nullable().meta({ description: 'Its last run. Null if none is on record.' }),
};

export const ListedFeed = Feed.extend(stock).meta({
  id: 'ListedFeed',
  description: 'A registered feed, its products and its last run.',
});

const UnregisteredFeed = z
  .strictObject({
    id: z.string().meta({ description: 'Feed id. `""`: products that belong to no feed.' }),
    ...stock,
  })
  .meta({ id: 'UnregisteredFeed', description: 'A feed that was imported, but is not fetched.' });

export const FeedList = z
  .strictObject({
    type: z.literal('feed_list').meta({ description: 'Always `feed_list`.' }),
    items: z.array(ListedFeed).meta({ description: 'Every registered feed, ordered by id.' }),
    unregistered: z.array(UnregisteredFeed).meta({
      description: 'Feeds that are not registered and have products or runs: the demo catalogue, and imports by hand.',
    }),
  })
  .meta({ id: 'FeedList', description: 'All feeds.' });

export const FeedRunListQuery = z.object({
  before: integer({ ge: 1 })
    .optional()
    .meta({ description: 'Only runs with a smaller id: the last id of the page before.' }),
  per_page: perPage(),
});

export const FeedRunList = z
  .strictObject({
    type: z.literal('feed_run_list').meta({ description: 'Always `feed_run_list`.' }),
    items: z.array(FeedRun).meta({ description: 'Runs of this page, newest first.' }),
  })
  .meta({ id: 'FeedRunList', description: 'A page of runs of a feed.' });

export const fileName = () =>
  text({ min: 1, max: 200 })
    .default('upload')
    .meta({ description: 'Name of the file, shown in the list of runs. The default is `upload`.' });

export const UploadFeedQuery = z.object({ file_name: fileName(), force: RunFeedQuery.shape.force });

export const Sample = z
  .strictObject({
    name: z.string().meta({ description: 'Product name.' }),
    image_url: z.string().nullable().meta({ description: 'URL of the picture. Null without one.' }),
    price: z.number().nullable().meta({ description: 'Price the shopper pays. Null when unknown.' }),
    currency: z.string().nullable().meta({ description: 'ISO 4217 code. Null when unknown.' }),
    availability: z.string().nullable().meta({ description: 'Availability. Null when unknown.' }),
    link: z.string().nullable().meta({ description: 'Tracking link, otherwise the plain one. Null without either.' }),
    merchant: z.string().meta({ description: 'Merchant.' }),
  })
  .meta({ id: 'FeedSample', description: 'A product as read from the file.' });

export const RejectedRow = z
  .strictObject({
    line: z.int().meta({ description: 'Line of the file.' }),
    field: z.string().meta({ description: 'Field. `""`: the row as a whole.' }),
    value: z.string().meta({ description: 'Its value, shortened. `""` where it does not help.' }),
    reason: z.string().meta({ description: 'Why the row is rejected.' }),
  })
  .meta({ id: 'RejectedRow', description: 'A row that is rejected.' });

export const FeedPrediction = z
  .strictObject({
    type: z.literal('feed_prediction').meta({ description: 'Always `feed_prediction`.' }),
    feed_id: z.string().meta({ description: 'The feed.' }),
    mode: z.enum(['delta', 'full']).meta({ description: 'Mode of the feed.' }),
    state: z.enum(['done', 'stopped', 'failed']).meta({
      description: '`stopped`: a guard would reject the file. `failed`: it cannot be fetched or read.',
    }),
    message: z.string().meta({ description: 'Why it is stopped or failed, or that nothing was changed.' }),
    ...outcome,
    rejected_rows: z.array(RejectedRow).meta({ description: 'Rejected rows, at most 1,000.' }),
    samples: z.array(Sample).meta({ description: 'The first products, at most three.' }),
  })
  .meta({ id: 'FeedPrediction', description: 'What a run would change.' });
