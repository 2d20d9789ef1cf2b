// Each event on its way from the fact to a receiver.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { WebhookEvent } from '@finderfee/contract/webhook-event.ts';
import { salesOf } from '../../../test/support/sales.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { until } from '../../../test/support/until.ts';
import { WebhookReceiver } from '../../../test/support/webhook-receiver.ts';
import { createKey } from '../keys/create-key.ts';
import { erasePerson } from '../operations/erase-person.ts';
import { WEBHOOK_EVENTS } from '../store/webhook-store.ts';

const NOW = '2026-03-04T05:06:07.000Z';
let service: TestApp;
/** Gets all events with emails masked, and unmasked. */
let masked: WebhookReceiver;
let unmasked: WebhookReceiver;
before(async () => {
  service = await startTestApp({ WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' });
  [masked, unmasked] = [await WebhookReceiver.start(), await WebhookReceiver.start()];
  const { key } = await createKey(service.deps, { name: 'x', scopes: ['operate', 'pii'], expires_at_ms: null });
  await service.keyRing.refresh();
  for (const [receiver, pii] of [
    [masked, false],
    [unmasked, true],
  ] as const) {
    const body = { url: receiver.url, events: WEBHOOK_EVENTS, pii };
    assert.equal((await service.call('POST', '/v1/webhooks', body, { 'x-api-key': key })).status, 201);
  }
});
after(async () => {
  await service.stop();
  masked.stop();
  unmasked.stop();
});

const { newClick, offer, click, clicked, newTransaction, report } = salesOf(() => service);

/** Waits for an event of a type whose data has a value, checks it against the contract, and returns its data. */
async function dataOf(receiver: WebhookReceiver, type: string, field: string, value: unknown) {
  const found = await until(() => receiver.received.find((one) => one.type === type && one.data[field] === value));
  assert.equal(WebhookEvent.parse(JSON.parse(found!.body)).timestamp, NOW);
  return found!.data;
}

describe('an event', () => {
  test('offer.registered has the ids of the offer and what was offered', async () => {
    const made = newClick({ email: 'ann@example.com' });
    const id = await offer(made);
    const { email, ...data } = await dataOf(masked, 'offer.registered', 'id', id);
    const { program, convo_id, presentation_id, click_id } = made;
    const product = { name: 'Kettle', value: 39.5, currency: 'USD', rebate_pct: 4, merchant: null };
    const ids = { id, program, convo_id, presentation_id, click_id, message_id: null };
    assert.deepEqual([email, data], ['a***@example.com', { ...ids, format: 'single', ...product }]);
    assert.equal((await dataOf(unmasked, 'offer.registered', 'id', id)).email, 'ann@example.com');
  });

  test('offer.registered follows for an offer that was acknowledged first', async () => {
    const { click_id, ...rest } = newClick();
    const body = { product_click: { click_id, ...rest }, product_info: { name: 'Pot', presentment_id: 'p1' } };
    await service.call('POST', '/offers/single', body, { prefer: 'respond-async' });
    assert.equal((await dataOf(masked, 'offer.registered', 'click_id', click_id)).name, 'Pot');
  });

  test('click.recorded is sent once for a click', async () => {
    const made = newClick({ email: 'bob@example.com', click_id: 'bob@example.com' });
    await click(made);
    await click(made);
    const { id, ...data } = await dataOf(unmasked, 'click.recorded', 'convo_id', made.convo_id);
    assert.ok(Number.isInteger(id));
    const { click_datetime: _, ...ids } = made;
    assert.deepEqual(data, { ...ids, click_at: NOW });
    const seen = await dataOf(masked, 'click.recorded', 'convo_id', made.convo_id);
    assert.deepEqual([seen.email, seen.click_id], ['b***@example.com', 'b***@example.com']);
    await clicked();
    assert.equal(
      unmasked.received.filter(({ type, data: { id: of } }) => type === 'click.recorded' && of === id).length,
      1,
    );
  });

  test('signup.recorded has the message that acknowledged it', async () => {
    const body = { program: 'gold', email: 'cat@example.com' };
    const { json } = await service.call('POST', '/signup/signing-up', body);
    const { id, signed_at, ...data } = await dataOf(masked, 'signup.recorded', 'message_id', json.message_id);
    assert.ok(Number.isInteger(id) && !Number.isNaN(Date.parse(signed_at)));
    const ids = { program: 'gold', convo_id: 'signing-up', message_id: json.message_id };
    assert.deepEqual(data, { ...ids, email: 'c***@example.com' });
  });

  test('conversion.recorded, conversion.updated and reward.changed follow a sale', async () => {
    const { click_id, convo_id, presentation_id, program, offer_id } = await clicked({ email: 'dan@example.com' });
    const transaction_id = newTransaction();
    const [recorded] = await report({ transaction_id, click_id, sale_amount: '50', commission: '4', currency: 'USD' });
    const { id } = recorded!;
    const { history: _, ...conversion } = (await service.call('GET', `/v1/conversions/${id}`)).json;
    const { order_id, occurred_at, ...data } = await dataOf(unmasked, 'conversion.recorded', 'id', id);
    assert.deepEqual([order_id, typeof occurred_at], [null, 'string']);
    assert.deepEqual(data, { ...conversion, convo_id, presentation_id, email: 'dan@example.com' });
    assert.deepEqual([data.offer_id, data.reward.amount, data.status], [offer_id, '2.00', 'pending']);
    await report({ transaction_id, status: 'approved' });
    const updated = await dataOf(masked, 'conversion.updated', 'id', id);
    assert.deepEqual([updated.status, updated.email], ['approved', 'd***@example.com']);
    const changesOf = () =>
      masked.received.filter(({ type, data: { conversion_id: of } }) => type === 'reward.changed' && of === id);
    await until(() => changesOf().length === 3);
    const sorted = changesOf().sort((a, b) => a.data.no - b.data.no);
    const common = { conversion_id: id, program, email: 'd***@example.com', currency: 'USD' };
    assert.deepEqual(
      sorted.map(({ data: { no: _no, ...change } }) => change),
      [
        { ...common, status: 'pending', amount: '2.00' },
        { ...common, status: 'pending', amount: '-2.00' },
        { ...common, status: 'approved', amount: '2.00' },
      ],
    );
  });

  test('feed.failed has the run and the reason', async () => {
    const { store, clock } = service.deps;
    const run = { feed: 'kettles', mode: 'full', source: 'https://feeds.example/…', runner: '' } as const;
    const begun = await store.beginRun({ ...run, now_ms: clock.now_ms() });
    const { run_id } = begun as { run_id: number };
    const end = { state: 'failed', message: 'the server answered 404', report: '{}' } as const;
    await store.finishRun({ id: run_id, now_ms: clock.now_ms(), ...end });
    const data = await dataOf(masked, 'feed.failed', 'run_id', run_id);
    const { feed, mode, source } = run;
    const { message, state } = end;
    assert.deepEqual(data, { run_id, feed, mode, source, state, message, failed_at: NOW });
    assert.deepEqual(await store.listFeedEvents({ limit: 1 }), []);
  });
});

test('every endpoint gets an event under the same id', async () => {
  const { convo_id } = await clicked();
  const idOf = async (receiver: WebhookReceiver) => {
    await dataOf(receiver, 'click.recorded', 'convo_id', convo_id);
    return receiver.received.find(({ data }) => data.convo_id === convo_id && 'click_at' in data)!.headers[
      'webhook-id'
    ];
  };
  assert.equal(await idOf(masked), await idOf(unmasked));
});

test('the email of a person who was erased is not sent any more', async () => {
  const [first] = (await service.call('GET', '/v1/webhooks')).json.items;
  const url = `/v1/webhooks/${first.id}`;
  await service.call('PATCH', url, { enabled: false });
  const { convo_id } = await clicked({ email: 'eve@example.com' });
  await dataOf(unmasked, 'click.recorded', 'convo_id', convo_id);
  await erasePerson(service.deps.store, 'eve@example.com');
  await service.call('PATCH', url, { enabled: true });
  assert.equal((await dataOf(masked, 'click.recorded', 'convo_id', convo_id)).email, null);
});
