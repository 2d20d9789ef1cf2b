// Changes, enables or disables a webhook.
import { AppError, lacksScope } from '../app-error.ts';
import type { WebhookSettings, WebhookStore } from '../store/webhook-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { findWebhook } from './list-webhooks.ts';
import { webhookToWire } from './to-wire.ts';
import { checkUrl, maskDescription, type Sight } from './webhook-rules.ts';

interface UpdateDeps extends StoreDeps<WebhookStore> {
  webhook_private_hosts: readonly string[];
}

/** Fields that are undefined stay as they are. */
export type WebhookChange = { [K in keyof WebhookSettings]?: WebhookSettings[K] | undefined } & {
  enabled?: boolean | undefined;
};

export async function updateWebhook(deps: UpdateDeps, id: number, input: WebhookChange, sight: Sight) {
  const { store, clock, webhook_private_hosts } = deps;
  const { enabled: is_enabled, ...settings } = input;
  const { url } = await findWebhook(deps, id);
  if (settings.url !== undefined && settings.url !== url) checkUrl(settings.url, webhook_private_hosts);
  const by = { id, may_pii: sight.seesEmails, now_ms: clock.now_ms() };
  const webhook = await store.updateWebhook({
    ...by,
    ...given({ ...settings, description: maskDescription(settings.description), is_enabled }),
  });
  if (webhook === 'needs_pii') throw lacksScope('pii');
  if (!webhook) throw new AppError('webhook_not_found');
  return webhookToWire(webhook);
}

const given = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
