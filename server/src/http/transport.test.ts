// Behaviour common to all endpoints: methods, ids, features, limits, CORS and logs.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Caller, startTestApp, type TestApp, withApp } from '../../../test/support/test-app.ts';
import manifest from '../../package.json' with { type: 'json' };
import { AppError } from '../app-error.ts';
import { checkedOutCommit } from '../checked-out-commit.ts';
import { loggableUrl, parseQuery } from './url.ts';

const SETS = '/v1/discovery/products/criteria-sets';

let shared: TestApp;
before(async () => {
  shared = await startTestApp({ API_KEYS: 'test-key,other-key' });
});
after(() => shared.stop());
const withSettings = (settings: Record<string, string>, check: (service: Caller) => Promise<void>) =>
  shared.withSettings(settings, check);

test('an unknown route is a 404, a wrong method a 405 with Allow', () =>
  withSettings({}, async (service) => {
    assert.deepEqual((await service.call('GET', '/nope')).json, { detail: 'Not Found' });
    const patched = await service.call('PATCH', SETS);
    assert.deepEqual(
      [patched.status, patched.json, patched.headers.allow],
      [405, { detail: 'Method Not Allowed' }, 'GET, HEAD, POST'],
    );
    assert.equal((await service.call('DELETE', `${SETS}/a/b`)).status, 404);
  }));

test('GET …/products/search is a slug, not a wrong method; PUT there is', () =>
  withSettings({}, async (service) => {
    assert.equal((await service.call('GET', '/v1/discovery/products/search')).status, 404);
    const { status, headers } = await service.call('PUT', '/v1/discovery/products/search');
    assert.deepEqual([status, headers.allow], [405, 'POST']);
  }));

test('GET /version names the version and the commit', async () => {
  const commit = checkedOutCommit(`${import.meta.dirname}/../../..`);
  assert.deepEqual((await shared.call('GET', '/version')).json, { version: manifest.version, commit });
});

test('GET / links to the docs, as a page for browsers and as JSON for programs', async () => {
  const { json, headers } = await shared.call('GET', '/');
  assert.deepEqual(Object.keys(json.links), ['console', 'docs', 'openapi', 'livez', 'readyz']);
  assert.equal(headers.vary, 'accept');
  for (const path of Object.values(json.links) as string[]) {
    const { statusCode } = await shared.app.inject({ url: path });
    assert.ok([200, 301].includes(statusCode), `${path} is ${statusCode}`);
  }
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const page = await shared.app.inject({ url: '/', headers: browser });
  assert.deepEqual([page.statusCode, page.headers['content-type']], [200, 'text/html; charset=utf-8']);
  assert.match(page.body, /<a href="docs">/);
  const style = /<style>([\s\S]*)<\/style>/.exec(page.body)![1]!;
  const hash = createHash('sha256').update(style).digest('base64');
  assert.ok(String(page.headers['content-security-policy']).includes(`style-src 'sha256-${hash}'`));
  const head = await shared.app.inject({ method: 'HEAD', url: '/', headers: browser });
  assert.deepEqual([head.statusCode, head.body, head.headers.etag], [200, '', page.headers.etag]);
  const again = await shared.app.inject({
    url: '/',
    headers: { ...browser, 'if-none-match': String(head.headers.etag) },
  });
  assert.equal(again.statusCode, 304);
  const { status, headers: refused } = await shared.call('POST', '/');
  assert.deepEqual([status, refused.allow], [405, 'GET, HEAD']);
  await shared.withSettings({ PUBLIC_URL: 'https://shop.example/a' }, async (other) => {
    assert.equal((await other.call('GET', '/')).json.links.docs, 'https://shop.example/a/docs');
  });
});

test('Vary names every header that an answer depends on, and the Origin of CORS', () =>
  withSettings({ CORS_ORIGINS: 'https://shop.example' }, async (service) => {
    const varyOf = async (url: string, accept: string) =>
      (await service.app.inject({ url, headers: { accept, origin: 'https://shop.example' } })).headers.vary;
    assert.equal(await varyOf('/', '*/*'), 'Origin, accept');
    assert.equal(await varyOf('/', 'text/html'), 'Origin, accept, accept-encoding');
    assert.equal(await varyOf('/openapi.json', '*/*'), 'Origin, accept-encoding');
    assert.equal(
      await varyOf('/clickthrough/c1/p1?program=gold&email=a@b&click_datetime=&click_id=k1', '*/*'),
      'Origin, accept',
    );
  }));

test('HEAD is answered wherever GET is, without a body', () =>
  withSettings({}, async (service) => {
    const { status, body } = await service.call('HEAD', SETS);
    assert.deepEqual([status, body], [200, '']);
  }));

