// Webhooks and deliveries as the API and the command line show them.
import type { Attempt, ListedDelivery, Webhook } from '../store/webhook-store.ts';
import { toIso } from '../text/to-iso.ts';

export const webhookToWire = (webhook: Webhook) => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events,
  description: webhook.description,
  pii: webhook.pii,
  enabled: webhook.disabled_at_ms === null,
  disabled_at: toIso(webhook.disabled_at_ms),
  disabled_reason: webhook.disabled_reason,
  failing_since: toIso(webhook.failing_since_ms),
  created_at: toIso(webhook.created_at_ms),
});

export const deliveryToWire = ({ id, event, state, due_at_ms, attempt_list }: ListedDelivery) => ({
  id,
  event_id: event.id,
  type: event.type,
  timestamp: toIso(event.at_ms),
  state,
  next_attempt_at: state === 'waiting' ? toIso(due_at_ms) : null,
  attempts: attempt_list.map(attemptToWire),
});

const attemptToWire = ({ at_ms, duration_ms, status, error, response }: Attempt) => ({
  at: toIso(at_ms),
  duration_ms,
  status,
  error,
  response,
});
