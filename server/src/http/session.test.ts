// Sessions of the console: signing in and out, what a session may do, and when it ends.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Scope } from '@finderfee/contract/endpoint.ts';
import { ERRORS } from '@finderfee/contract/errors.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { createKey } from '../keys/create-key.ts';

const SETS = '/v1/discovery/products/criteria-sets';
const MINUTE_MS = 60_000;

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

const SAME_ORIGIN = { 'x-finderfee-console': '1', 'sec-fetch-site': 'same-origin' };
type Headers = Record<string, string>;

/** Calls with a session instead of a key. */
const call = (
  cookie: string,
  method: string,
  url: string,
  { body, headers = SAME_ORIGIN }: { body?: unknown; headers?: Headers } = {},
) => service.call(method, url, body, { 'x-api-key': '', cookie, ...headers });

async function signIn(key: string, headers: Headers = {}) {
  const {
    status,
    json,
    headers: answered,
  } = await service.call('POST', '/console/session', { key }, { 'x-api-key': '', ...headers });
  assert.equal(status, 201);
  const set = String(answered['set-cookie']);
  return { cookie: set.split(';')[0]!, attributes: set.split('; ').slice(1), json };
}

async function newKey(...scopes: Scope[]) {
  const { key, record } = await createKey(service.deps, { name: 'Support', scopes, expires_at_ms: null });
  await service.keyRing.refresh();
  return { key, id: record.id };
}

test('a session acts as its key, with the scopes of the key', async () => {
  const { key } = await newKey('discovery');
  const { cookie, json, attributes } = await signIn(` ${key}\n`);
  const expires_at = new Date(service.clock.now_ms() + 30 * MINUTE_MS).toISOString();
  assert.deepEqual(json, { name: 'Support', scopes: ['discovery'], expires_at });
  assert.deepEqual(attributes, ['Path=/', 'Max-Age=43200', 'HttpOnly', 'SameSite=Strict']);
  assert.deepEqual((await call(cookie, 'GET', '/console/session')).json, json);
  assert.equal((await call(cookie, 'PUT', `${SETS}/a`, { body: { id: 'a', name: 'A' } })).status, 200);
  assert.deepEqual((await call(cookie, 'GET', '/v1/webhooks')).json, { detail: "This key lacks the scope 'operate'" });
  const byKey = await service.call('GET', '/console/session');
  assert.deepEqual([byKey.json.name, byKey.json.expires_at], ['API_KEYS[0]', null]);
});

test('the cookie is Secure under https, and limited to the path of PUBLIC_URL', async () => {
  const attributesAt = (PUBLIC_URL: string, headers: Headers) =>
    service.withSettings({ PUBLIC_URL }, async ({ call: ask }) => {
      const { headers: answered } = await ask('POST', '/console/session', { key: 'test-key' }, headers);
      return String(answered['set-cookie']).split('; ').slice(1).join(' ');
    });
  const rest = 'Max-Age=43200 HttpOnly SameSite=Strict';
  const origin = 'https://shop.example';
  assert.equal(await attributesAt('https://shop.example/find', { origin }), `Path=/find ${rest} Secure`);
  assert.equal(await attributesAt('https://shop.example/find', {}), `Path=/find ${rest} Secure`);
  const local = { origin: 'http://127.0.0.1:8080', host: '127.0.0.1:8080' };
  assert.equal(await attributesAt('https://shop.example/find', local), `Path=/ ${rest}`);
});

test('a session ends when a person signs out, and when its key is revoked', async () => {
  const { key, id } = await newKey('discovery');
  const [one, two] = [await signIn(key), await signIn(key)];
  const answer = await call(one.cookie, 'DELETE', '/console/session');
  assert.equal(answer.status, 204);
  assert.match(String(answer.headers['set-cookie']), /^finderfee_session=; .*Max-Age=0;/);
  assert.deepEqual((await call(one.cookie, 'GET', SETS)).json, { detail: 'Not authenticated' });
  assert.equal((await call(two.cookie, 'GET', SETS)).status, 200);
  await service.deps.store.revokeKey({ id, now_ms: service.clock.now_ms() });
  await service.keyRing.refresh();
  assert.equal((await call(two.cookie, 'GET', SETS)).status, 403);
  assert.equal((await service.call('POST', '/console/session', { key })).status, 403);
});

