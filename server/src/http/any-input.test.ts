// Arbitrary input never causes a 5xx, and every answer matches the contract.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Endpoint } from '@finderfee/contract/endpoint.ts';
import { type EndpointName, endpoints } from '@finderfee/contract/endpoints.ts';
import { click, examples } from '@finderfee/contract/examples.ts';
import fc from '../../../test/support/properties.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

const names = Object.keys(endpoints) as EndpointName[];
const word = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '',
    '\0',
    '\ud800',
    '__proto__',
    'constructor',
    'toString',
    '25',
    '-1',
    'NaN',
    'true',
    '4111111111111111',
    'a@b',
  ),
);

/** The example of an endpoint with arbitrary parts replaced: close enough to valid input to reach deep validation. */
const spoiled = (example: unknown): fc.Arbitrary<unknown> => {
  const holder = fc.oneof(fc.array(word, { maxLength: 2 }), fc.dictionary(word, word, { maxKeys: 2 }));
  const anything = fc.oneof(fc.jsonValue(), word, holder);
  if (typeof example !== 'object' || example === null)
    return fc.oneof({ weight: 4, arbitrary: fc.constant(example) }, anything);
  if (Array.isArray(example)) return fc.oneof({ weight: 4, arbitrary: fc.tuple(...example.map(spoiled)) }, anything);
  const members = fc.record(Object.fromEntries(Object.entries(example).map(([key, value]) => [key, spoiled(value)])), {
    requiredKeys: [],
  });
  const extended = fc.tuple(members, fc.dictionary(word, anything, { maxKeys: 2 })).map(([a, b]) => ({ ...a, ...b }));
  return fc.oneof({ weight: 6, arbitrary: members }, { weight: 2, arbitrary: extended }, anything);
};

const request = fc.constantFrom(...names).chain((name) => {
  const example = examples[name];
  const entry = endpoints[name] as Endpoint;
  const part = (values: Record<string, string> = {}) =>
    fc.record(
      Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fc.oneof(fc.constant(value), word)])),
    );
  return fc.record({
    entry: fc.constant(entry),
    params: part(example.params),
    query: fc.oneof(part(example.query), fc.dictionary(word, word, { maxKeys: 3 })),
    body: entry.body ? fc.oneof(spoiled(example.body), fc.jsonValue()) : fc.constant(undefined),
  });
});

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

