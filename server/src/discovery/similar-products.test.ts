// Similar products.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import type { Deps } from '../deps.ts';
import type { Product } from '../product/product.ts';
import { rankSimilar } from './similar-products.ts';

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

test('similar products are ranked by category, price and brand, without the product itself', async () => {
  const { status, json } = await similar(await slugOf('this', 'hiking boots'));
  assert.equal(status, 200);
  assert.deepEqual(idsOf(json).slice(0, 2), ['near', 'other-brand']);
  assert.ok(idsOf(json).indexOf('ankle') > idsOf(json).indexOf('other-brand'));
  assert.ok(!idsOf(json).includes('this') && !idsOf(json).includes('kettle'));
  assert.equal(json.query, 'Altavia Hiking Boots this');
});

test('similar products are of the same kind in any category tree; products that only mention it are left out', async () => {
  const { json } = await similar(await slugOf('this', 'hiking boots'));
  assert.ok(idsOf(json).includes('elsewhere') && !idsOf(json).includes('book'));
});

test('similar products form a ranking session: cursors and slugs work', async () => {
  const { json } = await similar(await slugOf('this', 'hiking boots'), '?per_page=1');
  assert.equal(json.page_size, 1);
  const second = await service.search({ cursor: json.next_cursor });
  assert.deepEqual([second.json.page_index, second.json.items.length], [1, 1]);
  assert.notEqual(second.json.items[0].id, json.items[0].id);
  assert.equal((await service.call('GET', `/v1/discovery/products/${json.items[0].slug}`)).status, 200);
});

test('similar products require a key and a valid slug', async () => {
  assert.equal((await similar('made-up')).status, 404);
  const { status } = await service.call('GET', '/v1/discovery/products/made-up/similar', undefined, {
    'x-api-key': '',
  });
  assert.equal(status, 403);
  assert.equal((await similar(await slugOf('this', 'hiking boots'), '?per_page=0')).status, 422);
});

const merchant = { id: 7, name: 'Boot House', logo_url: '' };
const boot: Product = {
  id: 'this',
  name: 'Altavia Trail Boot Red',
  brand: 'Altavia',
  color: 'Red',
  category: 'Shoes > Boots > Hiking Boots',
  final_amount: 100_0000,
  currency: 'USD',
  barcode: '4006381333931',
  mpn: 'AT-1',
};
/** A different boot: another brand, price unknown. */
const plain = (id: string, changes: Partial<Product> = {}): Product => ({
  id,
  name: `Boot ${id}`,
  brand: 'Ruel',
  category: boot.category!,
  ...changes,
});

/** Ranks products that the index returns in this order; also returns the index query and the products read. */
async function rank(product: Product, found: Product[]) {
  const numbered = [product, ...found].map((product, i) => ({ product_no: i + 1, product, merchant }));
  const queries: { text: string; criteria: object[] }[] = [];
  const read: number[] = [];
  const deps = {
    session_max_results: 1000,
    index: {
      search: async (query: { text: string; criteria: object[] }) => {
        queries.push(query);
        return { product_nos: Uint32Array.from(numbered, ({ product_no }) => product_no), corrections: [] };
      },
    },
    store: {
      getProducts: async ({ product_nos }: { product_nos: number[] }) => {
        read.push(...product_nos);
        return product_nos.map((no) => numbered[no - 1]!);
      },
    },
  } as unknown as Deps;
  const nos = await rankSimilar(deps, numbered[0]!, [{ field: 'brand', operator: '!=', value: 'X' }]);
  return { ids: Array.from(nos, (no) => numbered[no - 1]!.product.id), read, ...queries[0]! };
}

