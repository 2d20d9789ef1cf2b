// Rate limits of keyless requests, per address.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { offerOf } from '../../../test/support/ledger-facts.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { until } from '../../../test/support/until.ts';

let shared: TestApp;
before(async () => {
  shared = await startTestApp();
});
after(() => shared.stop());

let lastId = 0;
const offers = (count: number) => Array.from({ length: count }, () => offerOf(`limited-${++lastId}`));
const PUBLIC = '8.8.8.8';

/** Sends offers without a key from an address. Returns the status and Retry-After. */
async function send({ app }: Caller, remoteAddress: string, count = 1, headers: Record<string, string> = {}) {
  const response = await app.inject({
    method: 'POST',
    url: '/offers/multi',
    payload: JSON.stringify(offers(count)),
    headers: { 'content-type': 'application/json', ...headers },
    remoteAddress,
  });
  return [response.statusCode, response.headers['retry-after']];
}

const withLimits = (settings: Record<string, string>, check: (service: Caller) => Promise<void>) =>
  shared.withSettings(settings, check);

test('KEYLESS_RATE_LIMIT counts requests without a valid key per address and window', () =>
  withLimits({ KEYLESS_RATE_LIMIT: '2/min' }, async (service) => {
    // The key of /try is public, so it does not count as a key here.
    shared.keyRing.addPageKey('page-key');
    await shared.keyRing.refresh();
    const made = () => send(service, PUBLIC, 1, { 'x-api-key': 'page-key' });
    assert.deepEqual(
      [await send(service, PUBLIC), await made()],
      [
        [201, undefined],
        [201, undefined],
      ],
    );
    assert.deepEqual(
      [await send(service, PUBLIC), await made()],
      [
        [429, '60'],
        [429, '60'],
      ],
    );
    assert.deepEqual(await send(service, '8.8.4.4'), [201, undefined]);
    assert.deepEqual(await send(service, PUBLIC, 1, { 'x-api-key': 'test-key' }), [201, undefined]);
    for (const url of ['/livez', '/readyz', '/openapi.json']) {
      assert.equal((await service.app.inject({ url, remoteAddress: PUBLIC })).statusCode, 200, url);
    }
    shared.clock.advance(60_000);
    assert.deepEqual(await send(service, PUBLIC), [201, undefined]);
  }));

test('each offer of a list counts as one request, before any of them is registered', () =>
  withLimits({ KEYLESS_RATE_LIMIT: '10/min' }, async (service) => {
    assert.deepEqual(await send(service, PUBLIC, 8), [201, undefined]);
    assert.equal((await send(service, PUBLIC, 8))[0], 429);
    const { convo_id } = offerOf(`limited-${lastId}`).product_click;
    assert.equal((await service.call('GET', `/spy/${convo_id}`)).status, 404);
    assert.deepEqual(await send(service, PUBLIC, 1), [201, undefined]);
  }));

test('KEYLESS_BYTES_LIMIT counts the bytes of bodies, chunked ones too', () =>
  withLimits({ KEYLESS_BYTES_LIMIT: '3KB/min' }, async (service) => {
    const chunked = { 'transfer-encoding': 'chunked', 'content-length': '' };
    assert.equal((await send(service, PUBLIC, 5))[0], 201);
    assert.equal((await send(service, PUBLIC, 10))[0], 429);
    assert.equal((await send(service, '8.8.4.4', 5, chunked))[0], 201);
    assert.equal((await send(service, '8.8.4.4', 10, chunked))[0], 429);
  }));

test('an IPv6 client is counted by its /64, and an IPv4-mapped address as IPv4', () =>
  withLimits({ KEYLESS_RATE_LIMIT: '1/min' }, async (service) => {
    const statuses: unknown[] = [];
    for (const address of ['2a00:1450:4001:81b::1', '2a00:1450:4001:81b:ffff::2', '2a00:1450:4001:81c::1'])
      statuses.push((await send(service, address))[0]);
    for (const address of [PUBLIC, `::ffff:${PUBLIC}`]) statuses.push((await send(service, address))[0]);
    assert.deepEqual(statuses, [201, 429, 201, 201, 429]);
  }));

test('a private peer is not limited; with TRUST_PROXY the client behind it is', async () => {
  const client = (address: string) => ({ 'x-forwarded-for': address });
  const peers = ['127.0.0.1', '10.0.0.7', '::1', 'fd00::1', '::ffff:192.168.1.1'];
  await withLimits({ KEYLESS_RATE_LIMIT: '1/min' }, async (service) => {
    for (const peer of [...peers, ...peers]) assert.equal((await send(service, peer, 1, client(PUBLIC)))[0], 201, peer);
  });
  await withLimits({ KEYLESS_RATE_LIMIT: '1/min', TRUST_PROXY: 'true' }, async (service) => {
    const statuses: unknown[] = [];
    for (const address of [PUBLIC, `${PUBLIC}:4711`, '8.8.4.4']) {
      statuses.push((await send(service, '127.0.0.1', 1, client(address)))[0]);
    }
    assert.deepEqual(statuses, [201, 429, 201]);
  });
});

test('`none` disables the keyless limits, and RATE_LIMIT still counts per address', () =>
  withLimits({ KEYLESS_RATE_LIMIT: 'none', KEYLESS_BYTES_LIMIT: 'none', RATE_LIMIT: '3/min' }, async (service) => {
    assert.equal((await send(service, '127.0.0.1', 3))[0], 201);
    assert.equal((await send(service, '127.0.0.1', 1))[0], 429);
    assert.equal((await send(service, PUBLIC, 4))[0], 429);
  }));

test('with a key a list counts as one request', () =>
  withLimits({ RATE_LIMIT: '2/min' }, async (service) => {
    const key = { 'x-api-key': 'test-key' };
    assert.equal((await send(service, PUBLIC, 20, key))[0], 201);
    assert.equal((await send(service, PUBLIC, 20, key))[0], 201);
    assert.equal((await send(service, PUBLIC, 1, key))[0], 429);
  }));

test('live instances share a limit equally, rounded up', async () => {
  const { deps, clock } = shared;
  await deps.store.recordInstance({ id: 'another', now_ms: clock.now_ms(), ttl_ms: 10_000 });
  await until(() => deps.instances.count === 2);
  await withLimits({ KEYLESS_RATE_LIMIT: '3/min', RATE_LIMIT: '5/min' }, async (service) => {
    const statuses = async (headers: Record<string, string>, count: number) => {
      const answers = [];
      for (let i = 0; i < count; i++) answers.push((await send(service, PUBLIC, 1, headers))[0]);
      return answers;
    };
    assert.deepEqual(await statuses({}, 3), [201, 201, 429]);
    assert.deepEqual(await statuses({ 'x-api-key': 'test-key' }, 4), [201, 201, 201, 429]);
    clock.advance(60_000);
    await until(() => deps.instances.count === 1);
    assert.deepEqual(await statuses({}, 4), [201, 201, 201, 429]);
  });
});
