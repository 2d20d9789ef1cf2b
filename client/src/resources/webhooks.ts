// Webhooks: URLs of your systems that events are sent to.
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  resendDelivery,
  resendUndelivered,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../generated/operations.ts';
import type {
  CreatedWebhook,
  DeliveryList,
  ListDeliveriesQuery,
  Resent,
  RotatedSecret,
  ScheduledDelivery,
  Webhook,
  WebhookChange,
  WebhookInput,
  WebhookList,
} from '../generated/schemas.ts';
import { type Paged, pagedByCursor } from '../paged.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

export class Webhooks extends Resource {
  /** Subscribes a URL to events. The secret is in this answer only; `unwrapWebhook` needs it. */
  create(webhook: WebhookInput, options?: CallOptions): Promise<CreatedWebhook> {
    return this.transport.call(createWebhook, { body: webhook }, options);
  }

  list(options?: CallOptions): Promise<WebhookList> {
    return this.transport.call(listWebhooks, {}, options);
  }

  get(id: number, options?: CallOptions): Promise<Webhook> {
    return this.transport.call(getWebhook, { params: { id } }, options);
  }

  update(id: number, change: WebhookChange, options?: CallOptions): Promise<Webhook> {
    return this.transport.call(updateWebhook, { params: { id }, body: change }, options);
  }

  delete(id: number, options?: CallOptions): Promise<void> {
    return this.transport.call(deleteWebhook, { params: { id } }, options);
  }

  /** Deliveries with their attempts, newest first. */
  deliveries(id: number, query: ListDeliveriesQuery = {}, options?: CallOptions): Paged<DeliveryList> {
    const load = (page: ListDeliveriesQuery) =>
      this.transport.call(listDeliveries, { params: { id }, query: page }, options);
    return pagedByCursor((cursor) => load(cursor === undefined ? query : { cursor }));
  }

  /** Sends an event again, whatever became of it. */
  resend(id: number, deliveryId: number, options?: CallOptions): Promise<ScheduledDelivery> {
    return this.transport.call(resendDelivery, { params: { id, delivery_id: deliveryId } }, options);
  }

  /** Sends every event since a time (ISO 8601) that was not delivered. */
  resendUndelivered(id: number, since: string, options?: CallOptions): Promise<Resent> {
    return this.transport.call(resendUndelivered, { params: { id }, query: { since } }, options);
  }

  /** Sends the event `webhook.test`. */
  test(id: number, options?: CallOptions): Promise<ScheduledDelivery> {
    return this.transport.call(testWebhook, { params: { id } }, options);
  }

  /** Replaces the secret. For 24 hours both sign. */
  rotate(id: number, options?: CallOptions): Promise<RotatedSecret> {
    return this.transport.call(rotateWebhookSecret, { params: { id } }, options);
  }
}
