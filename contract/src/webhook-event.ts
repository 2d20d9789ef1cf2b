// The events that webhooks receive. The service is the client here: it posts them to URLs of the operator.
import { z } from 'zod';
import { Conversion, RewardChange } from './conversion.ts';
import { timestamp } from './shared.ts';
import type { WEBHOOK_EVENTS } from './webhook.ts';

type EventType = (typeof WEBHOOK_EVENTS)[number];

const email = () =>
  z.string().nullable().meta({
    description: 'Email of the shopper, masked unless the webhook has `pii`. Null if it is not known, or was erased.',
  });
const id = (description: string) => z.int().positive().meta({ description });
const text = (description: string) => z.string().meta({ description });
const textOrNull = (description: string) => z.string().nullable().meta({ description });
const ids = {
  program: text('Loyalty program identifier.'),
  convo_id: text('The conversation.'),
  presentation_id: text('The presentment.'),
  click_id: text('Click id.'),
};

/** An event of one or more types, whose data has these fields. */
function event(name: string, types: [EventType, ...EventType[]], description: string, data: z.ZodRawShape) {
  return z
    .strictObject({
      type: z.enum(types).meta({ description: 'Name of the event.' }),
      timestamp: timestamp().meta({ description: 'When it happened.' }),
      data: z.strictObject(data).meta({ id: name, description }),
    })
    .meta({ id: `${name}Event`, description });
}

const OfferedMerchant = z
  .strictObject({ id: z.int().meta({ description: 'Merchant id.' }), name: text('Name of the merchant.') })
  .meta({ id: 'OfferedMerchant', description: 'Merchant of an offered product.' });
const { history: _, ...conversion } = Conversion.shape;
const { changed_at: __, ...rewardChange } = RewardChange.shape;

export const WebhookEvent = z
  .discriminatedUnion('type', [
    event('OfferRegistered', ['offer.registered'], 'An offer was registered for the first time.', {
      id: id('Offer id.'),
      ...ids,
      format: z.enum(['single', 'carousel']).meta({ description: 'How the product is shown.' }),
      message_id: textOrNull('Id of the message that acknowledged it. Null if it was registered at once.'),
      name: text('Product name.'),
      value: z.number().nullable().meta({ description: 'Numeric price. Null if it was not sent.' }),
      currency: textOrNull('ISO 4217 code of `value`. Null if it was not sent.'),
      rebate_pct: z.number().nullable().meta({ description: 'Percentage awarded on purchase.' }),
      merchant: OfferedMerchant.nullable().meta({ description: 'Merchant of the product. Null if it was not sent.' }),
      email: email(),
    }),
    event('ClickRecorded', ['click.recorded'], 'A click was recorded; bots, previews and repeated clicks are not.', {
      id: id('Click number.'),
      ...ids,
      click_at: timestamp().meta({ description: 'When the click happened.' }),
      email: email(),
    }),
    event('SignupRecorded', ['signup.recorded'], 'A person signed up for a program for the first time.', {
      id: id('Signup number.'),
      message_id: text('Id of the message that acknowledged it.'),
      program: ids.program,
      convo_id: ids.convo_id,
      signed_at: timestamp().meta({ description: 'When the person signed up.' }),
      email: email(),
    }),
    event(
      'ConversionChanged',
      ['conversion.recorded', 'conversion.updated'],
      'A sale was reported for the first time, or changed.',
      {
        ...conversion,
        order_id: textOrNull("The shop's id of the order. Null if it was not reported."),
        occurred_at: timestamp().meta({ description: 'When the sale happened.' }),
        convo_id: textOrNull('Conversation of the click. Null while unmatched.'),
        presentation_id: textOrNull('Presentment of the click. Null while unmatched.'),
        email: email(),
      },
    ),
    event('RewardChanged', ['reward.changed'], 'The balance of a shopper changed.', {
      ...rewardChange,
      email: email(),
    }),
    event('FeedFailed', ['feed.failed'], 'A feed run failed, or a guard stopped it.', {
      feed: text('Feed id.'),
      run_id: id('Run id.'),
      mode: z.enum(['delta', 'full']).meta({ description: 'Mode of the run.' }),
      source: text('Where the file came from, shortened to its host.'),
      state: z.enum(['failed', 'stopped']).meta({ description: '`stopped`: a guard rejected a full feed.' }),
      message: text('Why it failed or stopped.'),
      failed_at: timestamp().meta({ description: 'When the run ended.' }),
    }),
    event('WebhookTested', ['webhook.test'], 'You asked for it.', { webhook_id: id('The webhook.') }),
  ])
  .meta({ id: 'WebhookEvent', description: 'What is posted to a webhook.' });
