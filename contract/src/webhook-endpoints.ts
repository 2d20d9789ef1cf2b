// Endpoints of webhooks, for the systems of the operator.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { integer } from './lax.ts';
import {
  CreatedWebhook,
  DeliveryList,
  DeliveryListQuery,
  ResendQuery,
  Resent,
  RotatedSecret,
  ScheduledDelivery,
  Webhook,
  WebhookChange,
  WebhookInput,
  WebhookList,
} from './webhook.ts';

const common = { tag: 'Webhooks', group: 'operate', scope: 'operate' } as const;
const params = z.object({ id: integer({ ge: 1 }).meta({ description: 'Webhook id.' }) });

export const webhookEndpoints = {
  createWebhook: endpoint({
    ...common,
    method: 'POST',
    path: '/v1/webhooks',
    summary: 'Create a webhook',
    description:
      'Subscribes a URL to events. Each event is sent as a POST of `{type, timestamp, data}`, signed as Standard Webhooks specifies, until it is answered with 2xx: ten attempts over three days. The same event always has the same `webhook-id`; it may arrive more than once, and the order of events is not promised.',
    writes: true,
    body: WebhookInput,
    success: { status: 201, description: 'The webhook, with its secret', body: CreatedWebhook },
    errors: ['webhooks_full'],
  }),
  listWebhooks: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/webhooks',
    summary: 'List webhooks, ordered by id',
    description: 'Returns every webhook, without its secret.',
    success: { status: 200, description: 'Every webhook', body: WebhookList },
  }),
  getWebhook: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/webhooks/{id}',
    summary: 'Get a webhook',
    description: 'Returns a webhook, without its secret.',
    params,
    success: { status: 200, description: 'The webhook', body: Webhook },
    errors: ['webhook_not_found'],
  }),
  updateWebhook: endpoint({
    ...common,
    method: 'PATCH',
    path: '/v1/webhooks/{id}',
    summary: 'Change, enable or disable a webhook',
    description:
      'Changes the given fields. Events that happen while a webhook is disabled wait, and are sent when it is enabled again.',
    idempotent: true,
    writes: true,
    params,
    body: WebhookChange,
    success: { status: 200, description: 'The webhook', body: Webhook },
    errors: ['webhook_not_found'],
  }),
  listDeliveries: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/webhooks/{id}/deliveries',
    summary: 'List the deliveries of a webhook, newest first',
    description:
      'Lists deliveries with their attempts. They are kept for a limited time (`RETAIN_DELIVERIES_DAYS`, 30 days).',
    params,
    query: DeliveryListQuery,
    success: { status: 200, description: 'A page of deliveries', body: DeliveryList },
    errors: ['webhook_not_found', 'cursor_not_found'],
  }),
  resendDelivery: endpoint({
    ...common,
    method: 'POST',
    path: '/v1/webhooks/{id}/deliveries/{delivery_id}/resend',
    summary: 'Send a delivery again',
    description:
      'Sends an event again under the same `webhook-id`, whatever became of it, also if the webhook is disabled.',
    writes: true,
    params: params.extend({
      delivery_id: integer({ ge: 1 }).meta({ description: 'Delivery id, from the list of deliveries.' }),
    }),
    success: { status: 202, description: 'It is sent within a second', body: ScheduledDelivery },
    errors: ['delivery_not_found'],
  }),
  resendUndelivered: endpoint({
    ...common,
    method: 'POST',
    path: '/v1/webhooks/{id}/resend',
    summary: 'Send undelivered events again',
    description:
      'Sends every event since a time that was not delivered, under its own `webhook-id`, also if the webhook is disabled.',
    writes: true,
    params,
    query: ResendQuery,
    success: { status: 202, description: 'They are being sent', body: Resent },
    errors: ['webhook_not_found'],
  }),
  testWebhook: endpoint({
    ...common,
    method: 'POST',
    path: '/v1/webhooks/{id}/test',
    summary: 'Send a test event',
    description: 'Sends the event `webhook.test`, subscribed or not. The list of deliveries shows what became of it.',
    writes: true,
    params,
    success: { status: 202, description: 'It is sent within a second', body: ScheduledDelivery },
    errors: ['webhook_not_found'],
  }),
  rotateWebhookSecret: endpoint({
    ...common,
    method: 'POST',
    path: '/v1/webhooks/{id}/rotate',
    summary: 'Replace the secret of a webhook',
    description: 'Creates a new secret. For 24 hours both secrets sign, so that no delivery is refused meanwhile.',
    writes: true,
    params,
    success: { status: 200, description: 'The new secret', body: RotatedSecret },
    errors: ['webhook_not_found', 'rotation_overlaps'],
  }),
  deleteWebhook: endpoint({
    ...common,
    method: 'DELETE',
    path: '/v1/webhooks/{id}',
    summary: 'Delete a webhook',
    description: 'Deletes a webhook. What waits for it is not sent any more.',
    idempotent: false,
    writes: true,
    params,
    success: { status: 204, description: 'The webhook is deleted' },
    errors: ['webhook_not_found'],
  }),
} as const;
