// What an attempt makes of its delivery and of the health of its endpoint.
import { toIso } from '../../text/to-iso.ts';
import type { AttemptWrite, Delivery, Webhook } from '../webhook-store.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The delay after each failed attempt: ten attempts over three days. */
const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];
const MAX_JITTER = 0.2;
/** Bounds what an endpoint can ask for by `Retry-After`. */
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;
/** An endpoint whose attempts all fail for this long is disabled. */
const MAX_FAILING_MS = 5 * 24 * HOUR_MS;
const GONE = 410;

export type EndpointHealth = Pick<Webhook, 'disabled_at_ms' | 'disabled_reason' | 'failing_since_ms'>;
type DeliveryProgress = Pick<Delivery, 'state' | 'attempts' | 'due_at_ms'>;

export const isSuccess = ({ status }: Pick<AttemptWrite, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;

/** A delivery that is not waiting any more stays: an instance that lost its lease reports late. */
export function deliveryAfter(delivery: DeliveryProgress, attempt: AttemptWrite): DeliveryProgress {
  if (delivery.state !== 'waiting') return delivery;
  const attempts = delivery.attempts + 1;
  const ended_at_ms = attempt.at_ms + attempt.duration_ms;
  if (isSuccess(attempt)) return { state: 'delivered', attempts, due_at_ms: ended_at_ms };
  const delay_ms = RETRY_DELAYS_MS[attempts - 1];
  if (delay_ms === undefined) return { state: 'failed', attempts, due_at_ms: ended_at_ms };
  const asked_ms = Math.min(attempt.retry_after_ms ?? 0, MAX_RETRY_AFTER_MS);
  const wait_ms = Math.max(delay_ms * (1 + MAX_JITTER * attempt.jitter), asked_ms);
  return { state: 'waiting', attempts, due_at_ms: Math.round(ended_at_ms + wait_ms) };
}

export function healthAfter(health: EndpointHealth, attempt: AttemptWrite): EndpointHealth {
  const ended_at_ms = attempt.at_ms + attempt.duration_ms;
  if (isSuccess(attempt)) return { ...health, failing_since_ms: null };
  if (health.disabled_at_ms !== null) return health;
  const failing_since_ms = health.failing_since_ms ?? attempt.at_ms;
  const disable = (disabled_reason: string) => ({ failing_since_ms, disabled_at_ms: ended_at_ms, disabled_reason });
  if (attempt.status === GONE) return disable('the endpoint answered 410 Gone');
  if (ended_at_ms - failing_since_ms >= MAX_FAILING_MS)
    return disable(`no delivery has succeeded since ${toIso(failing_since_ms)}`);
  return { ...health, failing_since_ms };
}