test('each similarity outweighs one rank in the index', async () => {
  const price = (final_amount: number, currency = 'USD') => ({ final_amount, currency });
  const pairs: Record<string, [worse: Partial<Product>, better: Partial<Product>]> = {
    'the category': [{ category: 'Shoes > Boots > Ankle Boots' }, {}],
    'its parent': [{ category: 'Shoes > Sandals' }, { category: 'Shoes > Boots > Ankle Boots' }],
    'the brand': [{}, { brand: 'Altavia' }],
    'the price': [price(150_0000), price(110_0000)],
    'a lower price as well': [price(60_0000), price(90_0000)],
    'a known price': [{ currency: 'USD' }, price(110_0000)],
    'the price in its currency': [price(100_0000, 'EUR'), price(150_0000)],
    'the larger discount': [price(100_0000), { ...price(100_0000), regular_amount: 200_0000 }],
    'a different item over one with the same name': [{ name: boot.name }, {}],
    'a different item over one with the same barcode': [{ barcode: boot.barcode! }, {}],
    'the same item over another kind of product': [{ category: 'Shoes > Boots > Ankle Boots' }, { name: boot.name }],
    'a different item over one with the same part number': [{ mpn: 'AT-1', brand: 'Altavia' }, { brand: 'Altavia' }],
  };
  for (const [what, [worse, better]] of Object.entries(pairs)) {
    const { ids } = await rank(boot, [plain('worse', worse), plain('better', better)]);
    assert.deepEqual(ids, ['better', 'worse'], what);
  }
});

test('facts that do not distinguish products leave the index order unchanged', async () => {
  const pairs: Record<string, [first: Partial<Product>, second: Partial<Product>]> = {
    'nothing at all': [{}, {}],
    'prices beyond double': [
      { final_amount: 400_0000, currency: 'USD' },
      { final_amount: 200_0000, currency: 'USD' },
    ],
    'prices below half': [
      { final_amount: 20_0000, currency: 'USD' },
      { final_amount: 50_0000, currency: 'USD' },
    ],
    "another brand's part number": [{ mpn: 'AT-1' }, {}],
  };
  for (const [what, [first, second]] of Object.entries(pairs)) {
    const { ids } = await rank(boot, [plain('first', first), plain('second', second)]);
    assert.deepEqual(ids, ['first', 'second'], what);
  }
  const { barcode: _, mpn: __, ...unmarked } = boot;
  const { ids } = await rank(unmarked, [
    plain('a', { brand: 'Altavia' }),
    plain('b', { brand: 'Altavia', barcode: '1' }),
  ]);
  assert.deepEqual(ids, ['a', 'b'], 'two unknown identifiers do not match');
  const { brand: _brand, category: _category, ...unsorted } = boot;
  const unknown: Product = { id: 'unknown', name: 'Boot' };
  const sorted = { ...unknown, id: 'sorted', brand: 'Ruel', category: 'Shoes > Boots' };
  assert.deepEqual(
    (await rank(unsorted, [sorted, unknown])).ids,
    ['sorted', 'unknown'],
    'neither do unknown brands and categories',
  );
});

test('candidates share a category level or a word of the last one; without a category all qualify', async () => {
  const found = [
    plain('level', { name: 'Sandal', category: 'SHOES > Sandals' }),
    plain('word', { name: 'Trekking boots', category: 'Apparel > Footwear' }),
    plain('other word', { name: 'Hiking poles', category: 'Sport' }),
    plain('book', { name: 'A hundred walks', category: 'Books' }),
    plain('none', { name: 'Lamp', category: undefined as never }),
  ];
  assert.deepEqual((await rank(boot, found)).ids.sort(), ['level', 'other word', 'word']);
  const { category: _, ...anything } = boot;
  assert.deepEqual((await rank(anything, found)).ids.sort(), ['book', 'level', 'none', 'other word', 'word']);
});

test('the index query has the kind of product without brand and colour, and excludes the product itself', async () => {
  const ranked = await rank(boot, [plain('a')]);
  assert.equal(ranked.text, 'trail boot Hiking Boots');
  assert.deepEqual(ranked.criteria, [
    { field: 'brand', operator: '!=', value: 'X' },
    { field: 'id', operator: '!=', value: 'this' },
  ]);
  assert.deepEqual([ranked.ids, ranked.read], [['a'], [2]]);
  assert.equal((await rank({ ...boot, name: 'Altavia Red' }, [])).text, 'altavia red Hiking Boots');
});

test('the first 250 candidates are re-ranked, and the best 100 are returned', async () => {
  const { ids, read } = await rank(
    boot,
    Array.from({ length: 300 }, (_, i) => plain(`${i}`)),
  );
  assert.deepEqual([read.length, ids], [250, Array.from({ length: 100 }, (_, i) => `${i}`)]);
});
