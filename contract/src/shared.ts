// Schemas shared by several files of the contract.
import { z } from 'zod';
import { integer, text } from './lax.ts';

/** The format of every date in responses: ISO 8601, UTC, milliseconds. */
export const timestamp = () => z.iso.datetime({ precision: 3 });

export const searchText = () => text({ min: 1, max: 1000 });

export const pathId = () => text({ max: 256 });

export const convoId = () =>
  pathId().meta({ description: 'Conversation (session) id. Your client creates it, one per shopping session.' });

export const DEFAULT_PER_PAGE = 25;

export const pageSize = () => integer({ ge: 1, le: 100 });

export const perPage = () =>
  pageSize().default(DEFAULT_PER_PAGE).meta({ description: 'Items per page, from 1 to 100.' });

export const page = () => integer({ ge: 1 }).default(1).meta({ description: 'Page number, starting at 1.' });

export const pageIndex = () => z.int().meta({ description: 'Zero-based index of this page.' });

export const itemsOnPage = () => z.int().meta({ description: 'Number of items on this page.' });

export const nextCursor = () =>
  z.string().nullable().meta({ description: 'Send it as `cursor` to get the next page. Null on the last page.' });

export const listCursor = () =>
  z.string().optional().meta({ description: 'The `next_cursor` of the previous page. Other parameters are ignored.' });

export const Price = z
  .strictObject({
    currency: z.string().meta({ description: 'ISO 4217 code, for example `USD`. `""` when unknown.' }),
    regular_value: z.number().nullable().meta({ description: 'Price before discounts. Null when unknown.' }),
    final_value: z.number().nullable().meta({ description: 'Price the shopper pays. Null when unknown.' }),
    on_sale: z.boolean().meta({ description: 'True when `final_value` is below `regular_value`.' }),
    sale_discount: z
      .number()
      .meta({ description: 'Discount as a fraction from 0 to 1: 0.25 is 25% off. 0 when not on sale.' }),
  })
  .meta({ id: 'Price', description: 'Current price of a product. An unknown price has null values and no sale.' });

export const MerchantSummary = z
  .strictObject({
    id: z.string().meta({ description: 'Merchant id, a decimal string. Can be sent as `product_info.merchant.id`.' }),
    name: z.string().meta({ description: 'Display name of the merchant.' }),
    logo_url: z.string().meta({ description: 'URL of the merchant\'s logo. `""` when unknown.' }),
  })
  .meta({ id: 'MerchantSummary', description: 'The merchant that sells a product.' });
