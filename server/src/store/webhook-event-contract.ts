// Contract of every store adapter: each fact publishes its events exactly once, in its own transaction.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { offerWrite, signupWrite } from '../../../test/support/stored-facts.ts';
import { matchDue, micros, SALE_MS, storedSales } from '../../../test/support/stored-sales.ts';
import { changeWebhook, newWebhook } from '../../../test/support/stored-webhooks.ts';
import { RUN_LEASE_MS } from './feed-store.ts';
import type { Store } from './store.ts';
import { type DueDelivery, WEBHOOK_EVENTS } from './webhook-store.ts';

const FUTURE_MS = SALE_MS * 2;
const CONVO = 'webhook events';
const EMAIL = 'Hook-Ann@example.com';

type Event = DueDelivery['event'];

export function webhookEventContract(store: () => Store): void {
  describe('facts publish events', () => eventContract(store));
}

function eventContract(store: () => Store): void {
  const ids: number[] = [];
  before(async () => {
    for (let i = 0; i < 2; i++) ids.push((await newWebhook(store(), [...WEBHOOK_EVENTS])).id);
  });
  after(async () => {
    for (const id of ids) await store().deleteWebhook({ id });
  });

  /** The events that an action publishes, in order. Each must have one delivery for each endpoint. */
  async function publishedBy(action: () => Promise<unknown>): Promise<Event[]> {
    const drain = async () => {
      const due: DueDelivery[] = [];
      for (;;) {
        const by = { now_ms: FUTURE_MS, lease_ms: FUTURE_MS, limit: 100, in_flight: [] };
        const taken = await store().takeDueDeliveries(by);
        if (taken.length === 0) return due.sort((a, b) => a.id - b.id);
        due.push(...taken);
      }
    };
    await drain();
    await action();
    const [one, other] = ids.map(() => [] as Event[]);
    for (const { webhook_id, event } of await drain()) (webhook_id === ids[0] ? one! : other!).push(event);
    assert.deepEqual(other, one, 'both endpoints get all events');
    for (const { id } of one!) assert.match(id, /^evt_[0-9a-f]{32}$/);
    assert.equal(new Set(one!.map(({ id }) => id)).size, one!.length);
    return one!;
  }

  offerContract(store, publishedBy);
  clickContract(store, publishedBy);
  signupContract(store, publishedBy);
  conversionContract(store, publishedBy);
  feedContract(store);
  subscriptionContract(store);
}

type PublishedBy = (action: () => Promise<unknown>) => Promise<Event[]>;

function offerContract(store: () => Store, publishedBy: PublishedBy): void {
  const product = { name: 'Kettle', value: 39.5, currency: 'USD', rebate_pct: 5, merchant: { id: 7, name: 'Shop' } };
  const offer = (click_id: string, message_id: string | null = null) =>
    offerWrite({ convo_id: CONVO, click_id, message_id, email: EMAIL, product: JSON.stringify(product), value: 39.5 });
  const register = (...offers: ReturnType<typeof offer>[]) => store().registerOffers({ offers, now_ms: SALE_MS });
  const identity = { convo_id: CONVO, presentation_id: 'p1', program: 'gold', format: 'single' };

  test('a registered offer is published once; a replay and a conflict are not', async () => {
    const events = await publishedBy(async () => {
      await register(offer('hook-1'), offer('hook-1'), offer('hook-2'));
      await register(offer('hook-1'));
      await register({ ...offer('hook-3') }, { ...offer('hook-2'), name: 'Pot', value: 1 });
    });
    const [id1, id2] = events.map(({ data }) => data.id);
    const published = (id: unknown, click_id: string) => ({ ...identity, id, click_id, message_id: null, ...product });
    assert.deepEqual(
      events.map(({ type, at_ms, data, email }) => ({ type, at_ms, data, email })),
      [
        { type: 'offer.registered', at_ms: SALE_MS, data: published(id1, 'hook-1'), email: EMAIL },
        { type: 'offer.registered', at_ms: SALE_MS, data: published(id2, 'hook-2'), email: EMAIL },
      ],
    );
    const found = await store().findOffer({ convo_id: CONVO, presentation_id: 'p1', click_id: 'hook-1' });
    assert.equal(found?.id, id1);
  });

  test('an offer that was acknowledged is published when its job registers it', async () => {
    assert.deepEqual(await publishedBy(() => register(offer('hook-4', 'hook-job'))), []);
    const by = { id: 'hook-job', reward_max_pct: 25, now_ms: SALE_MS + 5 };
    const [event, ...more] = await publishedBy(async () => {
      for (let i = 0; i < 2; i++) await store().runJob(by);
    });
    assert.deepEqual(more, []);
    const data = { ...identity, id: event?.data.id, click_id: 'hook-4', message_id: 'hook-job', ...product };
    assert.deepEqual([event?.data, event?.at_ms, event?.email], [data, SALE_MS + 5, EMAIL]);
  });
}

