// Products like another one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
  const boot = (id: string, brand: string, price: number, changes: object = {}) => ({
    id,
    name: `${brand} Hiking Boots ${id}`,
    brand,
    category: 'Shoes > Boots > Hiking Boots',
    final_price: price,
    currency: 'USD',
    ...changes,
  });
  await service.stock([
    boot('this', 'Altavia', 100),
    boot('near', 'Altavia', 105),
    boot('dear', 'Altavia', 400),
    boot('other-brand', 'Ruel', 100),
    boot('ankle', 'Altavia', 100, { name: 'Altavia Ankle Boots', category: 'Shoes > Boots > Ankle Boots' }),
    { id: 'book', name: 'A Hundred Walks', description: 'Bring hiking boots.', category: 'Books', final_price: 100 },
    { id: 'elsewhere', name: 'Trekking Boots', category: 'Apparel > Footwear', final_price: 100, currency: 'USD' },
    { id: 'kettle', name: 'Gooseneck Kettle', category: 'Kitchen > Kettles', final_price: 100, currency: 'USD' },
  ]);
});
after(() => service.stop());

const slugOf = async (id: string, query: string) => {
  const { json } = await service.search(query);
  return json.items.find((item: { id: string }) => item.id === id).slug as string;
};
const similar = async (slug: string, query = '') =>
  service.call('GET', `/v1/discovery/products/${slug}/similar${query}`);
const idsOf = (page: { items: { id: string }[] }) => page.items.map(({ id }) => id);

test('come in the order of category, price and brand, and never with the product itself', async () => {
  const { status, json } = await similar(await slugOf('this', 'hiking boots'));
  assert.equal(status, 200);
  assert.deepEqual(idsOf(json).slice(0, 2), ['near', 'other-brand']);
  assert.ok(idsOf(json).indexOf('ankle') > idsOf(json).indexOf('other-brand'));
  assert.ok(!idsOf(json).includes('this') && !idsOf(json).includes('kettle'));
  assert.equal(json.query, 'Altavia Hiking Boots this');
});

test('are things of the kind, however a shop sorts them, and not what only speaks of it', async () => {
  const { json } = await similar(await slugOf('this', 'hiking boots'));
  assert.ok(idsOf(json).includes('elsewhere') && !idsOf(json).includes('book'));
});

test('are a result set like any other: cursors and slugs work', async () => {
  const { json } = await similar(await slugOf('this', 'hiking boots'), '?per_page=1');
  assert.equal(json.page_size, 1);
  const second = await service.search({ cursor: json.next_cursor });
  assert.deepEqual([second.json.page_index, second.json.items.length], [1, 1]);
  assert.notEqual(second.json.items[0].id, json.items[0].id);
  assert.equal((await service.call('GET', `/v1/discovery/products/${json.items[0].slug}`)).status, 200);
});

test('want a key and a slug of ours', async () => {
  assert.equal((await similar('made-up')).status, 404);
  const { status } = await service.call('GET', '/v1/discovery/products/made-up/similar', undefined, {
    'x-api-key': '',
  });
  assert.equal(status, 403);
  assert.equal((await similar(await slugOf('this', 'hiking boots'), '?per_page=0')).status, 422);
});
