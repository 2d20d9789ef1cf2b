// Contract of every store adapter: retention. It runs last, because it purges the rows of the other contracts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countClicks, countSignups, offerWrite, signupWrite } from '../../../test/support/stored-facts.ts';
import { unpackChanges } from './packed-changes.ts';
import type { PurgeBy } from './purge-by.ts';
import type { RankingSession } from './session-store.ts';
import type { Store } from './store.ts';

/** Later than everything the contract writes. Product deletions carry the machine's time. */
const NOW_MS = Date.now() + 1_000_000;
const OLD = { before_ms: NOW_MS, limit: 100 };
const DAY_MS = 24 * 3_600_000;

/** Purges in steps until nothing is left. */
async function purgeAll(purge: (by: PurgeBy) => Promise<number>, by = OLD): Promise<number> {
  let total = 0;
  for (let purged = 1; purged > 0; total += purged) purged = await purge(by);
  return total;
}

export function retentionContract(store: () => Store): void {
  traceContract(store);
  factContract(store);
  deletionContract(store);

  test('jobs are purged by completion time; waiting and dead jobs stay', async () => {
    const ids = ['done', 'done late', 'dead', 'waiting'];
    for (const message_id of ids) await store().acceptSignup(signupWrite({ message_id, convo_id: 'jobs', now_ms: 10 }));
    await store().runJob({ id: 'done', reward_max_pct: 25, now_ms: 11 });
    await store().runJob({ id: 'done late', reward_max_pct: 25, now_ms: NOW_MS });
    await store().failJob({ id: 'dead', error: 'why', due_at_ms: 12, max_attempts: 1 });
    await purgeAll(store().purgeJobs);
    const states = await Promise.all(ids.map((id) => store().getJob({ id })));
    assert.deepEqual(
      states.map((job) => job?.state),
      [undefined, 'done', 'dead', 'waiting'],
    );
  });

  test('feed runs are purged with their rejected rows; a run with a recent heartbeat stays', async () => {
    const begin = { feed: 'retained', mode: 'delta', source: 'x', runner: '' } as const;
    const old = await store().beginRun({ ...begin, now_ms: NOW_MS });
    assert.ok('run_id' in old);
    await store().saveRejectedRows({ run_id: old.run_id, rows: [{ line: 1, field: 'f', value: 'v', reason: 'r' }] });
    await purgeAll(store().purgeFeedRuns);
    assert.ok(await store().getRun({ id: old.run_id }));
    await purgeAll(store().purgeFeedRuns, { before_ms: NOW_MS + 1, limit: 1 });
    assert.equal(await store().getRun({ id: old.run_id }), null);
    assert.deepEqual(await store().listRejectedRows({ run_id: old.run_id, after: 0, limit: 10 }), []);
  });
}

const searchOf = (id: string, convo_id: string, created_at_ms: number): RankingSession => ({
  ...{ id, query: 'kettle', criteria: [], convo_id, per_page: 25, product_nos: Uint32Array.of(1) },
  ...{ created_at_ms, expires_at_ms: created_at_ms + 1000 },
});