function clickContract(store: () => Store, publishedBy: PublishedBy): void {
  const click = (click_id: string, change: object = {}) => ({
    ...{ program: 'gold', click_id, convo_id: CONVO, presentation_id: 'p1', email: 'Hook-Ben@example.com' },
    ...{ click_at_ms: SALE_MS, now_ms: SALE_MS + 1, ...change },
  });

  test('a recorded click is published once; repeats, conflicts and non-clicks are not', async () => {
    const events = await publishedBy(async () => {
      await store().recordClick(click('hook-1'));
      await store().recordClick(click('hook-1'));
      await store().recordClick(click('hook-1', { presentation_id: 'other' }));
      await store().recordVisit({ ...click('hook-2', { email: '' }), non_click: null });
      await store().recordVisit({ ...click('hook-5'), non_click: 'crawler' });
    });
    const exported = await store().exportFacts({ kind: 'clicks', after: 0, since_ms: 0, limit: 100_000 });
    const numbers = exported.filter(({ data }) => data.convo_id === CONVO).map(({ data }) => data.click_no);
    const click_at = new Date(SALE_MS).toISOString();
    const data = { program: 'gold', convo_id: CONVO, presentation_id: 'p1', click_at };
    assert.deepEqual(
      events.map(({ id: _, ...event }) => event),
      ['hook-1', 'hook-2'].map((click_id, i) => ({
        ...{ type: 'click.recorded', at_ms: SALE_MS + 1, data: { id: numbers[i], click_id, ...data } },
        email: i === 0 ? 'Hook-Ben@example.com' : null,
      })),
    );
  });

  test('an erased person is not named by events that wait', async () => {
    const [event] = await publishedBy(async () => {
      await store().recordClick(click('hook-erased', { email: 'hook-erased@example.com' }));
      assert.equal(await store().erasePerson({ email: 'hook-erased@example.com' }), true);
    });
    assert.equal(event?.email, null);
  });
}

function signupContract(store: () => Store, publishedBy: PublishedBy): void {
  test('the first signup of a person and program is published by its job; later ones are not', async () => {
    const write = (message_id: string) =>
      signupWrite({ message_id, program: 'hooked', convo_id: CONVO, email: EMAIL, may_replace: true, now_ms: SALE_MS });
    const messages = ['hook-signup-1', 'hook-signup-2'];
    assert.deepEqual(
      await publishedBy(async () => {
        for (const id of messages) await store().acceptSignup(write(id));
      }),
      [],
    );
    const [event, ...more] = await publishedBy(async () => {
      for (const id of [...messages, messages[0]!])
        await store().runJob({ id, reward_max_pct: 25, now_ms: SALE_MS + 5 });
    });
    assert.deepEqual(more, []);
    const exported = await store().exportFacts({ kind: 'signups', after: 0, since_ms: 0, limit: 100_000 });
    const { no } = exported.find(({ data }) => data.program === 'hooked')!;
    const { id: _, ...published } = event!;
    const data = { id: no, message_id: messages[0], program: 'hooked', convo_id: CONVO };
    assert.deepEqual(published, {
      ...{ type: 'signup.recorded', at_ms: SALE_MS + 5, email: EMAIL },
      data: { ...data, signed_at: new Date(SALE_MS).toISOString() },
    });
  });
}

