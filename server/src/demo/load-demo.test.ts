// Loading and removing the demo catalogue.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../../test/support/test-app.ts';
import { importProducts } from '../catalogue/import-products.ts';
import { demoProducts } from './demo-catalogue.ts';
import { addDemo, loadDemo, removeDemo } from './load-demo.ts';

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