test('a valid request id is echoed, and any other is replaced', () =>
  withSettings({}, async (service) => {
    const idOf = async (sent: string) =>
      (await service.call('GET', '/livez', undefined, { 'x-request-id': sent })).headers['x-request-id'];
    assert.equal(await idOf('order-7.retry_1'), 'order-7.retry_1');
    for (const bad of ['a b', 'x'.repeat(129), 'ümlaut', '']) assert.match(String(await idOf(bad)), /^[0-9a-f-]{36}$/);
  }));

test('a disabled feature answers 503 with Retry-After to callers with a key', () =>
  withSettings({ FEATURES_OFF: 'criteria-sets,merchants' }, async (service) => {
    const { status, headers } = await service.call('GET', SETS);
    assert.deepEqual([status, headers['retry-after']], [503, '3600']);
    assert.equal((await service.call('GET', SETS, undefined, { 'x-api-key': 'nope' })).status, 403);
    assert.equal((await service.call('GET', '/v1/discovery/merchants')).status, 503);
    assert.equal((await service.call('POST', '/v1/discovery/products/search', { query: 'a' })).status, 200);
  }));

test('in read-only mode writes answer 503 and reads continue', () =>
  withApp({ READ_ONLY: 'true' }, async (service) => {
    assert.equal((await service.call('POST', SETS, { id: 'a', name: 'A' })).status, 503);
    assert.equal((await service.call('DELETE', `${SETS}/a`)).status, 503);
    assert.equal((await service.call('GET', SETS)).status, 200);
  }));

test('RATE_LIMIT counts per key, or per address without one, and answers 429 with Retry-After', () =>
  withSettings({ RATE_LIMIT: '3/min' }, async (service) => {
    const statuses = async (key: string) => {
      const all: number[] = [];
      for (let i = 0; i < 4; i++)
        all.push((await service.call('GET', '/openapi.json', undefined, { 'x-api-key': key })).status);
      return all;
    };
    assert.deepEqual(await statuses('test-key'), [200, 200, 200, 429]);
    assert.deepEqual(await statuses('other-key'), [200, 200, 200, 429]);
    assert.deepEqual(await statuses('made-up'), [200, 200, 200, 429]);
    const limited = await service.call('GET', SETS);
    assert.deepEqual(limited.json, { detail: 'Too many requests' });
    assert.ok(Number(limited.headers['retry-after']) > 0);
  }));

test('the client address comes from the socket unless TRUST_PROXY says otherwise', async () => {
  const ask = async (service: Caller, address: string) =>
    (await service.call('GET', '/openapi.json', undefined, { 'x-api-key': '', 'x-forwarded-for': address })).status;
  await withSettings({ RATE_LIMIT: '1/min' }, async (service) => {
    assert.deepEqual([await ask(service, '192.0.2.1'), await ask(service, '192.0.2.2')], [200, 429]);
  });
  await withSettings({ RATE_LIMIT: '1/min', TRUST_PROXY: '127.0.0.1' }, async (service) => {
    assert.deepEqual([await ask(service, '192.0.2.1'), await ask(service, '192.0.2.2')], [200, 200]);
  });
});

test('CORS is off unless it is configured', async () => {
  const preflight = (service: Caller) =>
    service.app.inject({
      method: 'OPTIONS',
      url: '/offers/single',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    });
  await withSettings({}, async (service) => {
    const response = await preflight(service);
    assert.deepEqual([response.statusCode, response.headers['access-control-allow-origin']], [405, undefined]);
  });
  await withSettings({ CORS_ORIGINS: 'https://shop.example' }, async (service) => {
    const response = await preflight(service);
    assert.deepEqual(
      [response.statusCode, response.headers['access-control-allow-origin']],
      [204, 'https://shop.example'],
    );
  });
});

