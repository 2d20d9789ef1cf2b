// Contract of every store adapter: the claims, attempts and lists of deliveries to webhooks, and their retention.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeWebhook, findDelivery, newWebhook, webhookEvent } from '../../../test/support/stored-webhooks.ts';
import type { Store } from './store.ts';
import type { AttemptWrite, DueDelivery } from './webhook-store.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = 1_800_000_000_000;

export function deliveryContract(store: () => Store): void {
  publishContract(store);
  claimContract(store);
  attemptContract(store);
  resendContract(store);
  deliveryPurgeContract(store);
}

const take = (store: Store, now_ms: number, by: object = {}): Promise<DueDelivery[]> =>
  store.takeDueDeliveries({ now_ms, lease_ms: 100, limit: 10, in_flight: [], ...by });

const attempt = (delivery_id: number, given: Partial<AttemptWrite> = {}): AttemptWrite => ({
  ...{ delivery_id, at_ms: NOW_MS, duration_ms: 10, status: 200, error: null, response: 'ok' },
  ...{ retry_after_ms: null, jitter: 0, ...given },
});

/** Publishes a test to an endpoint and claims what is due for it. */
async function sendTest(store: Store, webhook_id: number, at_ms = NOW_MS): Promise<DueDelivery[]> {
  await store.publishTest({ webhook_id, event: webhookEvent({ at_ms }) });
  return (await take(store, at_ms)).filter((due) => due.webhook_id === webhook_id);
}

/** Runs a check with endpoints that subscribe to `feed.failed`, and deletes them. */
async function withWebhooks(store: Store, count: number, check: (...ids: number[]) => Promise<void>): Promise<void> {
  const ids: number[] = [];
  for (let i = 0; i < count; i++) ids.push((await newWebhook(store, ['feed.failed'])).id);
  try {
    await check(...ids);
  } finally {
    for (const id of ids) await store.deleteWebhook({ id });
  }
}

const failures = (count: number, at_ms = NOW_MS) =>
  Array.from({ length: count }, () => webhookEvent({ type: 'feed.failed', at_ms }));

function publishContract(store: () => Store): void {
  const list = (webhook_id: number) => store().listDeliveries({ webhook_id, state: null, before: null, limit: 100 });

  test('an event is delivered to each endpoint that subscribes to it, and to no other', () =>
    withWebhooks(store(), 2, async (one, other) => {
      await changeWebhook(store(), { id: other!, events: ['webhook.test'], now_ms: 1 });
      const event = webhookEvent({ type: 'feed.failed', at_ms: NOW_MS, data: { feed: 'é "quoted"' } });
      await store().publishEvents({ events: [event] });
      const [delivery, ...more] = await take(store(), NOW_MS);
      assert.deepEqual(more, []);
      const { person_no: _, ...published } = event;
      assert.deepEqual(delivery?.event, { ...published, email: null });
      assert.equal(delivery.webhook_id, one);
      assert.deepEqual(await list(other!), []);
    }));

  test('an event that is published again is not delivered again', () =>
    withWebhooks(store(), 1, async (id) => {
      const [event, next] = failures(2);
      await store().publishEvents({ events: [event!] });
      await store().publishEvents({ events: [event!, next!, next!] });
      assert.deepEqual(
        (await list(id!)).map((delivery) => delivery.event.id),
        [next!.id, event!.id],
      );
    }));

  test('an event without a subscriber is not kept for a later one', async () => {
    const events = failures(1);
    await store().publishEvents({ events });
    await withWebhooks(store(), 1, async (id) => {
      assert.deepEqual(await list(id!), []);
      await store().publishEvents({ events });
      assert.equal((await list(id!)).length, 1);
    });
  });

  test('a test goes to one endpoint, subscribed or not, also if it is disabled', () =>
    withWebhooks(store(), 2, async (id) => {
      await changeWebhook(store(), { id: id!, is_enabled: false, now_ms: 1 });
      const event = webhookEvent({ at_ms: NOW_MS });
      const delivery_id = await store().publishTest({ webhook_id: id!, event });
      const due = await take(store(), NOW_MS);
      assert.deepEqual(
        due.map((delivery) => [delivery.id, delivery.webhook_id, delivery.event.id]),
        [[delivery_id, id, event.id]],
      );
      assert.equal(await store().publishTest({ webhook_id: 0, event: webhookEvent({}) }), null);
    }));
}

