import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttemptWrite } from '../webhook-store.ts';
import { deliveryAfter, type EndpointHealth, healthAfter } from './delivery-transitions.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.parse('2026-03-01T00:00:00Z');
const WAITING = { state: 'waiting', attempts: 0, due_at_ms: NOW_MS } as const;
const HEALTHY: EndpointHealth = { disabled_at_ms: null, disabled_reason: null, failing_since_ms: null };

const attemptOf = (over: Partial<AttemptWrite> = {}): AttemptWrite => ({
  delivery_id: 1,
  at_ms: NOW_MS,
  duration_ms: 100,
  status: 500,
  error: null,
  response: '',
  retry_after_ms: null,
  jitter: 0,
  ...over,
});

/** Delays between the end of each attempt and the next one, until there is none. */
function delaysOf(jitter: number): number[] {
  const delays: number[] = [];
  let delivery: ReturnType<typeof deliveryAfter> = WAITING;
  while (true) {
    const attempt = attemptOf({ at_ms: delivery.due_at_ms, jitter });
    delivery = deliveryAfter(delivery, attempt);
    if (delivery.state !== 'waiting') return delays;
    delays.push(delivery.due_at_ms - attempt.at_ms - attempt.duration_ms);
  }
}

const SCHEDULE_MS = [5000, 5 * 60_000, 30 * 60_000, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS)];

test('A delivery that keeps failing is repeated by the schedule, then it has failed', () => {
  assert.deepEqual(delaysOf(0), SCHEDULE_MS);
});

test('Jitter adds at most a fifth of the delay', () => {
  assert.deepEqual(
    delaysOf(1),
    SCHEDULE_MS.map((delay) => delay * 1.2),
  );
});

test('Only an answer of 2xx is a success', () => {
  for (const status of [200, 204, 299])
    assert.equal(deliveryAfter(WAITING, attemptOf({ status })).state, 'delivered', String(status));
  for (const status of [null, 199, 301, 304, 400, 410, 429, 500])
    assert.equal(deliveryAfter(WAITING, attemptOf({ status })).state, 'waiting', String(status));
});

test('Retry-After delays the next attempt, but never by more than a day, and never brings it forward', () => {
  const dueAfter = (retry_after_ms: number) => deliveryAfter(WAITING, attemptOf({ retry_after_ms })).due_at_ms - NOW_MS;
  assert.equal(dueAfter(60_000), 60_100);
  assert.equal(dueAfter(1), 5100);
  assert.equal(dueAfter(1000 * HOUR_MS), 24 * HOUR_MS + 100);
});

test('An attempt that ends after its delivery was settled changes nothing', () => {
  const delivered = { state: 'delivered', attempts: 2, due_at_ms: 1 } as const;
  assert.equal(deliveryAfter(delivered, attemptOf()), delivered);
});

test('An endpoint that answers 410 is disabled with the reason', () => {
  const health = healthAfter(HEALTHY, attemptOf({ status: 410 }));
  assert.equal(health.disabled_at_ms, NOW_MS + 100);
  assert.equal(health.disabled_reason, 'the endpoint answered 410 Gone');
});

test('An endpoint is disabled after five days without a success, and one success starts over', () => {
  const failing = healthAfter(HEALTHY, attemptOf());
  assert.deepEqual(failing, { ...HEALTHY, failing_since_ms: NOW_MS });
  const almost = healthAfter(failing, attemptOf({ at_ms: NOW_MS + 119 * HOUR_MS }));
  assert.equal(almost.disabled_at_ms, null);
  const late = healthAfter(almost, attemptOf({ at_ms: NOW_MS + 120 * HOUR_MS }));
  assert.equal(late.disabled_reason, 'no delivery has succeeded since 2026-03-01T00:00:00.000Z');
  assert.deepEqual(healthAfter(almost, attemptOf({ status: 200 })), HEALTHY);
});

test('A failed attempt to a disabled endpoint leaves its reason as it is', () => {
  const disabled = { disabled_at_ms: 5, disabled_reason: 'by the operator', failing_since_ms: null };
  assert.equal(healthAfter(disabled, attemptOf({ status: 410 })), disabled);
});
