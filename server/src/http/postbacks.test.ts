// Postbacks of networks, through HTTP.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { AppError } from '../app-error.ts';
import type { NetworkAccount } from '../store/conversion-store.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

let last = 0;
/** Adds an account and returns the path of its postbacks. */
async function account(dialect: string, changes: Partial<NetworkAccount> = {}, { deps }: TestApp = service) {
  const name = `${dialect}-${++last}`;
  const token = `token-of-${name}`;
  const added = await deps.store.addNetwork({
    ...{ name, dialect, mapping: null, currency: null, created_at_ms: 1 },
    ...changes,
    token,
  });
  assert.ok(typeof added === 'object');
  return { name, url: `/postback/${token}` };
}

const get = (url: string, fields: Record<string, string>) =>
  service.call('GET', `${url}?${new URLSearchParams(fields)}`, undefined, { 'x-api-key': '' });

const FORM = { 'x-api-key': '', 'content-type': 'application/x-www-form-urlencoded' };
const post = (url: string, fields: Record<string, string>) =>
  service.call('POST', url, String(new URLSearchParams(fields)), FORM);

const conversionsOf = async (network: string) =>
  (await service.call('GET', `/v1/conversions?network=${network}`)).json.items;
const rejectedOf = (network: string) =>
  service.deps.store.listPostbacks({ network, is_rejected: true, before: null, limit: 10 });

test('a postback is answered OK once its report is recorded, without a key', async () => {
  const { name, url } = await account('awin');
  const sent = { transactionId: '1', transactionAmount: '1.234,50', transactionCurrency: 'EUR', clickRef: 'k', x: 'y' };
  const { status, body, headers } = await get(url, sent);
  assert.deepEqual([status, body, headers['content-type']], [200, 'OK', 'text/plain; charset=utf-8']);
  const [conversion] = await conversionsOf(name);
  const { transaction_id, sale_amount, currency, click_id } = conversion;
  assert.deepEqual([transaction_id, sale_amount, currency, click_id], ['1', '1234.50', 'EUR', 'k']);
  const [kept] = await service.deps.store.listPostbacks({ network: name, is_rejected: null, before: null, limit: 10 });
  assert.deepEqual([JSON.parse(kept!.fields), kept!.reason], [sent, null]);
});

test('a form, the query string and both together are read, and the form wins', async () => {
  const { name, url } = await account('generic');
  assert.equal((await post(url, { transaction_id: 'a', sale_amount: '1' })).status, 200);
  assert.equal((await post(`${url}?transaction_id=b&sale_amount=1&currency=USD`, { sale_amount: '2' })).status, 200);
  assert.equal((await service.call('POST', `${url}?transaction_id=c`)).status, 200);
  const found = (await conversionsOf(name)).map((one: Record<string, string>) => [one.transaction_id, one.sale_amount]);
  assert.deepEqual(found, [
    ['c', null],
    ['b', '2.00'],
    ['a', '1.00'],
  ]);
});

test('the form field of Awin that holds JSON is read', async () => {
  const { name, url } = await account('awin');
  const pushed = { transactionId: 259630312, transactionAmount: 39.5, transactionCurrency: 'GBP', commission: '3.16' };
  assert.equal((await post(url, { AwinTransactionPush: JSON.stringify(pushed) })).status, 200);
  const [{ transaction_id, sale_amount, commission }] = await conversionsOf(name);
  assert.deepEqual([transaction_id, sale_amount, commission], ['259630312', '39.50', '3.16']);
  assert.equal((await post(url, { awintransactionpush: '{"transactionId": 5}' })).status, 200);
  const { status, json } = await post(url, { AwinTransactionPush: '[1]' });
  assert.equal(status, 422);
  assert.deepEqual(json.detail[0].loc, ['body', 'AwinTransactionPush']);
});

test('what cannot be read is a 422 with every fault, and kept with the reason', async () => {
  const { name, url } = await account('impact');
  const { status, json } = await get(url, { ActionId: '{ActionId}', Status: 'LOST', Amount: '9.99' });
  assert.equal(status, 422);
  assert.deepEqual(json.detail, [
    { type: 'value_error', loc: ['query', 'ActionId'], msg: 'Value error, is missing', ctx: { error: {} } },
    {
      type: 'value_error',
      loc: ['query', 'Status'],
      msg: 'Value error, is not a known status word',
      input: 'LOST',
      ctx: { error: {} },
    },
  ]);
  assert.deepEqual(await conversionsOf(name), []);
  const [kept] = await rejectedOf(name);
  assert.equal(kept!.reason, 'ActionId is missing; Status is not a known status word: LOST');
  assert.deepEqual(JSON.parse(kept!.fields), { ActionId: '{ActionId}', Status: 'LOST', Amount: '9.99' });
});

