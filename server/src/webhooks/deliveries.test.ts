// Deliveries to a real receiver: attempts, retries, re-sends, and endpoints that fail.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { until } from '../../../test/support/until.ts';
import { WebhookReceiver } from '../../../test/support/webhook-receiver.ts';
import { AppError } from '../app-error.ts';
import type { Store } from '../store/store.ts';
import { VERSION } from '../version.ts';

const PATH = '/v1/webhooks';
const DAY_MS = 24 * 3_600_000;

/** Makes the next calls of `recordAttempt` fail. */
let faults = 0;
const wrapStore = (store: Store): Store => ({
  ...store,
  recordAttempt: async (by) => {
    if (faults > 0) {
      faults--;
      throw new AppError('store_unavailable');
    }
    return store.recordAttempt(by);
  },
});

let service: TestApp;
before(async () => {
  service = await startTestApp({ WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' }, { wrapStore });
});
after(() => service.stop());

const post = async (path: string) => (await service.call('POST', `${PATH}/${path}`)).json;

/** A receiver and its webhook, for one test. */
async function endpoint(t: { after(done: () => void): void }) {
  const receiver = await WebhookReceiver.start();
  t.after(() => receiver.stop());
  const body = { url: receiver.url, events: ['webhook.test'] };
  const { id, secret } = (await service.call('POST', PATH, body)).json;
  t.after(() => service.call('DELETE', `${PATH}/${id}`));
  const deliveries = async (query = '') => (await service.call('GET', `${PATH}/${id}/deliveries?${query}`)).json.items;
  return {
    receiver,
    id,
    secret,
    deliveries,
    webhook: async () => (await service.call('GET', `${PATH}/${id}`)).json,
    patch: async (change: object) => (await service.call('PATCH', `${PATH}/${id}`, change)).json,
    send: async (): Promise<number> => (await post(`${id}/test`)).delivery_id,
    /** The newest delivery, once it has this many attempts. */
    attempted: (count: number) =>
      until(async () => {
        const [delivery] = await deliveries();
        return delivery.attempts.length === count && delivery;
      }),
  };
}

describe('a delivery', () => {
  test('is a signed POST with the event, and is listed with the answer', async (t) => {
    const { receiver, id, send, attempted } = await endpoint(t);
    receiver.answerWith(200, {}, 'thanks, ann@example.com');
    const delivery_id = await send();
    const [event] = await receiver.waitFor(1);
    const { headers, body } = event!;
    assert.deepEqual(JSON.parse(body), {
      type: 'webhook.test',
      timestamp: '2026-03-04T05:06:07.000Z',
      data: { webhook_id: id },
    });
    assert.match(headers['webhook-id'], /^evt_[0-9a-f]{32}$/);
    assert.equal(headers['webhook-timestamp'], String(service.clock.now_ms() / 1000));
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers['user-agent'], `finderfee/${VERSION}`);
    const { attempts, ...delivery } = await attempted(1);
    assert.deepEqual(delivery, {
      id: delivery_id,
      event_id: headers['webhook-id'],
      type: 'webhook.test',
      timestamp: '2026-03-04T05:06:07.000Z',
      state: 'delivered',
      next_attempt_at: null,
    });
    const [{ duration_ms, ...attempt }] = attempts;
    assert.ok(duration_ms >= 0);
    assert.deepEqual(attempt, {
      at: '2026-03-04T05:06:07.000Z',
      status: 200,
      error: null,
      response: 'thanks, a***@example.com',
    });
  });

  test('keeps the first kilobyte of an answer, whatever its bytes', async (t) => {
    const { receiver, send, attempted } = await endpoint(t);
    receiver.answer = (response) => response.end(Buffer.from(`\0\xff${'é'.repeat(5000)}`));
    await send();
    const { response } = (await attempted(1)).attempts[0];
    assert.match(response, /^\ufffdÿé+$/);
    assert.ok(Buffer.byteLength(response) <= 1026);
  });

  test('is tried ten times over three days under one id, each signed with its own time', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: service.clock.now_ms() });
    const { receiver, secret, deliveries, send, attempted } = await endpoint(t);
    receiver.answerWith(500, {}, 'a bug');
    await send();
    const delays_s = [5, 300, 1800, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 3600)];
    for (const [index, delay_s] of delays_s.entries()) {
      const { state, next_attempt_at, attempts } = await attempted(index + 1);
      assert.equal(state, 'waiting');
      const { at, duration_ms, status, response } = attempts[index];
      assert.deepEqual([status, response], [500, 'a bug']);
      const waited_s = (Date.parse(next_attempt_at) - Date.parse(at) - duration_ms) / 1000;
      assert.ok(waited_s >= delay_s && waited_s <= delay_s * 1.2, `${waited_s} s after attempt ${index + 1}`);
      service.clock.advance(Date.parse(next_attempt_at) - service.clock.now_ms());
      t.mock.timers.setTime(service.clock.now_ms());
      const { headers, body } = (await receiver.waitFor(index + 2)).at(-1)!;
      new Webhook(secret).verify(body, headers);
    }
    const { state, next_attempt_at } = await attempted(10);
    assert.deepEqual([state, next_attempt_at, (await deliveries('state=failed')).length], ['failed', null, 1]);
    assert.equal(new Set(receiver.ids).size, 1);
    service.clock.advance(10 * DAY_MS);
    await send();
    await receiver.waitFor(11);
    assert.equal(new Set(receiver.ids).size, 2, 'the failed one is not tried again');
  });

  test('waits as long as Retry-After asks', async (t) => {
    const { receiver, send, attempted } = await endpoint(t);
    receiver.answerWith(503, { 'retry-after': '120' });
    await send();
    const { next_attempt_at, attempts } = await attempted(1);
    assert.equal(Date.parse(next_attempt_at) - Date.parse(attempts[0].at) - attempts[0].duration_ms, 120_000);
  });

  test('fails on a redirect, which is not followed', async (t) => {
    const { receiver, send, attempted } = await endpoint(t);
    const other = await endpoint(t);
    receiver.answerWith(302, { location: other.receiver.url });
    await send();
    const { state, attempts } = await attempted(1);
    assert.deepEqual([state, attempts[0].status, other.receiver.received], ['waiting', 302, []]);
  });

  test('to a name with a private address is not connected', async (t) => {
    const { receiver, patch, send, attempted } = await endpoint(t);
    await patch({ url: receiver.url.replace('http://127.0.0.1', 'https://localhost') });
    await send();
    const { status, error } = (await attempted(1)).attempts[0];
    assert.deepEqual([status, error], [null, 'localhost is not on the public internet']);
  });

  test('that could not be recorded is recorded later, and is not sent twice', async (t) => {
    const { receiver, send, attempted } = await endpoint(t);
    faults = 1;
    await send();
    assert.equal((await attempted(1)).state, 'delivered');
    assert.deepEqual([faults, receiver.received.length], [0, 1]);
  });
});

