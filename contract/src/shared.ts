// Small shapes that several nouns of the wire share.
import { z } from 'zod';
import { integer, text } from './lax.ts';

/** ISO 8601, UTC, milliseconds: how the service writes every date. */
export const timestamp = () => z.iso.datetime({ precision: 3 });

export const searchText = () => text({ min: 1, max: 1000 });

/** An identifier in a path. */
export const pathId = () => text({ max: 256 });

export const DEFAULT_PER_PAGE = 25;

export const perPage = () => integer({ ge: 1, le: 100 }).default(DEFAULT_PER_PAGE).meta({ default: DEFAULT_PER_PAGE });

export const page = () => integer({ ge: 1 }).default(1).meta({ default: 1 });

export const Price = z
  .strictObject({
    currency: z.string(),
    regular_value: z.number().nullable(),
    final_value: z.number().nullable(),
    on_sale: z.boolean(),
    sale_discount: z.number(),
  })
  .meta({ id: 'Price', description: 'An unknown price has null values and is not on sale.' });

export const MerchantSummary = z
  .strictObject({ id: z.string(), name: z.string(), logo_url: z.string() })
  .meta({ id: 'MerchantSummary' });
