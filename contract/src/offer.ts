// Offers: a product presentment registered under a click context.
import { z } from 'zod';
import { dateTime, email, flag, id, integer, link, list, number, text } from './lax.ts';

/** The context of a click. On the wire `presentation_id` and `presentment_id` are one identifier. */
export const ProductClick = z
  .object({
    program: id().meta({ description: 'Loyalty program identifier' }),
    email: email(),
    convo_id: id().meta({ description: 'Conversation or session identifier' }),
    presentation_id: id().meta({ description: 'Offer presentment identifier' }),
    click_id: id().meta({ description: 'Unique per click' }),
    click_datetime: dateTime().meta({ description: 'ISO 8601; without a zone it is UTC' }),
  })
  .meta({ id: 'ProductClick' });

export const ProductInfo = z
  .object({
    name: text({ min: 1, max: 4096 }),
    presentment_id: id().meta({ description: 'Must equal the accompanying presentation_id' }),
    direct_link: link().nullable().optional().meta({ description: 'Affiliate tracking URL the user is sent to' }),
    detail_link: link().nullable().optional().meta({ description: 'Canonical merchant product page' }),
    image_url: text({ max: 4096 }).nullable().optional(),
    value: number().nullable().optional().meta({ description: 'Price used for the reward calculation' }),
    price: text({ max: 4096 }).nullable().optional().meta({ description: 'Formatted display price' }),
    description: text({ max: 65_536 }).nullable().optional(),
    rebate_pct: number().nullable().optional(),
    merchant: z
      .object({ id: integer(), name: text({ max: 4096 }) })
      .nullable()
      .optional(),
    brand: text({ max: 4096 }).nullable().optional(),
    category: text({ max: 4096 }).nullable().optional(),
    currency: text({ max: 4096 }).nullable().optional().meta({ description: 'ISO 4217 code' }),
    on_sale: flag().nullable().optional(),
  })
  .meta({ id: 'ProductInfo' });

export const OfferMessage = z
  .object({ product_click: ProductClick, product_info: ProductInfo })
  .refine(({ product_click, product_info }) => product_info.presentment_id === product_click.presentation_id, {
    error: 'presentment_id must equal presentation_id',
  })
  .meta({ id: 'OfferMessage' });

export const OfferMessages = list(OfferMessage, 500);

export const OfferReference = z
  .strictObject({ id: z.int().positive() })
  .meta({ id: 'OfferReference', description: 'The offer is registered.' });

export const MessageAck = z
  .strictObject({
    message_type: z.string(),
    message_id: z.string(),
    target: z.string(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'MessageAck', description: 'The message is accepted for good and processed later.' });

export const OfferReply = z.union([OfferReference, MessageAck]);

export const OfferRetryQuery = z.object({
  email: text({ max: 320 }),
  program: text({ max: 256 }),
  click_id: text({ max: 256 }),
  click_datetime: text({ max: 256 }),
});
