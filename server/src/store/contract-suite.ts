// The contract of every store adapter. Each adapter's test file runs it on the real engine.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { artefactContract } from './artefact-contract.ts';
import { auditContract } from './audit-contract.ts';
import { catalogueContract } from './catalogue-contract.ts';
import type { CriteriaSetWrite, StoredKey } from './config-store.ts';
import { consoleContract } from './console-contract.ts';
import { conversationContract } from './conversation-contract.ts';
import { conversionContract } from './conversion-contract.ts';
import { conversionMatchContract } from './conversion-match-contract.ts';
import { deliveryContract } from './delivery-contract.ts';
import { exportContract } from './export-contract.ts';
import { feedContract } from './feed-contract.ts';
import { funnelContract } from './funnel-contract.ts';
import { indexContract } from './index-contract.ts';
import { leaseContract } from './lease-contract.ts';
import { ledgerContract } from './ledger-contract.ts';
import { lookupContract } from './lookup-contract.ts';
import { merchantContract } from './merchant-contract.ts';
import { networkContract } from './network-contract.ts';
import { personContract } from './person-contract.ts';
import { priceContract } from './price-contract.ts';
import { purgeStepContract } from './purge-step-contract.ts';
import { recentContract } from './recent-contract.ts';
import { registeredFeedContract } from './registered-feed-contract.ts';
import { removalContract } from './removal-contract.ts';
import { reportOrderContract } from './report-order-contract.ts';
import { retentionContract } from './retention-contract.ts';
import { rewardContract } from './reward-contract.ts';
import { searchReportContract } from './search-report-contract.ts';
import { sessionContract } from './session-contract.ts';
import type { Store } from './store.ts';
import { synonymContract } from './synonym-contract.ts';
import { trustedRewardContract } from './trusted-reward-contract.ts';
import { webhookContract } from './webhook-contract.ts';
import { webhookEventContract } from './webhook-event-contract.ts';

export interface StoreUnderTest {
  store: Store;
  /** Closes the store and reopens its data. */
  reopen(): Promise<Store>;
  end(): Promise<void>;
}

export function storeContract(engine: string, open: () => Promise<StoreUnderTest>): void {
  describe(`${engine} satisfies the store contract`, () => {
    let under: StoreUnderTest;
    before(async () => {
      under = await open();
    });
    after(() => under.end());

    const called = new Set<string>();
    const store = () => recordCalls(under.store, called);
    criteriaSetContract(store);
    keyContract(store);
    catalogueContract(store);
    feedContract(store);
    registeredFeedContract(store);
    priceContract(store);
    merchantContract(store);
    sessionContract(store);
    consoleContract(store);
    auditContract(store);
    synonymContract(store);
    indexContract(store);
    leaseContract(store);
    artefactContract(store);
    ledgerContract(store);
    personContract(store);
    exportContract(store);
    conversationContract(store);
    conversionContract(store);
    conversionMatchContract(store);
    rewardContract(store);
    trustedRewardContract(store);
    lookupContract(store);
    networkContract(store);
    webhookContract(store);
    deliveryContract(store);
    webhookEventContract(store);
    reportOrderContract(store);
    retentionContract(store);
    purgeStepContract(store);
    searchReportContract(store);
    // Their facts are of the future, where a purge in the order of insertion ends.
    removalContract(store);
    funnelContract(store);
    recentContract(store);

    test('written data is there after the store is reopened', async () => {
      await under.store.insertCriteriaSet(setOf('lasting', 5));
      const stamps = await store().readStamps({});
      under.store = await under.reopen();
      assert.deepEqual(await under.store.readStamps({}), stamps);
      assert.equal((await under.store.getCriteriaSet({ id: 'lasting' }))?.created_at_ms, 5);
    });

    test('the contract makes every call of the port', () => {
      const { figures: _, close: __, ...calls } = under.store;
      assert.deepEqual(
        Object.keys(calls).filter((name) => !called.has(name)),
        [],
      );
    });
  });
}

/** Notes the names of the calls that are made. */
function recordCalls(store: Store, called: Set<string>): Store {
  const recorded = Object.entries(store).map(([name, call]) => [
    name,
    (input: unknown) => {
      called.add(name);
      return call(input);
    },
  ]);
  return Object.fromEntries(recorded);
}

const setOf = (id: string, now_ms: number): CriteriaSetWrite => ({
  id,
  name: `Set ${id}`,
  query: 'é "quoted" 😀',
  exclude_query: null,
  criteria: [{ field: 'final_price', operator: '<=', value: 12.34 }],
  now_ms,
});

