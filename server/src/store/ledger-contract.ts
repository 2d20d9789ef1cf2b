// What every store adapter must do with offers, clicks, signups, their jobs and their people.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClickWrite, OfferWrite, SignupWrite, Store } from './port.ts';

const offerOf = (click_id: string, change: Partial<OfferWrite> = {}): OfferWrite => ({
  convo_id: 'c1',
  presentation_id: 'p1',
  click_id,
  program: 'gold',
  email: 'Ann@example.com',
  email_key: 'ann@example.com',
  click_at_ms: 5,
  format: 'single',
  direct_link: 'https://t.example/',
  detail_link: null,
  name: 'Kettle',
  value: null,
  product: '{"name":"Kettle"}',
  message_id: null,
  ...change,
});

const clickOf = (click_id: string, change: Partial<ClickWrite> = {}): ClickWrite => ({
  program: 'gold',
  click_id,
  convo_id: 'c1',
  presentation_id: 'p1',
  email: 'ann@example.com',
  click_at_ms: 6,
  now_ms: 7,
  ...change,
});

const signupOf = (message_id: string, email: string, now_ms = 8): SignupWrite => ({
  message_id,
  program: 'gold',
  email,
  convo_id: 'c1',
  data: '{"external_id":"x1"}',
  may_replace: false,
  now_ms,
});

export function ledgerContract(store: () => Store): void {
  offerContract(store);
  clickContract(store);
  signupContract(store);
  jobContract(store);
  personContract(store);
  replacementContract(store);
}

function offerContract(store: () => Store): void {
  const register = (...offers: OfferWrite[]) => store().registerOffers({ offers, now_ms: 10 });

  test('an offer is registered once; other content under its identity is a conflict, and nothing is registered', async () => {
    const first = await register(offerOf('k1'));
    assert.ok('answers' in first && !first.answers[0]!.is_replay);
    const again = await register(offerOf('k1'));
    assert.deepEqual(again, { answers: [{ ...first.answers[0], is_replay: true }] });
    assert.deepEqual(await register(offerOf('k2'), offerOf('k1', { name: 'Other' })), { conflict: 1 });
    const found = await store().findOffer({ convo_id: 'c1', presentation_id: 'p1', click_id: 'k2' });
    assert.equal(found?.click_id, 'k1', 'the first of the presentment');
    assert.equal(await store().findOffer({ convo_id: 'c1', presentation_id: 'none', click_id: 'k1' }), null);
  });

  test('offers of a carousel keep their positions', async () => {
    await register(offerOf('k3', { format: 'carousel' }), offerOf('k4', { format: 'carousel' }));
    const exported = await store().exportFacts({ kind: 'offers', after: 0, since_ms: 0, limit: 10 });
    assert.deepEqual(
      exported.map(({ data }) => data.position),
      [null, 0, 1],
    );
  });
}

function clickContract(store: () => Store): void {
  test('a click id counts once; elsewhere it is a conflict', async () => {
    assert.equal(await store().recordClick(clickOf('k1')), 'recorded');
    assert.equal(await store().recordClick(clickOf('k1')), 'repeated');
    assert.equal(await store().recordClick(clickOf('k1', { presentation_id: 'p2' })), 'conflict');
  });

  test('a visit leads where the offer does; visits that are no clicks are counted apart', async () => {
    const visit = { ...clickOf('k5', { email: '' }), non_click: null };
    assert.equal((await store().recordVisit(visit))?.direct_link, 'https://t.example/');
    assert.ok(await store().recordVisit({ ...visit, non_click: 'crawler' }));
    assert.equal(await store().recordVisit({ ...visit, presentation_id: 'none' }), null);
    const count = await store().countClicks({ convo_id: 'c1', presentation_id: 'p1' });
    assert.deepEqual(count, { clicks: 2, non_clicks: 1 });
    const exported = await store().exportFacts({ kind: 'clicks', after: 0, since_ms: 0, limit: 10 });
    assert.deepEqual(
      exported.map(({ email }) => email),
      ['Ann@example.com', null],
    );
  });
}

function signupContract(store: () => Store): void {
  test('the first signup of a person and a program is the one that is kept', async () => {
    await store().acceptSignup(signupOf('m1', 'ann@example.com'));
    await store().acceptSignup(signupOf('m2', ' ANN@example.com'));
    for (const id of ['m1', 'm2']) assert.equal(await store().runJob({ id, now_ms: 9 }), true);
    assert.equal(await store().countSignups({ program: 'gold' }), 1);
    const exported = await store().exportFacts({ kind: 'signups', after: 0, since_ms: 0, limit: 10 });
    assert.deepEqual(
      exported.map(({ data }) => [data.message_id, data.details]),
      [['m1', { external_id: 'x1' }]],
    );
  });
}

