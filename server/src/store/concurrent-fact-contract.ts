// Contract of every store adapter: concurrent facts, which may share a transaction, are answered as if each were alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offerWrite } from '../../../test/support/stored-facts.ts';
import type { ClickWrite, OfferWrite, SignupWrite } from './ledger-store.ts';
import type { Store } from './store.ts';

const clickOf = (click_id: string, change: Partial<ClickWrite> = {}): ClickWrite => ({
  program: 'together',
  click_id,
  convo_id: 'together',
  presentation_id: 'p1',
  email: '',
  click_at_ms: 1,
  now_ms: 10,
  ...change,
});

const signupOf = (message_id: string, email: string, change: Partial<SignupWrite> = {}): SignupWrite => ({
  message_id,
  program: 'together',
  email,
  convo_id: 'together',
  data: '{}',
  may_replace: false,
  now_ms: 10,
  ...change,
});

const ALL = { after: 0, since_ms: 0, limit: 100_000 };
const count = <T>(values: T[], isCounted: (value: T) => boolean) => values.filter(isCounted).length;

/** `store` returns the stores under test in turn: one store, or several on the same data. */
export function concurrentFactContract(store: () => Store): void {
  clickContract(store);
  offerContract(store);
  signupContract(store);
  conversationContract(store);
}

function clickContract(store: () => Store): void {
  const click = (click_id: string, change: Partial<ClickWrite> = {}) => store().recordClick(clickOf(click_id, change));

  test('a repeated, a conflicting and two equal new clicks at once', async () => {
    await click('known');
    const answers = await Promise.all([
      click('known'),
      click('known', { presentation_id: 'p2' }),
      click('new'),
      click('new'),
      click('known', { convo_id: 'elsewhere' }),
      click('known', { program: 'other program' }),
      click('known'),
    ]);
    assert.deepEqual(
      [...answers.slice(0, 2), ...answers.slice(2, 4).sort(), ...answers.slice(4)],
      ['repeated', 'conflict', 'recorded', 'repeated', 'conflict', 'recorded', 'repeated'],
    );
    const events = await store().listEvents({ convo_id: 'together', after: 0, limit: 100 });
    assert.deepEqual(
      events.map(({ event_no, kind }) => [event_no, kind]),
      [1, 2, 3].map((no) => [no, 'click']),
      'a recorded click has an event, no other has one',
    );
  });

  test('of two clicks with one new id for different presentments, one is recorded', async () => {
    const presentments = ['p1', 'p2', 'p3'];
    const answers = await Promise.all(presentments.map((presentation_id) => click('contended', { presentation_id })));
    assert.deepEqual([...answers].sort(), ['conflict', 'conflict', 'recorded']);
    const clicks = await store().exportFacts({ kind: 'clicks', ...ALL });
    assert.deepEqual(
      clicks.filter(({ data }) => data.click_id === 'contended').map(({ data }) => data.presentation_id),
      [presentments[answers.indexOf('recorded')]],
    );
  });

  test('a click and a visit with one id at once are one click; both are answered', async () => {
    const convo_id = 'visits together';
    await store().registerOffers({ offers: [offerWrite({ convo_id, click_id: 'visited' })], now_ms: 10 });
    const visit = { ...clickOf('visited', { convo_id }), non_click: null };
    const answers = await Promise.all([
      store().recordVisit(visit),
      click('visited', { convo_id }),
      store().recordVisit(visit),
      store().recordVisit({ ...visit, non_click: 'crawler' }),
      store().recordVisit({ ...visit, convo_id: 'no offer' }),
    ]);
    const link = 'https://t.example/';
    assert.deepEqual(
      answers.map((answer) => (typeof answer === 'object' ? answer?.direct_link : 'click')),
      [link, 'click', link, link, undefined],
    );
    const events = await store().listEvents({ convo_id, after: 0, limit: 10 });
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['offer', 'click'],
    );
  });

  test('a person who is new to five concurrent facts is one person', async () => {
    const email = 'five@example.com';
    await Promise.all([
      ...['five-1', 'five-2', 'five-3'].map((id) => click(id, { email, convo_id: `of ${id}` })),
      store().registerOffers({ offers: [offerWrite({ convo_id: 'of offer', click_id: 'five', email })], now_ms: 10 }),
      store().acceptSignup(signupOf('five', email, { convo_id: 'of signup' })),
    ]);
    assert.equal(await store().erasePerson({ email }), true);
    assert.equal(await store().erasePerson({ email }), false);
    for (const convo_id of ['of five-1', 'of five-2', 'of five-3', 'of offer', 'of signup']) {
      const [event] = await store().listEvents({ convo_id, after: 0, limit: 10 });
      assert.equal(event?.email, null, convo_id);
    }
  });
}

