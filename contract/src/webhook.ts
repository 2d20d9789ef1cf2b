// Webhooks: endpoints of the operator's systems, and the deliveries of events to them.
import { z } from 'zod';
import { dateTime, flag, list, text } from './lax.ts';
import { listCursor, nextCursor, perPage, timestamp } from './shared.ts';

export const WEBHOOK_EVENTS = [
  'offer.registered',
  'click.recorded',
  'signup.recorded',
  'conversion.recorded',
  'conversion.updated',
  'reward.changed',
  'feed.failed',
  'webhook.test',
] as const;

const STATES = ['waiting', 'delivered', 'failed'] as const;

const url = () =>
  text({ min: 1, max: 2048 }).meta({
    format: 'uri',
    description:
      'Where events are sent: an `https` URL on the public internet, without credentials. Plain `http` and private addresses are for hosts that `WEBHOOK_PRIVATE_HOSTS` names.',
  });
const events = () =>
  list(z.enum(WEBHOOK_EVENTS), WEBHOOK_EVENTS.length, 1)
    .refine((names) => new Set(names).size === names.length, { error: 'must not name an event twice' })
    .meta({ uniqueItems: true, description: 'Events to send, at least one.' });
const description = () => text({ max: 500 }).nullable().meta({ description: 'Your own note.' });
const pii = () =>
  flag().meta({
    description: 'Send emails unmasked. Setting it, or changing the URL of such a webhook, needs the scope `pii`.',
  });

export const WebhookInput = z
  .object({
    url: url(),
    events: events(),
    description: description().optional(),
    pii: pii().default(false),
  })
  .meta({ id: 'WebhookInput', description: 'A webhook to create.' });

export const WebhookChange = z
  .object({
    url: url().optional(),
    events: events().optional(),
    description: description().optional(),
    pii: pii().optional(),
    enabled: flag().optional().meta({
      description: 'False: nothing is sent. True: what has been waiting is sent, and its failures are forgotten.',
    }),
  })
  .meta({ id: 'WebhookChange', description: 'Changes to a webhook. An absent field stays as it is.' });

const webhook = {
  id: z.int().positive().meta({ description: 'Webhook id, assigned by the service.' }),
  url: z.string().meta({ description: 'Where events are sent.' }),
  events: z.array(z.enum(WEBHOOK_EVENTS)).meta({ description: 'Events that are sent.' }),
  description: z.string().nullable().meta({ description: 'Your own note. Null if there is none.' }),
  pii: z.boolean().meta({ description: 'Whether emails are sent unmasked.' }),
  enabled: z.boolean().meta({ description: 'Whether events are sent. Events of a disabled webhook wait.' }),
  disabled_at: timestamp().nullable().meta({ description: 'When it was disabled. Null while it is enabled.' }),
  disabled_reason: z.string().nullable().meta({ description: 'Why it was disabled. Null while it is enabled.' }),
  failing_since: timestamp()
    .nullable()
    .meta({ description: 'First failed attempt since the last successful one. Null if the last one succeeded.' }),
  created_at: timestamp().meta({ description: 'When it was created.' }),
};

export const Webhook = z
  .strictObject(webhook)
  .meta({ id: 'Webhook', description: 'A URL of your systems that events are sent to.' });

const secret = () =>
  z.string().meta({ description: 'Key that signs deliveries: `whsec_` and base64. It is shown this once.' });

export const CreatedWebhook = z
  .strictObject({ ...webhook, secret: secret() })
  .meta({ id: 'CreatedWebhook', description: 'A new webhook with its secret.' });

export const WebhookList = z
  .strictObject({ items: z.array(Webhook).meta({ description: 'Webhooks, ordered by id.' }) })
  .meta({ id: 'WebhookList', description: 'Every webhook.' });

export const RotatedSecret = z
  .strictObject({
    secret: secret(),
    previous_expires_at: timestamp().meta({ description: 'Until then the old secret signs too.' }),
  })
  .meta({ id: 'RotatedSecret', description: 'The new secret of a webhook.' });

const Attempt = z
  .strictObject({
    at: timestamp().meta({ description: 'When the request was sent. `webhook-timestamp` holds its seconds.' }),
    duration_ms: z.int().meta({ description: 'How long it took, in milliseconds.' }),
    status: z.int().nullable().meta({ description: 'HTTP status of the answer. Null if there was none.' }),
    error: z.string().nullable().meta({ description: 'Why there was no answer. Null if there was one.' }),
    response: z.string().nullable().meta({
      description: 'The first kilobyte of the answer, with emails masked. Null if there was no answer.',
    }),
  })
  .meta({ id: 'DeliveryAttempt', description: 'One request of a delivery.' });

const deliveryId = () => z.int().positive().meta({ description: 'Delivery id, assigned by the service.' });

const Delivery = z
  .strictObject({
    id: deliveryId(),
    event_id: z.string().meta({ description: 'Id of the event, sent as `webhook-id`.' }),
    type: z.enum(WEBHOOK_EVENTS).meta({ description: 'Name of the event.' }),
    timestamp: timestamp().meta({ description: 'When the event happened.' }),
    state: z.enum(STATES).meta({
      description: '`waiting`: for its next attempt. `delivered`: answered with 2xx. `failed`: no attempts are left.',
    }),
    next_attempt_at: timestamp().nullable().meta({
      description: 'When the next attempt is due. Null unless `waiting`; a disabled webhook gets it once enabled.',
    }),
    attempts: z.array(Attempt).meta({ description: 'Its attempts, in order.' }),
  })
  .meta({ id: 'Delivery', description: 'One event for one webhook.' });

export const DeliveryListQuery = z.object({
  state: z.enum(STATES).optional().meta({ description: 'Only deliveries in this state.' }),
  per_page: perPage(),
  cursor: listCursor(),
});

export const DeliveryList = z
  .strictObject({
    items: z.array(Delivery).meta({ description: 'Deliveries, newest first.' }),
    next_cursor: nextCursor(),
  })
  .meta({ id: 'DeliveryList', description: 'A page of deliveries.' });

export const ResendQuery = z.object({
  since: dateTime().meta({ description: 'Events that happened at this time or later, ISO 8601.' }),
});

export const Resent = z
  .strictObject({ resent: z.int().meta({ description: 'Number of deliveries that are sent again.' }) })
  .meta({ id: 'Resent', description: 'What is sent again.' });

export const ScheduledDelivery = z
  .strictObject({ delivery_id: deliveryId() })
  .meta({ id: 'ScheduledDelivery', description: 'A delivery that is sent now.' });