function claimContract(store: () => Store): void {
  const count = (due: DueDelivery[], id: number) => due.filter(({ webhook_id }) => webhook_id === id).length;

  test('a delivery is due from the time of its event, claimed once, and due again when the lease ends', () =>
    withWebhooks(store(), 1, async () => {
      await store().publishEvents({ events: failures(3) });
      assert.deepEqual(await take(store(), NOW_MS - 1), []);
      assert.equal((await take(store(), NOW_MS)).length, 3);
      assert.deepEqual(await take(store(), NOW_MS + 99), []);
      assert.equal((await take(store(), NOW_MS + 100)).length, 3);
    }));

  test('a claim is limited for each endpoint apart, together with what is in flight', () =>
    withWebhooks(store(), 3, async (one, two, three) => {
      await store().publishEvents({ events: failures(5) });
      const in_flight = [
        { webhook_id: one!, count: 2 },
        { webhook_id: two!, count: 7 },
      ];
      const due = await take(store(), NOW_MS, { limit: 4, in_flight });
      assert.deepEqual([count(due, one!), count(due, two!), count(due, three!)], [2, 0, 4]);
      const rest = await take(store(), NOW_MS);
      assert.deepEqual([count(rest, one!), count(rest, two!), count(rest, three!)], [3, 5, 1]);
    }));

  test('what is due first is claimed first', () =>
    withWebhooks(store(), 1, async () => {
      const [late, early] = [failures(1, NOW_MS)[0]!, failures(1, NOW_MS - 5)[0]!];
      await store().publishEvents({ events: [late, early] });
      assert.equal((await take(store(), NOW_MS, { limit: 1 }))[0]?.event.id, early.id);
    }));

  test('deliveries of a disabled endpoint wait until it is enabled; those of a deleted one are not sent', () =>
    withWebhooks(store(), 2, async (one, two) => {
      const counts = () => store().countDeliveries({ now_ms: NOW_MS });
      await changeWebhook(store(), { id: one!, is_enabled: false, now_ms: 1 });
      await store().publishEvents({ events: failures(2) });
      assert.deepEqual(await counts(), { waiting: 4, overdue: 2, disabled_webhooks: 0 });
      assert.equal(count(await take(store(), NOW_MS), one!), 0);
      assert.deepEqual(await counts(), { waiting: 4, overdue: 0, disabled_webhooks: 0 });
      await store().deleteWebhook({ id: two! });
      assert.deepEqual(await counts(), { waiting: 2, overdue: 0, disabled_webhooks: 0 });
      await changeWebhook(store(), { id: one!, is_enabled: true, now_ms: 1 });
      assert.deepEqual(
        (await take(store(), NOW_MS + HOUR_MS)).map(({ webhook_id }) => webhook_id),
        [one, one],
      );
    }));
}

