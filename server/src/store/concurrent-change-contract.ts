// Contract of every store adapter: concurrent changes to catalogue and configuration are answered as if each were alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CriteriaSetWrite, StoredKey, SynonymEdit } from './config-store.ts';
import type { RegisteredFeed } from './feed-store.ts';
import { unpackChanges } from './packed-changes.ts';
import type { Store } from './store.ts';

const count = <T>(values: T[], isCounted: (value: T) => boolean) => values.filter(isCounted).length;

/** `store` returns the stores under test in turn: one store, or several on the same data. */
export function concurrentChangeContract(store: () => Store): void {
  catalogueContract(store);
  configContract(store);
}

function catalogueContract(store: () => Store): void {
  const merchant = { key: 'together', name: 'Together', domain: '', logo_url: '', description: '' };
  const upsert = (feed: string, id: string, name = id) =>
    store().upsertProducts({ feed, products: [{ product: { id, name }, merchant }], now_ms: 10 });

  test('a product that two feeds import at once belongs to one; a merchant new to both has one id', async () => {
    const outcomes = await Promise.all([
      upsert('left', 'contended'),
      upsert('right', 'contended'),
      upsert('left', 'of left'),
      upsert('right', 'of right'),
    ]);
    const [left, right] = outcomes.map(({ inserted, refused }) => [inserted, refused.length]);
    assert.deepEqual([left, right].sort(), [
      [0, 1],
      [1, 0],
    ]);
    const ids = ['contended', 'of left', 'of right'];
    const found = await Promise.all(ids.map((id) => store().getProductById({ id })));
    assert.equal(new Set(found.map((product) => product?.merchant.id)).size, 1);
    assert.equal((await store().getMerchant({ id: found[0]!.merchant.id }))?.product_count, 3);
    for (const feed of ['left', 'right']) await store().deleteFeedProducts({ feed, limit: 10 });
  });

  test('concurrent imports of one product insert it once, and every change has a number of its own', async () => {
    const before = await store().lastChange({});
    const ids = Array.from({ length: 10 }, (_, i) => `numbered ${i}`);
    const outcomes = await Promise.all([...ids, ...ids].map((id) => upsert('numbered', id)));
    assert.equal(
      count(outcomes, ({ inserted }) => inserted === 1),
      10,
    );
    assert.equal(
      count(outcomes, ({ unchanged }) => unchanged === 1),
      10,
    );
    const changes = unpackChanges(await store().readChanges({ after: before, limit: 100 }));
    const numbers = changes.map(({ change_no }) => change_no);
    assert.deepEqual(
      numbers,
      [...new Set(numbers)].sort((a, b) => a - b),
    );
    assert.deepEqual(new Set(changes.map(({ data }) => JSON.parse(data!).id)), new Set(ids));
    assert.equal(await store().lastChange({}), numbers.at(-1));
    const deletions = await Promise.all([...ids, ...ids].map((id) => store().deleteProduct({ id })));
    assert.equal(count(deletions, Boolean), 10);
  });

  test('a feed that several register or run at once is registered once and has one run', async () => {
    const begin = () => store().beginRun({ feed: 'raced', mode: 'full', source: '', runner: '', now_ms: 10 });
    const begun = await Promise.all([begin(), begin(), begin(), begin()]);
    const run_id = begun.flatMap((run) => ('run_id' in run ? run.run_id : []));
    assert.equal(run_id.length, 1);
    assert.deepEqual(
      begun.flatMap((run) => ('busy' in run ? run.busy : [])),
      [...run_id, ...run_id, ...run_id],
    );
    await store().finishRun({ id: run_id[0]!, now_ms: 11, state: 'done', message: '', report: '{}' });
    const feed: RegisteredFeed = {
      ...{ id: 'raced', url: '', mode: 'full', every_ms: 1, options: '{}', is_paused: true, run_request: null },
      ...{ etag: null, last_modified: null, next_run_at_ms: 1, failures: 0, created_at_ms: 1 },
    };
    const outcomes = await Promise.all([1, 2, 3].map((failures) => store().insertFeed({ ...feed, failures })));
    assert.deepEqual(outcomes.toSorted(), ['exists', 'exists', 'saved']);
    assert.equal((await store().getFeed({ id: 'raced' }))?.failures, outcomes.indexOf('saved') + 1);
    const removals = await Promise.all([1, 2].map(() => store().deleteFeed({ id: 'raced' })));
    assert.equal(count(removals, Boolean), 1);
  });
}

