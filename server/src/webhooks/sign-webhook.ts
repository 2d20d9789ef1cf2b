// Secrets and signatures as Standard Webhooks 1.0 specifies them.
import { createHmac, randomBytes } from 'node:crypto';
import type { WebhookSecrets } from '../store/webhook-store.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

export interface SignedMessage {
  id: string;
  /** When it is sent. */
  at_ms: number;
  body: string;
}

/** The headers of a delivery. After a rotation there is a signature of each secret, until the old one expires. */
export function signatureHeaders(secrets: WebhookSecrets, { id, at_ms, body }: SignedMessage): Record<string, string> {
  const timestamp = String(Math.floor(at_ms / 1000));
  const { secret, previous_secret, previous_expires_at_ms } = secrets;
  const isOverlap = previous_secret !== null && previous_expires_at_ms !== null && at_ms < previous_expires_at_ms;
  const signatures = [secret, ...(isOverlap ? [previous_secret] : [])].map(
    (key) => `v1,${signature(key, `${id}.${timestamp}.${body}`)}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

const signature = (secret: string, text: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(text)
    .digest('base64');
