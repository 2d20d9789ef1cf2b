// Offers: a product shown to a shopper, registered with the context of a click.
import { z } from 'zod';
import { dateTime, email, flag, id, integer, link, list, number, text } from './lax.ts';

export const program = () =>
  id().meta({ description: 'Loyalty program identifier. The operator of the program chooses it; it stays the same.' });

export const shopperEmail = () => email().meta({ description: 'Email address of the shopper, case-insensitive.' });

/** The context of a click. `presentation_id` and `presentment_id` are the same identifier. */
export const ProductClick = z
  .object({
    program: program(),
    email: shopperEmail(),
    convo_id: id().meta({
      description: 'Conversation (session) identifier. Your client creates it, one per shopping session.',
    }),
    presentation_id: id().meta({
      description:
        'Offer presentment identifier. Your client creates it each time it shows a product. Called `presentment_id` elsewhere.',
    }),
    click_id: id().meta({ description: 'Unique per click within the program. Your client creates it.' }),
    click_datetime: dateTime().meta({
      description: 'When the click happened, ISO 8601. Without a time zone it is UTC.',
    }),
  })
  .meta({ id: 'ProductClick', description: 'Who clicks, in which session, on which presentment.' });

const OfferMerchant = z
  .object({
    id: integer().meta({
      description: 'Merchant id: an integer, or its decimal string as in `merchant.id` of a search item.',
      documentedAs: z.union([z.int(), z.string().regex(/^[0-9]+$/)]),
    }),
    name: text({ max: 4096 }).meta({ description: 'Name of the merchant.' }),
  })
  .meta({ id: 'OfferMerchant', description: 'Merchant of the product.' });

const optionalText = (max: number, description: string) => text({ max }).nullable().optional().meta({ description });

export const ProductInfo = z
  .object({
    name: text({ min: 1, max: 4096 }).meta({ description: 'Product name.' }),
    presentment_id: id().meta({ description: 'Must equal the accompanying `presentation_id`.' }),
    direct_link: link().meta({ format: 'uri-template' }).nullable().optional().meta({
      description:
        'Affiliate tracking URL the shopper is sent to, `merchant_url` of a search item. May hold the macros `{click_id}`, `{convo_id}`, `{presentation_id}` and `{program}`.',
    }),
    detail_link: link().nullable().optional().meta({
      description: 'Product page at the merchant, `product_url` of a search item. Used when there is no `direct_link`.',
    }),
    image_url: optionalText(4096, 'URL of the product picture.'),
    value: number().nullable().optional().meta({ description: 'Numeric price used for the reward calculation.' }),
    price: optionalText(4096, 'Formatted display price, for example `$39.50`.'),
    description: optionalText(65_536, 'Product description.'),
    rebate_pct: number().nullable().optional().meta({ description: 'Percentage awarded on purchase.' }),
    merchant: OfferMerchant.nullable().optional().meta({ description: 'Merchant of the product.' }),
    brand: optionalText(4096, 'Brand name.'),
    category: optionalText(4096, 'Category path.'),
    currency: optionalText(4096, 'ISO 4217 code of `value`.'),
    on_sale: flag().nullable().optional().meta({ description: 'Whether the product is on sale.' }),
  })
  .meta({ id: 'ProductInfo', description: 'The product as it was shown to the shopper.' });

export const OfferMessage = z
  .object({ product_click: ProductClick, product_info: ProductInfo })
  .refine(({ product_click, product_info }) => product_info.presentment_id === product_click.presentation_id, {
    error: 'presentment_id must equal presentation_id',
  })
  .meta({
    id: 'OfferMessage',
    description: 'One offer. Its identity is (`convo_id`, `presentation_id`, `click_id`).',
  });

export const OfferMessages = list(OfferMessage, 500);

export const OfferReference = z
  .strictObject({ id: z.int().positive().meta({ description: 'Offer id, assigned by the service.' }) })
  .meta({ id: 'OfferReference', description: 'The offer is registered.' });

export const MessageAck = z
  .strictObject({
    message_type: z.string().meta({ description: '`offer_ack` or `signup_ack`.' }),
    message_id: z.string().meta({ description: 'Id of the accepted message, assigned by the service.' }),
    target: z.string().meta({ description: 'What the message becomes: `offers` or `signups`.' }),
    data: z.record(z.string(), z.unknown()).meta({ description: 'Empty.' }),
  })
  .meta({
    id: 'MessageAck',
    description: 'The message is stored durably and processed later. It cannot fail any more.',
  });

export const OfferReply = z.union([OfferReference, MessageAck]).meta({
  id: 'OfferReply',
  description: 'The offer is registered, or its message is stored and the offer will be. Clients must handle both.',
});

export const OfferRetryQuery = z.object({
  email: text({ max: 320 }).meta({ description: 'Email of the original offer.' }),
  program: text({ max: 256 }).meta({ description: 'Program of the original offer.' }),
  click_id: text({ max: 256 }).meta({ description: 'Click id of the original offer.' }),
  click_datetime: text({ max: 256 }).meta({ description: 'Click time of the original offer, ISO 8601.' }),
});

export const RedirectQuery = z.object({
  email: text({ max: 320 }).meta({ description: 'Email address of the shopper. Never passed on.' }),
  program: text({ max: 256 }).meta({ description: 'Loyalty program identifier.' }),
  click_id: text({ max: 256 }).meta({
    description: 'New value per click, unique within the program. When empty, the service generates one.',
  }),
  click_datetime: text({ max: 256 }).meta({
    description: 'When the click happened, ISO 8601. If it is not, the time of arrival is recorded.',
  }),
});
