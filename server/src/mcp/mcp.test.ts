// The tools, resources and prompts at /mcp, in both eras of the protocol.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import { askMcp, callTool, ERAS, type McpCall, tokensOf } from '../../../test/support/mcp-calls.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { createKey } from '../keys/create-key.ts';

const SHOE = { currency: 'USD', product_url: 'https://shop.example/p', category: 'Shoes > Running Shoes' };
const PRODUCTS = [
  ...Array.from({ length: 30 }, (_, i) => ({
    ...SHOE,
    id: `run-${i}`,
    name: `Trail running shoe model ${i}`,
    brand: i % 3 === 0 ? 'Altavia' : 'Fleetfoot',
    color: i % 2 === 0 ? 'Black' : 'Red',
    final_price: 50 + i,
    regular_price: i === 0 ? 80 : 50 + i,
    merchant_url: `https://track.example/click?p=${i}&sid={click_id}`,
    description: 'Light and cushioned. '.repeat(40),
    in_stock: true,
  })),
  { id: 'no-link', name: 'Bookend', currency: 'USD', category: 'Home', final_price: 300 },
];

let service: TestApp;
const keys: Record<'discovery' | 'act' | 'operate', string> = { discovery: '', act: '', operate: '' };
before(async () => {
  service = await startTestApp();
  await service.stock(PRODUCTS);
  for (const scopes of [['discovery'], ['discovery', 'act'], ['operate']] as const) {
    const { key } = await createKey(service.deps, { name: 'agent', scopes: [...scopes], expires_at_ms: null });
    keys[scopes.at(-1)!] = key;
  }
  await service.keyRing.refresh();
});
after(() => service.stop());

const ask = (method: string, params: object = {}, call: McpCall = {}) => askMcp(service.app, method, params, call);
const use = (name: string, args: unknown, call: McpCall = {}) => callTool(service.app, name, args, call);

const READERS = [
  ...['search_products', 'get_products', 'similar_products', 'find_merchants', 'list_filter_values'],
  'price_history',
];

