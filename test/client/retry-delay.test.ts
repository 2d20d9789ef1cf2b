// How long the client waits before it sends a request again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionError, errorOf, TimeoutError } from '../../client/src/errors.ts';
import { retryDelayMs, sleep } from '../../client/src/retry.ts';

const answer = { requestId: 'r', detail: 'busy' };
const asked = (status: number, retryAfterMs: number) => errorOf({ ...answer, status, isOwn: true, retryAfterMs });
const isBetween = (delay_ms: number | undefined, least: number, most: number) =>
  assert.ok(delay_ms !== undefined && delay_ms >= least && delay_ms <= most, String(delay_ms));

test('the back-off doubles up to four seconds, with jitter', () => {
  const lost = new ConnectionError('lost');
  for (const [attempt, most] of [500, 1000, 2000, 4000, 4000].entries())
    isBetween(retryDelayMs(lost, attempt), most / 2, most);
  assert.notEqual(retryDelayMs(lost, 0), retryDelayMs(lost, 0));
});

test('Retry-After is honoured up to a minute; a longer one is left to the caller', () => {
  isBetween(retryDelayMs(asked(429, 1000), 0), 1000, 1500);
  isBetween(retryDelayMs(asked(503, 60_000), 0), 60_000, 60_500);
  assert.equal(retryDelayMs(asked(503, 61_000), 0), undefined);
});

test('a proxy without Retry-After is asked again; the service without it, and other errors, are not', () => {
  for (const status of [502, 503, 504]) {
    isBetween(retryDelayMs(errorOf({ ...answer, status, isOwn: false }), 0), 250, 500);
    assert.equal(retryDelayMs(errorOf({ ...answer, status, isOwn: true }), 0), undefined);
  }
  for (const status of [400, 403, 404, 409, 410, 422, 500]) assert.equal(retryDelayMs(asked(status, 1), 0), undefined);
  for (const error of [new TimeoutError('late'), new Error('bug')]) assert.equal(retryDelayMs(error, 0), undefined);
});

test('a pause ends with the reason of its signal, also if it is aborted already', async () => {
  const reason = new Error('stop');
  await assert.rejects(sleep(60_000, AbortSignal.abort(reason)), reason);
  const abort = new AbortController();
  const pause = sleep(60_000, abort.signal);
  abort.abort(reason);
  await assert.rejects(pause, reason);
  await sleep(1, new AbortController().signal);
});
