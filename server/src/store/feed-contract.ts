// What every store adapter must do with the runs of feeds and the rows that they put aside.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppliedStep, ProductWrite } from './catalogue-port.ts';
import { RUN_LOST_MS, RUNS_KEPT } from './catalogue-port.ts';
import { unpackChanges } from './packed-changes.ts';
import type { Store } from './port.ts';

const merchant = { key: 'awin:500', name: 'Lamp Shop', domain: '', logo_url: '', description: '' };
const lamp = (id: string, name: string, fields: object = {}): ProductWrite => ({
  product: { id, name, ...fields },
  merchant,
  is_source_id: true,
});

export function feedContract(store: () => Store): void {
  const begin = async (feed: string, now_ms = 1000) => {
    const begun = await store().beginRun({ feed, mode: 'full', source: 'x', runner: '', now_ms });
    assert.ok('run_id' in begun);
    return begun.run_id;
  };
  const finish = (id: number, state: 'done' | 'stopped' = 'done') =>
    store().finishRun({ id, now_ms: 2000, state, message: '', report: '{}' });
  const names = async (feed: string) => {
    const all = unpackChanges(await store().readChanges({ after: 0, limit: 10_000 }));
    const kept = await Promise.all(
      all.filter(({ data }) => data).map(({ data }) => store().getProductById({ id: JSON.parse(data!).id })),
    );
    const count = await store().countFeedProducts({ feed });
    const found = kept.filter((one) => one?.merchant.name === 'Lamp Shop').map((one) => one!.product.name);
    assert.equal(found.length, count);
    return found.sort();
  };
  const replace = async (products: ProductWrite[]) => {
    const run_id = await begin('lamps');
    const outcome = await store().stageProducts({ run_id, feed: 'lamps', products });
    const { inserted, updated } = await store().applyStaged({ run_id, feed: 'lamps', after: 0, limit: 100, now_ms: 5 });
    const { deleted } = await store().deleteUnstaged({ run_id, feed: 'lamps', after: 0, limit: 100 });
    await finish(run_id);
    return { outcome, inserted, updated, deleted };
  };

  test('rows put aside change nothing until they are applied; what is not among them goes last', async () => {
    const run_id = await begin('lamps');
    const staged = await store().stageProducts({
      run_id,
      feed: 'lamps',
      products: [lamp('1', 'One'), lamp('2', 'Two'), lamp('2', 'Two again')],
    });
    assert.deepEqual(staged, { added: 2, known: 0, unchanged: 0, repeated: 1, refused: [] });
    assert.deepEqual(await names('lamps'), []);
    const step = await store().applyStaged({ run_id, feed: 'lamps', after: 0, limit: 1, now_ms: 5 });
    assert.deepEqual([step.inserted, step.next !== null], [1, true]);
    const rest = await store().applyStaged({ run_id, feed: 'lamps', after: step.next!, limit: 10, now_ms: 5 });
    assert.deepEqual([rest.inserted, rest.next], [1, null]);
    const { deleted, next } = await store().deleteUnstaged({ run_id, feed: 'lamps', after: 0, limit: 1 });
    assert.deepEqual([deleted, next !== null], [0, true], 'a new product is one of the run');
    const after = await store().deleteUnstaged({ run_id, feed: 'lamps', after: next!, limit: 1 });
    assert.ok(after.next! > next!, 'each step goes on');
    assert.deepEqual(await names('lamps'), ['One', 'Two again']);
    await finish(run_id);
    assert.deepEqual([await store().clearStaged({ limit: 10 }), await store().clearStaged({ limit: 10 })], [2, 0]);
  });

  test('a step of long rows applies fewer of them', async () => {
    const run_id = await begin('long');
    const products = [9_000_000, 5_000_000, 5_000_000].map((chars, i) => ({
      product: { id: `long-${i}`, name: 'Long', description: 'x'.repeat(chars) },
      merchant: { key: 'Long Shop', name: 'Long Shop', domain: '', logo_url: '', description: '' },
    }));
    await store().stageProducts({ run_id, feed: 'long', products });
    const steps: number[] = [];
    for (let after: number | null = 0; after !== null && steps.length < 10; ) {
      const step: AppliedStep = await store().applyStaged({ run_id, feed: 'long', after, limit: 10, now_ms: 5 });
      steps.push(step.inserted);
      after = step.next;
    }
    assert.deepEqual(steps, [1, 1, 1]);
    await finish(run_id);
    await store().deleteFeedProducts({ feed: 'long', limit: 10 });
    await store().clearStaged({ limit: 10 });
  });

  test('a second run writes what changed, leaves what did not, and deletes what is absent', async () => {
    const { outcome, inserted, updated, deleted } = await replace([lamp('2', 'Two again'), lamp('3', 'Three')]);
    assert.deepEqual([outcome.unchanged, outcome.added], [1, 1]);
    assert.deepEqual([inserted, updated, deleted], [1, 0, 1]);
    assert.deepEqual(await names('lamps'), ['Three', 'Two again']);
  });

  test('of rows that repeat the last one counts, as new, changed or unchanged', async () => {
    const again = [lamp('2', 'Two again'), lamp('3', 'Three')];
    const run_id = await begin('lamps');
    const stage = async (...products: ProductWrite[]) => {
      const { refused: _, ...counts } = await store().stageProducts({ run_id, feed: 'lamps', products });
      return counts;
    };
    const none = { added: 0, known: 0, unchanged: 0, repeated: 0 };
    assert.deepEqual(await stage(...again), { ...none, known: 2, unchanged: 2 });
    assert.deepEqual(await stage(...again), { ...none, repeated: 2 });
    assert.deepEqual(await stage(lamp('2', 'Other')), { ...none, unchanged: -1, repeated: 1 });
    assert.deepEqual(await stage(lamp('2', 'Another')), { ...none, repeated: 1 });
    assert.deepEqual(await stage(again[0]!), { ...none, unchanged: 1, repeated: 1 });
    await finish(run_id);
  });

  test('a full run takes over no product of another feed, and deletes none', async () => {
    const run_id = await begin('other');
    const { refused } = await store().stageProducts({ run_id, feed: 'other', products: [lamp('2', 'Stolen')] });
    assert.deepEqual(refused, [0]);
    await store().deleteUnstaged({ run_id, feed: 'other', after: 0, limit: 100 });
    await finish(run_id, 'stopped');
    assert.deepEqual(await names('lamps'), ['Three', 'Two again']);
  });

  test('rows of another run neither save a product from a run nor are applied by it', async () => {
    await store().clearStaged({ limit: 100 });
    const stopped = await begin('apart');
    const product = (id: string) => ({ product: { id: `apart-${id}`, name: id }, merchant });
    const stage = (run_id: number, feed: string, ...ids: string[]) =>
      store().stageProducts({ run_id, feed, products: ids.map(product) });
    const count = () => store().countFeedProducts({ feed: 'apart' });
    await store().upsertProducts({ feed: 'apart', products: ['1', '2'].map(product), now_ms: 1 });
    await stage(stopped, 'apart', '1', '2', '3');
    await finish(stopped, 'stopped');
    const run_id = await begin('apart');
    await stage(run_id, 'apart', '1', '4');
    const by = { run_id, feed: 'apart', after: 0, limit: 10 };
    const { inserted, updated, next } = await store().applyStaged({ ...by, limit: 2, now_ms: 5 });
    assert.deepEqual([inserted, updated, next, await count()], [1, 0, null, 3]);
    const { deleted } = await store().deleteUnstaged(by);
    assert.deepEqual([deleted, await count()], [1, 2]);
    assert.deepEqual([await store().clearStaged({ limit: 2 }), await store().clearStaged({ limit: 2 })], [2, 1]);
    assert.equal(await store().clearStaged({ limit: 2 }), 0, 'what is under way stays');
    await finish(run_id);
    const third = await begin('apart');
    await stage(third, 'apart', '5', '6');
    await finish(third);
    const cleared: number[] = [];
    for (const limit of [1, 2, 10, 10]) cleared.push(await store().clearStaged({ limit }));
    assert.deepEqual(cleared, [1, 2, 1, 0], 'across runs, too');
    await store().deleteFeedProducts({ feed: 'apart', limit: 10 });
  });

  test('a product whose merchant becomes known while its file is read is one product', async () => {
    const key = 'new:while';
    const of = (id: string, name: string) => ({ ...lamp(id, name), merchant: { ...merchant, key, name: key } });
    const run_id = await begin('while');
    const stage = (name: string) => store().stageProducts({ run_id, feed: 'while', products: [of('1', name)] });
    await stage('Before');
    await store().upsertProducts({ feed: 'other', products: [of('2', 'Other')], now_ms: 1 });
    await stage('After');
    const by = { run_id, feed: 'while', after: 0, limit: 10 };
    await store().applyStaged({ ...by, now_ms: 5 });
    assert.equal((await store().deleteUnstaged(by)).deleted, 0);
    await finish(run_id);
    assert.equal(await store().countFeedProducts({ feed: 'while' }), 1);
    await store().clearStaged({ limit: 10 });
    for (const feed of ['while', 'other']) await store().deleteFeedProducts({ feed, limit: 10 });
  });

  test('new merchants whose products have the same id of their feed have a product each', async () => {
    const of = (key: string) => ({ ...lamp('1', key), merchant: { ...merchant, key, name: key } });
    const run_id = await begin('twins');
    const products = [of('twin:1'), of('twin:2')];
    assert.equal((await store().stageProducts({ run_id, feed: 'twins', products })).added, 2);
    const { inserted } = await store().applyStaged({ run_id, feed: 'twins', after: 0, limit: 10, now_ms: 5 });
    await finish(run_id);
    assert.equal(inserted, 2);
    await store().deleteFeedProducts({ feed: 'twins', limit: 10 });
    await store().clearStaged({ limit: 10 });
  });

  test('a product that only moves to another merchant has changed', async () => {
    const by = (id: number) => ({ id, name: `Shop ${id}`, domain: '', logo_url: '', description: '' });
    const products = [91, 92].map((id) => ({ product: { id: 'moves', name: 'x' }, merchant: by(id) }));
    await store().upsertProducts({ feed: 'moves', products: products.slice(0, 1), now_ms: 1 });
    const compared = await store().compareProducts({ feed: 'moves', products });
    assert.deepEqual(
      compared.map(({ standing }) => standing),
      ['same', 'changed'],
    );
    await store().deleteFeedProducts({ feed: 'moves', limit: 10 });
  });

  test('products are compared with those of the catalogue, and nothing changes', async () => {
    const products = [lamp('2', 'Two again'), lamp('3', 'Other'), lamp('9', 'Nine')];
    const standings = async (feed: string) =>
      (await store().compareProducts({ feed, products })).map(({ standing }) => standing);
    assert.deepEqual(await standings('lamps'), ['same', 'changed', 'new']);
    assert.deepEqual(await standings('other'), ['foreign', 'foreign', 'new']);
    const keys = products.map(({ product, merchant, is_source_id = false }) => ({
      id: product.id,
      merchant,
      is_source_id,
    }));
    const found = await store().findProducts({ feed: 'lamps', keys });
    assert.deepEqual(
      found.map(({ is_there }) => is_there),
      [true, true, false],
    );
    const foreign = await store().findProducts({ feed: 'other', keys });
    assert.ok(foreign.every(({ is_there }) => !is_there));
    const compared = await store().compareProducts({ feed: 'lamps', products });
    assert.deepEqual(
      found.map(({ id }) => id),
      compared.map(({ id }) => id),
    );
    assert.deepEqual(await names('lamps'), ['Three', 'Two again']);
  });

  test('feeds are summarised: those with products and those with runs, each with its last run', async () => {
    await store().upsertProducts({ feed: 'by hand', products: [lamp('77', 'By hand')], now_ms: 1 });
    const run_id = await begin('broken');
    await finish(run_id, 'stopped');
    const all = await store().summariseFeeds({});
    const named = (name: string) => all.find(({ feed }) => feed === name);
    assert.deepEqual(named('by hand'), { feed: 'by hand', products: 1, last_run: null });
    assert.deepEqual([named('broken')?.products, named('broken')?.last_run?.id], [0, run_id]);
    assert.deepEqual([named('lamps')?.products, named('lamps')?.last_run?.state], [2, 'done']);
    assert.equal(named(''), undefined);
    const unnamed = [lamp('78', 'Without a feed')];
    await store().upsertProducts({ feed: '', products: unnamed, now_ms: 1 });
    const [first] = await store().summariseFeeds({});
    assert.deepEqual(first, { feed: '', products: 1, last_run: null }, 'files that are imported once, together');
    await store().deleteFeedProducts({ feed: '', limit: 10 });
    await store().deleteFeedProducts({ feed: 'by hand', limit: 10 });
  });

  test('one run of a feed at a time; one that gave no sign of life is over', async () => {
    const first = await begin('slow', 1000);
    const again = { feed: 'slow', mode: 'delta', source: 'x', runner: 'r' } as const;
    assert.deepEqual(await store().beginRun({ ...again, now_ms: 1000 + RUN_LOST_MS - 1 }), { busy: first });
    assert.equal(await store().touchRun({ id: first, now_ms: 5000, report: '{"rows":1}' }), true);
    const later = 5000 + RUN_LOST_MS;
    assert.ok('run_id' in (await store().beginRun({ ...again, now_ms: later })));
    const { state, message, report } = (await store().getRun({ id: first }))!;
    assert.deepEqual([state, message, report], ['failed', 'it was cut off', '{"rows":1}']);
    assert.equal(await store().touchRun({ id: first, now_ms: later, report: '{}' }), false);
    const files = [1, 2].map(() => store().beginRun({ feed: '', mode: 'delta', source: 'x', runner: '', now_ms: 1 }));
    assert.ok(
      (await Promise.all(files)).every((begun) => 'run_id' in begun),
      'files have nothing to wait for',
    );
  });

  test('runs are listed, the newest first, and the oldest forgotten with their rows', async () => {
    const ids: number[] = [];
    for (let i = 0; i < RUNS_KEPT + 3; i++) {
      ids.push(await begin('many'));
      await store().saveRejectedRows({
        run_id: ids[i]!,
        rows: [{ line: 3, field: 'id', value: '', reason: 'is missing' }],
      });
      await finish(ids[i]!);
    }
    const listed = await store().listRuns({ feed: 'many', before: null, limit: 1000 });
    assert.deepEqual([listed.length, listed[0]!.id], [RUNS_KEPT, ids.at(-1)]);
    const [older] = await store().listRuns({ feed: 'many', before: listed[0]!.id, limit: 1 });
    assert.equal(older?.id, listed[1]!.id);
    assert.equal((await store().listRejectedRows({ run_id: ids[0]!, after: 0, limit: 10 })).length, 0);
    const [row] = await store().listRejectedRows({ run_id: ids.at(-1)!, after: 0, limit: 10 });
    assert.deepEqual([row?.line, row?.reason], [3, 'is missing']);
  });

  test('registered feeds are kept, found when their time has come, and forgotten', async () => {
    const feed = (id: string, next_run_at_ms: number) => ({
      id,
      url: 'https://feeds.example/key',
      mode: 'full' as const,
      every_ms: 1000,
      options: '{}',
      is_paused: false,
      wish: null,
      etag: null,
      last_modified: null,
      next_run_at_ms,
      failures: 0,
      created_at_ms: 1,
    });
    assert.equal(await store().insertFeed(feed('b', 200)), 'saved');
    assert.equal(await store().insertFeed(feed('a', 100)), 'saved');
    assert.equal(await store().insertFeed(feed('a', 100)), 'exists');
    const due = async (now_ms: number) => (await store().listDueFeeds({ now_ms, limit: 10 })).map(({ id }) => id);
    assert.deepEqual([await due(99), await due(100), await due(500)], [[], ['a'], ['a', 'b']]);
    assert.equal(await store().updateFeed({ id: 'a', is_paused: true, etag: 'x' }), true);
    assert.deepEqual([await due(500), (await store().getFeed({ id: 'a' }))?.etag], [['b'], 'x']);
    for (const wish of ['run', 'anew', 'force'] as const) {
      await store().updateFeed({ id: 'a', wish });
      assert.deepEqual(await due(0), ['a'], 'who is asked for runs, paused or not');
      assert.equal((await store().getFeed({ id: 'a' }))?.wish, wish);
    }
    const changed = { url: 'https://other.example', mode: 'delta' as const, every_ms: 5, options: '{"x":1}' };
    await store().updateFeed({ id: 'b', ...changed });
    assert.deepEqual(await store().getFeed({ id: 'b' }), { ...feed('b', 200), ...changed });
    // A run that began before the change must not put off what the change made due.
    const late = { id: 'b', next_run_at_ms: 900 };
    assert.equal(await store().updateFeed({ ...late, if_as: feed('b', 200) }), false);
    assert.equal((await store().getFeed({ id: 'b' }))?.next_run_at_ms, 200);
    assert.equal(await store().updateFeed({ ...late, if_as: { ...feed('b', 200), ...changed } }), true);
    assert.equal((await store().getFeed({ id: 'b' }))?.next_run_at_ms, 900);
    await store().deleteFeed({ id: 'b' });
    await store().insertFeed(feed('b', 200));
    assert.deepEqual(await store().getFeed({ id: 'b' }), feed('b', 200));
    assert.deepEqual(
      (await store().listFeeds({})).map(({ id }) => id),
      ['a', 'b'],
    );
    assert.deepEqual([await store().deleteFeed({ id: 'a' }), await store().deleteFeed({ id: 'a' })], [true, false]);
    assert.equal(await store().updateFeed({ id: 'a', failures: 1 }), false);
    await store().deleteFeed({ id: 'b' });
  });
}
