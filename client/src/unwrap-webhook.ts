// Verifies the signature of a webhook as Standard Webhooks specifies, and parses its event.
import { FinderfeeError } from './errors.ts';
import type { WebhookEvent } from './generated/schemas.ts';

/** An event with its `webhook-id`. The same event always has the same id; it may arrive more than once. */
export type ReceivedEvent = WebhookEvent & { id: string };

/** The request was not signed with this secret, or is too old. Answer with 401. */
export class WebhookSignatureError extends FinderfeeError {
  override readonly name = 'WebhookSignatureError';
}

/** Clocks may differ by this much. An older request may be a replay. */
const TOLERANCE_S = 5 * 60;

/** `Headers` of any library, or an object with names in any case. */
type WebhookHeaders = { get(name: string): string | null } | Record<string, string | string[] | undefined>;

/** `body` is the body as it arrived, `secret` that of the webhook (`whsec_…`). */
export async function unwrapWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
): Promise<ReceivedEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp || Number.NaN)) <= TOLERANCE_S))
    throw new WebhookSignatureError('webhook-timestamp is missing, or more than five minutes off');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', fromBase64(secret.replace(/^whsec_/, '')), algorithm, false, [
    'verify',
  ]);
  // After a rotation there is a signature of each secret.
  for (const entry of headerOf(headers, 'webhook-signature').split(' ')) {
    const [version, signature = ''] = entry.split(',');
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, fromBase64(signature), signed)))
      return { id, ...JSON.parse(text) };
  }
  throw new WebhookSignatureError('webhook-signature does not match');
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([sent]) => sent.toLowerCase() === name)?.[1];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

function fromBase64(text: string) {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    throw new WebhookSignatureError('the secret or the signature is not base64');
  }
}