function urlOf({ entry, params, query }: { entry: Endpoint; params: object; query: object }): string {
  const path = entry.path.replace(
    /\{(\w+)\}/g,
    (_, name) => encode((params as Record<string, string>)[name] ?? '') || 'x',
  );
  const pairs = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(String(value))}`);
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}

test('any JSON value sent to any endpoint gets a documented answer', async () => {
  await fc.assert(
    fc.asyncProperty(request, async (input) => {
      const { status } = await service.call(input.entry.method, urlOf(input), input.body);
      assert.ok(status < 500, String(status));
    }),
    { numRuns: 1000 },
  );
});

test('any bytes sent as a body get a documented answer', async () => {
  const bodies = names.filter((name) => (endpoints[name] as Endpoint).body);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...bodies), fc.uint8Array({ maxLength: 200 }), async (name, bytes) => {
      const entry = endpoints[name] as Endpoint;
      const url = urlOf({ entry, params: examples[name].params ?? {}, query: {} });
      const response = await service.app.inject({
        method: entry.method,
        url,
        headers: { 'x-api-key': 'test-key' },
        payload: Buffer.from(bytes),
      });
      assert.ok([400, 422].includes(response.statusCode), `${response.statusCode} ${response.body}`);
    }),
    { numRuns: 1000 },
  );
});

test('text with U+0000 or a lone surrogate is rejected with its location in body, path or query', async () => {
  const text = 'Value error, must be text without U+0000 or lone surrogates';
  const cases: [string, string, string | undefined, (string | number)[]][] = [
    ['POST', '/v1/discovery/products/search', '{"query":"a\\u0000"}', ['body', 'query']],
    ['POST', '/v1/discovery/products/search', '{"query":"\\ud800"}', ['body', 'query']],
    ['POST', '/v1/discovery/products/search', '{"query":"a","\\u0000":1}', ['body']],
    [
      'POST',
      '/v1/discovery/products/search',
      '{"query":"a","criteria":[{"field":"brand","operator":"=","value":"\\udc00"}]}',
      ['body', 'criteria', 0, 'brand', 'value'],
    ],
    ['POST', '/signup/c%00', '{"program":"g","email":"a@b"}', ['path', 'convo_id']],
    ['POST', '/signup/%ed%a0%80', '{"program":"g","email":"a@b"}', ['path', 'convo_id']],
    ['GET', '/v1/discovery/merchants/search?query=%ff', undefined, ['query', 'query']],
  ];
  for (const [method, url, body, loc] of cases) {
    const { status, json } = await service.call(method, url, body);
    assert.deepEqual([status, json.detail], [422, [{ type: 'value_error', loc, msg: text, ctx: { error: {} } }]], url);
  }
});

test('bad text is listed in order with the other faults and replaces the other fault of its field', async () => {
  const SEARCH = '/v1/discovery/products/search';
  const bad = 'bad text';
  const cases: [string, string, unknown, unknown[]][] = [
    [
      'POST',
      SEARCH,
      { extra: 1, per_page: 'x', exclude_query: '\0', query: '' },
      [
        ['string_too_short', 'body', 'query'],
        [bad, 'body', 'exclude_query'],
        ['int_parsing', 'body', 'per_page'],
        ['extra_forbidden', 'body', 'extra'],
      ],
    ],
    // Neither the field's other fault nor a rule over the whole body is reported.
    ['POST', SEARCH, { per_page: '\0' }, [[bad, 'body', 'per_page']]],
    ['POST', SEARCH, { query: 'a', cursor: '\ud800', per_page: 5 }, [[bad, 'body', 'cursor']]],
    [
      'POST',
      SEARCH,
      { query: { a: '\0', b: ['\0'] } },
      [
        [bad, 'body', 'query', 'a'],
        [bad, 'body', 'query', 'b', 0],
      ],
    ],
    // Unknown properties and bad property names follow the declared ones.
    [
      'POST',
      SEARCH,
      { '\0': 1, x: '\0', y: 1, '\ud800': 2, per_page: 0 },
      [
        ['greater_than_equal', 'body', 'per_page'],
        [bad, 'body'],
        [bad, 'body', 'x'],
        ['extra_forbidden', 'body', 'y'],
      ],
    ],
    [
      'POST',
      SEARCH,
      {
        query: 'a',
        criteria: [
          { value: '\0', operator: '?', field: 'brand' },
          { field: 'nothing', operator: '=', value: '\0' },
          { field: '\0', operator: '=', value: 'a' },
          { operator: '=', value: '\0' },
        ],
      },
      [
        ['literal_error', 'body', 'criteria', 0, 'brand', 'operator'],
        [bad, 'body', 'criteria', 0, 'brand', 'value'],
        ['union_tag_invalid', 'body', 'criteria', 1],
        [bad, 'body', 'criteria', 1, 'value'],
        [bad, 'body', 'criteria', 2, 'field'],
        [bad, 'body', 'criteria', 3, 'any', 'value'],
      ],
    ],
    // Names of Object.prototype, and a discriminator that cannot be converted to a string.
    [
      'POST',
      SEARCH,
      '{"query":{"constructor":["\\u0000"]},"criteria":[{"field":{"toString":1},"value":"\\u0000"}],"__proto__":["\\u0000"]}',
      [
        [bad, 'body', 'query', 'constructor', 0],
        ['union_tag_invalid', 'body', 'criteria', 0],
        [bad, 'body', 'criteria', 0, 'value'],
        [bad, 'body', '__proto__', 0],
      ],
    ],
    [
      'POST',
      '/signup/c%00',
      { email: 'nobody', ignored: '\0', utm: { a: '\0', '\0': 'b', c: 1 } },
      [
        [bad, 'path', 'convo_id'],
        ['missing', 'body', 'program'],
        ['value_error', 'body', 'email'],
        [bad, 'body', 'utm', 'a'],
        [bad, 'body', 'utm'],
        ['string_type', 'body', 'utm', 'c'],
        [bad, 'body', 'ignored'],
      ],
    ],
    [
      'GET',
      '/v1/discovery/merchants?per_page=0&page=%00&other=%00',
      undefined,
      [
        [bad, 'query', 'page'],
        ['greater_than_equal', 'query', 'per_page'],
        [bad, 'query', 'other'],
      ],
    ],
    [
      'GET',
      '/v1/discovery/products/criteria-sets?%00=1&b=%00',
      undefined,
      [
        [bad, 'query'],
        [bad, 'query', 'b'],
      ],
    ],
  ];
  for (const [method, url, body, faults] of cases) {
    const { status, json } = await service.call(method, url, body);
    const listed = json.detail.map(({ type, loc, msg }: { type: string; loc: unknown[]; msg: string }) => [
      msg.includes('U+0000') ? bad : type,
      ...loc,
    ]);
    assert.deepEqual([status, listed], [422, faults]);
  }
});

test('only the first thousand bad texts are listed, and deep nesting after them is still rejected', async () => {
  const many = Array.from({ length: 5000 }, () => '\0');
  const { json } = await service.call('POST', '/offers/multi', many);
  assert.equal(json.detail.length, 1000);
  const deep = `[${'"\\u0000",'.repeat(5000)}${'['.repeat(50_000)}${']'.repeat(50_000)}]`;
  const refused = await service.call('POST', '/offers/multi', deep);
  assert.deepEqual(refused.json.detail[0].msg, 'Value error, must not be nested deeper than 32');
});

test('the answer to bad texts below a long property name stays short', async () => {
  const body = [{ ['k'.repeat(8000)]: Array.from({ length: 1000 }, () => '\0') }];
  const { status, body: answer } = await service.call('POST', '/offers/multi', body);
  assert.equal(status, 422);
  assert.ok(answer.length < 200_000, `${answer.length} characters`);
});

test('a body may be nested 32 levels deep', async () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const { json } = await service.call('POST', '/offers/multi', nested(33));
  assert.deepEqual([json.detail.length, json.detail[0].msg], [1, 'Value error, must not be nested deeper than 32']);
  assert.equal((await service.call('POST', '/offers/multi', nested(32))).json.detail[0].type, 'model_attributes_type');
  assert.equal((await service.call('POST', '/offers/multi', nested(200_000))).status, 422);
});

test('a body without a content type is JSON, and any other type is a 415', async () => {
  const statusOf = async (type: string) =>
    (await service.call('POST', '/v1/discovery/products/search', '{"query":""}', { 'content-type': type })).status;
  assert.equal(await statusOf('application/json; charset=utf-8'), 422);
  assert.equal(await statusOf('application/vnd.api+json'), 422);
  assert.equal(await statusOf('text/plain'), 415);
  assert.equal(await statusOf('application/x-www-form-urlencoded'), 415);
  const untyped = await service.app.inject({
    method: 'POST',
    url: '/v1/discovery/products/search',
    headers: { 'x-api-key': 'test-key' },
    payload: Buffer.from('{"query":""}'),
  });
  assert.equal(untyped.statusCode, 422);
});

test('a body above 1 MiB, or 8 MiB for /offers/multi, is a 413', async () => {
  const bytes = (mib: number) => `"${'x'.repeat(mib * 1024 * 1024)}"`;
  assert.equal((await service.call('POST', '/offers/single', bytes(1))).status, 413);
  assert.equal((await service.call('POST', '/offers/multi', bytes(7))).status, 422);
  assert.equal((await service.call('POST', '/offers/multi', bytes(8))).status, 413);
});

test('a body that is not UTF-8 is a 400', async () => {
  const response = await service.app.inject({
    method: 'POST',
    url: '/offers/single',
    payload: Buffer.from([0x22, 0xff, 0x22]),
  });
  assert.deepEqual([response.statusCode, response.json()], [400, { detail: 'There was an error parsing the body' }]);
});

test('validation and logging take linear time for any text', async () => {
  const long = (unit: string, end = 'x') => unit.repeat(200_000 / unit.length) + end;
  const bodies = ['1', '0', '1_', '_', ' ', '1.', 'e', '-1'].map((unit) => ({
    product_click: {},
    product_info: {
      value: long(unit),
      merchant: { id: long(unit), name: 'x' },
      on_sale: long(unit),
      direct_link: long(unit),
    },
  }));
  for (const body of bodies) {
    const started = performance.now();
    assert.equal((await service.call('POST', '/offers/single', body)).status, 422);
    // Quadratic time would take minutes. The limit leaves room for a busy machine.
    assert.ok(performance.now() - started < 5000, body.product_info.value.slice(0, 4));
  }
});

test('faults of a large body are described like those of a small one', async () => {
  const filler = 'a'.repeat(110_000);
  const { json } = await service.call('POST', '/v1/discovery/products/search', {
    query: 'a',
    x: filler,
    criteria: [
      { field: 5 },
      { field: [1.5] },
      { field: { a: 1 } },
      { field: 'brand', operator: '=', value: 'x', y: 1 },
    ],
  });
  assert.deepEqual(
    json.detail.map(({ type, ctx }: { type: string; ctx?: { tag?: string } }) => [type, ctx?.tag]),
    [
      ['union_tag_invalid', '5'],
      ['union_tag_invalid', '[1.5]'],
      ['union_tag_invalid', "{'a': 1}"],
      ['extra_forbidden', undefined],
      ['extra_forbidden', undefined],
    ],
  );
});

test('a card number is never echoed', async () => {
  const card = '4111111111111111';
  const answers = await Promise.all([
    service.call('POST', '/clickthrough/c1', { ...click, convo_id: card }),
    service.call('POST', '/v1/discovery/products/search', { query: 'a', criteria: [{ field: card }] }),
    service.call('POST', '/v1/discovery/products/search', { query: 'a', [card]: 1 }),
    service.call('POST', '/signup/c1', { program: 'g', email: card }),
  ]);
  for (const { status, body } of answers) {
    assert.equal(status, 422);
    assert.ok(!body.includes(card), body);
  }
});