test('bytes that are not UTF-8 matter only in fields that are read', async () => {
  const { name, url } = await account('awin');
  assert.equal((await service.call('GET', `${url}?transactionId=1&products=caf%E9`)).status, 200);
  assert.equal((await service.call('GET', `${url}?transactionId=caf%E9`)).status, 422);
  assert.equal((await conversionsOf(name)).length, 1);
  assert.equal((await rejectedOf(name)).length, 1);
});

test('card numbers are stored masked, except as ids: some ids look like them', async () => {
  const { name, url } = await account('generic');
  await get(url, { transaction_id: '1', note: 'paid with 4111 1111 1111 1111' });
  await get(url, { transaction_id: '2', status: `${'x'.repeat(62)} 4111 1111 1111 1111` });
  assert.equal((await get(url, { transaction_id: '4111111111111111' })).status, 200);
  const kept = await service.deps.store.listPostbacks({ network: name, is_rejected: null, before: null, limit: 10 });
  assert.equal(kept.length, 3);
  assert.doesNotMatch(JSON.stringify(kept), /4111/);
});

test('an account reads postbacks by its mapping, and adds its currency', async () => {
  const mapping = JSON.stringify({
    fields: { transaction_id: 'tid', sale_amount: 'sum' },
    statuses: { 1: 'approved' },
  });
  const { name, url } = await account('generic', { mapping, currency: 'SEK' });
  assert.equal((await get(url, { tid: 'a', sum: '10', status: '1' })).status, 200);
  const [{ transaction_id, sale_amount, status, currency }] = await conversionsOf(name);
  assert.deepEqual([transaction_id, sale_amount, status, currency], ['a', '10.00', 'approved', 'SEK']);
});

test('HEAD answers as GET and records nothing', async () => {
  const { name, url } = await account('generic');
  const head = async (query: string) => (await service.call('HEAD', `${url}${query}`)).status;
  assert.deepEqual([await head('?transaction_id=1'), await head('')], [200, 422]);
  assert.equal((await service.call('HEAD', '/postback/unknown?transaction_id=1')).status, 404);
  const kept = await service.deps.store.listPostbacks({ network: name, is_rejected: null, before: null, limit: 10 });
  assert.deepEqual([kept, await conversionsOf(name)], [[], []]);
});

test('a JSON object is read, flat or nested', async () => {
  const { name, url } = await account('awin');
  const sent = {
    ...{ id: 7, saleAmount: { amount: 39.5, currency: 'GBP' }, clickRefs: { clickRef: 'k' }, paidToPublisher: true },
    ...{ note: null, parts: [{ card: 4111111111111111 }] },
  };
  assert.equal((await service.call('POST', `${url}?commissionStatus=approved`, sent)).status, 200);
  const json = { 'content-type': 'application/vnd.network+json; charset=utf-8' };
  assert.equal((await service.call('POST', url, '{"transactionId": "8"}', json)).status, 200);
  const [flat, nested] = await conversionsOf(name);
  assert.equal(flat.transaction_id, '8');
  const { transaction_id, sale_amount, currency, click_id, status, is_paid } = nested;
  assert.deepEqual(
    { transaction_id, sale_amount, currency, click_id, status, is_paid },
    { transaction_id: '7', sale_amount: '39.50', currency: 'GBP', click_id: 'k', status: 'approved', is_paid: true },
  );
  const [, kept] = await service.deps.store.listPostbacks({ network: name, is_rejected: null, before: null, limit: 2 });
  assert.deepEqual(JSON.parse(kept!.fields), {
    ...{ commissionStatus: 'approved', id: '7', 'saleAmount.amount': '39.5', 'saleAmount.currency': 'GBP' },
    ...{ 'clickRefs.clickRef': 'k', paidToPublisher: 'true', 'parts.0.card': '*'.repeat(16) },
  });
  const rounded = await service.call('POST', url, '{"transactionId": 12345678901234567890}', json);
  assert.match(rounded.json.detail[0].msg, /is not an exact integer/);
});

