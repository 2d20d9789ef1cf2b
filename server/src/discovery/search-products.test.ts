// Product search, cursors and product details over HTTP.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestApp, type TestApp, withApp } from '../../../test/support/test-app.ts';
import { removeDemo } from '../demo/load-demo.ts';
import { type PackedChanges, packChanges } from '../store/packed-changes.ts';

const SETS = '/v1/discovery/products/criteria-sets';
const MINUTE_MS = 60_000;

let service: TestApp;
before(async () => {
  service = await startTestApp({ SESSION_MAX_RESULTS: '50' });
});
after(() => service.stop());
// Tests stock products under the feed that `removeDemo` deletes.
const stock = (products: object[]) => service.stock(products, 'demo');
beforeEach(async () => {
  await removeDemo(service.deps);
  await service.catchUp();
});

const idsOf = (json: { items: { id: string }[] }) => json.items.map(({ id }) => id);
const found = async (body: object | string) => idsOf((await service.search(body)).json);
const kettles = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `k${String(i).padStart(3, '0')}`, name: `Kettle ${i}` }));

test('a search answers with all documented fields', async () => {
  await stock([
    {
      id: 'k1',
      name: 'Gooseneck kettle',
      description: 'Pours slowly.',
      image_url: 'https://shop.example.com/k1.jpg',
      product_url: 'https://shop.example.com/k1',
      merchant_url: 'https://track.example.com/k1',
      merchant: { id: '42', name: 'Kettle House', logo_url: 'https://shop.example.com/logo.svg' },
      brand: 'Brewline',
      category: 'Kitchen>Kettles',
      regular_price: 49.5,
      final_price: '39.50',
      currency: 'USD',
      availability: 'in stock',
    },
  ]);
  const { json } = await service.search('  KETTLE ');
  const { slug, ...item } = json.items[0];
  assert.match(slug, /^[A-Za-z0-9_-]+$/);
  assert.deepEqual(item, {
    type: 'product',
    id: 'k1',
    name: 'Gooseneck kettle',
    image_url: 'https://shop.example.com/k1.jpg',
    product_url: 'https://shop.example.com/k1',
    merchant_url: 'https://track.example.com/k1',
    price: { currency: 'USD', regular_value: 49.5, final_value: 39.5, on_sale: true, sale_discount: 0.202 },
    merchant: { id: '42', name: 'Kettle House', logo_url: 'https://shop.example.com/logo.svg' },
    brand: 'Brewline',
    category: 'Kitchen > Kettles',
    availability: 'in stock',
  });
  assert.deepEqual([json.query, json.page_index, json.page_size, json.next_cursor], ['kettle', 0, 1, null]);
  assert.equal(json.expires_at, new Date(service.clock.now_ms() + 30 * MINUTE_MS).toISOString());
});

test('unknown values are null in a search and empty in a detail; an unknown price has null values', async () => {
  await stock([{ id: 'k1', name: 'Kettle', currency: 'EUR' }]);
  const [item] = (await service.search('kettle')).json.items;
  assert.deepEqual([item.brand, item.category, item.availability], [null, null, null]);
  const price = { currency: 'EUR', regular_value: null, final_value: null, on_sale: false, sale_discount: 0 };
  assert.deepEqual(item.price, price);
  const { json } = await service.call('GET', `/v1/discovery/products/${item.slug}`);
  assert.deepEqual(
    [json.type, json.item.description, json.item.brand, json.item.price],
    ['product_detail', '', '', price],
  );
});

test('typographic apostrophes are folded in queries, filters and products, and in the returned query', async () => {
  await stock([
    { id: 'plain', name: "Levi's jeans", brand: "Levi's" },
    { id: 'curly', name: 'Levi’s jeans', brand: 'Levi’s' },
    { id: 'acute', name: 'Levi´s jeans', brand: 'Levi´s' },
    { id: 'none', name: 'Levis jeans', brand: 'Levis' },
  ]);
  for (const query of ["levi's jeans", 'Levi’s jeans', 'levi`s jeans', 'levis jeans'])
    assert.equal((await found(query)).length, 4, query);
  for (const value of ["levi's", 'LEVI’S', 'Leviʼs']) {
    const criteria = [{ field: 'brand', operator: '=', value }];
    assert.deepEqual((await found({ query: 'jeans', criteria })).sort(), ['acute', 'curly', 'plain'], value);
  }
  assert.equal((await service.search('Levi’s “501”')).json.query, 'levi\'s "501"');
});

