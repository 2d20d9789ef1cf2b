// Loading and removing the demo catalogue.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { startTestApp } from '../../../test/support/test-app.ts';
import { importProducts } from '../catalogue/import-products.ts';
import { systemClock } from '../clock.ts';
import { digestOf } from '../keys/create-key.ts';
import { firstKey } from '../keys/first-key.ts';
import { LeaseKeeper } from '../lease-keeper.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import { demoProducts } from './demo-catalogue.ts';
import { addDemo, DEMO_LEASE, loadDemo, loadDemoOnce, removeDemo } from './load-demo.ts';

test('an interrupted load is completed by the next start; a complete one is left unchanged', async () => {
  const service = await startTestApp();
  const products = [...demoProducts('')];
  const some = products.slice(0, 700).map((value, i) => ({ line: i, value }));
  // A killed process leaves products without the merchant summaries, which are written last.
  const cutOff = { ...service.deps, store: { ...service.deps.store, saveMerchantSummaries: async () => {} } };
  await importProducts(cutOff, 'demo', some);
  assert.equal(await loadDemo(service.deps), products.length);
  assert.equal(await loadDemo(service.deps), 0);
  assert.equal(await removeDemo(service.deps), products.length);
  await service.stop();
});

test("the demo is never loaded into an operator's own catalogue", async () => {
  const service = await startTestApp();
  await service.stock([{ id: 'own', name: 'Kettle' }]);
  assert.equal(await loadDemo(service.deps), 0);
  await service.stop();
});

test('a removed demo comes back when it is added again, not at the next start', async () => {
  const service = await startTestApp();
  const count = await loadDemo(service.deps);
  assert.equal(await removeDemo(service.deps), count);
  assert.equal(await loadDemo(service.deps), 0);
  assert.deepEqual(await service.deps.store.listMerchants({ offset: 0, limit: 1 }), []);
  assert.equal(await addDemo(service.deps), count);
  await service.stop();
});

test('of instances that start together on an empty store one loads the demo, and the others wait until it is complete', async () => {
  const folder = temporaryFolder();
  const stores = await Promise.all([1, 2, 3].map(() => openSqliteStore({ folder, own: false })));
  const loads = stores.map(async (store, i) => {
    const options = {
      names: [DEMO_LEASE],
      holder: `${i}`,
      ttl_ms: 15_000,
      onFault: (error: unknown) => assert.fail(String(error)),
    };
    const deps = { store, clock: systemClock };
    const loaded = await loadDemoOnce(deps, new LeaseKeeper({ ...deps, ...options }));
    const [largest] = await store.listMerchants({ offset: 0, limit: 1 });
    assert.ok(largest!.brands.length > 0, 'complete');
    return loaded;
  });
  assert.deepEqual(
    (await Promise.all(loads)).toSorted((a, b) => a - b),
    [0, 0, [...demoProducts('')].length],
  );
  const keys = await Promise.all(
    stores.map((store, i) => firstKey({ store, clock: systemClock }, `${folder}/first-key-${i}.txt`)),
  );
  const valid = (await stores[0]!.listKeys({})).map(({ digest }) => Buffer.from(digest).toString('hex'));
  assert.deepEqual(keys.map((key) => digestOf(key).toString('hex')).toSorted(), valid.toSorted());
  await Promise.all(stores.map((store) => store.close()));
  rmSync(folder, { recursive: true });
});