function jobContract(store: () => Store): void {
  const idsOf = async (state: string | null) => (await store().listJobs({ state, limit: 10 })).map(({ id }) => id);

  test('a job waits until it is due, is dead after its attempts, and done once', async () => {
    await store().registerOffers({ offers: [offerOf('k6', { message_id: 'm6' })], now_ms: 20 });
    await store().acceptSignup(signupOf('m7', 'bob@example.com', 21));
    assert.deepEqual(
      (await store().listDueJobs({ now_ms: 20, limit: 10 })).map(({ id }) => id),
      ['m6'],
    );
    await store().failJob({ id: 'm6', error: 'why', due_at_ms: 100, max_attempts: 1 });
    assert.deepEqual(await store().countJobs({}), { waiting: 1, dead: 1 });
    assert.deepEqual(await idsOf('dead'), ['m6']);
    assert.deepEqual(await idsOf(null), ['m7', 'm6', 'm1', 'm2'], 'the newest first');
    assert.equal(await store().retryJob({ id: 'm6', now_ms: 30 }), true);
    assert.deepEqual(await idsOf('waiting'), ['m7', 'm6']);
    for (const id of ['m6', 'm7']) assert.equal(await store().runJob({ id, now_ms: 31 }), true);
    assert.equal(await store().runJob({ id: 'm6', now_ms: 32 }), false);
    assert.deepEqual(await idsOf('done'), ['m7', 'm6', 'm1', 'm2']);
    assert.equal((await store().getJob({ id: 'm6' }))?.finished_at_ms, 31);
    assert.equal(await store().getJob({ id: 'none' }), null);
  });
}

function personContract(store: () => Store): void {
  test('erasing a person takes their email and their ids, and keeps what they did', async () => {
    assert.equal(await store().erasePerson({ email: ' BOB@example.com ' }), true);
    assert.equal(await store().erasePerson({ email: 'bob@example.com' }), false);
    const exported = await store().exportFacts({ kind: 'signups', after: 0, since_ms: 0, limit: 10 });
    assert.deepEqual(
      exported.map(({ email, data }) => [email, data.details]),
      [
        ['Ann@example.com', { external_id: 'x1' }],
        [null, {}],
      ],
    );
  });

  test('an email is masked wherever it is mentioned, in bounded steps, and no other', async () => {
    const mentions = 'for Bob@Example.com, not jobob@example.com';
    const turn = { convo_id: 'mentions', message_id: 'm', state: '{}', data: { chat: mentions }, now_ms: 1 };
    for (let i = 0; i < 5; i++) await store().saveTurn(turn);
    const email = 'bob@example.com';
    const findAll = async (find: Store['findInLedger']) => {
      const found: string[] = [];
      for (let after: string | null = null, isEnd = false; !isEnd; isEnd = after === null) {
        const { rows, next } = await find({ email, after, limit: 2 });
        assert.ok(rows.length <= 2);
        found.push(...rows);
        after = next;
      }
      return found;
    };
    const rows = await findAll(store().findInLedger);
    assert.deepEqual([rows.length, await findAll(store().findInSessions)], [5, []]);
    assert.equal(await store().maskInLedger({ email, rows }), 5);
    assert.equal(await store().maskInLedger({ email, rows }), 0, 'a row is read again before it is written');
    assert.equal(await store().maskInSessions({ email, rows: [] }), 0);
    const events = await store().listEvents({ convo_id: 'mentions', after: 0, limit: 10 });
    assert.deepEqual(
      new Set(events.map(({ data }) => data.chat)),
      new Set(['for b***@example.com, not jobob@example.com']),
    );
    assert.deepEqual([await store().overwriteLedger({}), await store().overwriteSessions({})], [true, true]);
  });
}

function replacementContract(store: () => Store): void {
  test('a repeat by a caller who may replaces the data of the first signup, the latest request for good', async () => {
    const repeat = (message_id: string, external_id: string, may_replace: boolean, now_ms: number): SignupWrite => ({
      ...signupOf(message_id, 'kim@example.com', now_ms),
      program: 'replaced',
      data: JSON.stringify({ external_id }),
      may_replace,
    });
    await store().acceptSignup(repeat('r1', 'squatter', false, 1));
    await store().acceptSignup(repeat('r2', 'right', true, 2));
    await store().acceptSignup(repeat('r3', 'wrong', true, 1));
    await store().acceptSignup(repeat('r4', 'squatter', false, 3));
    for (const id of ['r1', 'r2', 'r3', 'r4']) await store().runJob({ id, now_ms: 4 });
    assert.equal(await store().countSignups({ program: 'replaced' }), 1);
    const exported = await store().exportFacts({ kind: 'signups', after: 0, since_ms: 0, limit: 10 });
    assert.deepEqual(
      exported.filter(({ data }) => data.program === 'replaced').map(({ data }) => [data.message_id, data.details]),
      [['r1', { external_id: 'right' }]],
    );
  });
}