function offerContract(store: () => Store): void {
  const offerOf = (click_id: string, change: Partial<OfferWrite> = {}) =>
    offerWrite({ convo_id: 'offers together', click_id, ...change });
  const register = (...offers: OfferWrite[]) => store().registerOffers({ offers, now_ms: 10 });

  test('a replay, a conflict and two equal new offers at once; a call with a conflict registers nothing', async () => {
    const first = await register(offerOf('known'));
    assert.ok('answers' in first);
    const [replay, conflict, mixed, one, other] = await Promise.all([
      register(offerOf('known')),
      register(offerOf('known', { name: 'Other' })),
      register(offerOf('unregistered'), offerOf('known', { program: 'silver' })),
      register(offerOf('new', { message_id: 'offer-new-1' })),
      register(offerOf('new', { message_id: 'offer-new-2' })),
    ]);
    assert.deepEqual(replay, { answers: [{ ...first.answers[0], is_replay: true }] });
    assert.deepEqual([conflict, mixed], [{ conflict: 0 }, { conflict: 1 }]);
    assert.ok(one && other && 'answers' in one && 'answers' in other);
    const [a, b] = [one.answers[0]!, other.answers[0]!];
    assert.deepEqual([a.id, a.message_id, a.is_replay], [b.id, b.message_id, !b.is_replay]);
    const jobs = await Promise.all(['offer-new-1', 'offer-new-2'].map((id) => store().getJob({ id })));
    assert.deepEqual(
      jobs.flatMap((job) => job?.id ?? []),
      [a.message_id],
      'a replay has no job',
    );
    const found = await store().findOffer({ ...offerOf('unregistered') });
    assert.equal(found?.click_id, 'known');
  });

  test('of two new offers with one identity and different content, one is a conflict', async () => {
    const contents = ['One', 'Two'].map((name) => offerOf('contended', { name, product: JSON.stringify({ name }) }));
    const answers = await Promise.all(contents.map((offer) => register(offer)));
    assert.equal(
      count(answers, (answer) => 'conflict' in answer),
      1,
    );
    const offers = await store().exportFacts({ kind: 'offers', ...ALL });
    const stored = offers.filter(({ data }) => data.click_id === 'contended').map(({ data }) => data.product);
    assert.deepEqual(stored, [{ name: contents[answers.findIndex((answer) => 'answers' in answer)]!.name }]);
  });

  test('concurrent carousels of a conversation get different positions, each in its own order', async () => {
    const ids = ['a', 'b', 'c', 'd'];
    const carousel = { convo_id: 'carousels together', format: 'carousel' } as const;
    await Promise.all(ids.map((id) => register(offerOf(`${id}1`, carousel), offerOf(`${id}2`, carousel))));
    const offers = await store().exportFacts({ kind: 'offers', ...ALL });
    const positions = new Map(
      offers
        .filter(({ data }) => data.convo_id === carousel.convo_id)
        .map(({ data }) => [data.click_id, Number(data.position)]),
    );
    assert.deepEqual([...positions.values()], [0, 1, 2, 3, 4, 5, 6, 7], 'in insertion order');
    for (const id of ids) assert.ok(positions.get(`${id}1`)! < positions.get(`${id}2`)!, id);
  });
}

