// Sends events again, under the ids they had.
import { AppError } from '../app-error.ts';
import type { WebhookStore } from '../store/webhook-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { findWebhook } from './list-webhooks.ts';

/** Deliveries per transaction. */
const BATCH = 1000;

type ResendDeps = StoreDeps<WebhookStore>;

export async function resendDelivery({ store, clock }: ResendDeps, webhook_id: number, delivery_id: number) {
  if (!(await store.resendDelivery({ webhook_id, id: delivery_id, now_ms: clock.now_ms() })))
    throw new AppError('delivery_not_found');
  return { delivery_id };
}

export async function resendUndelivered(deps: ResendDeps, webhook_id: number, since_ms: number) {
  const { store, clock } = deps;
  await findWebhook(deps, webhook_id);
  let total = 0;
  for (let after = 0; ; ) {
    const by = { webhook_id, since_ms, after, limit: BATCH, now_ms: clock.now_ms() };
    const { resent, last } = await store.resendUndelivered(by);
    total += resent;
    if (last === null) return { resent: total };
    after = last;
  }
}
