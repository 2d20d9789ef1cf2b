// The audit log: what operators change is in it, and no secret is.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Endpoint, isAudited, type Scope } from '@finderfee/contract/endpoint.ts';
import { endpoints } from '@finderfee/contract/endpoints.ts';
import { examples } from '@finderfee/contract/examples.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { createKey } from '../keys/create-key.ts';

const FEEDS = '/v1/catalogue/feeds';
const SETS = '/v1/discovery/products/criteria-sets';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

interface Entry {
  id: number;
  at: string;
  key_id: string;
  key_name: string;
  action: string;
  subject: string | null;
  request_id: string;
}

const list = async (query: Record<string, string> = {}, app: Pick<TestApp, 'call'> = service): Promise<Entry[]> =>
  (await app.call('GET', `/v1/audit?${new URLSearchParams(query)}`)).json.items;
const storedKey = async (name: string, scopes: Scope[]) => {
  const { key, record } = await createKey(service.deps, { name, scopes, expires_at_ms: null });
  await service.keyRing.refresh();
  return { key, id: record.id };
};

test('a change is in the audit log with its key, subject, time and request', async () => {
  const { key, id } = await storedKey('Ann', ['catalogue']);
  const headers = { 'x-api-key': key, 'x-request-id': 'r-1' };
  await service.call('POST', FEEDS, examples.createFeed.body, headers);
  service.clock.advance(1000);
  await service.call('PATCH', `${FEEDS}/kettles`, { every: '12h' });
  const [changed, created] = await list();
  assert.deepEqual(created, {
    ...{ id: created!.id, at: '2026-03-04T05:06:07.000Z', key_id: id, key_name: 'Ann', action: 'createFeed' },
    ...{ subject: 'kettles', request_id: 'r-1' },
  });
  const { key_id, key_name, action, subject } = changed!;
  assert.deepEqual([key_id, key_name, action, subject], ['API_KEYS[0]', 'API_KEYS[0]', 'changeFeed', 'kettles']);
});

test('what is refused, what shoppers do, and what programs send in volume is not in it', async () => {
  const before = await list();
  for (const [method, url, body, headers, status] of [
    ['POST', FEEDS, examples.createFeed.body, {}, 409],
    ['POST', FEEDS, {}, {}, 422],
    ['DELETE', '/v1/keys/none', undefined, {}, 404],
    ['DELETE', `${FEEDS}/kettles`, undefined, { 'x-api-key': 'nope' }, 403],
    ['GET', FEEDS, undefined, {}, 200],
    ['POST', '/offers/single', examples.createOffer.body, {}, 201],
    ['POST', '/clickthrough/c1', examples.recordClick.body, {}, 202],
    ['POST', '/v1/conversions', examples.recordConversions.body, {}, 200],
    ['POST', '/v1/catalogue/products', examples.upsertProducts.body, {}, 200],
  ] as const)
    assert.equal((await service.call(method, url, body, headers)).status, status, `${method} ${url}`);
  assert.deepEqual(await list(), before);
});

test('every endpoint that changes something with a key is in it, or states why not', () => {
  const changes = (Object.entries(endpoints) as [string, Endpoint][]).filter(([, { writes }]) => writes);
  const missing = changes.filter(([, endpoint]) => !isAudited(endpoint)).map(([name]) => name);
  assert.deepEqual(missing.sort(), [
    // Shoppers, affiliate networks, and programs that send products and reports of sales.
    ...['chat', 'createCarouselOffer', 'createOffer', 'createOffers', 'receivePostback', 'receivePostbackForm'],
    ...['recordClick', 'recordConversions', 'recordSignup', 'upsertProducts'],
  ]);
});

test('no secret and no email is in it', async () => {
  const { key } = await storedKey('key of ann@example.com', ['discovery', 'catalogue', 'operate', 'admin']);
  const as = (method: string, url: string, body?: object) => service.call(method, url, body, { 'x-api-key': key });
  const created = await as('POST', '/v1/keys', { name: 'x', scopes: ['discovery'] });
  const webhook = await as('POST', '/v1/webhooks', examples.createWebhook.body as object);
  await as('DELETE', '/v1/catalogue/products/ann@example.com');
  await as('DELETE', `${SETS}/${key}`);
  const { body, json } = await service.call('GET', '/v1/audit?per_page=4');
  assert.deepEqual(
    json.items.map(({ action, subject }: Entry) => [action, subject]),
    [
      ['deleteCriteriaSet', 'ff_***'],
      ['deleteProduct', 'a***@example.com'],
      ['createWebhook', String(webhook.json.id)],
      ['createKey', created.json.id],
    ],
  );
  assert.equal(json.items[0].key_name, 'key of a***@example.com');
  for (const secret of [key, created.json.key, webhook.json.secret, 'ann@example.com'])
    assert.ok(!body.includes(secret), secret);
});

test('it is filtered by key, action, subject and time, and listed in pages', async () => {
  const all = await list({ per_page: '100' });
  const by = (matches: (entry: Entry) => boolean) => all.filter(matches).map(({ id }) => id);
  const found = async (query: Record<string, string>) => (await list(query)).map(({ id }) => id);
  const { key_id } = all.at(-1)!;
  assert.deepEqual(
    await found({ key_id }),
    by((entry) => entry.key_id === key_id),
  );
  assert.deepEqual(
    await found({ action: 'createKey' }),
    by(({ action }) => action === 'createKey'),
  );
  assert.deepEqual(
    await found({ subject: 'kettles' }),
    by(({ subject }) => subject === 'kettles'),
  );
  const at = all.at(-1)!.at;
  assert.deepEqual(
    await found({ to: '2026-03-04T05:06:08Z' }),
    by((entry) => entry.at === at),
  );
  assert.deepEqual(
    await found({ from: '2026-03-04T05:06:07.001Z' }),
    by((entry) => entry.at !== at),
  );
  assert.deepEqual(await found({ from: '2026-03-04T05:06:07Z', to: '2026-03-04T05:06:07Z' }), []);
  const paged: Entry[] = [];
  for (let query: Record<string, string> = { per_page: '2' }, cursor: string | null = ''; cursor !== null; ) {
    const { json } = await service.call('GET', `/v1/audit?${new URLSearchParams(query)}`);
    paged.push(...json.items);
    cursor = json.next_cursor;
    query = { cursor: cursor ?? '' };
    await service.call('POST', `${FEEDS}/kettles/pause`);
  }
  assert.deepEqual(paged, all);
  const { key } = await storedKey('x', ['operate', 'catalogue', 'discovery', 'conversions', 'pii']);
  assert.equal((await service.call('GET', '/v1/audit', undefined, { 'x-api-key': key })).status, 403);
});

test('a change stands even if it cannot be recorded', async () => {
  const app = await startTestApp(
    {},
    { wrapStore: (store) => ({ ...store, recordAction: () => Promise.reject(new Error('a full disk')) }) },
  );
  try {
    assert.equal((await app.call('POST', FEEDS, examples.createFeed.body)).status, 201);
    assert.equal((await app.call('GET', `${FEEDS}/kettles`)).status, 200);
    assert.deepEqual(await list({}, app), []);
  } finally {
    await app.stop();
  }
});
