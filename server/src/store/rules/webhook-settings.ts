// What an operator's change makes of an endpoint.
import type { Webhook, WebhookSecrets, WebhookSettings } from '../webhook-store.ts';

export const DISABLED_BY_OPERATOR = 'disabled by the operator';

type WebhookChange = { is_enabled?: boolean | undefined; may_pii: boolean; now_ms: number } & {
  [K in keyof WebhookSettings]?: WebhookSettings[K] | undefined;
};

/** A caller that may not see emails must not have them sent to an address of its choice. */
export function changeWebhook(webhook: Webhook, change: WebhookChange): Webhook | 'needs_pii' {
  const { url, events, description, pii, is_enabled, may_pii, now_ms } = change;
  const isDiverted = webhook.pii && url !== undefined && url !== webhook.url;
  if (!may_pii && (isDiverted || (pii && !webhook.pii))) return 'needs_pii';
  return {
    ...webhook,
    url: url ?? webhook.url,
    events: events ?? webhook.events,
    description: description === undefined ? webhook.description : description,
    pii: pii ?? webhook.pii,
    ...(is_enabled && { disabled_at_ms: null, disabled_reason: null, failing_since_ms: null }),
    ...(is_enabled === false &&
      webhook.disabled_at_ms === null && { disabled_at_ms: now_ms, disabled_reason: DISABLED_BY_OPERATOR }),
  };
}

/** Whether a change disables an endpoint that was enabled. */
export const isDisabledBy = (known: Webhook, changed: Webhook): boolean =>
  known.disabled_at_ms === null && changed.disabled_at_ms !== null;

/** `overlapping`: the secret of an earlier rotation is valid, and a third one would end it too soon. */
export function rotateSecret(
  { pii, secret: previous_secret, previous_expires_at_ms }: Pick<Webhook, 'pii'> & WebhookSecrets,
  by: { secret: string; previous_expires_at_ms: number; may_pii: boolean; now_ms: number },
): WebhookSecrets | 'needs_pii' | 'overlapping' {
  if (pii && !by.may_pii) return 'needs_pii';
  if (previous_expires_at_ms !== null && previous_expires_at_ms > by.now_ms) return 'overlapping';
  return { secret: by.secret, previous_secret, previous_expires_at_ms: by.previous_expires_at_ms };
}