function conversionContract(store: () => Store, publishedBy: PublishedBy): void {
  const sales = storedSales(store, 'hooked');
  const sale = { sale_amount: micros('50'), commission: micros('4'), currency: 'USD', order_id: 'o1' };
  const typesOf = (events: Event[]) => events.map(({ type }) => type);

  test('a conversion is published when it is recorded and when it changes, and so is each change of its reward', async () => {
    const click = await sales.clicked();
    const report = { transaction_id: 'hook-1', click_id: click.click_id, ...sale, occurred_at_ms: SALE_MS };
    const recorded = await publishedBy(() => sales.report(report, report));
    assert.deepEqual(typesOf(recorded), ['conversion.recorded', 'reward.changed']);
    const [conversion, reward] = recorded;
    const id = conversion!.data.id as number;
    assert.deepEqual(conversion!.data, {
      ...{ id, network: 'hooked', transaction_id: 'hook-1', item_id: null, order_id: 'o1' },
      ...{ status: 'pending', is_paid: false, sale_amount: '50.00', commission: '4.00', currency: 'USD' },
      ...{ occurred_at: new Date(SALE_MS).toISOString(), click_id: click.click_id, convo_id: click.convo_id },
      ...{ presentation_id: 'p1', offer_id: click.offer_id, program: 'gold', unmatched_reason: null },
      reward: { amount: '5.00', currency: 'USD', reason: null },
    });
    const [entry] = await store().listRewards({ program: null, email: click.email, before: null, limit: 10 });
    assert.deepEqual(reward!.data, {
      ...{ no: entry!.no, conversion_id: id, program: 'gold', status: 'pending', amount: '5.00', currency: 'USD' },
    });
    assert.deepEqual([conversion!.email, reward!.email], [click.email, click.email]);
    const approved = { ...report, status: 'approved' as const, modified_at_ms: SALE_MS + 1 };
    const updated = await publishedBy(() => sales.report(approved));
    assert.deepEqual(typesOf(updated), ['conversion.updated', 'reward.changed', 'reward.changed']);
    assert.deepEqual(
      updated.map(({ data }) => [data.status, data.amount ?? data.sale_amount]),
      [
        ['approved', '50.00'],
        ['pending', '-5.00'],
        ['approved', '5.00'],
      ],
    );
    assert.deepEqual(await publishedBy(() => sales.report(approved)), [], 'a duplicate changes nothing');
    assert.deepEqual(await publishedBy(() => sales.report(report)), [], 'nor does an older report');
  });

  test('a conversion is recorded by its first report, also if corrections came before', async () => {
    const correction = { transaction_id: 'hook-c', original_transaction_id: 'hook-2', sale_amount: micros('-10') };
    assert.deepEqual(await publishedBy(() => sales.report({ ...correction, currency: 'USD' })), []);
    const [event, ...more] = await publishedBy(() => sales.report({ transaction_id: 'hook-2', ...sale }));
    assert.deepEqual(
      [event?.type, event?.data.sale_amount, event?.data.unmatched_reason, event?.email, more],
      ['conversion.recorded', '40.00', 'no_click_id', null, []],
    );
  });

  test('a conversion that is matched later is published as an update', async () => {
    const click = sales.newClick();
    await sales.report({ transaction_id: 'hook-3', click_id: click.click_id, ...sale });
    const events = await publishedBy(async () => {
      await sales.offer(click);
      await sales.click(click);
      await matchDue(store(), SALE_MS + 10_000);
    });
    assert.deepEqual(typesOf(events), ['offer.registered', 'click.recorded', 'conversion.updated', 'reward.changed']);
    assert.deepEqual([events[2]?.data.click_id, events[2]?.email], [click.click_id, click.email]);
    const { id } = await sales.reportOne({ transaction_id: 'hook-4', ...sale });
    const by = { id, click_id: click.click_id, program: null, reward_max_pct: 25, now_ms: SALE_MS };
    const matched = await publishedBy(() => store().matchConversion(by));
    assert.deepEqual(typesOf(matched), ['conversion.updated', 'reward.changed']);
  });
}