function traceContract(store: () => Store): void {
  const turn = async (convo_id: string, id: string, now_ms: number) => {
    const { version = 0 } = (await store().getConversationState({ convo_id })) ?? {};
    await store().saveTurn({ convo_id, message_id: id, state: '{}', data: {}, version, now_ms });
  };
  const eventsOf = (convo_id: string, after = 0) => store().listEvents({ convo_id, after, limit: 10 });

  test('events before a time are purged; a cursor from before still finds later events', async () => {
    for (const [i, id] of ['e1', 'e2', 'e3'].entries()) await turn('trace', id, 1000 + i);
    const cursor = (await eventsOf('trace')).at(-1)!.event_no;
    await purgeAll(store().purgeEvents, { before_ms: 1002, limit: 1 });
    assert.deepEqual(
      (await eventsOf('trace')).map(({ id }) => id),
      ['e3'],
    );
    await purgeAll(store().purgeEvents);
    assert.deepEqual(await eventsOf('trace'), []);
    await turn('trace', 'e4', 2000);
    assert.deepEqual(
      (await eventsOf('trace', cursor)).map(({ id }) => id),
      ['e4'],
    );
  });

  test('searches before a time are purged; a cursor from before still finds later searches', async () => {
    const search = (id: string) => store().insertRankingSession(searchOf(id, 'trace', 1000));
    for (const id of ['trace-1', 'trace-2']) await search(id);
    const searches = (after: number) => store().listSearches({ convo_id: 'trace', after, limit: 10 });
    const cursor = (await searches(0)).at(-1)!.search_no;
    assert.equal(await store().purgeSearches({ before_ms: 1000, limit: 100 }), 2, 'searches of other tests');
    await purgeAll(store().purgeSearches);
    assert.deepEqual(await searches(0), []);
    await search('trace-3');
    assert.deepEqual(
      (await searches(cursor)).map(({ session_id }) => session_id),
      ['trace-3'],
    );
  });

  test('a search that is inserted during a purge gets a higher number than all before it', async () => {
    const list = (after: number) => store().listSearches({ convo_id: 'busy', after, limit: 100 });
    for (let i = 0, cursor = 0; i < 50; i++) {
      const inserts = [1, 2, 3].map((no) => store().insertRankingSession(searchOf(`busy ${i} ${no}`, 'busy', i)));
      await Promise.all([...inserts, store().purgeSearches({ before_ms: i + 1, limit: 100 })]);
      const all = await list(0);
      assert.deepEqual(await list(cursor), all);
      cursor = Math.max(cursor, ...all.map(({ search_no }) => search_no));
      await store().purgeSearches({ before_ms: i + 1, limit: 100 });
    }
  });

  test('a conversation without a recent turn is purged', async () => {
    await turn('silent', 's1', 3000);
    await turn('talking', 't1', NOW_MS);
    await purgeAll(store().purgeConversations);
    assert.equal(await store().getConversationState({ convo_id: 'silent' }), null);
    assert.equal((await store().getConversationState({ convo_id: 'talking' }))?.state, '{}');
  });
}

function factContract(store: () => Store): void {
  const click = { program: 'gold', convo_id: 'old', presentation_id: 'p1', email: 'zoe@example.com', click_at_ms: 1 };
  const count = () => countClicks(store(), 'old');
  const offer = (click_id: string) => offerWrite({ ...click, click_id });

  test('offers and clicks are purged in insertion order; recent ones stay', async () => {
    const register = (click_id: string, now_ms: number) =>
      store().registerOffers({ offers: [offer(click_id)], now_ms });
    await register('old', 5);
    await register('young', NOW_MS);
    for (const [click_id, now_ms] of Object.entries({ a: 6, b: NOW_MS })) {
      await store().recordClick({ ...click, click_id, now_ms });
      await store().recordVisit({ ...click, click_id, now_ms, non_click: 'crawler' });
    }
    await purgeAll(store().purgeOffers, { ...OLD, limit: 1 });
    await purgeAll(store().purgeClicks);
    await purgeAll(store().purgeNonClicks);
    assert.deepEqual(await count(), { clicks: 1, non_clicks: 1 });
    const outcomes = [await register('old', NOW_MS), await register('young', NOW_MS)];
    assert.deepEqual(
      outcomes.map((outcome) => 'answers' in outcome && outcome.answers[0]!.is_replay),
      [false, true],
      'a replay within the retention is recognised',
    );
  });

  test('a signup is purged with its requests; the person can sign up again', async () => {
    const signup = { program: 'silver', email: 'may@example.com', convo_id: 'old' };
    const sign = async (message_id: string, now_ms: number) => {
      await store().acceptSignup(signupWrite({ ...signup, message_id, now_ms }));
      await store().runJob({ id: message_id, reward_max_pct: 25, now_ms });
    };
    await sign('may-1', 5);
    await store().acceptSignup(signupWrite({ ...signup, program: 'waiting', message_id: 'may-2', now_ms: 6 }));
    await purgeAll(store().purgeSignups);
    assert.equal(await countSignups(store(), 'silver'), 0);
    assert.equal(await store().runJob({ id: 'may-2', reward_max_pct: 25, now_ms: 7 }), true);
    assert.equal(await countSignups(store(), 'waiting'), 1, 'an acknowledged request is not purged');
    await sign('may-3', NOW_MS);
    assert.equal(await countSignups(store(), 'silver'), 1);
  });

  test("a person's email is purged after their last fact", async () => {
    const emails = async () =>
      (await store().exportFacts({ kind: 'clicks', after: 0, since_ms: 0, limit: 1000 })).map(({ email }) => email);
    await purgeAll(store().purgePeople);
    assert.deepEqual(await emails(), ['zoe@example.com']);
    await purgeAll(store().purgePeople, { before_ms: NOW_MS + 2 * DAY_MS, limit: 100 });
    assert.deepEqual(await emails(), [null]);
  });
}

