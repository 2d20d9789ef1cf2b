// Lists webhooks, and finds one.
import { AppError } from '../app-error.ts';
import type { Webhook, WebhookStore } from '../store/webhook-store.ts';
import { webhookToWire } from './to-wire.ts';

interface ListDeps {
  store: WebhookStore;
}

export const listWebhooks = async ({ store }: ListDeps) => ({
  items: (await store.listWebhooks({})).map(webhookToWire),
});

export const getWebhook = async (deps: ListDeps, id: number) => webhookToWire(await findWebhook(deps, id));

export async function findWebhook({ store }: ListDeps, id: number): Promise<Webhook> {
  const webhook = await store.getWebhook({ id });
  if (!webhook) throw new AppError('webhook_not_found');
  return webhook;
}
