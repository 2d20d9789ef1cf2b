// Contract of every store adapter: offers, clicks, signups, jobs and people.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countClicks, countSignups, offerWrite, signupWrite } from '../../../test/support/stored-facts.ts';
import type { ClickWrite, OfferWrite, SignupWrite, VisitedOffer, VisitWrite } from './ledger-store.ts';
import type { Store } from './store.ts';

const offerOf = (click_id: string, change: Partial<OfferWrite> = {}) =>
  offerWrite({ click_id, email: 'Ann@example.com', ...change });

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

const signupOf = (message_id: string, email: string, now_ms = 8) =>
  signupWrite({ message_id, email, data: '{"external_id":"x1"}', now_ms });

export function ledgerContract(store: () => Store): void {
  offerContract(store);
  clickContract(store);
  signupContract(store);
  jobContract(store);
  erasureContract(store);
  signupReplacementContract(store);
  replayContract(store);
  linkContract(store);
  jobRetryContract(store);
}

function offerContract(store: () => Store): void {
  const register = (...offers: OfferWrite[]) => store().registerOffers({ offers, now_ms: 10 });

  test('an offer is registered once; other content under its identity is a conflict and registers nothing', async () => {
    const first = await register(offerOf('k1'));
    assert.ok('answers' in first && !first.answers[0]!.is_replay);
    const again = await register(offerOf('k1'));
    assert.deepEqual(again, { answers: [{ ...first.answers[0], is_replay: true }] });
    assert.deepEqual(await register(offerOf('k2'), offerOf('k1', { name: 'Other' })), { conflict: 1 });
    const found = await store().findOffer({ convo_id: 'c1', presentation_id: 'p1', click_id: 'k2' });
    assert.equal(found?.click_id, 'k1', 'the first offer of the presentment');
    assert.equal(await store().findOffer({ convo_id: 'c1', presentation_id: 'none', click_id: 'k1' }), null);
  });

  test('carousel offers are numbered by position', async () => {
    await register(offerOf('k3', { format: 'carousel' }), offerOf('k4', { format: 'carousel' }));
    await register(offerOf('k3', { format: 'carousel', convo_id: 'carousel' }));
    const exported = await store().exportFacts({ kind: 'offers', after: 0, since_ms: 0, limit: 10 });
    assert.deepEqual(
      exported.map(({ data }) => data.position),
      [null, 0, 1, 0],
      'positions start at 0 in each conversation',
    );
  });
}

function clickContract(store: () => Store): void {
  test('a click id is recorded once; for another presentment it is a conflict', async () => {
    assert.equal(await store().recordClick(clickOf('k1')), 'recorded');
    assert.equal(await store().recordClick(clickOf('k1')), 'repeated');
    assert.equal(await store().recordClick(clickOf('k1', { presentation_id: 'p2' })), 'conflict');
  });

  test("a visit returns the offer's link; non-clicks are counted separately", async () => {
    const visit = { ...clickOf('k5', { email: '' }), non_click: null };
    assert.equal((await store().recordVisit(visit))?.direct_link, 'https://t.example/');
    assert.ok(await store().recordVisit({ ...visit, non_click: 'crawler' }));
    assert.equal(await store().recordVisit({ ...visit, presentation_id: 'none' }), null);
    const count = await countClicks(store(), 'c1');
    assert.deepEqual(count, { clicks: 2, non_clicks: 1 });
    const exported = await store().exportFacts({ kind: 'clicks', after: 0, since_ms: 0, limit: 10 });
    assert.deepEqual(
      exported.map(({ email }) => email),
      ['Ann@example.com', null],
    );
  });
}

function signupContract(store: () => Store): void {
  test('the first signup per person and program is kept', async () => {
    await store().acceptSignup(signupOf('m1', 'ann@example.com'));
    await store().acceptSignup(signupOf('m2', ' ANN@example.com'));
    for (const id of ['m1', 'm2']) assert.equal(await store().runJob({ id, reward_max_pct: 25, now_ms: 9 }), true);
    assert.equal(await countSignups(store(), 'gold'), 1);
    const exported = await store().exportFacts({ kind: 'signups', after: 0, since_ms: 0, limit: 10 });
    assert.deepEqual(
      exported.map(({ data }) => [data.message_id, data.details]),
      [['m1', { external_id: 'x1' }]],
    );
  });
}