test('a search without matches answers 200 with no items', async () => {
  const { status, json } = await service.search('zeppelin');
  assert.deepEqual([status, json.items, json.page_size, json.next_cursor], [200, [], 0, null]);
});

test('the returned query has spelling corrections, and known words unchanged', () =>
  withApp({}, async (app) => {
    await app.stock([
      { id: 'a', name: 'Blue kettle' },
      { id: 'b', name: 'Red cup' },
    ]);
    assert.equal((await app.search('Blue  KETTEL')).json.query, 'blue kettle');
    assert.equal((await app.search("Cup's ketle-blue")).json.query, "cup's kettle-blue");
    const unknown = (await app.search('zzzqx wvvkj')).json;
    assert.deepEqual([unknown.query, unknown.items], ['zzzqx wvvkj', []], 'empty rather than wrong');
  }));

test('a synonym added by the operator applies within about a second', () =>
  withApp({}, async (app) => {
    await app.stock([{ id: 'a', name: 'Gizmo' }]);
    assert.deepEqual((await app.search('doodad')).json.items, []);
    const group = { inputs: ['doodad', 'gizmo'], outputs: ['doodad', 'gizmo'] };
    await app.deps.store.saveSynonymEdit({ key: 'doodad, gizmo', kind: 'added', group, at_ms: 0 });
    for (let i = 0; i < 200 && (await app.search('doodad')).json.items.length === 0; i++) await sleep(25);
    assert.equal((await app.search('doodad')).json.items.length, 1);
  }));

describe('pages', () => {
  test('continue by cursor to the end without repeats or gaps, with the size of the first page', async () => {
    await stock(kettles(23));
    let page = (await service.search({ query: 'kettle', per_page: 10 })).json;
    const seen = idsOf(page);
    const sizes = [page.page_size];
    while (page.next_cursor) {
      page = (await service.search({ cursor: page.next_cursor })).json;
      assert.equal(page.page_index, sizes.length);
      seen.push(...idsOf(page));
      sizes.push(page.page_size);
    }
    assert.deepEqual(sizes, [10, 10, 3]);
    assert.equal(new Set(seen).size, 23);
  });

  test('accept a cursor with query and exclude_query set to null', async () => {
    await stock(kettles(3));
    const { json } = await service.search({ query: 'kettle', per_page: 2 });
    const next = await service.search({ cursor: json.next_cursor, query: null, exclude_query: null });
    assert.deepEqual([next.status, next.json.page_index], [200, 1]);
  });

  test('are limited by SESSION_MAX_RESULTS', async () => {
    await stock(kettles(60));
    let page = (await service.search({ query: 'kettle', per_page: 30 })).json;
    const seen = idsOf(page);
    page = (await service.search({ cursor: page.next_cursor })).json;
    assert.deepEqual([seen.length + page.page_size, page.next_cursor], [50, null]);
  });

  test('keep their ranks while products change: data is current, deleted products are left out', async () => {
    await stock(kettles(4));
    const first = (await service.search({ query: 'kettle', per_page: 2 })).json;
    const rest = ['k000', 'k001', 'k002', 'k003'].filter((id) => !idsOf(first).includes(id));
    await removeDemo(service.deps);
    await stock([{ id: rest[1], name: 'Renamed teapot' }]);
    const second = (await service.search({ cursor: first.next_cursor })).json;
    assert.deepEqual([second.page_size, second.items.length], [0, 0], 'a re-added product gets a new product number');
    await stock(kettles(4));
    const page = (await service.search({ query: 'kettle', per_page: 2 })).json;
    await stock([{ id: rest[0], name: 'Kettle, now dearer', regular_price: 99 }]);
    const next = (await service.search({ cursor: page.next_cursor })).json;
    assert.equal(next.page_size, 2);
  });
});