function signupContract(store: () => Store): void {
  test('a request whose message id is taken fails alone', async () => {
    const message_id = 'taken';
    const outcomes = await Promise.allSettled([
      store().acceptSignup(signupOf(message_id, 'kit@example.com')),
      store().acceptSignup(signupOf('free', 'kit@example.com')),
      store().acceptSignup(signupOf(message_id, 'kat@example.com')),
      store().recordClick(clickOf('beside a failure')),
    ]);
    const statuses = outcomes.map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), ['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    assert.deepEqual([statuses[1], statuses[3]], ['fulfilled', 'fulfilled']);
    assert.equal(await store().recordClick(clickOf('beside a failure')), 'repeated');
    assert.ok(await store().getJob({ id: 'free' }));
  });

  test('a job that is run by several at once takes effect once', async () => {
    for (const [id, email] of Object.entries({ 'run-1': 'ria@example.com', 'run-2': 'Ria@example.com' }))
      await store().acceptSignup(signupOf(id, email, { program: 'run together' }));
    const runs = ['run-1', 'run-2', 'run-1', 'run-2', 'run-1'].map((id) =>
      store().runJob({ id, reward_max_pct: 25, now_ms: 11 }),
    );
    assert.equal(count(await Promise.all(runs), Boolean), 2, 'once per job');
    const signups = await store().exportFacts({ kind: 'signups', ...ALL });
    assert.equal(
      count(signups, ({ data }) => data.program === 'run together'),
      1,
      'once per person',
    );
    for (const id of ['run-1', 'run-2']) assert.equal((await store().getJob({ id }))?.attempts, 1);
  });

  test('concurrent failures of a job count once each; a dead job is retried once', async () => {
    const id = 'fail together';
    await store().acceptSignup(signupOf(id, 'fay@example.com'));
    const fail = () => store().failJob({ id, error: 'why', due_at_ms: 20, max_attempts: 3 });
    await Promise.all([fail(), fail()]);
    const waiting = await store().getJob({ id });
    assert.deepEqual([waiting?.state, waiting?.attempts], ['waiting', 2]);
    await Promise.all([fail(), fail()]);
    const dead = await store().getJob({ id });
    assert.deepEqual([dead?.state, dead?.attempts], ['dead', 3], 'a dead job does not fail again');
    const retries = [1, 2, 3].map(() => store().retryJob({ id, now_ms: 30 }));
    assert.equal(count(await Promise.all(retries), Boolean), 1);
    const [run, failed] = await Promise.all([store().runJob({ id, reward_max_pct: 25, now_ms: 31 }), fail()]);
    const job = (await store().getJob({ id }))!;
    assert.deepEqual([run, failed, job.state], [true, undefined, 'done'], 'a failure before or after changes nothing');
  });
}

