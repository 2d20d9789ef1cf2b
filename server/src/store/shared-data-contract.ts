// Contract of every store adapter: concurrent calls, of one store and of two stores on the same data.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { offerWrite } from '../../../test/support/stored-facts.ts';
import { concurrentChangeContract } from './concurrent-change-contract.ts';
import { concurrentConversionContract } from './concurrent-conversion-contract.ts';
import { concurrentFactContract } from './concurrent-fact-contract.ts';
import { concurrentWebhookContract } from './concurrent-webhook-contract.ts';
import type { StoreUnderTest } from './contract-suite.ts';
import { type RegisteredFeed, RUN_LEASE_MS } from './feed-store.ts';
import { concurrentFunnelContract } from './funnel-contract.ts';
import { unpackChanges } from './packed-changes.ts';
import type { Store } from './store.ts';

export interface SharedStoreUnderTest extends StoreUnderTest {
  /** Opens another store on the same data, which the caller closes. */
  openBeside(): Promise<Store>;
}

export function sharedDataContract(engine: string, open: () => Promise<SharedStoreUnderTest>): void {
  describe(`${engine} answers concurrent calls as if each were alone`, () => {
    let under: SharedStoreUnderTest;
    before(async () => {
      under = await open();
    });
    after(() => under.end());

    concurrentFactContract(() => under.store);
    concurrentConversionContract(() => under.store);
    concurrentFunnelContract(() => under.store);
    concurrentChangeContract(() => under.store);
    concurrentWebhookContract(() => under.store);
  });

  describe(`two ${engine} stores share their data`, () => {
    let under: SharedStoreUnderTest;
    let stores: [Store, Store];
    before(async () => {
      under = await open();
      stores = [under.store, await under.openBeside()];
    });
    after(async () => {
      await stores[1].close();
      await under.end();
    });

    let calls = 0;
    const inTurn = () => stores[calls++ % 2]!;
    visibilityContract(() => stores);
    leaseContract(() => stores);
    concurrentFactContract(inTurn);
    concurrentConversionContract(inTurn);
    concurrentFunnelContract(inTurn);
    concurrentChangeContract(inTurn);
    concurrentWebhookContract(inTurn);
  });
}

const merchant = { key: 'shared', name: 'Shared Shop', domain: '', logo_url: '', description: '' };

function visibilityContract(stores: () => [Store, Store]): void {
  test('what one store has committed, the other reads', async () => {
    for (const [one, other] of [stores(), stores().toReversed() as [Store, Store]]) {
      const id = one === stores()[0] ? 'first' : 'second';
      await one.insertCriteriaSet({ id, name: id, query: null, exclude_query: null, criteria: [], now_ms: 1 });
      assert.equal((await other.getCriteriaSet({ id }))?.name, id);
      await one.saveTurn({ convo_id: id, message_id: id, state: '{}', data: {}, version: 0, now_ms: 1 });
      assert.equal((await other.getConversationState({ convo_id: id }))?.state, '{}');
      assert.equal((await other.listEvents({ convo_id: id, after: 0, limit: 10 })).length, 1);
      const session = { id, query: '', criteria: [], convo_id: id, per_page: 1, product_nos: Uint32Array.of(1) };
      await one.insertRankingSession({ ...session, created_at_ms: 1, expires_at_ms: 2 });
      assert.ok(await other.getRankingSession({ id }));
      await one.registerOffers({ offers: [offerWrite({ convo_id: id, click_id: id, message_id: id })], now_ms: 1 });
      assert.equal((await other.findOffer({ convo_id: id, presentation_id: 'p1', click_id: id }))?.message_id, id);
      assert.equal(await other.runJob({ id, reward_max_pct: 25, now_ms: 2 }), true);
      assert.equal((await one.getJob({ id }))?.state, 'done');
    }
  });

  test('the change log of both stores is one sequence, and merchant search follows both', async () => {
    const [one, other] = stores();
    const after = await one.lastChange({});
    const ids = Array.from({ length: 6 }, (_, i) => `shared ${i}`);
    for (const [i, id] of ids.entries()) {
      const info = { ...merchant, name: `Shared ${i}` };
      const products = [{ product: { id, name: id }, merchant: { ...info, key: id } }];
      await stores()[i % 2]!.upsertProducts({ feed: 'shared', products, now_ms: 1 });
      const [found] = await stores()[(i + 1) % 2]!.searchMerchants({ query: `shared ${i}`, offset: 0, limit: 1 });
      assert.equal(found?.name, info.name);
    }
    for (const store of [one, other]) {
      const changes = unpackChanges(await store.readChanges({ after, limit: 100 }));
      assert.deepEqual(
        changes.map(({ data }) => JSON.parse(data!).id),
        ids,
      );
      assert.equal(await store.lastChange({}), changes.at(-1)!.change_no);
    }
    await other.deleteFeedProducts({ feed: 'shared', limit: 100 });
    assert.equal(await one.countFeedProducts({ feed: 'shared' }), 0);
  });

  test('a write made while the other store writes waits for it instead of failing', async () => {
    const click = { program: 'both', convo_id: 'both', presentation_id: 'p1', email: '', click_at_ms: 1, now_ms: 1 };
    const writes = Array.from({ length: 200 }, (_, i) =>
      stores()[i % 2]!.recordClick({ ...click, click_id: `both ${i}` }),
    );
    await Promise.all(writes);
    const events = await stores()[0].listEvents({ convo_id: 'both', after: 0, limit: 1000 });
    assert.deepEqual(
      events.map(({ event_no }) => event_no),
      writes.map((_, i) => i + 1),
    );
  });

  test('an email erased through one store is not shown by the other', async () => {
    const [one, other] = stores();
    const click = { program: 'shared', convo_id: 'erased', presentation_id: 'p1', click_at_ms: 1, now_ms: 1 };
    for (const [i, store] of stores().entries())
      assert.equal(await store.recordClick({ ...click, click_id: `${i}`, email: 'eve@example.com' }), 'recorded');
    assert.equal(await other.erasePerson({ email: 'eve@example.com' }), true);
    for (const { email } of await one.listEvents({ convo_id: 'erased', after: 0, limit: 10 }))
      assert.equal(email, null);
  });
}