describe('cursors and slugs', () => {
  const place = async () => {
    await stock(kettles(3));
    const { json } = await service.search({ query: 'kettle', per_page: 2 });
    return { cursor: json.next_cursor as string, slug: json.items[0].slug as string };
  };
  const byCursor = async (cursor: string) => (await service.search({ cursor })).status;
  const bySlug = async (slug: string) => (await service.call('GET', `/v1/discovery/products/${slug}`)).status;

  test('are not found when altered, truncated, made up or swapped', async () => {
    const { cursor, slug } = await place();
    for (let i = 0; i < cursor.length; i += 5) {
      const altered = cursor.slice(0, i) + (cursor[i] === 'A' ? 'B' : 'A') + cursor.slice(i + 1);
      assert.equal(await byCursor(altered), 404, altered);
    }
    for (const bad of ['', 'x', cursor.slice(1), `${cursor}A`, `${cursor}=`, slug]) {
      assert.equal(await byCursor(bad), 404, bad);
    }
    for (const bad of ['x', cursor, `${slug}.`]) assert.equal(await bySlug(bad), 404, bad);
  });

  test('answer 410 from expires_at on, also after their rows are purged', async () => {
    const { cursor, slug } = await place();
    assert.deepEqual([await byCursor(cursor), await bySlug(slug)], [200, 200]);
    service.clock.advance(30 * MINUTE_MS - 1);
    assert.deepEqual([await byCursor(cursor), await bySlug(slug)], [200, 200]);
    service.clock.advance(1);
    assert.deepEqual([await byCursor(cursor), await bySlug(slug)], [410, 410]);
    while (await service.deps.store.purgeRankingSessions({ now_ms: service.clock.now_ms(), limit: 100 }));
    service.clock.advance(365 * 24 * 60 * MINUTE_MS);
    assert.deepEqual([await byCursor(cursor), await bySlug(slug)], [410, 410]);
  });

  test('are not found if the product was deleted', async () => {
    const { slug } = await place();
    await removeDemo(service.deps);
    assert.equal(await bySlug(slug), 404);
  });
});

describe('criteria sets in a search', () => {
  test('add query, exclusion and criteria; unknown sets are ignored', async () => {
    await stock([
      { id: 'red', name: 'Red kettle', color: 'red' },
      { id: 'blue', name: 'Blue kettle', color: 'blue' },
      { id: 'toy', name: 'Blue toy kettle', color: 'blue' },
    ]);
    const criteria = [{ field: 'color', operator: '=', value: 'blue' }];
    await service.call('PUT', `${SETS}/s1`, { id: 's1', name: 'S', exclude_query: 'toy', criteria });
    assert.deepEqual(await found({ query: 'kettle', criteria_set_ids: ['s1', 'unknown'] }), ['blue']);
    await service.call('PUT', `${SETS}/s1`, { id: 's1', name: 'S', query: 'toy' });
    const { json } = await service.search({ query: 'kettle', criteria_set_ids: ['s1'] });
    assert.deepEqual([json.query, json.items[0].id], ['kettle toy', 'toy']);
    await service.call('DELETE', `${SETS}/s1`);
    assert.equal((await found({ query: 'kettle', criteria_set_ids: ['s1'] })).length, 3);
  });
});

describe('exclude_query', () => {
  beforeEach(() =>
    stock([
      { id: 'plain', name: 'Kettle' },
      { id: 'kids', name: 'Kettle for kids', description: 'A toy.' },
      { id: 'brand', name: 'Kettle', brand: 'Kidsworth' },
    ]),
  );

  test('excludes products with the word, or a word it is a prefix of, in name, description or brand', async () => {
    assert.deepEqual(await found({ query: 'kettle', exclude_query: 'kid' }), ['plain']);
    assert.deepEqual(await found({ query: 'kettle', exclude_query: 'toy' }), ['plain', 'brand']);
    assert.equal((await found({ query: 'kettle', exclude_query: 'ids' })).length, 3, 'not in the middle of a word');
  });

  test('needs all words in one field, or one alternative', async () => {
    assert.equal((await found({ query: 'kettle', exclude_query: 'kids toy' })).length, 3);
    assert.deepEqual(await found({ query: 'kettle', exclude_query: 'kids kettle || kidsworth' }), ['plain']);
  });
});

