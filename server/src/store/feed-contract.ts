// Contract of every store adapter: feed runs and staged rows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppliedStep, ProductWrite } from './catalogue-store.ts';
import { MAX_RUNS_PER_FEED, RUN_LEASE_MS } from './feed-store.ts';
import { unpackChanges } from './packed-changes.ts';
import type { Store } from './store.ts';

const merchant = { key: 'awin:500', name: 'Lamp Shop', domain: '', logo_url: '', description: '' };
const lamp = (id: string, name: string, fields: object = {}): ProductWrite => ({
  product: { id, name, ...fields },
  merchant,
  is_source_id: true,
});

export function feedContract(store: () => Store): void {
  const begin = async (feed: string, now_ms = 1000) => {
    const started = await store().beginRun({ feed, mode: 'full', source: 'x', runner: '', now_ms });
    assert.ok('run_id' in started);
    return started.run_id;
  };
  const finish = (id: number, state: 'done' | 'stopped' = 'done') =>
    store().finishRun({ id, now_ms: 2000, state, message: '', report: '{}' });
  const names = async (feed: string) => {
    const all = unpackChanges(await store().readChanges({ after: 0, limit: 10_000 }));
    const current = await Promise.all(
      all.filter(({ data }) => data).map(({ data }) => store().getProductById({ id: JSON.parse(data!).id })),
    );
    const count = await store().countFeedProducts({ feed });
    const found = current.filter((one) => one?.merchant.name === 'Lamp Shop').map((one) => one!.product.name);
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

  test('staged rows change nothing until they are applied; absent products are deleted last', async () => {
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
    assert.ok(after.next! > next!, 'each step continues');
    assert.deepEqual(await names('lamps'), ['One', 'Two again']);
    await finish(run_id);
    assert.deepEqual([await store().clearStaged({ limit: 10 }), await store().clearStaged({ limit: 10 })], [2, 0]);
  });

  test('a step applies fewer rows if they are long', async () => {
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

  test('a second run writes changed products, skips unchanged ones and deletes absent ones', async () => {
    const { outcome, inserted, updated, deleted } = await replace([lamp('2', 'Two again'), lamp('3', 'Three')]);
    assert.deepEqual([outcome.unchanged, outcome.added], [1, 1]);
    assert.deepEqual([inserted, updated, deleted], [1, 0, 1]);
    assert.deepEqual(await names('lamps'), ['Three', 'Two again']);
  });

  test('the last of repeated rows determines whether a product is new, changed or unchanged', async () => {
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

  test('a full run neither replaces nor deletes products of another feed', async () => {
    const run_id = await begin('other');
    const { refused } = await store().stageProducts({ run_id, feed: 'other', products: [lamp('2', 'Stolen')] });
    assert.deepEqual(refused, [0]);
    await store().deleteUnstaged({ run_id, feed: 'other', after: 0, limit: 100 });
    await finish(run_id, 'stopped');
    assert.deepEqual(await names('lamps'), ['Three', 'Two again']);
  });

  test('a run ignores rows staged by another run', async () => {
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
    assert.equal(await store().clearStaged({ limit: 2 }), 0, 'staged rows of a running run stay');
    await finish(run_id);
    const third = await begin('apart');
    await stage(third, 'apart', '5', '6');
    await finish(third);
    const cleared: number[] = [];
    for (const limit of [1, 2, 10, 10]) cleared.push(await store().clearStaged({ limit }));
    assert.deepEqual(cleared, [1, 2, 1, 0], 'also across runs');
    await store().deleteFeedProducts({ feed: 'apart', limit: 10 });
  });

  test('a run that was declared lost changes nothing any more', async () => {
    const product = (id: string) => ({ product: { id: `late-${id}`, name: id }, merchant });
    const lost = await begin('late');
    await store().upsertProducts({ feed: 'late', products: ['1', '2'].map(product), now_ms: 1 });
    await store().stageProducts({ run_id: lost, feed: 'late', products: ['1', '3'].map(product) });
    const run_id = await begin('late', 1000 + RUN_LEASE_MS);
    const by = { run_id: lost, feed: 'late', after: 0, limit: 10 };
    const applied = await store().applyStaged({ ...by, now_ms: 5 });
    const deleted = await store().deleteUnstaged(by);
    assert.deepEqual([applied.has_ended, applied.inserted, applied.next], [true, 0, null]);
    assert.deepEqual([deleted.has_ended, deleted.deleted, deleted.next], [true, 0, null]);
    assert.equal(await store().countFeedProducts({ feed: 'late' }), 2);
    await finish(run_id);
    await store().clearStaged({ limit: 10 });
    await store().deleteFeedProducts({ feed: 'late', limit: 10 });
  });

  test('a repeated row replaces the whole earlier row, in its own run only', async () => {
    const by = (id: number) => ({ id, name: `Shop ${id}`, domain: '', logo_url: '', description: '' });
    const runs = new Map<string, number>();
    for (const feed of ['rows', 'same rows']) runs.set(feed, await begin(feed));
    const stage = (feed: string, shop: number, name: string) =>
      store().stageProducts({
        ...{ run_id: runs.get(feed)!, feed },
        products: [{ product: { id: 'repeats', name }, merchant: by(shop) }],
      });
    await stage('rows', 93, 'First');
    await stage('same rows', 94, 'Other');
    await stage('rows', 95, 'Last');
    await stage('same rows', 96, 'Other again');
    await store().applyStaged({ run_id: runs.get('rows')!, feed: 'rows', after: 0, limit: 10, now_ms: 5 });
    const { product, merchant } = (await store().getProductById({ id: 'repeats' }))!;
    assert.deepEqual([product.name, merchant.id], ['Last', 95]);
    for (const id of runs.values()) await finish(id);
    await store().clearStaged({ limit: 10 });
    await store().deleteFeedProducts({ feed: 'rows', limit: 10 });
  });

  test('a product whose merchant gets an id while the file is read is stored once', async () => {
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

  test('new merchants may share a source id: each gets its own product', async () => {
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

  test('a product that moves to another merchant counts as changed', async () => {
    const by = (id: number) => ({ id, name: `Shop ${id}`, domain: '', logo_url: '', description: '' });
    const products = [91, 92].map((id) => ({ product: { id: 'moves', name: 'x' }, merchant: by(id) }));
    await store().upsertProducts({ feed: 'moves', products: products.slice(0, 1), now_ms: 1 });
    const compared = await store().compareProducts({ feed: 'moves', products });
    assert.deepEqual(
      compared.map(({ status }) => status),
      ['same', 'changed'],
    );
    await store().deleteFeedProducts({ feed: 'moves', limit: 10 });
  });

  test('comparing products with the catalogue changes nothing', async () => {
    const products = [lamp('2', 'Two again'), lamp('3', 'Other'), lamp('9', 'Nine')];
    const standings = async (feed: string) =>
      (await store().compareProducts({ feed, products })).map(({ status }) => status);
    assert.deepEqual(await standings('lamps'), ['same', 'changed', 'new']);
    assert.deepEqual(await standings('other'), ['foreign', 'foreign', 'new']);
    const keys = products.map(({ product, merchant, is_source_id = false }) => ({
      id: product.id,
      merchant,
      is_source_id,
    }));
    const found = await store().findProducts({ feed: 'lamps', keys });
    assert.deepEqual(
      found.map(({ exists }) => exists),
      [true, true, false],
    );
    const foreign = await store().findProducts({ feed: 'other', keys });
    assert.ok(foreign.every(({ exists }) => !exists));
    const compared = await store().compareProducts({ feed: 'lamps', products });
    assert.deepEqual(
      found.map(({ id }) => id),
      compared.map(({ id }) => id),
    );
    assert.deepEqual(await names('lamps'), ['Three', 'Two again']);
  });

  test('feeds with products or runs are summarised with their last run', async () => {
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
    assert.deepEqual(first, { feed: '', products: 1, last_run: null }, 'one-off files are summarised together');
    await store().deleteFeedProducts({ feed: '', limit: 10 });
    await store().deleteFeedProducts({ feed: 'by hand', limit: 10 });
  });

  test('a feed has one run at a time; a run that has lost its lease is failed', async () => {
    const [done, other] = [await begin('slow', 1), await begin('slower', 1)];
    await finish(done);
    const first = await begin('slow', 1000);
    const again = { feed: 'slow', mode: 'delta', source: 'x', runner: 'r' } as const;
    assert.deepEqual(await store().beginRun({ ...again, now_ms: 1000 + RUN_LEASE_MS - 1 }), { busy: first });
    assert.equal(await store().recordHeartbeat({ id: first, now_ms: 5000, report: '{"rows":1}' }), true);
    assert.deepEqual(await store().beginRun({ ...again, now_ms: 5000 + RUN_LEASE_MS - 1 }), { busy: first });
    const later = 5000 + RUN_LEASE_MS;
    assert.ok('run_id' in (await store().beginRun({ ...again, now_ms: later })));
    const { state, message, report, finished_at_ms } = (await store().getRun({ id: first }))!;
    assert.deepEqual(
      [state, message, report, finished_at_ms],
      ['failed', 'the run was interrupted', '{"rows":1}', later],
    );
    assert.equal(await store().recordHeartbeat({ id: first, now_ms: later, report: '{}' }), false);
    const others = await Promise.all([done, other].map((id) => store().getRun({ id })));
    assert.deepEqual(
      others.map((run) => run?.state),
      ['done', 'running'],
      'other runs are not affected',
    );
    const files = [1, 2].map(() => store().beginRun({ feed: '', mode: 'delta', source: 'x', runner: '', now_ms: 1 }));
    assert.ok(
      (await Promise.all(files)).every((started) => 'run_id' in started),
      'one-off files do not wait for each other',
    );
  });

  test('a run is stored when it begins and when it ends', async () => {
    const given = { feed: 'stored', mode: 'delta', source: 'https://feeds.example', runner: 'r1' } as const;
    const started = await store().beginRun({ ...given, now_ms: 10 });
    assert.ok('run_id' in started);
    const id = started.run_id;
    const run = { id, ...given, state: 'running', started_at_ms: 10, seen_at_ms: 10, finished_at_ms: null };
    assert.deepEqual({ ...(await store().getRun({ id })) }, { ...run, message: '', report: '{}' });
    const end = { state: 'failed', message: 'no answer', report: '{"rows":2}' } as const;
    await store().finishRun({ id, now_ms: 20, ...end });
    assert.deepEqual({ ...(await store().getRun({ id })) }, { ...run, ...end, seen_at_ms: 20, finished_at_ms: 20 });
    assert.equal(await store().getRun({ id: id + 1 }), null);
  });

  test('runs are listed newest first; the oldest are deleted with their rejected rows', async () => {
    const early = await begin('early');
    await finish(early);
    const row = (line: number) => ({ line, field: 'id', value: '', reason: 'is missing' });
    const ids: number[] = [];
    for (let i = 0; i < MAX_RUNS_PER_FEED + 3; i++) {
      ids.push(await begin('many'));
      await store().saveRejectedRows({ run_id: ids[i]!, rows: [row(2), row(3), row(5)] });
      await finish(ids[i]!);
      if (i % 10 === 0) await finish(await begin('between'));
    }
    const list = async (by: object) =>
      (await store().listRuns({ feed: null, before: null, limit: 1000, ...by })).map(({ id }) => id);
    const latest = ids.slice(-MAX_RUNS_PER_FEED).toReversed();
    assert.deepEqual(await list({ feed: 'many' }), latest);
    assert.deepEqual(await list({ feed: 'many', before: latest[0], limit: 2 }), latest.slice(1, 3));
    assert.deepEqual(await list({ feed: 'early' }), [early], 'runs of another feed stay');
    const all = await list({});
    assert.deepEqual(
      all,
      [...all].sort((a, b) => b - a),
    );
    assert.ok([early, ...latest].every((id) => all.includes(id)));
    assert.deepEqual(await list({ before: latest[0], limit: 2 }), all.slice(1, 3));
    const rejected = async (run_id: number, after = 0, limit = 10) =>
      (await store().listRejectedRows({ run_id, after, limit })).map(({ no, ...row }) => ({ no, row }));
    assert.deepEqual(await rejected(ids[0]!), []);
    const rows = await rejected(ids.at(-1)!);
    assert.deepEqual(
      rows.map(({ row }) => ({ ...row })),
      [row(2), row(3), row(5)],
    );
    assert.deepEqual(await rejected(ids.at(-1)!, rows[0]!.no, 1), rows.slice(1, 2));
  });

  test('a running run is not deleted, however many runs follow', async () => {
    const first = await begin('');
    for (let i = 0; i < MAX_RUNS_PER_FEED + 1; i++) await finish(await begin(''));
    assert.equal((await store().getRun({ id: first }))?.state, 'running');
    await finish(first);
  });
}