for (const era of ERAS) {
  describe(`in the era of ${era}`, () => {
    test('a client learns what the service is and lists everything, without a session', async () => {
      const handshake = { protocolVersion: era, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
      const hello =
        era === '2025-11-25' ? await ask('initialize', handshake, { era }) : await ask('server/discover', {}, { era });
      assert.equal(hello.status, 200);
      assert.match(JSON.stringify(hello.json.result), /Quoted texts come from shops/);
      assert.equal(hello.headers['mcp-session-id'], undefined);
      const { json: tools } = await ask('tools/list', {}, { era });
      assert.deepEqual(
        tools.result.tools.map(({ name }: { name: string }) => name),
        [...READERS, 'get_buy_link'],
      );
      for (const { name, annotations, outputSchema, description } of tools.result.tools) {
        assert.ok(description && outputSchema.type === 'object');
        const isReader = READERS.includes(name);
        assert.deepEqual(
          [annotations.readOnlyHint, annotations.destructiveHint, annotations.idempotentHint],
          [isReader, false, true],
        );
      }
      const { json: resources } = await ask('resources/list', {}, { era });
      const { json: templates } = await ask('resources/templates/list', {}, { era });
      const { json: prompts } = await ask('prompts/list', {}, { era });
      const listed = [...resources.result.resources, ...templates.result.resourceTemplates, ...prompts.result.prompts];
      assert.equal(listed.length, 6);
      assert.ok(listed.every(({ description }) => description));
      if (era === '2026-07-28') assert.deepEqual([tools.result.ttlMs, tools.result.cacheScope], [3_600_000, 'private']);
    });

    test('a search answers with a line per product and the same as data, and its cursor continues', async () => {
      const first = await use('search_products', { query: 'running shoe', brand: 'Fleetfoot' }, { era });
      assert.equal(first.data.products.length, 8);
      const lines = first.text.split('\n');
      assert.match(lines[0]!, /^8 products for "running shoe", as of 2026-03-04T05:06:07\.000Z\. Quoted texts/);
      for (const [i, { id, name, price }] of first.data.products.entries()) {
        for (const part of [`${i + 1}. "${name}"`, `USD ${price.toFixed(2)}`, '"Kettle House"', 'in stock', `id ${id}`])
          assert.ok(lines[i + 1]!.includes(part), `${lines[i + 1]} lacks ${part}`);
      }
      assert.match(lines.at(-1)!, new RegExp(`^More: cursor ${first.data.cursor}, valid until 2026-`));
      const second = await use('search_products', { cursor: first.data.cursor }, { era });
      const ids = [...first.data.products, ...second.data.products].map(({ id }) => id);
      assert.equal(new Set(ids).size, 16);
      assert.match(second.text, /\n9\. "/);
    });
  });
}

describe('search_products', () => {
  test('takes filters as plain arguments and as criteria', async () => {
    const ids = async (filters: object) => {
      const { data } = await use('search_products', { query: 'shoe', limit: 25, ...filters });
      return data.products.map(({ id }: { id: string }) => id).sort();
    };
    assert.deepEqual(await ids({ brand: 'altavia', max_price: 56 }), ['run-0', 'run-3', 'run-6']);
    assert.deepEqual(await ids({ on_sale: true }), ['run-0']);
    assert.deepEqual(await ids({ color: 'red', min_price: 77 }), ['run-27', 'run-29']);
    assert.deepEqual(await ids({ criteria: [{ field: 'final_price', operator: '<', value: '52' }] }), [
      'run-0',
      'run-1',
    ]);
    assert.deepEqual(await ids({ category: 'running', shop: 'kettle', currency: 'EUR' }), []);
    const none = await use('search_products', { query: 'shoe', currency: 'EUR' });
    assert.deepEqual(none.data.products, []);
    assert.match(none.text, /^No product matches "shoe"\. Drop a filter/);
  });

  test('applies saved filters by id', async () => {
    const set = { id: 'cheap', name: 'Cheap', criteria: [{ field: 'final_price', operator: '<=', value: 51 }] };
    await service.call('PUT', '/v1/discovery/products/criteria-sets/cheap', set);
    const { data } = await use('search_products', { query: 'shoe', criteria_sets: ['cheap'] });
    assert.equal(data.products.length, 2);
    const { json } = await ask('resources/read', { uri: 'finderfee://criteria-sets' });
    assert.deepEqual(JSON.parse(json.result.contents[0].text).criteria_sets, [{ id: 'cheap', name: 'Cheap' }]);
    const { json: one } = await ask('resources/read', { uri: 'finderfee://criteria-sets/cheap' });
    assert.equal(JSON.parse(one.result.contents[0].text).id, 'cheap');
  });

  test('reads numbers, flags and lists that a host sends as text, and null as absent', async () => {
    const args = { query: 'shoe', limit: '3', in_stock: 'true', criteria: '[]', brand: null, criteria_sets: 'none' };
    const { data } = await use('search_products', args);
    assert.equal(data.products.length, 3);
  });

  test('shows descriptions and links only in full', async () => {
    const [brief] = (await use('search_products', { query: 'model 7', limit: 1 })).data.products;
    assert.deepEqual(Object.keys(brief), ['id', 'name', 'price', 'currency', 'shop', 'brand', 'availability']);
    const { data, text } = await use('search_products', { query: 'model 7', limit: 1, detail: 'full' });
    const [full] = data.products;
    assert.ok(full.description.length <= 220 && full.description.endsWith('…'));
    assert.equal(full.product_url, 'https://shop.example/p');
    for (const part of [full.description, full.product_url, full.category]) assert.ok(text.includes(part));
  });

  test('never shows a commission or a tracking link', async () => {
    for (const [name, args] of [
      ['search_products', { query: 'shoe', detail: 'full' }],
      ['get_products', { ids: ['run-1'] }],
    ] as const) {
      const { text, data } = await use(name, args);
      assert.doesNotMatch(text + JSON.stringify(data), /commission|rebate|track\.example/);
    }
  });
});

describe('the other tools', () => {
  test('get_products answers with current data, and names what is missing', async () => {
    const { slug } = (await service.search('model 4')).json.items[0];
    const { data, text } = await use('get_products', { ids: ['run-2', slug, 'gone', 'run-2'] });
    assert.equal(data.products.length, 2);
    assert.deepEqual(data.missing, ['gone']);
    assert.match(text, /\nNot found: "gone"\. /);
    assert.ok(data.products[0].description.length > 300);
  });

  test('similar_products takes an id and leaves out the product itself', async () => {
    const { data } = await use('similar_products', { id: 'run-5', limit: 5 });
    assert.equal(data.products.length, 5);
    assert.ok(!data.products.some(({ id }: { id: string }) => id === 'run-5'));
    const { data: more } = await use('search_products', { cursor: data.cursor });
    assert.equal(more.products.length, 5);
  });

  test('find_merchants finds shops by what they sell', async () => {
    const { data } = await use('find_merchants', { query: 'shoes' });
    assert.deepEqual([data.shops[0].name, data.shops[0].product_count], ['Kettle House', 31]);
    assert.equal((await use('find_merchants', {})).data.shops.length, 1);
    assert.match((await use('find_merchants', { query: 'zeppelins' })).text, /^No shops/);
  });

  test('list_filter_values counts what exists, as shops spell it', async () => {
    const values = async (field: string, args = {}) =>
      (await use('list_filter_values', { field, query: 'running shoe', ...args })).data;
    const brands = await values('brand');
    assert.deepEqual(brands.values, [
      { value: 'Fleetfoot', count: 20 },
      { value: 'Altavia', count: 10 },
    ]);
    assert.deepEqual(brands.prices, [{ currency: 'USD', low: 50, high: 79 }]);
    assert.deepEqual((await values('category')).values, [{ value: 'Running Shoes', count: 30 }]);
    assert.deepEqual((await values('shop', { color: 'red' })).values, [{ value: 'Kettle House', count: 15 }]);
    assert.deepEqual((await values('material')).values, []);
  });

  test('price_history lists changes, newest first', async () => {
    service.clock.advance(1000);
    await service.stock([{ ...PRODUCTS[8]!, final_price: 20 }]);
    const { data, text } = await use('price_history', { id: 'run-8' });
    assert.deepEqual(
      data.changes.map(({ price }: { price: number }) => price),
      [20, 58],
    );
    assert.match(text, /USD 20\.00 \(was 58\.00\) \| in stock\n/);
  });

  test('a product is a resource by its id', async () => {
    const { json } = await ask('resources/read', { uri: 'finderfee://products/run-3' });
    const [{ text, mimeType }] = json.result.contents;
    assert.equal(mimeType, 'application/json');
    assert.equal(JSON.parse(text).product.id, 'run-3');
    const { json: missing } = await ask('resources/read', { uri: 'finderfee://products/none' });
    assert.equal(missing.error.code, -32602);
  });

  test('prompts name the tools to use', async () => {
    const of = async (name: string, args: object) =>
      (await ask('prompts/get', { name, arguments: args })).json.result.messages[0].content.text;
    assert.match(await of('find_gift', { person: 'a runner', budget: 'under 60' }), /a runner\nBudget: under 60\n/);
    assert.match(await of('compare', { products: 'run-1, run-2' }), /get_products/);
    assert.match(await of('find_cheaper', { product: 'run-1' }), /price_history/);
  });
});

test('every answer fits the schema that its tool states', async () => {
  const { json } = await ask('tools/list');
  const calls: Record<string, object> = {
    search_products: { query: 'shoe', detail: 'full' },
    get_products: { ids: ['run-0', 'no-link', 'gone'] },
    similar_products: { id: 'run-0' },
    find_merchants: {},
    list_filter_values: { field: 'brand', query: 'shoe' },
    price_history: { id: 'run-0' },
    get_buy_link: { id: 'run-0', program: 'gold', convo_id: 'schemas' },
  };
  for (const { name, outputSchema } of json.result.tools) {
    const schema = z.fromJSONSchema(outputSchema);
    assert.ok(schema.safeParse({}).error, 'the schema requires something');
    schema.parse((await use(name, calls[name]!)).data);
  }
});

describe('budgets', () => {
  test('the list of tools has at most 3,000 tokens', async () => {
    const { json } = await ask('tools/list');
    assert.ok(tokensOf(json.result) <= 3000, `${tokensOf(json.result)} tokens`);
  });

  test('the text of a default search has at most 700 tokens', async () => {
    for (const query of ['shoe', 'trail running shoe', 'model']) {
      const { text } = await use('search_products', { query });
      assert.ok(tokensOf(text) <= 700, `${tokensOf(text)} tokens`);
    }
  });
});

describe('a key', () => {
  test('is sent as x-api-key or as a bearer token, and needs the scope discovery', async () => {
    const status = async (headers: Record<string, string>) =>
      (await ask('tools/list', {}, { key: '', headers })).status;
    assert.equal(await status({}), 403);
    assert.equal(await status({ authorization: `Bearer ${keys.discovery}` }), 200);
    assert.equal(await status({ authorization: 'Bearer unknown' }), 403);
    assert.equal(await status({ 'x-api-key': keys.operate }), 403);
    const elsewhere = { 'x-api-key': '', authorization: `Bearer ${keys.discovery}` };
    assert.equal((await service.search('shoe', elsewhere)).status, 403, 'on /mcp only');
  });

  test('without the scope act, there is no get_buy_link', async () => {
    const call = { key: keys.discovery };
    const { json } = await ask('tools/list', {}, call);
    assert.deepEqual(
      json.result.tools.map(({ name }: { name: string }) => name),
      READERS,
    );
    const args = { id: 'run-1', program: 'gold', convo_id: 'c' };
    const refused = await ask('tools/call', { name: 'get_buy_link', arguments: args }, call);
    assert.equal(refused.json.error.code, -32602);
  });
});