test('/metrics counts requests by route and status and shows queues and the event loop', () =>
  withSettings({}, async (service) => {
    await service.call('GET', `${SETS}/nowhere`);
    const { body } = await service.call('GET', '/metrics');
    assert.match(body, /finderfee_http_requests_total\{method="GET",route="[^"]+:criteria_set_id",status="404"\} 1/);
    assert.match(body, /finderfee_store_calls_waiting\{queue="catalogue_writes"\} \d/);
    assert.match(body, /finderfee_index\{figure="products"\} 0/);
    assert.match(body, /nodejs_eventloop_lag_p99_seconds/);
  }));

test('a client that disconnects before its answer is counted as 499', async () => {
  const isReceived = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<never>();
  const listCriteriaSets = () => {
    isReceived.resolve();
    return answer.promise;
  };
  const service = await startTestApp({}, { wrapStore: (store) => ({ ...store, listCriteriaSets }) });
  try {
    const url = await service.app.listen({ port: 0 });
    const leaving = new AbortController();
    const request = fetch(url + SETS, { headers: { 'x-api-key': 'test-key' }, signal: leaving.signal });
    await isReceived.promise;
    leaving.abort();
    await assert.rejects(request);
    const counted = async () =>
      (await service.call('GET', '/metrics')).body.match(/requests_total\{[^}]*criteria-sets",status="\d+"\} \d+/g);
    while (!(await counted())) await setImmediate();
    answer.reject(new AppError('overloaded', { cause: 'the client is gone' }));
    await setImmediate();
    assert.deepEqual(await counted(), [`requests_total{method="GET",route="${SETS}",status="499"} 1`]);
  } finally {
    await service.stop();
  }
});

test('a logged URL has emails masked and only the names of query parameters', () => {
  assert.equal(
    loggableUrl('/clickthrough/ann%40example.com/p?email=ann@example.com&click_id=k1'),
    '/clickthrough/a***@example.com/p?email&click_id',
  );
  assert.equal(
    loggableUrl(`/signup/o'neil@example.com?${'x'.repeat(300)}@example.com`),
    '/signup/o***@example.com?x***@example.com',
  );
  assert.equal(loggableUrl('/signup/4111111111111111'), '/signup/****************');
  for (const url of [
    '/postback/s3cret?s3cret=s3cret',
    '/postback/s3cret/',
    '//postback/s3cret',
    '/POSTBACK/a%2fs3cret',
    '/finder/postback/s3cret?s3cret',
    '/x/../postback/s3cret',
  ])
    assert.doesNotMatch(loggableUrl(url), /s3cret/, url);
  assert.equal(loggableUrl('/postback/s3cret?transactionId=1'), '/postback/***');
  assert.equal(loggableUrl('/signup/4111%201111%201111%201111'), '/signup/**** **** **** ****');
});

test('a key is never echoed, neither as a request id nor in a 422', () =>
  withSettings({}, async (service) => {
    const key = `ff_${'k'.repeat(43)}`;
    const sent = { query: { [key]: key }, [key]: 1, criteria: [{ field: key }] };
    const { status, headers, body } = await service.call('POST', '/v1/discovery/products/search', sent, {
      'x-request-id': key,
    });
    assert.equal(status, 422);
    assert.ok(!body.includes(key), body);
    assert.match(body, /"ff_\*\*\*"/);
    assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/);
  }));

test('the last value of a repeated query parameter wins, + is a space, and a stray % is kept', () => {
  assert.deepEqual({ ...parseQuery('a=1&a=2&b=x+y%20z&c&d=100%') }, { a: '2', b: 'x y z', c: '', d: '100%' });
});

test('the reference page loads everything from this service, enforced by its policy', () =>
  withSettings({}, async (service) => {
    for (const url of ['/docs/', '/docs/js/scalar.js', '/docs/openapi.json', '/openapi.json']) {
      const { statusCode, headers } = await service.app.inject({ url });
      assert.equal(statusCode, 200, url);
      if (url.startsWith('/docs')) assert.match(String(headers['content-security-policy']), /^default-src 'self'/);
    }
    assert.equal((await service.app.inject({ url: '/docs' })).headers.location, 'docs/');
    assert.equal((await service.call('POST', '/openapi.json')).status, 405);
  }));

test('static files are sent in an accepted encoding, or as 304 if the client has them', () =>
  withSettings({}, async (service) => {
    const get = (headers: Record<string, string>) => service.app.inject({ url: '/docs/js/scalar.js', headers });
    const plain = await get({ 'accept-encoding': 'br;q=0, gzip;q=0.0' });
    assert.equal(plain.headers['content-encoding'], undefined);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const encoding of ['br', 'gzip'] as const) {
      const packed = await get({ 'accept-encoding': encoding === 'br' ? 'gzip, deflate, BR' : 'gzip;q=0.5' });
      assert.equal(packed.headers['content-encoding'], encoding);
      assert.equal(packed.headers.vary, 'accept-encoding');
      assert.equal(packed.headers['content-length'], String(packed.rawPayload.length));
      assert.ok(unpack[encoding](packed.rawPayload).equals(plain.rawPayload));
      assert.notEqual(packed.headers.etag, plain.headers.etag);
      const tags = `"other", W/${packed.headers.etag}`;
      const again = await get({ 'accept-encoding': encoding, 'if-none-match': tags });
      assert.deepEqual([again.statusCode, again.rawPayload.length], [304, 0]);
      assert.equal(again.headers.etag, packed.headers.etag);
    }
    assert.equal((await get({ 'if-none-match': '"other"' })).statusCode, 200);
  }));

test('every answer has X-Content-Type-Options: nosniff', () =>
  withSettings({}, async (service) => {
    for (const url of ['/livez', '/nope', SETS, '/openapi.json', '/docs', '/%zz', '/v1/discovery/products/x']) {
      assert.equal((await service.app.inject({ url })).headers['x-content-type-options'], 'nosniff', url);
    }
  }));
