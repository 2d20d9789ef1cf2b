// Creates a webhook and returns it with its secret.
import { AppError, lacksScope } from '../app-error.ts';
import type { WebhookSettings, WebhookStore } from '../store/webhook-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { newWebhookSecret } from './sign-webhook.ts';
import { webhookToWire } from './to-wire.ts';
import { checkUrl, maskDescription, type Sight } from './webhook-rules.ts';

interface CreateDeps extends StoreDeps<WebhookStore> {
  webhook_private_hosts: readonly string[];
}

export async function createWebhook(
  { store, clock, webhook_private_hosts }: CreateDeps,
  settings: WebhookSettings,
  sight: Sight,
) {
  checkUrl(settings.url, webhook_private_hosts);
  if (settings.pii && !sight.seesEmails) throw lacksScope('pii');
  const secret = newWebhookSecret();
  const webhook = await store.insertWebhook({
    ...{ ...settings, description: maskDescription(settings.description), secret, now_ms: clock.now_ms() },
  });
  if (webhook === 'full') throw new AppError('webhooks_full');
  return { ...webhookToWire(webhook), secret };
}
