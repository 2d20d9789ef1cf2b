// Explanations of the ranking over HTTP.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';

const EXPLAIN = '/v1/discovery/products/explain';

let service: TestApp;
before(async () => {
  service = await startTestApp({ REPORT_MIN_COUNT: '1' });
  await service.stock([
    { id: 'a', name: 'Blue kettle', brand: 'Acme', final_price: 20, currency: 'EUR' },
    { id: 'b', name: 'Kettle descaler for a blue kettle', brand: 'Zig', final_price: 8, currency: 'EUR' },
    { id: 'c', name: 'Couch' },
    { id: 'd', name: 'Blue kettle', brand: 'Acme', final_price: 25, currency: 'EUR', merchant: { id: '8', name: 'B' } },
  ]);
});
after(() => service.stop());

// biome-ignore lint/suspicious/noExplicitAny: `call` has validated it against the contract.
const explain = async (body: object): Promise<any> => (await service.call('POST', EXPLAIN, body)).json;

test('an explained search has the order of the search, and signals that add up to each score', async () => {
  await service.call('POST', '/v1/discovery/products/criteria-sets', { id: 'colour', name: 'c', query: 'blue' });
  const search = { query: 'ketle', exclude_query: 'couch', criteria_set_ids: ['colour'] };
  const { query, corrections, found, items } = await explain(search);
  const { json } = await service.search(search);
  assert.equal(query, json.query);
  assert.deepEqual(corrections, [{ typed: 'ketle', meant: 'kettle' }]);
  assert.equal(found, 3);
  assert.deepEqual(
    items.map(({ product }: { product: object }) => product),
    json.items.map(({ slug: _, ...product }: { slug: string }) => product),
  );
  for (const { score, signals, words } of items) {
    const sum = Object.values(signals as Record<string, number>).reduce((all, points) => all + points, 0);
    assert.ok(Math.abs(sum - score) < 1e-9);
    assert.deepEqual(words.map(({ word, by, why }: Record<string, string>) => `${word} ${by} ${why}`).sort(), [
      'blue blue typed',
      'ketle kettle corrected',
    ]);
  }
  const duplicates = items.filter(({ is_duplicate }: { is_duplicate: boolean }) => is_duplicate);
  assert.deepEqual(
    duplicates.map(({ product }: { product: { id: string } }) => product.id),
    ['d'],
  );
});

test('limit and offset take a part of the order; synonyms are named', async () => {
  const { found, items } = await explain({ query: 'sofa kettle', limit: 1 });
  assert.deepEqual([found, items.length], [4, 1]);
  const all = await explain({ query: 'sofa kettle' });
  assert.deepEqual((await explain({ query: 'sofa kettle', limit: 2, offset: 1 })).items, all.items.slice(1, 3));
  assert.deepEqual((await explain({ query: 'sofa kettle', offset: 4 })).items, []);
  const sofa = (await explain({ query: 'sofa' })).items[0];
  assert.equal(sofa.product.id, 'c');
  assert.deepEqual({ ...sofa.words[0], points: 0 }, { word: 'sofa', by: 'couch', why: 'synonym', points: 0 });
  assert.deepEqual((await explain({ query: 'zzzqx' })).items, []);
});

test('an explained search is not counted and creates no result set', async () => {
  await explain({ query: 'uncounted kettle' });
  await service.search({ query: 'counted kettle' }, { 'x-convo-id': 'c1' });
  const { json } = await service.call('GET', '/v1/reports/searches?from=2026-03-01&to=2026-03-31');
  const queries = json.rows.map(({ query }: { query: string }) => query);
  assert.deepEqual([queries.includes('counted kettle'), queries.includes('uncounted kettle')], [true, false]);
  const sessions = await service.call('GET', '/inventory/ranking-sessions');
  assert.ok(sessions.json.items.every((session: { query: string }) => session.query !== 'uncounted kettle'));
});

test('invalid input is named', async () => {
  for (const [body, loc] of [
    [{ query: 'kettle', limit: 101 }, ['body', 'limit']],
    [{ query: 'kettle', offset: -1 }, ['body', 'offset']],
    [{ query: 'kettle', per_page: 5 }, ['body', 'per_page']],
    [{ limit: 5 }, ['body', 'query']],
    [{ query: 'kettle', criteria: [{ field: 'color', operator: '<', value: 'x' }] }, undefined],
  ] as const) {
    const { status, json } = await service.call('POST', EXPLAIN, body);
    assert.equal(status, 422);
    if (loc) assert.deepEqual(json.detail[0].loc, loc);
  }
});
