// Filling an installation with the demo, and taking it out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../../test/support/test-app.ts';
import { importProducts } from '../catalogue/import-products.ts';
import { demoProducts } from './demo-catalogue.ts';
import { addDemo, loadDemo, removeDemo } from './load-demo.ts';

test('a filling that was cut off is finished by the next start; a finished one is left alone', async () => {
  const service = await startTestApp();
  const products = [...demoProducts('')];
  const some = products.slice(0, 700).map((value, i) => ({ line: i, value }));
  // What a killed process leaves behind: products without the summaries that come last.
  const cutOff = { ...service.deps, store: { ...service.deps.store, saveMerchantSummaries: async () => {} } };
  await importProducts(cutOff, 'demo', some);
  assert.equal(await loadDemo(service.deps), products.length);
  assert.equal(await loadDemo(service.deps), 0);
  assert.equal(await removeDemo(service.deps), products.length);
  await service.stop();
});

test("an operator's own catalogue is never filled up, whatever it lacks", async () => {
  const service = await startTestApp();
  await service.stock([{ id: 'own', name: 'Kettle' }]);
  assert.equal(await loadDemo(service.deps), 0);
  await service.stop();
});

test('a demo that was removed comes back when it is added, not when the service starts', async () => {
  const service = await startTestApp();
  const count = await loadDemo(service.deps);
  assert.equal(await removeDemo(service.deps), count);
  assert.equal(await loadDemo(service.deps), 0);
  assert.deepEqual(await service.deps.store.listMerchants({ offset: 0, limit: 1 }), []);
  assert.equal(await addDemo(service.deps), count);
  await service.stop();
});
