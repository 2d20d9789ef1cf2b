// Contract of every store adapter: concurrent facts publish each event once, and concurrent claims share deliveries.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { offerWrite, signupWrite } from '../../../test/support/stored-facts.ts';
import { micros, SALE_MS, storedSales } from '../../../test/support/stored-sales.ts';
import { findDelivery, newWebhook, webhookEvent } from '../../../test/support/stored-webhooks.ts';
import type { Store } from './store.ts';
import { type DueDelivery, WEBHOOK_EVENTS } from './webhook-store.ts';

const FUTURE_MS = SALE_MS * 2;

/** `store` returns the stores under test in turn: one store, or several on the same data. */
export function concurrentWebhookContract(store: () => Store): void {
  describe('concurrent webhooks', () => {
    const ids: number[] = [];
    before(async () => {
      for (let i = 0; i < 2; i++) ids.push((await newWebhook(store(), [...WEBHOOK_EVENTS])).id);
    });
    after(async () => {
      for (const id of ids) await store().deleteWebhook({ id });
    });
    factContract(store, ids);
    claimContract(store, ids);
  });
}

const take = (store: Store, now_ms: number, limit: number): Promise<DueDelivery[]> =>
  store.takeDueDeliveries({ now_ms, lease_ms: FUTURE_MS, limit, in_flight: [] });

async function drain(store: Store): Promise<DueDelivery[]> {
  const due: DueDelivery[] = [];
  for (;;) {
    const taken = await take(store, FUTURE_MS, 100);
    if (taken.length === 0) return due;
    due.push(...taken);
  }
}

function factContract(store: () => Store, ids: readonly number[]): void {
  test('the same facts many times at once publish each event once, to each endpoint', async () => {
    const sales = storedSales(store, 'hooking');
    const clicks = Array.from({ length: 10 }, () => sales.newClick());
    const transaction_ids = clicks.map(() => sales.newId());
    const messages = clicks.map(({ click_id }) => `signup-${click_id}`);
    for (const [i, message_id] of messages.entries())
      await store().acceptSignup(signupWrite({ message_id, email: clicks[i]!.email, program: 'hooking' }));
    await drain(store());
    const facts = clicks.flatMap((click, i) => [
      () => {
        const { convo_id, click_id, email } = click;
        return store().registerOffers({ offers: [offerWrite({ convo_id, click_id, email })], now_ms: SALE_MS });
      },
      () => store().recordClick(click),
      () => sales.send([{ transaction_id: transaction_ids[i]!, sale_amount: micros('10'), currency: 'USD' }]),
      () => store().runJob({ id: messages[i]!, reward_max_pct: 25, now_ms: SALE_MS }),
    ]);
    await Promise.all([...facts, ...facts.toReversed(), ...facts].map((fact) => fact()));
    const due = await drain(store());
    const types = ['click.recorded', 'conversion.recorded', 'offer.registered', 'signup.recorded'];
    for (const id of ids) {
      const events = due.filter(({ webhook_id }) => webhook_id === id).map(({ event }) => event);
      const published = events.filter(({ type }) => types.includes(type));
      const facts = published.map(({ type, data }) => `${type} ${data.id}`);
      assert.equal(new Set(facts).size, facts.length);
      for (const type of types) assert.equal(published.filter((event) => event.type === type).length, 10, type);
    }
  });
}

function claimContract(store: () => Store, ids: readonly number[]): void {
  test('claims at once share the deliveries, each of them once', async () => {
    await drain(store());
    const events = Array.from({ length: 40 }, () => webhookEvent({ type: 'feed.failed', at_ms: SALE_MS }));
    await store().publishEvents({ events });
    const claims: DueDelivery[] = [];
    for (let round = 0; round < 20 && claims.length < 80; round++)
      claims.push(...(await Promise.all(Array.from({ length: 8 }, () => take(store(), SALE_MS, 5)))).flat());
    const keys = claims.map(({ webhook_id, event }) => `${webhook_id} ${event.id}`);
    assert.deepEqual(keys.toSorted(), ids.flatMap((id) => events.map((event) => `${id} ${event.id}`)).toSorted());
  });

  test('an event that is published many times at once is delivered once', async () => {
    await drain(store());
    const events = [webhookEvent({ type: 'feed.failed', at_ms: SALE_MS })];
    await Promise.all(Array.from({ length: 10 }, () => store().publishEvents({ events })));
    assert.equal((await drain(store())).length, 2);
  });

  test('attempts reported at once count each', async () => {
    await drain(store());
    const [webhook_id] = ids;
    const id = (await store().publishTest({ webhook_id: webhook_id!, event: webhookEvent({ at_ms: SALE_MS }) }))!;
    const attempt = { delivery_id: id, at_ms: SALE_MS, duration_ms: 1, status: 500, error: null, response: null };
    await Promise.all(
      Array.from({ length: 6 }, () => store().recordAttempt({ ...attempt, retry_after_ms: null, jitter: 0 })),
    );
    const delivery = await findDelivery(store(), webhook_id!, id);
    assert.deepEqual([delivery?.attempts, delivery?.attempt_list.length], [6, 6]);
    assert.equal((await store().getWebhook({ id: webhook_id! }))?.failing_since_ms, SALE_MS);
  });
}
