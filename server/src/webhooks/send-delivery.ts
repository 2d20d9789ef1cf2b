// Sends one delivery and reports what came of it.
import type { Clock } from '../clock.ts';
import type { PostAnswer, PostClient } from '../fetching/post-client.ts';
import type { AttemptWrite, DueDelivery } from '../store/webhook-store.ts';
import { maskSecrets } from '../text/mask.ts';
import { VERSION } from '../version.ts';
import { retryAfterMs } from './retry-after.ts';
import { signatureHeaders } from './sign-webhook.ts';
import { webhookBody } from './webhook-body.ts';

export const SEND_TIMEOUT_MS = 15_000;
const KEPT_ANSWER_BYTES = 1024;

interface SendDeps {
  clock: Clock;
  client: Pick<PostClient, 'post'>;
  /** Aborted when the service stops. */
  stopping: AbortSignal;
}

/** Throws only if the service stops: it is then unknown whether the request arrived. */
export async function sendDelivery(
  { clock, client, stopping }: SendDeps,
  { id, webhook, event }: DueDelivery,
): Promise<AttemptWrite> {
  const body = webhookBody(event, webhook);
  const at_ms = clock.now_ms();
  const headers = {
    'content-type': 'application/json',
    'user-agent': `finderfee/${VERSION}`,
    ...signatureHeaders(webhook, { id: event.id, at_ms, body }),
  };
  const started_ms = performance.now();
  const limits = { timeout_ms: SEND_TIMEOUT_MS, max_answer_bytes: KEPT_ANSWER_BYTES, signal: stopping };
  const answer = await client.post({ url: webhook.url, headers, body, ...limits });
  const duration_ms = Math.round(performance.now() - started_ms);
  const attempt = { delivery_id: id, at_ms, duration_ms, jitter: Math.random() };
  if ('failure' in answer)
    return { ...attempt, status: null, error: answer.failure, response: null, retry_after_ms: null };
  const retry_after_ms = retryAfterMs(answer.retry_after, at_ms + duration_ms);
  return { ...attempt, status: answer.status, error: null, response: textOf(answer), retry_after_ms };
}

/** The answer may repeat the email. A database does not take U+0000, and the last character may be incomplete. */
const textOf = ({ body }: PostAnswer): string =>
  maskSecrets(new TextDecoder().decode(body, { stream: true }).replaceAll('\0', '\ufffd'));