function attemptContract(store: () => Store): void {
  const get = async (webhook_id: number, id: number) => (await findDelivery(store(), webhook_id, id))!;

  test('attempts are listed in order, and a delivery ends with the first success', () =>
    withWebhooks(store(), 1, async (id) => {
      await store().publishEvents({ events: failures(1) });
      const [due] = await take(store(), NOW_MS);
      const failed = attempt(due!.id, { status: null, error: 'time-out', response: null });
      await store().recordAttempt(failed);
      const retried = await get(id!, due!.id);
      assert.deepEqual([retried.state, retried.attempts, retried.due_at_ms], ['waiting', 1, NOW_MS + 5010]);
      assert.equal((await store().getWebhook({ id: id! }))?.failing_since_ms, NOW_MS);
      await store().recordAttempt(attempt(due!.id, { at_ms: NOW_MS + 5010 }));
      const delivered = await get(id!, due!.id);
      assert.deepEqual([delivered.state, delivered.attempts], ['delivered', 2]);
      assert.deepEqual(delivered.attempt_list, [
        { at_ms: NOW_MS, duration_ms: 10, status: null, error: 'time-out', response: null },
        { at_ms: NOW_MS + 5010, duration_ms: 10, status: 200, error: null, response: 'ok' },
      ]);
      assert.equal((await store().getWebhook({ id: id! }))?.failing_since_ms, null);
      assert.deepEqual(await take(store(), NOW_MS + HOUR_MS), []);
    }));

  test('an endpoint that answers 410 is disabled with the reason', () =>
    withWebhooks(store(), 1, async (id) => {
      const [due] = await sendTest(store(), id!);
      await store().recordAttempt(attempt(due!.id, { status: 410 }));
      const { disabled_at_ms, disabled_reason } = (await store().getWebhook({ id: id! }))!;
      assert.deepEqual([disabled_at_ms, disabled_reason], [NOW_MS + 10, 'the endpoint answered 410 Gone']);
      assert.equal((await store().countDeliveries({ now_ms: NOW_MS })).disabled_webhooks, 1);
    }));

  test('an attempt that is reported after another instance has delivered is listed and changes nothing', () =>
    withWebhooks(store(), 1, async (id) => {
      const [due] = await sendTest(store(), id!);
      await take(store(), NOW_MS + 100);
      await store().recordAttempt(attempt(due!.id));
      await store().recordAttempt(attempt(due!.id, { status: 500 }));
      const { state, attempts, attempt_list } = await get(id!, due!.id);
      assert.deepEqual([state, attempts, attempt_list.length], ['delivered', 1, 2]);
      assert.equal((await store().getWebhook({ id: id! }))?.failing_since_ms, null);
    }));

  test('an attempt of an unknown delivery, or to a deleted endpoint, is not an error', () =>
    withWebhooks(store(), 1, async (id) => {
      await store().recordAttempt(attempt(0));
      const [due] = await sendTest(store(), id!);
      await store().deleteWebhook({ id: id! });
      await store().recordAttempt(attempt(due!.id, { status: 500 }));
    }));

  test('deliveries are listed newest first, by state, in pages', () =>
    withWebhooks(store(), 2, async (id, other) => {
      await store().publishEvents({ events: failures(4) });
      const list = async (by: object = {}) =>
        (await store().listDeliveries({ webhook_id: id!, state: null, before: null, limit: 10, ...by })).map(
          (d) => d.id,
        );
      const ids = await list();
      assert.deepEqual(
        ids,
        ids.toSorted((a, b) => b - a),
      );
      assert.equal(ids.length, 4);
      assert.deepEqual(await list({ before: ids[0], limit: 2 }), ids.slice(1, 3));
      await store().recordAttempt(attempt(ids[1]!));
      assert.deepEqual(await list({ state: 'delivered' }), [ids[1]]);
      assert.deepEqual(await list({ state: 'waiting', before: ids[2] }), [ids[3]]);
      assert.deepEqual(await list({ state: 'failed' }), []);
      assert.equal(await findDelivery(store(), other!, ids[0]!), undefined);
    }));
}