function configContract(store: () => Store): void {
  const setOf = (id: string, name = id): CriteriaSetWrite => ({
    ...{ id, name, query: null, exclude_query: null, criteria: [], now_ms: 10 },
  });

  test('exactly one of many concurrent inserts of a criteria set succeeds; replacements get different times', async () => {
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => store().insertCriteriaSet(setOf('once'))));
    assert.equal(
      count(outcomes, (outcome) => outcome === 'exists'),
      49,
    );
    const replaced = await Promise.all(['a', 'b', 'c'].map((name) => store().upsertCriteriaSet(setOf('once', name))));
    const times = replaced.map((set) => (set === 'full' ? 0 : set.updated_at_ms));
    assert.deepEqual(times.toSorted(), [11, 12, 13]);
    const last = replaced[times.indexOf(13)];
    assert.deepEqual(await store().getCriteriaSet({ id: 'once' }), last);
    const removals = await Promise.all([1, 2, 3].map(() => store().deleteCriteriaSet({ id: 'once' })));
    assert.equal(count(removals, Boolean), 1);
  });

  test('a failing write is rolled back alone', async () => {
    const key = (id: string, byte: number): StoredKey => ({
      ...{ id, name: id, digest: new Uint8Array(32).fill(byte), scopes: [] },
      ...{ created_at_ms: 1, expires_at_ms: null, revoked_at_ms: null },
    });
    const outcomes = await Promise.allSettled([
      store().insertCriteriaSet(setOf('before')),
      store().insertKey(key('same digest 1', 201)),
      store().insertKey(key('same digest 2', 201)),
      store().insertKey(key('other digest', 202)),
      store().insertCriteriaSet(setOf('after')),
    ]);
    const statuses = outcomes.map(({ status }) => status);
    assert.deepEqual(
      [statuses[0], ...statuses.slice(1, 3).sort(), ...statuses.slice(3)],
      ['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    );
    const keys = (await store().listKeys({})).map(({ id }) => id);
    assert.equal(
      count(keys, (id) => id.startsWith('same digest')),
      1,
    );
    for (const id of ['before', 'after']) assert.equal(await store().deleteCriteriaSet({ id }), true);
  });

  test('a secret that several propose at once is one of the proposals for all of them', async () => {
    const proposals = [1, 2, 3, 4, 5];
    const secrets = await Promise.all(
      proposals.map((byte) => store().getOrCreateSecret({ name: 'proposed', proposed: Uint8Array.of(byte) })),
    );
    assert.equal(new Set(secrets.map((secret) => secret.join())).size, 1);
    assert.ok(proposals.includes(secrets[0]![0]!));
  });

  test('a synonym group that several edit at once has one edit', async () => {
    const edit: SynonymEdit = { key: 'edited', kind: 'added', group: { inputs: ['a'], outputs: ['b'] }, at_ms: 1 };
    const outcomes = await Promise.all([1, 2, 3].map(() => store().saveSynonymEdit(edit)));
    assert.deepEqual(outcomes.toSorted(), ['saved', 'unchanged', 'unchanged']);
    const removals = await Promise.all([1, 2].map(() => store().deleteSynonymEdit({ key: 'edited', kind: 'added' })));
    assert.equal(count(removals, Boolean), 1);
  });

  test('concurrent rebuild requests have different numbers', async () => {
    const numbers = await Promise.all([1, 2, 3].map(() => store().requestRebuild({})));
    assert.equal(new Set(numbers).size, 3);
    assert.equal((await store().readStamps({})).rebuilds, Math.max(...numbers));
    await Promise.all(numbers.map((rebuild) => store().completeRebuild({ rebuild })));
    assert.equal(await store().lastCompletedRebuild({}), Math.max(...numbers));
  });
}