function criteriaSetContract(store: () => Store): void {
  test('a criteria set is returned as given', async () => {
    const { now_ms: _, ...given } = setOf('given', 7);
    const stored = await store().insertCriteriaSet(setOf('given', 7));
    assert.deepEqual(stored, { ...given, created_at_ms: 7, updated_at_ms: 7 });
    assert.deepEqual(await store().getCriteriaSet({ id: 'given' }), stored);
  });

  test('exactly one of many concurrent inserts of one id succeeds', async () => {
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => store().insertCriteriaSet(setOf('once', 1))));
    assert.equal(outcomes.filter((outcome) => outcome === 'exists').length, 49);
  });

  test('each replacement increases updated_at, even if the clock does not advance', async () => {
    await store().insertCriteriaSet(setOf('moving', 100));
    const times: number[] = [];
    for (const now_ms of [100, 100, 50, 200]) {
      const set = await store().upsertCriteriaSet(setOf('moving', now_ms));
      assert.ok(set !== 'full');
      assert.equal(set.created_at_ms, 100);
      times.push(set.updated_at_ms);
    }
    assert.deepEqual(times, [101, 102, 103, 200]);
    const change = { ...setOf('moving', 300), name: 'New', query: null, exclude_query: 'x', criteria: [] };
    const { now_ms: _, ...fields } = change;
    const changed = await store().upsertCriteriaSet(change);
    assert.deepEqual(changed, { ...fields, created_at_ms: 100, updated_at_ms: 300 });
    assert.deepEqual(await store().getCriteriaSet({ id: 'moving' }), changed);
    const { name } = (await store().getCriteriaSet({ id: 'given' }))!;
    assert.equal(name, 'Set given', 'other sets stay unchanged');
  });

  test('ids are case-sensitive, and the list is ordered by bytes', async () => {
    for (const id of ['Zz', 'zz', 'z-1', 'z.1']) await store().insertCriteriaSet(setOf(id, 1));
    const ids = (await store().listCriteriaSets({ after: '', limit: 10_000 }))
      .map((set) => set.id)
      .filter((id) => /^z/i.test(id));
    assert.deepEqual(ids, ['Zz', 'z-1', 'z.1', 'zz']);
    const page = await store().listCriteriaSets({ after: 'z-1', limit: 2 });
    assert.deepEqual(
      page.map(({ id }) => id),
      ['z.1', 'zz'],
      'after an id, up to the limit',
    );
    assert.equal((await store().listCriteriaSets({ after: 'z-1', limit: 1 })).length, 1);
  });

  test('a deletion returns whether the set existed', async () => {
    await store().insertCriteriaSet(setOf('brief', 1));
    assert.deepEqual(await store().deleteCriteriaSet({ id: 'brief' }), true);
    assert.deepEqual(await store().deleteCriteriaSet({ id: 'brief' }), false);
    assert.equal(await store().getCriteriaSet({ id: 'brief' }), null);
    assert.ok(await store().getCriteriaSet({ id: 'given' }), 'other sets stay');
  });
}

function keyContract(store: () => Store): void {
  const key = (id: string, created_at_ms: number): StoredKey => ({
    id,
    name: 'Back end',
    digest: new Uint8Array(32).fill(created_at_ms),
    scopes: ['discovery', 'operate'],
    created_at_ms,
    expires_at_ms: 99,
    revoked_at_ms: null,
  });

  test('keys are returned as given, oldest first', async () => {
    await store().insertKey(key('k2', 2));
    await store().insertKey(key('k1', 1));
    const keys = (await store().listKeys({})).map((stored) => ({ ...stored, digest: new Uint8Array(stored.digest) }));
    const unused = { last_used_at_ms: null };
    assert.deepEqual(keys, [
      { ...key('k1', 1), ...unused },
      { ...key('k2', 2), ...unused },
    ]);
  });

  test('the latest use of a key is kept, and is not a change of the keys', async () => {
    const { keys: stamp } = await store().readStamps({});
    const usedAt = async () => (await store().listKeys({})).map(({ id, last_used_at_ms }) => [id, last_used_at_ms]);
    const record = (...uses: [string, number][]) =>
      store().recordKeyUses({ uses: uses.map(([id, used_at_ms]) => ({ id, used_at_ms })) });
    await record(['k2', 50], ['API_KEYS[0]', 60]);
    assert.deepEqual(await usedAt(), [
      ['k1', null],
      ['k2', 50],
    ]);
    await record(['k2', 40], ['k1', 45]);
    await record(['k1', 46]);
    assert.deepEqual(await usedAt(), [
      ['k1', 46],
      ['k2', 50],
    ]);
    assert.equal((await store().readStamps({})).keys, stamp);
  });

  test('the first revocation is kept; an unknown key cannot be revoked', async () => {
    assert.equal(await store().revokeKey({ id: 'k1', now_ms: 10 }), true);
    assert.equal(await store().revokeKey({ id: 'k1', now_ms: 20 }), true);
    assert.equal(await store().revokeKey({ id: 'none', now_ms: 20 }), false);
    const revoked = (await store().listKeys({})).map(({ id, revoked_at_ms }) => [id, revoked_at_ms]);
    assert.deepEqual(revoked.slice(0, 2), [
      ['k1', 10],
      ['k2', null],
    ]);
  });

  test('keys created at the same time are listed by id', async () => {
    for (const [i, id] of ['z-early', 'b-late', 'a-late'].entries())
      await store().insertKey({ ...key(id, i === 0 ? 3 : 4), digest: new Uint8Array(32).fill(100 + i) });
    const ids = (await store().listKeys({})).map(({ id }) => id);
    assert.deepEqual(ids, ['k1', 'k2', 'z-early', 'a-late', 'b-late']);
  });
}