test('a body that cannot be read is a 422, and the postback is kept with the reason', async () => {
  const { name, url } = await account('generic');
  const bodies: [type: string, body: string, reason: string][] = [
    ['text/xml', '<a/>', 'the body must be a form or JSON'],
    ['application/json', '[1]', 'the body must be a JSON object'],
    ['application/json', '{"a"', 'the body must be a JSON object'],
    ['application/json', `{"a": "${'y'.repeat(64 * 1024)}"}`, 'the body is too large'],
    ['application/x-www-form-urlencoded', `a=${'y'.repeat(64 * 1024)}`, 'the body is too large'],
  ];
  for (const [type, body, reason] of bodies) {
    const send = (to: string) => service.call('POST', `${to}?transaction_id=1`, body, { 'content-type': type });
    const { status, json } = await send(url);
    assert.deepEqual([status, json.detail[0].loc, json.detail[0].msg], [422, ['body'], `Value error, ${reason}`]);
    const [kept] = await rejectedOf(name);
    assert.deepEqual([kept!.reason, JSON.parse(kept!.fields)], [reason, { transaction_id: '1' }]);
    assert.equal((await send('/postback/made-up')).status, 404);
  }
  assert.equal((await rejectedOf(name)).length, bodies.length);
  assert.deepEqual(await conversionsOf(name), []);
});

test('a content type without a body does not matter', async () => {
  const { url } = await account('generic');
  for (const method of ['GET', 'POST'] as const)
    assert.equal(
      (await service.call(method, `${url}?transaction_id=1`, undefined, { 'content-type': 'a/b' })).status,
      200,
    );
});

test('an unknown or replaced token is a 404', async () => {
  const { name, url } = await account('generic');
  assert.equal((await get('/postback/made-up', { transaction_id: '1' })).status, 404);
  await service.deps.store.rotateNetworkToken({ name, token: 'another-token' });
  assert.equal((await get(url, { transaction_id: '1' })).status, 404);
  assert.equal((await get('/postback/another-token', { transaction_id: '1' })).status, 200);
});

test('a conversion with too many reports refuses further ones, and keeps the postback', async () => {
  const full = await startTestApp(
    {},
    {
      wrapStore: (store) => ({ ...store, recordReports: () => Promise.resolve({ full: 0 }) }),
    },
  );
  try {
    const { name, url } = await account('generic', {}, full);
    const { status, json } = await full.call('GET', `${url}?transaction_id=1`);
    assert.deepEqual([status, json.detail[0].msg], [422, 'Value error, has too many reports']);
    const [kept] = await full.deps.store.listPostbacks({ network: name, is_rejected: true, before: null, limit: 1 });
    assert.equal(kept!.reason, 'transaction_id has too many reports: 1');
  } finally {
    await full.stop();
  }
});

test('a postback is a 503 with Retry-After while the store is away, and in read-only mode', async () => {
  const away = () => Promise.reject(new AppError('store_unavailable'));
  for (const call of ['findNetworkByToken', 'recordReports'] as const) {
    const broken = await startTestApp({}, { wrapStore: (store) => ({ ...store, [call]: away }) });
    try {
      const { url } = await account('generic', {}, broken);
      const { status, headers } = await broken.call('GET', `${url}?transaction_id=1`);
      assert.deepEqual([status, headers['retry-after']], [503, '2'], call);
    } finally {
      await broken.stop();
    }
  }
  await service.withSettings({ READ_ONLY: 'true' }, async ({ call }) => {
    assert.equal((await call('GET', '/postback/x?transaction_id=1')).status, 503);
  });
});

test('POSTBACK_RATE_LIMIT counts postbacks per token', async () => {
  const [one, two] = [await account('generic'), await account('generic')];
  await service.withSettings({ POSTBACK_RATE_LIMIT: '2/min', RATE_LIMIT: '1/min' }, async ({ app }) => {
    const send = async (url: string) => (await app.inject({ url: `${url}?transaction_id=1` })).statusCode;
    assert.deepEqual([await send(one.url), await send(one.url), await send(one.url)], [200, 200, 429]);
    assert.equal(await send(two.url), 200);
    service.clock.advance(60_000);
    assert.equal(await send(one.url), 200);
  });
});

test('an address that tries too many unknown tokens is refused, also with a valid one', async () => {
  const { url } = await account('generic');
  await service.withSettings({ KEYLESS_RATE_LIMIT: '2/min' }, async ({ app }) => {
    const send = async (path: string, remoteAddress: string) =>
      (await app.inject({ url: `${path}?transaction_id=1`, remoteAddress })).statusCode;
    const guesses = ['a', 'b', 'c'].map((token) => `/postback/${token}`);
    const answers: number[] = [];
    for (const path of [...guesses, url]) answers.push(await send(path, '8.8.8.8'));
    assert.deepEqual(answers, [404, 404, 429, 429]);
    assert.equal(await send(url, '8.8.4.4'), 200);
    // Valid tokens do not count.
    for (let i = 0; i < 3; i++) assert.equal(await send(url, '8.8.4.4'), 200);
  });
});