function conversationContract(store: () => Store): void {
  test('of concurrent turns that are based on one version, one is saved', async () => {
    const convo_id = 'turns together';
    const turn = (message_id: string, version: number) =>
      store().saveTurn({ convo_id, message_id, state: JSON.stringify(message_id), data: {}, version, now_ms: 10 });
    for (const round of [1, 2, 3]) {
      const version = (await store().getConversationState({ convo_id }))?.version ?? 0;
      const ids = ['a', 'b', 'c', 'd'].map((id) => `${id}${round}`);
      const outcomes = await Promise.all(ids.map((id) => turn(id, version)));
      assert.deepEqual(outcomes.toSorted(), ['saved', 'stale', 'stale', 'stale']);
      const saved = ids[outcomes.indexOf('saved')]!;
      assert.equal((await store().getConversationState({ convo_id }))?.state, JSON.stringify(saved));
      const events = await store().listEvents({ convo_id, after: 0, limit: 100 });
      assert.deepEqual([events.length, events.at(-1)?.id], [round, saved], 'a stale turn has no event');
    }
  });

  test('concurrent clicks and searches of a conversation are numbered without gaps', async () => {
    const convo_id = 'numbered together';
    const ids = Array.from({ length: 20 }, (_, i) => `numbered ${i}`);
    const search = { query: '', criteria: [], convo_id, per_page: 1, product_nos: Uint32Array.of(1) };
    await Promise.all(
      ids.flatMap((id): Promise<unknown>[] => [
        store().recordClick(clickOf(id, { convo_id })),
        store().insertRankingSession({ ...search, id, created_at_ms: 10, expires_at_ms: 20 }),
      ]),
    );
    const by = { convo_id, after: 0, limit: 100 };
    const events = await store().listEvents(by);
    const numbers = ids.map((_, i) => i + 1);
    assert.deepEqual(
      events.map(({ event_no }) => event_no),
      numbers,
    );
    assert.deepEqual(new Set(events.map(({ data }) => data.click_id)), new Set(ids));
    const searches = await store().listSearches(by);
    assert.deepEqual(
      searches.map(({ search_no }) => search_no),
      numbers,
    );
    assert.deepEqual(new Set(searches.map(({ session_id }) => session_id)), new Set(ids));
  });

  test('a ranking session whose id is taken fails alone', async () => {
    const insert = (id: string, convo_id: string) =>
      store().insertRankingSession({
        ...{ id, convo_id, query: '', criteria: [], per_page: 1, product_nos: Uint32Array.of(1) },
        ...{ created_at_ms: 10, expires_at_ms: 20 },
      });
    const outcomes = await Promise.allSettled([insert('s1', 'a'), insert('s1', 'b'), insert('s2', 'a')]);
    const statuses = outcomes.map(({ status }) => status);
    assert.deepEqual([...statuses.slice(0, 2).sort(), statuses[2]], ['fulfilled', 'rejected', 'fulfilled']);
    assert.ok(await store().getRankingSession({ id: 's2' }));
    await store().purgeRankingSessions({ now_ms: 20, limit: 100 });
  });

  test('concurrent searches for the same queries are all counted, and their clicks once', async () => {
    const ids = Array.from({ length: 60 }, (_, i) => `counted together ${i}`);
    const search = { criteria: [], per_page: 1, product_nos: Uint32Array.of(1), created_at_ms: 10, expires_at_ms: 20 };
    // In opposite orders, which must not deadlock.
    const queries = (i: number) => (i % 2 === 0 ? ['a', 'b', 'c'] : ['c', 'b', 'a']);
    const counted = (caller: number) => ({ caller, max_callers: 4 });
    await Promise.all(
      ids.flatMap((convo_id, i) =>
        queries(i).map((query) =>
          store().insertRankingSession({
            ...{ ...search, id: `${convo_id} ${query}`, query: `together ${query}`, convo_id, counted: counted(i % 4) },
          }),
        ),
      ),
    );
    const clicks = ids.map((convo_id, i) => ({ no: i + 1, convo_id, at_ms: 10 }));
    const credited = await Promise.all(
      Array.from({ length: 4 }, (_, i) => store().attributeClicks({ clicks: i % 2 ? clicks : clicks.toReversed() })),
    );
    assert.equal(
      credited.reduce((sum, n) => sum + n),
      ids.length,
    );
    const by = { kind: 'top', first_day: 0, last_day: 0, min_callers: 4, limit: 100_000 } as const;
    const rows = (await store().reportSearches(by)).filter(({ query }) => query.startsWith('together '));
    assert.deepEqual(
      rows.map(({ searches }) => searches),
      [60, 60, 60],
    );
    assert.equal(
      rows.reduce((sum, { with_click }) => sum + with_click, 0),
      ids.length,
    );
    await store().purgeQueryCounts({ before_ms: 24 * 3_600_000, limit: 100 });
    await store().purgeRankingSessions({ now_ms: 20, limit: 1000 });
  });
}
