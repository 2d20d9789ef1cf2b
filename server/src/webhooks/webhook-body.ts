// The body of an event as it is sent.
import type { WebhookEvent, WebhookEventType } from '../store/webhook-store.ts';
import { maskEmail, maskFor, maskTexts } from '../text/mask.ts';
import { toIso } from '../text/to-iso.ts';

/** Standard Webhooks recommends less than 20 kB. */
const MAX_BODY_BYTES = 20_000;
/** Lengths that texts are cut to, one after the other, until the body is small enough. */
const CUT_CHARS = [4000, 1000, 250, 60];

/** Events that are not about a person. */
const IMPERSONAL: readonly WebhookEventType[] = ['feed.failed', 'webhook.test'];

/** Texts are masked as in the trace. An email that is not known, or was erased, is null. */
export function webhookBody({ type, at_ms, data, email }: WebhookEvent, { pii }: { pii: boolean }): string {
  const masked = maskTexts(data, maskFor(pii)) as Record<string, unknown>;
  const person = IMPERSONAL.includes(type) ? {} : { email: email === null || pii ? email : maskEmail(email) };
  const bodyOf = (content: unknown) => JSON.stringify({ type, timestamp: toIso(at_ms), data: content });
  const content = { ...masked, ...person };
  let body = bodyOf(content);
  for (const max of CUT_CHARS) {
    if (Buffer.byteLength(body) < MAX_BODY_BYTES) break;
    body = bodyOf(cutTexts(content, max));
  }
  return body;
}

/** Cuts long texts, which then end in `…`. */
function cutTexts(value: unknown, max: number): unknown {
  if (typeof value === 'string') return value.length <= max ? value : `${value.slice(0, max).toWellFormed()}…`;
  if (Array.isArray(value)) return value.map((item) => cutTexts(item, max));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, nested]) => [name, cutTexts(nested, max)]));
}