describe('an endpoint', () => {
  test('that hangs has ten requests at a time, and delays no other', async (t) => {
    const [hanging, other] = [await endpoint(t), await endpoint(t)];
    const answers: (() => void)[] = [];
    hanging.receiver.answer = (response) => answers.push(() => response.writeHead(204).end());
    await Promise.all(Array.from({ length: 15 }, hanging.send));
    await hanging.receiver.waitFor(10);
    await Promise.all(Array.from({ length: 25 }, other.send));
    await other.receiver.waitFor(25);
    await until(async () => (await other.deliveries('state=delivered')).length === 25);
    assert.equal(hanging.receiver.received.length, 10);
    for (const answer of answers) answer();
    await hanging.receiver.waitFor(15);
    assert.equal(new Set(hanging.receiver.ids).size, 15);
    for (const answer of answers.slice(10)) answer();
  });

  test('that answers 410 is disabled; its events wait until it is enabled', async (t) => {
    const { receiver, webhook, patch, send, attempted, deliveries } = await endpoint(t);
    receiver.answerWith(410);
    await send();
    await attempted(1);
    const { enabled, disabled_at, disabled_reason } = await webhook();
    assert.deepEqual([enabled, disabled_reason], [false, 'the endpoint answered 410 Gone']);
    assert.ok(disabled_at !== null);
    service.clock.advance(60_000);
    receiver.answerWith(204);
    assert.equal((await deliveries('state=waiting')).length, 1);
    assert.equal((await patch({ enabled: true })).enabled, true);
    await receiver.waitFor(2);
    assert.equal(new Set(receiver.ids).size, 1);
    await until(async () => (await deliveries('state=delivered')).length === 1);
  });

  test('that fails for five days is disabled with the reason; a success in between starts over', async (t) => {
    const { receiver, webhook, send, attempted } = await endpoint(t);
    const fail = async () => {
      receiver.answerWith(500);
      await send();
      await attempted(1);
      return webhook();
    };
    const first = await fail();
    assert.ok(first.failing_since);
    receiver.answerWith(204);
    service.clock.advance(4 * DAY_MS);
    await until(async () => (await webhook()).failing_since === null);
    const { failing_since } = await fail();
    service.clock.advance(4 * DAY_MS);
    assert.equal((await fail()).enabled, true);
    service.clock.advance(DAY_MS);
    const disabled = await fail();
    assert.deepEqual(
      [disabled.enabled, disabled.disabled_reason],
      [false, `no delivery has succeeded since ${failing_since}`],
    );
  });
});