function jobContract(store: () => Store): void {
  const idsOf = async (state: string | null) =>
    (await store().listJobs({ state, kind: null, before: null, limit: 10 })).map(({ id }) => id);

  test('a job waits until it is due, runs once, and is dead after its last attempt', async () => {
    await store().registerOffers({ offers: [offerOf('k6', { message_id: 'm6' })], now_ms: 20 });
    await store().acceptSignup(signupOf('m7', 'bob@example.com', 21));
    assert.deepEqual(
      (await store().takeDueJobs({ now_ms: 20, limit: 10, lease_ms: 5 })).map(({ id }) => id),
      ['m6'],
    );
    await store().failJob({ id: 'm6', error: 'why', due_at_ms: 100, max_attempts: 1 });
    assert.deepEqual(await store().countJobs({}), { waiting: 1, dead: 1 });
    assert.deepEqual(await idsOf('dead'), ['m6']);
    assert.deepEqual(await idsOf(null), ['m7', 'm6', 'm1', 'm2'], 'the newest first');
    assert.equal(await store().retryJob({ id: 'm6', now_ms: 30 }), true);
    assert.deepEqual(await idsOf('waiting'), ['m7', 'm6']);
    for (const id of ['m6', 'm7']) assert.equal(await store().runJob({ id, reward_max_pct: 25, now_ms: 31 }), true);
    assert.equal(await store().runJob({ id: 'm6', reward_max_pct: 25, now_ms: 32 }), false);
    assert.deepEqual(await idsOf('done'), ['m7', 'm6', 'm1', 'm2']);
    assert.equal((await store().getJob({ id: 'm6' }))?.finished_at_ms, 31);
    assert.equal(await store().getJob({ id: 'none' }), null);
  });
}

