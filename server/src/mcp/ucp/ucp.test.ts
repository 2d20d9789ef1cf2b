// The catalogue in the Universal Commerce Protocol, as REST and as tools of MCP.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { askMcp, ERAS } from '../../../../test/support/mcp-calls.ts';
import { startTestApp, type TestApp } from '../../../../test/support/test-app.ts';
import { createKey } from '../../keys/create-key.ts';

const priced = (id: string, currency: string, final_price: number, changes: object = {}) => ({
  ...{ id, name: `Travel kettle ${id}`, currency, final_price, category: 'Kitchen > Kettles', in_stock: true },
  ...changes,
});
const DETAILS = {
  ...{
    regular_price: 60,
    brand: 'Altavia',
    color: 'Red',
    barcode: '4006381333931',
    availability: 'limited_availability',
  },
  ...{ product_url: 'https://shop.example/kettle', image_url: 'https://shop.example/kettle.jpg' },
  ...{ merchant_url: 'https://track.example/click?sid={click_id}', description: 'Boils fast.\n\u200b '.repeat(1000) },
};
const PRODUCTS = [
  priced('usd', 'USD', 49.99, DETAILS),
  priced('eur', 'EUR', 50),
  priced('jpy', 'JPY', 5000),
  priced('kwd', 'KWD', 5.125, { in_stock: false }),
  priced('lower-case', 'chf', 30, {
    name: 'Umbrella',
    category: 'Rain',
    availability: 'https://schema.org/OutOfStock',
  }),
  priced('unknown', 'points', 30, { name: 'Umbrella', category: 'Rain' }),
  { id: 'no-currency', name: 'Umbrella', category: 'Rain', final_price: 30 },
  { id: 'unpriced', name: 'Travel kettle without a price', category: 'Kitchen > Kettles' },
  ...Array.from({ length: 30 }, (_, i) => priced(`boot-${i}`, 'GBP', 20 + i, { name: `Boot ${i}`, category: 'Shoes' })),
];

let service: TestApp;
before(async () => {
  service = await startTestApp();
  await service.stock(PRODUCTS);
});
after(() => service.stop());

const PATHS = { search_catalog: 'search', lookup_catalog: 'lookup', get_product: 'product' };
type Operation = keyof typeof PATHS;
type Served = Pick<TestApp, 'app'>;

