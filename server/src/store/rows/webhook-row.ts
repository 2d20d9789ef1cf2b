// Endpoints, their events and deliveries as rows.
import { flag, json, number, numberOrNull, oneOf, type Row, text, textOrNull } from '../columns.ts';
import {
  DELIVERY_STATES,
  type Delivery,
  type DueDelivery,
  type ListedDelivery,
  type NewWebhookEvent,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookEvent,
  type WebhookEventType,
  type WebhookSecrets,
} from '../webhook-store.ts';

/** The row has the types of the subscriptions as `events`, a JSON array in any order. */
export function toWebhook(row: Row): Webhook {
  const subscribed: readonly WebhookEventType[] = json(row, 'events');
  return {
    id: number(row, 'id'),
    url: text(row, 'url'),
    events: WEBHOOK_EVENTS.filter((type) => subscribed.includes(type)),
    description: textOrNull(row, 'description'),
    pii: flag(row, 'pii'),
    created_at_ms: number(row, 'created_at_ms'),
    disabled_at_ms: numberOrNull(row, 'disabled_at_ms'),
    disabled_reason: textOrNull(row, 'disabled_reason'),
    failing_since_ms: numberOrNull(row, 'failing_since_ms'),
  };
}

export const toSecrets = (row: Row): WebhookSecrets => ({
  secret: text(row, 'secret'),
  previous_secret: textOrNull(row, 'previous_secret'),
  previous_expires_at_ms: numberOrNull(row, 'previous_expires_at_ms'),
});

export const toDelivery = (row: Row): Delivery => ({
  id: number(row, 'id'),
  webhook_id: number(row, 'webhook_id'),
  state: oneOf(row, 'state', DELIVERY_STATES),
  attempts: number(row, 'attempts'),
  due_at_ms: number(row, 'due_at_ms'),
  is_resend: flag(row, 'is_resend'),
});

/** The row has the id of the event as `event_id`. */
const toEventSummary = (row: Row): ListedDelivery['event'] => ({
  id: text(row, 'event_id'),
  type: oneOf(row, 'type', WEBHOOK_EVENTS),
  at_ms: number(row, 'at_ms'),
});

const toEvent = (row: Row): WebhookEvent => ({
  ...toEventSummary(row),
  data: json(row, 'data'),
  email: textOrNull(row, 'email'),
});

/** A delivery with its endpoint and its event. */
export const toDueDelivery = (row: Row): DueDelivery => ({
  ...toDelivery(row),
  webhook: { url: text(row, 'url'), pii: flag(row, 'pii'), ...toSecrets(row) },
  event: toEvent(row),
});

/** The row has the attempts as `attempt_list`, a JSON array. */
export const toListedDelivery = (row: Row): ListedDelivery => ({
  ...toDelivery(row),
  event: toEventSummary(row),
  attempt_list: json(row, 'attempt_list'),
});

/** A failure of a feed run has no person. */
export const toFeedEvent = (row: Row): NewWebhookEvent => ({
  id: text(row, 'id'),
  type: oneOf(row, 'type', WEBHOOK_EVENTS),
  at_ms: number(row, 'at_ms'),
  data: json(row, 'data'),
  person_no: null,
});
