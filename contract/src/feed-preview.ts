// What a feed holds, before it is registered.
import { z } from 'zod';
import { address, fileName, RejectedRow, readingFields, Sample } from './catalogue.ts';
import { counts } from './catalogue-product.ts';
import { ruled, text } from './lax.ts';

/** The first part of a file is enough, unless it is a zip archive, whose directory is at its end. */
export const MAX_PREVIEW_BYTES = 4 * 1024 * 1024;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const isBase64 = (value: string) => value.length % 4 === 0 && BASE64.test(value);

export const FeedPreviewInput = z
  .object({
    url: address().optional(),
    content: ruled(text({ min: 4, max: Math.ceil(MAX_PREVIEW_BYTES / 3) * 4 }), 'must be base64', isBase64)
      .optional()
      .meta({
        description:
          'The file instead of a URL, in base64: plain, gzip or zip. The first part of a longer file is enough, except of a zip archive. At most 4 MiB.',
      }),
    file_name: fileName().meta({ description: 'Name of the file. It names the merchant if nothing else does.' }),
    ...readingFields(),
  })
  .meta({ id: 'FeedPreviewInput', description: 'A feed to look at: either `url` or `content`, and how to read it.' });

export type FeedPreviewInput = z.output<typeof FeedPreviewInput>;

const FeedColumn = z
  .strictObject({
    name: z.string().meta({ description: 'Column, as a mapping may name it. Nested XML and JSON is a path.' }),
    fields: z.array(z.string()).meta({ description: 'Product fields that are read from it.' }),
    is_used: z.boolean().meta({
      description: 'Whether it is read at all. A column without a field may still decide about others.',
    }),
    example: z.string().meta({ description: 'Its first value, shortened. `""` if the rows that were read have none.' }),
  })
  .meta({ id: 'FeedColumn', description: 'A column of the file.' });

export const FeedPreview = z
  .strictObject({
    type: z.literal('feed_preview').meta({ description: 'Always `feed_preview`.' }),
    state: z.enum(['done', 'failed']).meta({ description: '`failed`: it cannot be fetched or read.' }),
    message: z.string().meta({ description: 'Why it failed. `""` otherwise.' }),
    format: z.string().nullable().meta({ description: 'Detected format. Null if it is not known.' }),
    recognised_by: z.string().meta({ description: 'What the format was detected from.' }),
    columns: z.array(FeedColumn).meta({ description: 'Columns in the order of the file, at most 500.' }),
    rows: z.int().meta({ description: 'Number of rows read: the first ones, at most 200.' }),
    rejected: z.int().meta({ description: 'Number of rejected rows among them.' }),
    reasons: counts().meta({ description: 'Number of rejected rows, by field and reason.' }),
    dropped: counts().meta({ description: 'Number of values left out of accepted products, by field and reason.' }),
    warnings: counts().meta({ description: 'Number of products that cannot be sold, by field and reason.' }),
    rejected_rows: z.array(RejectedRow).meta({ description: 'The rejected rows.' }),
    samples: z.array(Sample).meta({ description: 'The first products, at most ten.' }),
  })
  .meta({ id: 'FeedPreview', description: 'What the first rows of a feed hold.' });