function resendContract(store: () => Store): void {
  /** A delivery that has used its attempts. */
  async function exhaust(id: number): Promise<void> {
    for (let i = 0; i < 10; i++) await store().recordAttempt(attempt(id, { status: 500 }));
  }

  test('a delivery that is sent again starts its schedule over, also to a disabled endpoint', () =>
    withWebhooks(store(), 2, async (id, other) => {
      const [due] = await sendTest(store(), id!);
      await exhaust(due!.id);
      assert.equal((await findDelivery(store(), id!, due!.id))?.state, 'failed');
      await changeWebhook(store(), { id: id!, is_enabled: false, now_ms: 1 });
      const resend = (webhook_id: number) => store().resendDelivery({ webhook_id, id: due!.id, now_ms: NOW_MS + 5 });
      assert.equal(await resend(other!), false);
      assert.equal(await resend(id!), true);
      assert.deepEqual(await take(store(), NOW_MS + 4), []);
      const [again] = await take(store(), NOW_MS + 5);
      assert.deepEqual([again?.id, again?.attempts, again?.is_resend, again?.event], [due!.id, 0, true, due!.event]);
    }));

  test('disabling an endpoint stops what was to be sent again, until it is enabled', () =>
    withWebhooks(store(), 2, async (id, other) => {
      for (const webhook_id of [id!, other!]) await sendTest(store(), webhook_id);
      const [due] = await sendTest(store(), other!);
      await changeWebhook(store(), { id: id!, is_enabled: false, now_ms: 1 });
      await store().recordAttempt(attempt(due!.id, { status: 410 }));
      assert.deepEqual(await take(store(), NOW_MS + HOUR_MS), []);
      assert.equal((await store().countDeliveries({ now_ms: NOW_MS + HOUR_MS })).waiting, 3);
      for (const webhook_id of [id!, other!])
        await changeWebhook(store(), { id: webhook_id, is_enabled: true, now_ms: 1 });
      assert.equal((await take(store(), NOW_MS + HOUR_MS)).length, 3);
    }));

  test('undelivered events since a time are sent again in steps', () =>
    withWebhooks(store(), 1, async (id) => {
      for (const at_ms of [NOW_MS - 10, NOW_MS, NOW_MS + 1, NOW_MS + 2])
        await store().publishEvents({ events: failures(1, at_ms) });
      const due = (await take(store(), NOW_MS + 2)).toSorted((a, b) => a.id - b.id);
      await store().recordAttempt(attempt(due[1]!.id));
      await exhaust(due[2]!.id);
      const step = (after: number) =>
        store().resendUndelivered({ webhook_id: id!, since_ms: NOW_MS, after, limit: 2, now_ms: NOW_MS + 20 });
      assert.deepEqual(await step(0), { resent: 1, last: due[2]!.id }, 'one is older');
      assert.deepEqual(await step(due[2]!.id), { resent: 1, last: null });
      const again = (await take(store(), NOW_MS + 20)).map((delivery) => delivery.id);
      assert.deepEqual(again.toSorted(), [due[2]!.id, due[3]!.id]);
    }));
}

function deliveryPurgeContract(store: () => Store): void {
  test('events are purged by age with their deliveries and attempts, delivered or not', () =>
    withWebhooks(store(), 2, async (id, other) => {
      while ((await store().purgeDeliveries({ before_ms: NOW_MS * 2, limit: 100 })) > 0);
      for (const at_ms of [1, 2, 20, 3]) await store().publishEvents({ events: failures(1, NOW_MS + at_ms) });
      for (const { id: delivery_id } of await take(store(), NOW_MS + 1))
        await store().recordAttempt(attempt(delivery_id));
      const left = async (webhook_id: number) =>
        (await store().listDeliveries({ webhook_id, state: null, before: null, limit: 10 })).map(
          ({ event }) => event.at_ms - NOW_MS,
        );
      const steps: string[] = [];
      for (const before_ms of [1, 2, 10, 21]) {
        const purged = await store().purgeDeliveries({ before_ms: NOW_MS + before_ms, limit: 100 });
        assert.deepEqual(await left(other!), await left(id!));
        steps.push(`${purged}: ${await left(id!)}`);
      }
      assert.deepEqual(steps, ['0: 3,20,2,1', '1: 3,20,2', '1: 3,20', '2: ']);
    }));

  test('an email is found and masked in events and in the answers of endpoints', () =>
    withWebhooks(store(), 1, async (id) => {
      const [email, masked] = ['hook@example.com', 'h***@example.com'];
      const event = webhookEvent({ type: 'feed.failed', at_ms: NOW_MS, data: { message: `of ${email}` } });
      await store().publishEvents({ events: [event] });
      const [due] = await take(store(), NOW_MS);
      await store().recordAttempt(attempt(due!.id, { status: 500, response: email, error: `${email}!` }));
      const rows: string[] = [];
      for (let after: string | null = null, isEnd = false; !isEnd; isEnd = after === null) {
        const step = await store().findMentionsInLedger({ email, after, limit: 100 });
        rows.push(...step.rows);
        after = step.next;
      }
      assert.equal(await store().maskMentionsInLedger({ email, rows }), 2);
      const [again] = await take(store(), NOW_MS + HOUR_MS);
      assert.deepEqual(again?.event.data, { message: `of ${masked}` });
      const { attempt_list } = (await findDelivery(store(), id!, due!.id))!;
      assert.deepEqual([attempt_list[0]?.response, attempt_list[0]?.error], [masked, `${masked}!`]);
    }));
}