test('a card number in a query is searched for but not stored', async () => {
  await stock([{ id: 'k1', name: 'Kettle' }]);
  const { json } = await service.search('kettle 4111111111111111');
  assert.deepEqual([json.query, json.page_size], ['kettle ****************', 1]);
});

test('a search before the index has caught up answers 503 with Retry-After', async () => {
  const reading = Promise.withResolvers<PackedChanges>();
  const starting = await startTestApp(
    {},
    {
      waitForIndex: false,
      wrapStore: (store) => ({ ...store, readChanges: () => reading.promise }),
    },
  );
  const { status, headers } = await starting.search('kettle');
  assert.deepEqual([status, headers['retry-after']], [503, '1']);
  reading.resolve(packChanges([]));
  await starting.stop();
});

describe('a search and its sets have', () => {
  const listing = (alternatives: number) => Array.from({ length: alternatives }, (_, i) => i % 10).join('||');
  const criteria = (...alternatives: number[]) =>
    alternatives.map((count) => ({ field: 'brand', operator: '!=', value: listing(count) }));
  const putSet = (id: string, alternatives: number[]) =>
    service.call('PUT', `${SETS}/${id}`, { id, name: id, criteria: criteria(...alternatives) });
  const faultsOf = async (body: object, path = '/v1/discovery/products/search') => {
    const { status, json } = await service.call('POST', path, body);
    if (status !== 422) return { status };
    const [{ input: _, ...detail }, ...others] = json.detail;
    assert.deepEqual(others, []);
    return { status, ...detail };
  };
  const fault = (field: string, message: string) => ({
    ...{ status: 422, type: 'value_error', loc: ['body', field] },
    ...{ msg: `Value error, ${message}`, ctx: { error: {} } },
  });
  const ALTERNATIVES = 'too many alternatives in all criteria together';

  test('at most 2,000 alternatives, all criteria together', async () => {
    const atLimit = criteria(300, 300, 300, 300, 300, 300, 200);
    const amount = { field: 'final_price', operator: '<=', value: 50 };
    assert.deepEqual(await faultsOf({ query: 'kettle', criteria: [...atLimit, amount] }), { status: 200 });
    const more = [...atLimit, { field: 'color', operator: '=', value: 'red' }];
    assert.deepEqual(await faultsOf({ query: 'kettle', criteria: more }), fault('criteria', ALTERNATIVES));
  });

  test('at most 2,000 alternatives, including those in sets', async () => {
    await putSet('long', [300, 300, 300, 100]);
    await putSet('short', [1]);
    const body = { query: 'kettle', criteria: criteria(300, 300, 300, 100), criteria_set_ids: ['long', 'long'] };
    assert.deepEqual(await faultsOf(body), { status: 200 });
    const more = { ...body, criteria_set_ids: ['long', 'short'] };
    assert.deepEqual(await faultsOf(more), fault('criteria_set_ids', ALTERNATIVES));
    const atLimit = criteria(300, 300, 300, 300, 300, 300, 200);
    const beside = { ...body, criteria: atLimit, criteria_set_ids: ['short'] };
    assert.deepEqual(
      await faultsOf(beside),
      fault('criteria_set_ids', ALTERNATIVES),
      'the search alone may have that many',
    );
  });

  test('at most 500 criteria, also for the sets of a conversation', async () => {
    const ids = ['many1', 'many2', 'many3', 'many4', 'many5'];
    for (const id of ids)
      await putSet(
        id,
        Array.from({ length: 100 }, () => 1),
      );
    assert.deepEqual(await faultsOf({ query: 'kettle', criteria_set_ids: ids }), { status: 200 });
    const body = { query: 'kettle', criteria: criteria(1), criteria_set_ids: ids };
    const expected = fault('criteria_set_ids', 'too many criteria in all sets together');
    assert.deepEqual(await faultsOf(body), expected);
    const turn = { chat: 'kettles', criteria_set_ids: ids };
    assert.deepEqual(await faultsOf(turn, '/chat/limits'), { status: 200 });
    await putSet('many6', [1]);
    assert.deepEqual(await faultsOf({ ...turn, criteria_set_ids: [...ids, 'many6'] }, '/chat/limits'), expected);
  });
});
