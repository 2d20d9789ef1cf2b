// What an operator's change makes of an endpoint.
import type { Webhook, WebhookSecrets, WebhookSettings } from '../webhook-store.ts';

type WebhookChange = { is_enabled?: boolean | undefined; now_ms: number } & {
  [K in keyof WebhookSettings]?: WebhookSettings[K] | undefined;
};

export function changeWebhook(webhook: Webhook, change: WebhookChange): Webhook {
  const { url, events, description, pii, is_enabled, now_ms } = change;
  return {
    ...webhook,
    url: url ?? webhook.url,
    events: events ?? webhook.events,
    description: description === undefined ? webhook.description : description,
    pii: pii ?? webhook.pii,
    ...(is_enabled && { disabled_at_ms: null, disabled_reason: null, failing_since_ms: null }),
    ...(is_enabled === false &&
      webhook.disabled_at_ms === null && { disabled_at_ms: now_ms, disabled_reason: 'disabled by the operator' }),
  };
}

/** Null while the secret of an earlier rotation is valid: a third one would end it too soon. */
export function rotateSecret(
  { secret: previous_secret, previous_expires_at_ms }: Pick<WebhookSecrets, 'secret' | 'previous_expires_at_ms'>,
  by: { secret: string; previous_expires_at_ms: number; now_ms: number },
): WebhookSecrets | null {
  if (previous_expires_at_ms !== null && previous_expires_at_ms > by.now_ms) return null;
  return { secret: by.secret, previous_secret, previous_expires_at_ms: by.previous_expires_at_ms };
}
