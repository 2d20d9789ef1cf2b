// Endpoints and events as the store takes them.
import assert from 'node:assert/strict';
import type { Store } from '../../server/src/store/store.ts';
import type {
  ListedDelivery,
  NewWebhookEvent,
  Webhook,
  WebhookEventType,
} from '../../server/src/store/webhook-store.ts';

export async function newWebhook(store: Store, events: WebhookEventType[]): Promise<Webhook> {
  const settings = { url: 'https://hook.example/', events, description: null, pii: false };
  const webhook = await store.insertWebhook({ ...settings, secret: 'whsec_0', now_ms: 1 });
  assert.ok(webhook !== 'full');
  return webhook;
}

/** A change by a caller with every scope; null if the endpoint does not exist. */
export async function changeWebhook(
  store: Store,
  by: Omit<Parameters<Store['updateWebhook']>[0], 'may_pii'>,
): Promise<Webhook | null> {
  const webhook = await store.updateWebhook({ ...by, may_pii: true });
  assert.ok(webhook !== 'needs_pii');
  return webhook;
}

let last = 0;

/** An event of its own id; a test, if nothing else is given. */
export const webhookEvent = (given: Partial<NewWebhookEvent>): NewWebhookEvent => ({
  ...{ id: `evt_test_${++last}`, type: 'webhook.test', at_ms: 1, data: {}, person_no: null },
  ...given,
});

export async function findDelivery(store: Store, webhook_id: number, id: number): Promise<ListedDelivery | undefined> {
  const [newest] = await store.listDeliveries({ webhook_id, state: null, before: id + 1, limit: 1 });
  return newest?.id === id ? newest : undefined;
}