function erasureContract(store: () => Store): void {
  test('erasing a person removes their email and ids, and keeps their facts', async () => {
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

  test('every mention of an email is masked in bounded steps; other emails are not', async () => {
    const mentions = 'for Bob@Example.com, not jobob@example.com';
    const turn = { convo_id: 'mentions', message_id: 'm', state: '{}', data: { chat: mentions }, now_ms: 1 };
    for (let version = 0; version < 5; version++) await store().saveTurn({ ...turn, version });
    const email = 'bob@example.com';
    const findAll = async (find: Store['findMentionsInLedger']) => {
      const found: string[] = [];
      for (let after: string | null = null, isEnd = false; !isEnd; isEnd = after === null) {
        const { rows, next } = await find({ email, after, limit: 2 });
        assert.ok(rows.length <= 2);
        found.push(...rows);
        after = next;
      }
      return found;
    };
    const rows = await findAll(store().findMentionsInLedger);
    assert.deepEqual([rows.length, await findAll(store().findMentionsInSessions)], [5, []]);
    assert.equal(await store().maskMentionsInLedger({ email, rows }), 5);
    assert.equal(await store().maskMentionsInLedger({ email, rows }), 0, 'a row is read again before it is written');
    assert.equal(await store().maskMentionsInSessions({ email, rows: [] }), 0);
    const events = await store().listEvents({ convo_id: 'mentions', after: 0, limit: 10 });
    assert.deepEqual(
      new Set(events.map(({ data }) => data.chat)),
      new Set(['for b***@example.com, not jobob@example.com']),
    );
    assert.deepEqual([await store().overwriteLedger({}), await store().overwriteSessions({})], [true, true]);
  });
}

function signupReplacementContract(store: () => Store): void {
  test('the latest privileged request replaces the data of the first signup', async () => {
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
    for (const id of ['r1', 'r2', 'r3', 'r4']) await store().runJob({ id, reward_max_pct: 25, now_ms: 4 });
    assert.equal(await countSignups(store(), 'replaced'), 1);
    const exported = await store().exportFacts({ kind: 'signups', after: 0, since_ms: 0, limit: 10 });
    assert.deepEqual(
      exported.filter(({ data }) => data.program === 'replaced').map(({ data }) => [data.message_id, data.details]),
      [['r1', { external_id: 'right' }]],
    );
  });
}

function replayContract(store: () => Store): void {
  const register = (...offers: OfferWrite[]) => store().registerOffers({ offers, now_ms: 10 });
  const priced = (click_id: string, value: number | null, change: Partial<OfferWrite> = {}) =>
    offerOf(click_id, {
      convo_id: 'replays',
      value,
      product: JSON.stringify({ name: 'Kettle', ...(value === null ? {} : { value }) }),
      ...change,
    });
  const replays = (outcome: Awaited<ReturnType<typeof register>>) =>
    'answers' in outcome && outcome.answers.map(({ is_replay }) => is_replay);

  test('a repeated offer is a replay, also with value 0 or no value', async () => {
    for (const [click_id, value] of Object.entries({ zero: 0, none: null, some: 1.5 })) {
      assert.deepEqual(replays(await register(priced(click_id, value))), [false], click_id);
      assert.deepEqual(replays(await register(priced(click_id, value))), [true], click_id);
    }
    assert.deepEqual(await register(priced('zero', null)), { conflict: 0 });
    assert.deepEqual(await register(priced('none', 0)), { conflict: 0 });
  });

  test('different content in any field conflicts with a stored offer and with a duplicate in the same batch', async () => {
    const link = 'https://other.example/';
    const changes: Partial<OfferWrite>[] = [
      { program: 'silver' },
      { email: 'bob@example.com', email_key: 'bob@example.com' },
      { name: 'Teapot' },
      { value: 2 },
      { direct_link: link },
      { detail_link: link },
    ];
    await register(priced('stored', 1));
    for (const change of changes) {
      const changed = JSON.stringify(change);
      assert.deepEqual(await register(priced('stored', 1, change)), { conflict: 0 }, changed);
      assert.deepEqual(await register(priced('twin', 1), priced('twin', 1, change)), { conflict: 1 }, changed);
    }
    const others = { convo_id: 'other replays' };
    const apart = [priced('stored', 2, others), priced('stored', 2, { presentation_id: 'p2' }), priced('new', 2)];
    assert.deepEqual(replays(await register(...apart)), [false, false, false], 'another identity is another offer');
  });

  test('duplicates that differ in the case of the email are one offer', async () => {
    const spelt = (email: string) => priced('spelt', 1, { email, email_key: 'ann@example.com' });
    const outcome = await register(spelt('Ann@example.com'), spelt('ann@EXAMPLE.com'));
    assert.ok('answers' in outcome);
    const [first, second] = outcome.answers;
    assert.deepEqual([first?.is_replay, second], [false, { ...first, is_replay: true }]);
    assert.deepEqual(replays(await register(spelt('ANN@example.com'))), [true]);
  });

  test('an acknowledged offer is registered by its own job only', async () => {
    await register(priced('ack1', 1, { message_id: 'ack1' }), priced('ack2', 1, { message_id: 'ack2' }));
    const registered = () =>
      Promise.all(
        ['ack1', 'ack2', 'some'].map(async (click_id) => {
          const found = await store().findOffer({ convo_id: 'replays', presentation_id: 'p1', click_id });
          return found?.is_registered;
        }),
      );
    assert.deepEqual(await registered(), [false, false, true]);
    await store().runJob({ id: 'ack1', reward_max_pct: 25, now_ms: 11 });
    assert.deepEqual(await registered(), [true, false, true]);
    await store().runJob({ id: 'ack2', reward_max_pct: 25, now_ms: 11 });
  });
}

function linkContract(store: () => Store): void {
  const offers = [
    offerOf('first', { convo_id: 'links', direct_link: null, detail_link: 'https://detail.example/' }),
    offerOf('second', { convo_id: 'links', detail_link: 'https://detail.example/' }),
    offerOf('linkless', { convo_id: 'links', presentation_id: 'p2', direct_link: null }),
  ];
  const visit = (click_id: string, change: Partial<VisitWrite> = {}) =>
    store().recordVisit({ ...clickOf(click_id, { convo_id: 'links' }), non_click: null, ...change });
  const count = (presentation_id: string) => countClicks(store(), 'links', presentation_id);

  test('a visit finds the offer with its click id, else the first of the presentment', async () => {
    const outcome = await store().registerOffers({ offers, now_ms: 10 });
    assert.ok('answers' in outcome);
    const detail_link = 'https://detail.example/';
    for (const [click_id, i, direct_link] of [
      ['second', 1, 'https://t.example/'],
      ['links-other', 0, null],
    ] as const) {
      const id: number = outcome.answers[i]!.id;
      const offer: VisitedOffer = { id, click_id: offers[i]!.click_id, direct_link, detail_link };
      assert.deepEqual({ ...(await visit(click_id)) }, offer);
    }
    assert.deepEqual(await count('p1'), { clicks: 2, non_clicks: 0 });
  });

  test('neither clicks nor non-clicks are recorded for an offer without a link', async () => {
    for (const non_click of [null, 'robot']) {
      const found = await visit('linkless', { presentation_id: 'p2', non_click });
      assert.deepEqual([found?.click_id, found?.direct_link, found?.detail_link], ['linkless', null, null]);
    }
    assert.deepEqual(await count('p2'), { clicks: 0, non_clicks: 0 });
  });

  test('a non-click does not claim its click id; a visit with a conflicting click id is not recorded', async () => {
    await visit('links-free', { non_click: 'robot' });
    assert.equal(await store().recordClick(clickOf('links-free', { convo_id: 'links' })), 'recorded');
    assert.equal(await store().recordClick(clickOf('links-free', { convo_id: 'elsewhere' })), 'conflict');
    assert.equal(await store().recordClick(clickOf('links-used', { convo_id: 'elsewhere' })), 'recorded');
    assert.ok(await visit('links-used'));
    assert.deepEqual(await count('p1'), { clicks: 3, non_clicks: 1 });
  });

  test('clicks without an email have no person', async () => {
    for (const [click_id, email] of Object.entries({ anonymous1: '', anonymous2: '', kim: 'Lea@example.com' })) {
      await store().recordClick(clickOf(click_id, { convo_id: 'anonymous', email }));
    }
    const exported = await store().exportFacts({ kind: 'clicks', after: 0, since_ms: 0, limit: 100 });
    const emails = exported.filter(({ data }) => data.convo_id === 'anonymous').map(({ email }) => email);
    assert.deepEqual(emails, [null, null, 'Lea@example.com']);
    assert.equal(await store().erasePerson({ email: '' }), false, 'an empty email is not stored');
  });
}

function jobRetryContract(store: () => Store): void {
  const accept = (id: string, now_ms: number) =>
    store().acceptSignup({ ...signupOf(id, `${id}@example.com`, now_ms), program: 'rounds', convo_id: 'rounds' });
  const fail = (id: string, due_at_ms: number, max_attempts = 3) =>
    store().failJob({ id, error: `due ${due_at_ms}`, due_at_ms, max_attempts });
  const take = async (now_ms: number, limit = 10) =>
    (await store().takeDueJobs({ now_ms, limit, lease_ms: 50 })).map(({ id }) => id).sort();
  const job = async (id: string) => {
    const { state, attempts, last_error, due_at_ms } = (await store().getJob({ id }))!;
    return [state, attempts, last_error, due_at_ms];
  };

  test('due jobs are taken once, the longest overdue first, and again when the lease ends', async () => {
    for (const [id, now_ms] of Object.entries({ j3: 1003, j1: 1001, j2: 1002 })) await accept(id, now_ms);
    assert.deepEqual([await take(1000), await take(1003, 2), await take(1003)], [[], ['j1', 'j2'], ['j3']]);
    assert.deepEqual([await take(1052), await take(1053)], [[], ['j1', 'j2', 'j3']]);
  });

  test('each of many concurrent calls takes other jobs', async () => {
    const taken = await Promise.all(Array.from({ length: 5 }, () => take(1103, 1)));
    assert.deepEqual(taken.flat().sort(), ['j1', 'j2', 'j3']);
  });

  test('a failure counts an attempt, stores the error and reschedules the job; the last attempt makes it dead', async () => {
    await fail('j1', 2000);
    assert.deepEqual(await job('j1'), ['waiting', 1, 'due 2000', 2000]);
    assert.deepEqual([await take(1999), await take(2000)], [['j2', 'j3'], ['j1']]);
    await fail('j1', 2001);
    assert.deepEqual(await job('j1'), ['waiting', 2, 'due 2001', 2001]);
    await fail('j1', 2002);
    assert.deepEqual((await job('j1')).slice(0, 3), ['dead', 3, 'due 2002']);
    assert.deepEqual(await take(2999), ['j2', 'j3'], 'not the dead one');
    assert.equal(
      await store().runJob({ id: 'j1', reward_max_pct: 25, now_ms: 2003 }),
      false,
      'a dead job does not run',
    );
    assert.equal(await countSignups(store(), 'rounds'), 0);
  });

  test('a retry gives a dead job all its attempts again, and changes no other job', async () => {
    assert.equal(await store().retryJob({ id: 'j2', now_ms: 3000 }), false);
    assert.deepEqual(await job('j2'), ['waiting', 0, null, 3049]);
    assert.equal(await store().retryJob({ id: 'j1', now_ms: 3000 }), true);
    assert.deepEqual(await job('j1'), ['waiting', 0, 'due 2002', 3000]);
    for (const due_at_ms of [3001, 3002]) await fail('j1', due_at_ms);
    assert.equal((await job('j1'))[0], 'waiting');
  });

  test('a finished job cannot fail, run or be retried', async () => {
    assert.equal(await store().runJob({ id: 'j1', reward_max_pct: 25, now_ms: 3003 }), true);
    const finished = await store().getJob({ id: 'j1' });
    assert.deepEqual([finished?.state, finished?.attempts, finished?.finished_at_ms], ['done', 3, 3003]);
    await fail('j1', 4000, 1);
    assert.equal(await store().retryJob({ id: 'j1', now_ms: 4000 }), false);
    assert.equal(await store().runJob({ id: 'j1', reward_max_pct: 25, now_ms: 4000 }), false);
    assert.deepEqual(await store().getJob({ id: 'j1' }), finished);
    assert.equal(await countSignups(store(), 'rounds'), 1);
  });

  test('jobs of all states are listed newest first, equal times by id, up to the limit', async () => {
    for (const [id, now_ms] of Object.entries({ jb: 5000, ja: 5000, jc: 5001 })) await accept(id, now_ms);
    await fail('ja', 6000, 1);
    await store().runJob({ id: 'jb', reward_max_pct: 25, now_ms: 5002 });
    const list = async (state: string | null, limit: number) =>
      (await store().listJobs({ state, kind: null, before: null, limit })).map(({ id }) => id);
    assert.deepEqual(await list(null, 5), ['jc', 'ja', 'jb', 'j3', 'j2']);
    assert.deepEqual(
      [await list(null, 1), await list('waiting', 2), await list('done', 2)],
      [['jc'], ['jc', 'j3'], ['jb', 'j1']],
    );
    const listed = await store().listJobs({ state: null, kind: null, before: null, limit: 100 });
    for (const [i, before] of listed.entries()) {
      const rest = await store().listJobs({ state: null, kind: null, before, limit: 100 });
      assert.deepEqual(rest, listed.slice(i + 1), 'a page continues after any job');
    }
    for (const kind of new Set([...listed.map((each) => each.kind), 'none']))
      assert.deepEqual(
        await store().listJobs({ state: null, kind, before: listed[0]!, limit: 100 }),
        listed.slice(1).filter((each) => each.kind === kind),
      );
    assert.deepEqual(await store().countJobs({}), { waiting: 3, dead: 1 });
    for (const id of ['j2', 'j3', 'jc']) await store().runJob({ id, reward_max_pct: 25, now_ms: 7000 });
  });
}