test('a session ends after 30 minutes without a request of a person, and after 12 hours', async () => {
  const { cookie } = await signIn('test-key');
  const isOpen = async (headers: Headers = SAME_ORIGIN) =>
    (await call(cookie, 'GET', SETS, { headers })).status === 200;
  for (let i = 0; i < 12 * 3 - 1; i++) {
    service.clock.advance(20 * MINUTE_MS);
    assert.ok(await isOpen(), `after ${i + 1} times 20 minutes`);
  }
  service.clock.advance(20 * MINUTE_MS);
  assert.ok(!(await isOpen()), 'after 12 hours');
  const { cookie: idle } = await signIn('test-key');
  const isIdleOpen = async (value: string) =>
    (await call(idle, 'GET', SETS, { headers: { ...SAME_ORIGIN, 'x-finderfee-console': value } })).status === 200;
  service.clock.advance(29 * MINUTE_MS);
  assert.ok(await isIdleOpen('refresh'));
  service.clock.advance(MINUTE_MS);
  assert.ok(!(await isIdleOpen('1')), 'a page that refreshes itself does not count');
});

test('only pages of the console may change something with a session', async () => {
  const { cookie } = await signIn('test-key');
  const change = async (headers: Headers) => {
    const { status, json } = await call(cookie, 'DELETE', `${SETS}/none`, { headers });
    assert.ok(status === 204 || json.detail === ERRORS.cross_site.detail || json.detail === 'Not authenticated');
    return status;
  };
  const marked = { 'x-finderfee-console': '1' };
  assert.equal(await change(SAME_ORIGIN), 204);
  assert.equal(
    await change({ ...marked, origin: 'http://shop.example:8080', host: 'shop.example:8080' }),
    204,
    'http without Sec-Fetch-Site',
  );
  assert.equal(await change({ 'sec-fetch-site': 'same-origin' }), 403, 'without the header');
  assert.equal(await change(marked), 403, 'without an origin');
  for (const site of ['same-site', 'cross-site', 'none'])
    assert.equal(await change({ ...marked, 'sec-fetch-site': site }), 403, site);
  assert.equal(await change({ ...marked, origin: 'http://evil.example', host: 'shop.example' }), 403);
  const read = async (headers: Headers) => (await call(cookie, 'GET', SETS, { headers })).status;
  assert.deepEqual([await read({}), await read({ 'sec-fetch-site': 'none' })], [200, 200], 'a link to a download');
  assert.equal(await read({ 'sec-fetch-site': 'same-site' }), 403);
  const foreign = await service.call(
    'POST',
    '/console/session',
    { key: 'test-key' },
    { 'sec-fetch-site': 'cross-site' },
  );
  assert.deepEqual(foreign.json, { detail: ERRORS.cross_site.detail });
});

test('a shopper on the same origin stays a shopper', async () => {
  const { cookie } = await signIn('test-key');
  const signup = { body: { program: 'gold', email: 'ann@example.com' } };
  for (const headers of [{}, { 'sec-fetch-site': 'same-origin' }])
    assert.equal((await call(cookie, 'POST', '/signup/c1', { ...signup, headers })).status, 202);
});

test('an address is refused after ten failed attempts in a minute', () =>
  service.withSettings({}, async ({ call: ask }) => {
    const attempt = (key: string) => ask('POST', '/console/session', { key });
    for (let i = 0; i < 10; i++) assert.deepEqual((await attempt('wrong')).json, { detail: 'Invalid API key' });
    const { status, headers } = await attempt('test-key');
    assert.equal(status, 429);
    assert.ok(Number(headers['retry-after']) <= 60);
    service.clock.advance(MINUTE_MS);
    assert.equal((await attempt('test-key')).status, 201);
  }));

test('an installation can switch the console off', async () => {
  const { cookie } = await signIn('test-key');
  await service.withSettings({ FEATURES_OFF: 'console' }, async ({ call: ask }) => {
    assert.equal((await ask('POST', '/console/session', { key: 'test-key' })).status, 503);
    assert.equal((await ask('GET', SETS, undefined, { 'x-api-key': '', cookie })).status, 403);
  });
});