async function post(
  operation: Operation,
  body: unknown,
  headers: Record<string, string> = {},
  { app }: Served = service,
) {
  const response = await app.inject({
    ...{ method: 'POST' as const, url: `/ucp/catalog/${PATHS[operation]}` },
    headers: { 'content-type': 'application/json', 'x-api-key': 'test-key', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.statusCode, json: JSON.parse(response.body) };
}

const META = { 'ucp-agent': { profile: 'https://agent.example/profile' } };
const callTool = (name: string, catalog: unknown, era = ERAS[0]!) =>
  askMcp(service.app, 'tools/call', { name, arguments: { meta: META, catalog } }, { era, url: '/ucp/mcp' });

async function ask(operation: Operation, body: object) {
  const { status, json } = await post(operation, body);
  assert.equal(status, 200, JSON.stringify(json));
  return json;
}
const idsOf = ({ products }: { products: { id: string }[] }) => products.map(({ id }) => id).sort();
const search = async (body: object) => idsOf(await ask('search_catalog', body));

describe('a search', () => {
  test('answers with products in the shape of the protocol', async () => {
    const { ucp, products, pagination, messages } = await ask('search_catalog', { query: 'travel kettle usd' });
    assert.deepEqual(ucp, {
      ...{ version: '2026-08-25', status: 'success' },
      capabilities: { 'dev.ucp.shopping.catalog.search': [{ version: '2026-08-25' }] },
    });
    assert.deepEqual([pagination, messages], [{ has_next_page: false, total_count: 4 }, undefined]);
    const { description, ...product } = products[0];
    const shown = {
      url: 'https://shop.example/kettle',
      media: [{ type: 'image', url: 'https://shop.example/kettle.jpg', alt_text: 'Travel kettle usd' }],
    };
    const [price, listPrice] = [4999, 6000].map((amount) => ({ amount, currency: 'USD' }));
    assert.deepEqual(product, {
      ...{ id: 'usd', title: 'Travel kettle usd', ...shown },
      categories: [{ value: 'Kitchen > Kettles', taxonomy: 'merchant' }],
      price_range: { min: price, max: price },
      list_price_range: { min: listPrice, max: listPrice },
      variants: [
        {
          ...{ id: 'usd', title: 'Travel kettle usd', description: { plain: 'Travel kettle usd' }, ...shown },
          ...{ price, list_price: listPrice, availability: { available: true, status: 'low_stock' } },
          barcodes: [{ type: 'GTIN', value: '4006381333931' }],
          seller: { id: '7', name: 'Kettle House', domain: 'shop.example' },
        },
      ],
      metadata: { brand: 'Altavia', color: 'Red' },
    });
    assert.match(description.plain, /^(Boils fast\. )+.*…$/);
    assert.ok(description.plain.length <= 1000);
  });

  test('states prices in minor units of the currency, and leaves out products without one', async () => {
    const { products } = await ask('search_catalog', { query: 'travel kettle' });
    const prices = new Map<string, number>();
    for (const { id, price_range } of products) prices.set(id, price_range.min.amount);
    assert.deepEqual(Object.fromEntries(prices), { usd: 4999, eur: 5000, jpy: 5000, kwd: 5125 });
  });

  test('filters prices in minor units of the stated currency', async () => {
    const within = (currency: string, price: object) =>
      search({ query: 'kettle', context: { currency, address_country: 'JP' }, filters: { price } });
    assert.deepEqual(await within('JPY', { min: 5000, max: 5000 }), ['jpy']);
    assert.deepEqual(await within('JPY', { max: 4999 }), []);
    assert.deepEqual(await within('KWD', { min: 5125, max: 5125 }), ['kwd']);
    assert.deepEqual(await within('KWD', { min: 5126 }), []);
    assert.deepEqual(await within('eur', { max: 5000 }), ['eur']);
    assert.deepEqual(await within('EUR', {}), ['eur', 'jpy', 'kwd', 'usd'], 'a currency alone is a hint');
  });

  test('leaves out products whose currency is not known, and counts only what it shows', async () => {
    const { products, pagination } = await ask('search_catalog', { query: 'umbrella' });
    assert.deepEqual([idsOf({ products }), pagination.total_count], [['lower-case'], 1]);
    const [variant] = products[0].variants;
    assert.deepEqual(variant.price, { amount: 3000, currency: 'CHF' });
    assert.equal(variant.availability.status, 'out_of_stock');
  });

  test('names the filters that it does not apply', async () => {
    const filters = { price: { max: 5 }, available: true, brand: null };
    const { products, messages } = await ask('search_catalog', { query: 'travel kettle', filters, context: null });
    assert.equal(products.length, 4);
    assert.deepEqual(
      messages.map(({ code, content }: Record<string, string>) => [code, content!.split(' ')[0]]),
      [
        ['filter_ignored', 'filters.price'],
        ['filter_ignored', 'filters.available'],
      ],
    );
  });

  test('filters by any of several categories, also without a query', async () => {
    const filters = { categories: ['Kettles', 'Hats'], of_an_extension: true };
    assert.deepEqual(await search({ filters }), ['eur', 'jpy', 'kwd', 'usd']);
    assert.deepEqual(await search({ query: 'kettle', filters: { categories: ['Shoes'] } }), []);
    assert.deepEqual(await search({ filters: { categories: Array(20).fill('|'.repeat(200)) } }), []);
  });

  test('pages by cursor, ten products at a time', async () => {
    const first = await ask('search_catalog', { query: 'boot' });
    assert.deepEqual([first.products.length, first.pagination.total_count], [10, 30]);
    const ids = new Set(idsOf(first));
    let { cursor } = first.pagination;
    for (let page = 2; page <= 3; page++) {
      const next = await ask('search_catalog', { query: 'boot', pagination: { cursor } });
      for (const id of idsOf(next)) ids.add(id);
      assert.equal(next.pagination.has_next_page, page === 2);
      cursor = next.pagination.cursor;
    }
    assert.deepEqual([ids.size, cursor], [30, undefined]);
    const { json: large } = await service.search({ query: 'boot', per_page: 26 });
    const { status } = await post('search_catalog', { pagination: { cursor: large.next_cursor } });
    assert.equal(status, 400, 'a page has at most 25 products');
    const limited = async (limit: number) => (await search({ query: 'boot', pagination: { limit } })).length;
    assert.deepEqual([await limited(3), await limited(100)], [3, 25]);
  });

  test('without a match has no products and no messages', async () => {
    const none = await ask('search_catalog', { query: 'zeppelin' });
    assert.deepEqual([none.products, none.messages, none.pagination.total_count], [[], undefined, 0]);
  });

  test('does not depend on attribution', async () => {
    const without = await ask('search_catalog', { query: 'boot' });
    const { pagination, ...answer } = await ask('search_catalog', { query: 'boot', attribution: { gclid: 'x' } });
    assert.deepEqual(answer, { ucp: without.ucp, products: without.products });
    assert.equal(pagination.total_count, 30);
  });
});

describe('a lookup', () => {
  test('answers each product once, with the ids that name it, and names the unknown ones', async () => {
    const { slug } = (await service.search('travel kettle jpy')).json.items[0];
    const { products, messages } = await ask('lookup_catalog', {
      ids: ['eur', 'gone', 'jpy', 'eur', slug, 'unpriced'],
    });
    const inputs = products.map(({ variants }: { variants: { inputs: object }[] }) => variants[0]!.inputs);
    assert.deepEqual(inputs, [[{ id: 'eur', match: 'exact' }], ['jpy', slug].map((id) => ({ id, match: 'exact' }))]);
    assert.deepEqual(
      messages,
      ['gone', 'unpriced'].map((content) => ({ type: 'info', code: 'not_found', content })),
    );
  });

  test('of unknown ids is empty', async () => {
    assert.deepEqual((await ask('lookup_catalog', { ids: ['gone'] })).products, []);
  });
});

describe('get_product', () => {
  test('answers with the whole description', async () => {
    const { product } = await ask('get_product', { id: 'usd', selected: [{ name: 'Color', label: 'Blue' }] });
    assert.ok(product.description.plain.length > 4900 && product.description.plain.length <= 5000);
    assert.doesNotMatch(JSON.stringify(product), /track\.example|commission|\u200b/);
  });

  test('states that a product does not exist', async () => {
    const { ucp, messages, product } = await ask('get_product', { id: 'gone' });
    assert.deepEqual([ucp.status, product], ['error', undefined]);
    const content = 'Product not found: gone';
    assert.deepEqual(messages, [{ type: 'error', code: 'not_found', content, severity: 'unrecoverable' }]);
  });
});

const FAULTS: [Operation, unknown, RegExp][] = [
  ['search_catalog', {}, /query: is required/],
  ['search_catalog', { filters: { available: true } }, /query: is required/],
  ['search_catalog', { query: 7 }, /query: /],
  ['search_catalog', { query: 'kettle\u0000' }, /U\+0000 or lone surrogates/],
  ['search_catalog', { query: 'kettle \ud800' }, /U\+0000 or lone surrogates/],
  ['search_catalog', { query: '  ' }, /query: is required/],
  ['search_catalog', { filters: { categories: [] } }, /query: is required/],
  ['search_catalog', { query: 'kettle', filters: { price: { max: 5.5 } } }, /filters\.price\.max: /],
  ['search_catalog', { query: 'kettle', context: { currency: 'euro' } }, /context\.currency: must be an ISO 4217 code/],
  ['search_catalog', { query: 'kettle', pagination: { limit: 0 } }, /pagination\.limit: /],
  ['search_catalog', { pagination: { cursor: 'unknown' } }, /pagination\.cursor: There is no result set/],
  ['lookup_catalog', {}, /ids: /],
  ['lookup_catalog', { ids: [] }, /ids: /],
  ['lookup_catalog', { ids: ['x'.repeat(600)] }, /ids\.0: /],
  ['lookup_catalog', [], /expected object/],
  ['get_product', { id: '' }, /id: /],
];

describe('a bad request', () => {
  test('is refused with a message that names the field, over both transports', async () => {
    for (const [operation, body, said] of FAULTS) {
      const { status, json } = await post(operation, body);
      assert.deepEqual([status, json.ucp.status], [400, 'error'], JSON.stringify(body));
      const [{ content, ...message }] = json.messages;
      assert.deepEqual(message, { type: 'error', code: 'invalid_request', severity: 'recoverable' });
      assert.match(content, said);
      const { error } = (await callTool(operation, body)).json;
      assert.deepEqual([error.code, error.message], [-32602, content]);
    }
  });

  test('with too many ids has a code of its own', async () => {
    const ids = Array.from({ length: 26 }, (_, i) => `id-${i}`);
    const { status, json } = await post('lookup_catalog', { ids });
    assert.deepEqual([status, json.messages[0].code], [400, 'request_too_large']);
    const { error } = (await callTool('lookup_catalog', { ids })).json;
    assert.deepEqual([error.code, error.data.code], [-32602, 'request_too_large']);
  });

  test('that is not JSON, or too long, is refused', async () => {
    const broken = await post('search_catalog', '{');
    assert.deepEqual([broken.status, broken.json.messages[0].content], [400, 'The body is not JSON.']);
    assert.equal((await post('search_catalog', { query: 'x'.repeat(300_000) })).status, 413);
    assert.equal((await post('search_catalog', '{}', { 'content-type': 'text/plain' })).status, 415);
    assert.equal((await callTool('buy', {})).json.error.code, -32602);
    assert.match((await callTool('search_catalog', undefined)).json.error.message, /catalog: is required/);
  });
});

for (const era of ERAS)
  test(`the tools of the era of ${era} answer as REST does`, async () => {
    const { json } = await askMcp(service.app, 'tools/list', {}, { era, url: '/ucp/mcp' });
    const { tools } = json.result as { tools: { name: string; inputSchema: { required: string[] } }[] };
    assert.deepEqual(
      tools.map(({ name, inputSchema }) => [name, inputSchema.required]),
      Object.keys(PATHS).map((name) => [name, ['catalog']]),
    );
    for (const [operation, body] of [
      ['search_catalog', { query: 'travel kettle' }],
      ['lookup_catalog', { ids: ['eur', 'gone'] }],
      ['get_product', { id: 'usd' }],
      ['get_product', { id: 'gone' }],
    ] as const) {
      const { result } = (await callTool(operation, body, era)).json;
      assert.deepEqual(result.structuredContent, await ask(operation, body));
      assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
    }
  });

describe('access', () => {
  const profile = ({ app }: Served = service) => app.inject({ url: '/.well-known/ucp' });

  test('the profile names both transports, and needs no key', async () => {
    const response = await profile();
    assert.deepEqual([response.statusCode, response.headers['cache-control']], [200, 'public, max-age=300']);
    const { ucp } = JSON.parse(response.body);
    assert.deepEqual(
      ucp.services['dev.ucp.shopping'].map(({ transport, endpoint }: Record<string, string>) => [transport, endpoint]),
      [
        ['rest', 'http://service.example/ucp'],
        ['mcp', 'http://service.example/ucp/mcp'],
      ],
    );
    assert.equal(Object.keys(ucp.capabilities).length, 2);
  });

  test('operations need a key with the scope discovery, and no other site may call them', async () => {
    const made = async (scope: 'discovery' | 'act') => {
      const { key } = await createKey(service.deps, { name: 'agent', scopes: [scope], expires_at_ms: null });
      return key;
    };
    const [reader, other] = [await made('discovery'), await made('act')];
    await service.keyRing.refresh();
    const statusWith = async (headers: Record<string, string>) =>
      (await post('get_product', { id: 'eur' }, { 'x-api-key': '', ...headers })).status;
    assert.equal(await statusWith({}), 403);
    assert.equal(await statusWith({ 'x-api-key': other }), 403);
    assert.equal(await statusWith({ 'x-api-key': reader }), 200);
    assert.equal(await statusWith({ authorization: `Bearer ${reader}` }), 200);
    assert.equal(await statusWith({ 'x-api-key': reader, origin: 'https://evil.example' }), 403);
    const { status } = await askMcp(service.app, 'tools/list', {}, { key: '', url: '/ucp/mcp' });
    assert.equal(status, 403);
  });

  test('FEATURES_OFF switches the catalogue off with mcp or discovery', async () => {
    for (const FEATURES_OFF of ['mcp', 'discovery'])
      await service.withSettings({ FEATURES_OFF }, async (other) => {
        assert.equal((await post('get_product', { id: 'eur' }, {}, other)).status, 503);
        assert.equal((await profile(other)).statusCode, 503);
        assert.equal((await askMcp(other.app, 'tools/list', {}, { url: '/ucp/mcp' })).status, 503);
      });
  });

  test('calls count as calls of tools', async () => {
    const metrics = await service.app.inject({ url: '/metrics', headers: { 'x-api-key': 'test-key' } });
    for (const outcome of ['answered', 'refused'])
      assert.match(
        metrics.body,
        new RegExp(`mcp_tool_calls_total\\{tool="search_catalog",outcome="${outcome}"\\} \\d`),
      );
  });
});
