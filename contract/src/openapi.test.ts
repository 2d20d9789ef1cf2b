// The OpenAPI document: current, complete, with examples that match their schemas.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { canRequireKey, type Endpoint } from './endpoint.ts';
import { type EndpointName, endpoints } from './endpoints.ts';
import { ERRORS } from './errors.ts';
import { examples } from './examples.ts';
import { openapiDocument } from './openapi.ts';
import { CRITERION_FIELDS } from './product-fields.ts';
import { WEBHOOK_EVENTS } from './webhook.ts';

const all = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(([, { hidden }]) => !hidden);
// biome-ignore lint/suspicious/noExplicitAny: the document is plain JSON.
const document = openapiDocument() as any;
const operationOf = (entry: Endpoint) => document.paths[entry.path][entry.method.toLowerCase()];

test('openapi.json is current', () => {
  const committed = readFileSync(`${import.meta.dirname}/../../openapi.json`, 'utf8');
  assert.deepEqual(JSON.parse(committed), JSON.parse(JSON.stringify(document)), 'run `npm run openapi`');
});

test('the discovery contract is version 2.0.0, in OpenAPI 3.1', () => {
  assert.deepEqual([document.openapi, document.info.version], ['3.1.0', '2.0.0']);
});

test("every example matches its endpoint's input and reply", () => {
  for (const [name, entry] of all) {
    const { params, query, body, reply } = examples[name];
    for (const [schema, value] of [
      [entry.params, params],
      [entry.query, query ?? {}],
      [entry.body, body],
      [entry.success.body, reply],
    ] as const) {
      const result = schema?.safeParse(value);
      assert.ok(result?.success !== false, `${name}: ${JSON.stringify(value)}\n${result?.error?.message}`);
    }
  }
});

test('every operation describes its errors, and every reference resolves', () => {
  for (const [name, entry] of all) {
    const { responses } = operationOf(entry);
    for (const code of entry.errors ?? []) assert.ok(responses[ERRORS[code].status], `${name} ${code}`);
    if (canRequireKey(entry)) assert.ok(responses[403], name);
  }
  for (const [, id] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    assert.ok(document.components.schemas[id!], id);
  }
});

test('every event that a webhook can subscribe to is described', () => {
  const { schema } = document.webhooks.event.post.requestBody.content['application/json'];
  const { discriminator } = document.components.schemas[schema.$ref.split('/').at(-1)];
  assert.deepEqual(Object.keys(discriminator.mapping).sort(), [...WEBHOOK_EVENTS].sort());
});

test('path parameters have the names of the specification', () => {
  const paths = [
    '/v1/discovery/products/{slug}',
    '/v1/discovery/products/criteria-sets/{criteria_set_id}',
    '/offers/retry/{convo_id}/{presentment_id}',
    '/clickthrough/{convo_id}',
    '/clickthrough/{convo_id}/{presentment_id}',
    '/signup/{convo_id}',
    '/chat/{convo_id}',
    '/spy/{convo_id}',
    '/inventory/ranking-sessions/{conversation_id}/{ranking_session_id}/pages/{page_index}',
  ];
  for (const path of paths) {
    const [operation] = Object.values(document.paths[path] ?? {}) as { parameters: { name: string; in: string }[] }[];
    const inPath = operation?.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
    assert.deepEqual(inPath, path.match(/\{\w+\}/g), path);
  }
});

test('a search is either a first page or a follow-up page with only a cursor', () => {
  const { SearchRequest, FirstPage, FollowUpPage } = document.components.schemas;
  assert.deepEqual(SearchRequest.oneOf, [
    { $ref: '#/components/schemas/FirstPage' },
    { $ref: '#/components/schemas/FollowUpPage' },
  ]);
  assert.deepEqual([FirstPage.required, FirstPage.additionalProperties], [['query'], false]);
  assert.ok(!('cursor' in FirstPage.properties));
  assert.deepEqual(Object.keys(FollowUpPage.properties), ['cursor']);
  assert.deepEqual([FollowUpPage.required, FollowUpPage.additionalProperties], [['cursor'], false]);
});

test('defaults are in descriptions, not in schemas, so that generated clients do not send them', () => {
  const declared = (value: unknown, at: string): string[] => {
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, nested]) => [
      ...(key === 'default' ? [at] : []),
      ...declared(nested, `${at}/${key}`),
    ]);
  };
  assert.deepEqual(declared([document.paths, document.components.schemas], ''), []);
  const parameters = operationOf(endpoints.listMerchants).parameters as { name: string; description: string }[];
  assert.match(parameters.find(({ name }) => name === 'per_page')!.description, /Default: `25`/);
  assert.match(document.components.schemas.FirstPage.properties.per_page.description, /Default: `25`/);
});

test('`field` is the discriminator of a criterion', () => {
  const { Criterion } = document.components.schemas;
  assert.equal(Criterion.discriminator.propertyName, 'field');
  assert.deepEqual(Object.keys(Criterion.discriminator.mapping).sort(), [...CRITERION_FIELDS].sort());
  for (const [field, ref] of Object.entries<string>(Criterion.discriminator.mapping)) {
    const kind = document.components.schemas[ref.split('/').at(-1)!];
    assert.ok([kind.properties.field.const, ...(kind.properties.field.enum ?? [])].includes(field), field);
    assert.ok(kind.required.includes('field'), ref);
  }
});

test('the merchant id of an offer is an integer or a decimal string, as in search items', () => {
  const { id } = document.components.schemas.OfferMerchant.properties;
  assert.deepEqual(id.anyOf, [{ type: 'integer' }, { type: 'string', pattern: '^[0-9]+$' }]);
});

test('the guide names the contract version and every identifier that callers create', () => {
  const { description, version } = document.info;
  for (const word of [version, '`program`', '`convo_id`', '`presentation_id`', '`click_id`', '`x-api-key`'])
    assert.ok(description.includes(word), word);
});

/** Looked up and never stored, so they need no limit. */
const UNLIMITED = [/\.cursor$/, /\.criteria_set_ids\[\]$/];

test('every string in a request body has a length limit', () => {
  // biome-ignore lint/suspicious/noExplicitAny: the document is plain JSON.
  const unlimited = (schema: any, at: string): string[] => {
    if (schema.$ref) return unlimited(document.components.schemas[schema.$ref.split('/').at(-1)], at);
    const inner = [
      ...Object.entries(schema.properties ?? {}).flatMap(([name, nested]) => unlimited(nested, `${at}.${name}`)),
      ...(schema.items ? unlimited(schema.items, `${at}[]`) : []),
      ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((nested) => unlimited(nested, at)),
      ...[schema.additionalProperties, schema.propertyNames]
        .filter((nested) => typeof nested === 'object')
        .flatMap((nested) => unlimited(nested, `${at}{}`)),
    ];
    const isLimited = ['maxLength', 'pattern', 'enum', 'const', 'format'].some((rule) => rule in schema);
    return schema.type === 'string' && !isLimited ? [at] : inner;
  };
  const found = all
    .filter(([, entry]) => entry.body)
    .flatMap(([name, entry]) => unlimited(operationOf(entry).requestBody.content['application/json'].schema, name));
  assert.deepEqual(
    found.filter((at) => !UNLIMITED.some((pattern) => pattern.test(at))),
    [],
  );
});