function deletionContract(store: () => Store): void {
  const merchant = { id: 70, name: 'Retained', domain: '', logo_url: '', description: '' };
  const write = (id: string, final_amount: number, now_ms = 1) =>
    store().upsertProducts({
      feed: 'retained',
      products: [{ product: { id, name: 'x', currency: 'EUR', final_amount }, merchant }],
      now_ms,
    });
  const changesAfter = async (after: number) => unpackChanges(await store().readChanges({ after, limit: 1000 }));

  test('log entries of deleted products are purged; change numbers continue, and the watermark marks the gaps', async () => {
    const before = await store().lastChange({});
    await write('gone', 1);
    const product_no = (await changesAfter(before))[0]!.product_no;
    await store().deleteProduct({ id: 'gone' });
    const deletion = await store().lastChange({});
    await purgeAll(store().purgeDeletions);
    assert.equal(await store().lastChange({}), deletion, 'the last log entry stays');
    assert.ok((await store().purgeWatermark({})) < deletion);
    await write('stays', 1);
    assert.equal(await store().lastChange({}), deletion + 1);
    await purgeAll(store().purgeDeletions);
    assert.equal(await store().purgeWatermark({}), deletion);
    assert.ok((await changesAfter(before)).every((change) => change.product_no !== product_no));
    assert.ok(
      (await changesAfter(0)).every((change) => change.data !== null),
      'live products only',
    );
  });

  test('price states of deleted products are purged after their log entries, unless the product was imported again', async () => {
    for (const id of ['dear', 'back']) {
      await write(id, 1);
      await write(id, 2, 2);
      await store().deleteProduct({ id });
    }
    await write('back', 3, 3);
    await purgeAll(store().purgePrices);
    assert.ok(await store().listPriceStates({ id: 'dear', limit: 10 }), 'its log entry is not purged yet');
    await purgeAll(store().purgeDeletions);
    await purgeAll(store().purgePrices);
    assert.equal(await store().listPriceStates({ id: 'dear', limit: 10 }), null);
    assert.ok((await store().listPriceStates({ id: 'back', limit: 10 }))!.length >= 2);
  });

  test('price states of a product deleted twice are purged with the last deletion', async () => {
    await write('twice', 1);
    await store().deleteProduct({ id: 'twice' });
    await write('twice', 2, 2);
    await store().deleteProduct({ id: 'twice' });
    await write('stays', 2);
    await purgeAll(store().purgeDeletions);
    const states = () => store().listPriceStates({ id: 'twice', limit: 10 });
    assert.equal(await store().purgePrices({ ...OLD, limit: 1 }), 1);
    assert.equal((await states())?.length, 2);
    assert.equal(await store().purgePrices({ ...OLD, limit: 1 }), 1);
    assert.equal(await states(), null);
  });

  test('a purge step of deletions stops at its limit and spares recent ones', async () => {
    for (const id of ['step 1', 'step 2', 'step 3']) {
      await write(id, 1);
      await store().deleteProduct({ id });
    }
    await write('stays', 3);
    assert.equal(await store().purgeDeletions({ before_ms: Date.now() - 60_000, limit: 10 }), 0);
    for (const purge of [store().purgeDeletions, store().purgePrices]) {
      const purged: number[] = [];
      for (let step = 0; step < 3; step++) purged.push(await purge({ ...OLD, limit: 2 }));
      assert.deepEqual(purged, [2, 1, 0]);
    }
  });
}