describe('sending again', () => {
  test('keeps the id of the event, and works for a disabled endpoint', async (t) => {
    const { receiver, id, patch, send, attempted, deliveries } = await endpoint(t);
    const delivery = await send();
    await attempted(1);
    await patch({ enabled: false });
    assert.deepEqual(await post(`${id}/deliveries/${delivery}/resend`), { delivery_id: delivery });
    await receiver.waitFor(2);
    await attempted(2);
    assert.equal(new Set(receiver.ids).size, 1);
    assert.equal((await deliveries())[0].state, 'delivered');
  });

  test('since a time covers what was not delivered', async (t) => {
    const { receiver, id, send, attempted, deliveries } = await endpoint(t);
    await send();
    await attempted(1);
    receiver.answerWith(500);
    await send();
    await attempted(1);
    service.clock.advance(1);
    const since = new Date(service.clock.now_ms()).toISOString();
    await send();
    await attempted(1);
    receiver.received.length = 0;
    receiver.answerWith(204);
    assert.deepEqual(await post(`${id}/resend?since=${since}`), { resent: 1 });
    await receiver.waitFor(1);
    await until(async () => (await deliveries('state=delivered')).length === 2);
    assert.deepEqual(await post(`${id}/resend?since=2026-01-01T00:00:00Z`), { resent: 1 });
    await until(async () => (await deliveries('state=delivered')).length === 3);
    assert.deepEqual(await post(`${id}/resend?since=2026-01-01T00:00:00Z`), { resent: 0 });
  });
});

test('the list of deliveries is paged by a cursor that keeps its filter', async (t) => {
  const { id, send, deliveries } = await endpoint(t);
  const sent = [await send(), await send(), await send()];
  await until(async () => (await deliveries('state=delivered')).length === 3);
  const path = `${PATH}/${id}/deliveries`;
  const first = (await service.call('GET', `${path}?state=delivered&per_page=2`)).json;
  const second = (await service.call('GET', `${path}?cursor=${first.next_cursor}`)).json;
  const ids = [...first.items, ...second.items].map((item: { id: number }) => item.id);
  assert.deepEqual([ids, second.next_cursor], [sent.reverse(), null]);
  assert.equal((await service.call('GET', `${path}?cursor=${first.next_cursor}x`)).status, 404);
  const other = await endpoint(t);
  const { status } = await service.call('GET', `${PATH}/${other.id}/deliveries?cursor=${first.next_cursor}`);
  assert.equal(status, 404, 'of another webhook');
});

test('metrics count attempts by outcome, waiting and overdue deliveries, and disabled webhooks', async (t) => {
  const { receiver, send, attempted } = await endpoint(t);
  const counts = async () => {
    const { body } = await service.call('GET', '/metrics');
    return Object.fromEntries(
      [...body.matchAll(/^finderfee_webhook\w*\{\w+="(\w+)"\} (\d+)$/gm)].map(([, name, count]) => [
        name,
        Number(count),
      ]),
    );
  };
  const before = await counts();
  assert.deepEqual(Object.keys(before).sort(), [
    'disabled',
    'overdue',
    'refused',
    'succeeded',
    'unanswered',
    'waiting',
  ]);
  await send();
  await attempted(1);
  receiver.answerWith(500);
  await send();
  await attempted(1);
  receiver.answer = (response) => response.destroy();
  await send();
  await attempted(1);
  const later = await counts();
  for (const outcome of ['refused', 'succeeded', 'unanswered'])
    assert.equal(later[outcome], before[outcome]! + 1, outcome);
});
