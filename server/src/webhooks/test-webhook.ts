// Sends a test event to a webhook.
import { AppError } from '../app-error.ts';
import { newEventId } from '../store/new-event-id.ts';
import type { WebhookStore } from '../store/webhook-store.ts';
import type { StoreDeps } from '../store-deps.ts';

export async function testWebhook({ store, clock }: StoreDeps<WebhookStore>, webhook_id: number) {
  const data = { webhook_id };
  const event = { id: newEventId(), type: 'webhook.test', at_ms: clock.now_ms(), data, person_no: null } as const;
  const delivery_id = await store.publishTest({ webhook_id, event });
  if (delivery_id === null) throw new AppError('webhook_not_found');
  return { delivery_id };
}