function leaseContract(stores: () => [Store, Store]): void {
  const begin = (store: Store, now_ms: number) =>
    store.beginRun({ feed: 'leased', mode: 'full', source: '', runner: '', now_ms });

  test('a run that one store began is busy for the other until its lease is lost', async () => {
    const [one, other] = stores();
    const begun = await begin(one, 1000);
    assert.ok('run_id' in begun);
    const { run_id } = begun;
    assert.deepEqual(await begin(other, 1000 + RUN_LEASE_MS - 1), { busy: run_id });
    assert.equal(await one.recordHeartbeat({ id: run_id, now_ms: 2000, report: '{}' }), true);
    assert.deepEqual(await begin(other, 2000 + RUN_LEASE_MS - 1), { busy: run_id });
    const taken = await begin(other, 2000 + RUN_LEASE_MS);
    assert.ok('run_id' in taken && taken.run_id > run_id);
    assert.equal(await one.recordHeartbeat({ id: run_id, now_ms: 3000, report: '{}' }), false);
    assert.equal((await one.getRun({ id: run_id }))?.state, 'failed');
    await other.finishRun({ id: taken.run_id, now_ms: 3000, state: 'done', message: '', report: '{}' });
  });

  test('of many jobs that both stores run at once, each takes effect once', async () => {
    const ids = Array.from({ length: 50 }, (_, i) => `shared job ${i}`);
    const offers = ids.map((id) => offerWrite({ convo_id: 'shared jobs', click_id: id, message_id: id }));
    await stores()[0].registerOffers({ offers, now_ms: 1 });
    const runs = ids.map((id) =>
      Promise.all(stores().map((store) => store.runJob({ id, reward_max_pct: 25, now_ms: 2 }))),
    );
    for (const outcome of await Promise.all(runs)) assert.deepEqual(outcome.toSorted(), [false, true]);
    for (const id of ids) assert.equal((await stores()[1].getJob({ id }))?.attempts, 1);
  });

  test('a due job is claimed by one store, and by another after its lease', async () => {
    const ids = Array.from({ length: 30 }, (_, i) => `claimed ${i}`);
    const offers = ids.map((id) => offerWrite({ convo_id: 'claimed jobs', click_id: id, message_id: id }));
    await stores()[0].registerOffers({ offers, now_ms: 1000 });
    const take = async (now_ms: number) => {
      const claims = [0, 1, 0, 1].map((i) => stores()[i]!.takeDueJobs({ now_ms, limit: 10, lease_ms: 100 }));
      return (await Promise.all(claims)).flat().map(({ id }) => id);
    };
    assert.deepEqual((await take(1000)).sort(), ids.toSorted(), 'each once');
    assert.deepEqual(await take(1099), []);
    assert.deepEqual((await take(1100)).sort(), ids.toSorted(), 'due again when the lease ends');
    for (const id of ids) await stores()[1].runJob({ id, reward_max_pct: 25, now_ms: 1100 });
    assert.deepEqual(await take(9999), []);
  });

  test('a due feed is claimed by one store', async () => {
    const feed: RegisteredFeed = {
      ...{ id: 'claimed', url: '', mode: 'full', every_ms: 1, options: '{}', is_paused: false, run_request: 'run' },
      ...{ etag: null, last_modified: null, next_run_at_ms: 100, failures: 0, created_at_ms: 1 },
    };
    await stores()[0].insertFeed(feed);
    const if_due = { next_run_at_ms: 100, run_request: 'run' } as const;
    const claims = [0, 1, 0, 1].map((i) => stores()[i]!.claimFeed({ id: 'claimed', if_due, next_run_at_ms: 200 + i }));
    const outcomes = await Promise.all(claims);
    assert.equal(outcomes.filter(Boolean).length, 1);
    const claimed = await stores()[1].getFeed({ id: 'claimed' });
    assert.deepEqual([claimed?.run_request, claimed?.next_run_at_ms], [null, 200 + (outcomes.indexOf(true) % 2)]);
    await stores()[1].deleteFeed({ id: 'claimed' });
  });

  test('a lease is held through one store at a time, and its token grows with every holder', async () => {
    const acquire = (i: number, now_ms: number) =>
      stores()[i]!.acquireLease({ name: 'shared', holder: `${i}`, now_ms, ttl_ms: 100 });
    const tokens = await Promise.all([acquire(0, 1000), acquire(1, 1000)]);
    const holder = tokens.findIndex((token) => token !== null);
    assert.deepEqual(
      tokens.filter((token) => token !== null),
      [tokens[holder]],
    );
    const next = 1 - holder;
    assert.equal(await acquire(holder, 1050), tokens[holder], 'renewed');
    assert.equal(await acquire(next, 1149), null);
    const token = await acquire(next, 1150);
    assert.ok(token! > tokens[holder]!);
    await stores()[holder]!.releaseLease({ name: 'shared', token: tokens[holder]! });
    assert.equal(await acquire(holder, 1200), null, 'the old token releases nothing');
  });

  test('the instances of both stores are counted together', async () => {
    const beat = (i: number) => stores()[i]!.recordInstance({ id: `${i}`, now_ms: 1, ttl_ms: 100 });
    await Promise.all([beat(0), beat(1)]);
    assert.deepEqual([await beat(0), await beat(1)], [2, 2]);
  });

  test('the stamps of both stores are the same, whichever changes a list', async () => {
    const key = { id: 'stamp', name: 'x', scopes: [], created_at_ms: 1, expires_at_ms: null, revoked_at_ms: null };
    for (const [i, [one, other]] of [stores(), stores().toReversed() as [Store, Store]].entries()) {
      const before = await other.readStamps({});
      await one.insertKey({ ...key, id: `stamp ${i}`, digest: new Uint8Array(32).fill(220 + i) });
      const after = await other.readStamps({});
      assert.ok(after.keys > before.keys);
      assert.deepEqual(await one.readStamps({}), after);
    }
  });

  test('staged rows of a run are seen by the store that applies them', async () => {
    const [one, other] = stores();
    const begun = await begin(one, 9_000_000);
    assert.ok('run_id' in begun);
    const by = { run_id: begun.run_id, feed: 'leased' };
    const products = ['a', 'b'].map((id) => ({ product: { id: `leased ${id}`, name: id }, merchant }));
    await one.stageProducts({ ...by, products });
    assert.equal(await other.clearStaged({ limit: 10 }), 0, 'the run is running');
    const { inserted } = await other.applyStaged({ ...by, after: 0, limit: 10, now_ms: 1 });
    assert.equal(inserted, 2);
    assert.equal((await one.deleteUnstaged({ ...by, after: 0, limit: 10 })).deleted, 0);
    await one.finishRun({ id: by.run_id, now_ms: 9_000_001, state: 'done', message: '', report: '{}' });
    assert.equal(await other.clearStaged({ limit: 10 }), 2);
    await other.deleteFeedProducts({ feed: 'leased', limit: 10 });
  });
}
