// Replaces the secret of a webhook. For a day both secrets sign, so that the receiver can change in between.
import { AppError, lacksScope } from '../app-error.ts';
import type { WebhookStore } from '../store/webhook-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { toIso } from '../text/to-iso.ts';
import { newWebhookSecret } from './sign-webhook.ts';
import type { Sight } from './webhook-rules.ts';

const OVERLAP_MS = 24 * 3_600_000;

export async function rotateWebhookSecret({ store, clock }: StoreDeps<WebhookStore>, id: number, sight: Sight) {
  const now_ms = clock.now_ms();
  const secret = newWebhookSecret();
  const previous_expires_at_ms = now_ms + OVERLAP_MS;
  const by = { id, secret, previous_expires_at_ms, may_pii: sight.seesEmails, now_ms };
  const outcome = await store.rotateWebhookSecret(by);
  if (outcome === 'unknown') throw new AppError('webhook_not_found');
  if (outcome === 'needs_pii') throw lacksScope('pii');
  if (outcome === 'overlapping') throw new AppError('rotation_overlaps');
  return { secret, previous_expires_at: toIso(previous_expires_at_ms) };
}