function feedContract(store: () => Store): void {
  const begin = async (feed: string, now_ms: number) => {
    const begun = await store().beginRun({ feed, mode: 'full', source: 'https://f.example/', runner: '', now_ms });
    assert.ok('run_id' in begun);
    return begun.run_id;
  };
  const list = () => store().listFeedEvents({ limit: 100 });
  const remove = (events: { id: string }[]) => store().deleteFeedEvents({ ids: events.map(({ id }) => id) });

  test('runs that failed, were stopped or interrupted wait for their publication until they are deleted', async () => {
    const finish = (id: number, state: 'done' | 'failed' | 'stopped' | 'unchanged') =>
      store().finishRun({ id, now_ms: SALE_MS + 1, state, message: `because ${state}`, report: '{}' });
    await remove(await list());
    const runs: number[] = [];
    for (const state of ['done', 'failed', 'unchanged', 'stopped'] as const) {
      const id = await begin(`hook ${state}`, SALE_MS);
      await finish(id, state);
      await finish(id, state);
      runs.push(id);
    }
    const lost = await begin('hook lost', SALE_MS);
    await begin('hook lost', SALE_MS + RUN_LEASE_MS);
    await finish(lost, 'failed');
    const event = (run_id: number, state: string, message: string, failed_at_ms: number) => ({
      ...{
        feed: `hook ${run_id === lost ? 'lost' : state}`,
        run_id,
        mode: 'full',
        source: 'https://f.example/',
        state,
      },
      ...{ message, failed_at: new Date(failed_at_ms).toISOString() },
    });
    const waiting = await list();
    assert.deepEqual(
      waiting.map(({ type, data, person_no }) => ({ type, data, person_no })),
      [
        event(runs[1]!, 'failed', 'because failed', SALE_MS + 1),
        event(runs[3]!, 'stopped', 'because stopped', SALE_MS + 1),
        event(lost, 'failed', 'the run was interrupted', SALE_MS + RUN_LEASE_MS),
      ].map((data) => ({ type: 'feed.failed', data, person_no: null })),
    );
    assert.deepEqual(await store().listFeedEvents({ limit: 1 }), [waiting[0]]);
    await remove(waiting.slice(0, 2));
    assert.deepEqual(await list(), waiting.slice(2));
    await remove(waiting.slice(2));
    assert.deepEqual(await list(), []);
  });
}

function subscriptionContract(store: () => Store): void {
  test('facts publish what is subscribed to at their time, also to disabled endpoints', async () => {
    const { id } = await newWebhook(store(), ['signup.recorded']);
    const deliveries = () => store().listDeliveries({ webhook_id: id, state: null, before: null, limit: 10 });
    const click = (click_id: string) =>
      store().recordClick({
        ...{ program: 'gold', click_id, convo_id: CONVO, presentation_id: 'p1', email: '' },
        ...{ click_at_ms: 1, now_ms: SALE_MS },
      });
    await click('hook-before');
    await changeWebhook(store(), { id, events: ['click.recorded'], is_enabled: false, now_ms: 1 });
    await click('hook-during');
    const [delivery] = await deliveries();
    assert.deepEqual([delivery?.state, delivery?.due_at_ms], ['waiting', SALE_MS]);
    await changeWebhook(store(), { id, events: [], now_ms: 1 });
    await click('hook-after');
    assert.equal((await deliveries()).length, 1);
    await store().deleteWebhook({ id });
  });
}
