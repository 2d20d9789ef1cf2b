// Accounts with networks over HTTP: their URLs, who may have them, lists, and matching by hand.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Scope } from '@finderfee/contract/endpoint.ts';
import { salesOf } from '../../../test/support/sales.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { createKey } from '../keys/create-key.ts';

const NETWORKS = '/v1/networks';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

const { clicked, newTransaction, report, get } = salesOf(() => service);
const create = (body: object) => service.call('POST', NETWORKS, body);
const keyWith = async (scopes: Scope[]) => {
  const { key } = await createKey(service.deps, { name: 'holder', scopes, expires_at_ms: null });
  await service.keyRing.refresh();
  return { 'x-api-key': key };
};
/** The answer to a postback at a URL of ours, without its macros. */
const send = async (url: string, query = 'transactionId=1') =>
  (await service.call('GET', `${url.slice('http://service.example'.length).split('?')[0]}?${query}`)).status;

test('an account is added with the postback URL of its network, which rotating replaces', async () => {
  const { status, json } = await create({ name: 'Awin', currency: 'gbp' });
  assert.equal(status, 201);
  const { postback_url, postback_page, ...shown } = json;
  assert.deepEqual(shown, {
    ...{ name: 'awin', dialect: 'awin', currency: 'GBP', mapping: null, takes_postbacks: true },
    ...{ rejected_postbacks: 0, created_at: '2026-03-04T05:06:07.000Z' },
  });
  assert.match(postback_url, /^http:\/\/service\.example\/postback\/[\w-]{32}\?transactionId=!!!transactionId!!!&/);
  assert.match(postback_page, /Transaction Notifications/);
  assert.deepEqual((await service.call('GET', `${NETWORKS}/AWIN`)).json, json);
  assert.equal(await send(postback_url), 200);
  const rotated = (await service.call('POST', `${NETWORKS}/awin/rotate`)).json;
  assert.notEqual(rotated.postback_url, postback_url);
  assert.deepEqual([await send(postback_url), await send(rotated.postback_url)], [404, 200]);
});

test('a removed account that has conversions stays without a URL, and can be completed again', async () => {
  const { postback_url } = (await create({ name: 'awin-uk', dialect: 'awin' })).json;
  await send(postback_url);
  assert.equal((await create({ name: 'awin-uk' })).status, 409);
  assert.equal((await service.call('DELETE', `${NETWORKS}/awin-uk`)).status, 204);
  assert.equal(await send(postback_url), 404);
  const kept = (await service.call('GET', `${NETWORKS}/awin-uk`)).json;
  assert.deepEqual([kept.takes_postbacks, kept.postback_url], [false, null]);
  assert.equal((await create({ name: 'awin-uk', dialect: 'awin' })).status, 201);
  await create({ name: 'unused' });
  assert.equal((await service.call('DELETE', `${NETWORKS}/unused`)).status, 204);
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/rotate'],
    ['DELETE', ''],
  ])
    assert.equal((await service.call(method!, `${NETWORKS}/unused${path}`)).status, 404);
});

test('a mapping teaches own words, and a fault of the input is named', async () => {
  const mapping = { fields: { transaction_id: 'tid' }, statuses: { 1: 'approved' } };
  const { json } = await create({ name: 'affise', mapping });
  assert.deepEqual([json.dialect, json.mapping], ['generic', { ...mapping, fields: { transaction_id: ['tid'] } }]);
  assert.equal(await send(json.postback_url, 'tid=1&status=1'), 200);
  assert.equal(await send(json.postback_url, 'tid=2&status=9'), 422);
  assert.equal((await service.call('GET', `${NETWORKS}/affise`)).json.rejected_postbacks, 1);
  for (const [fault, loc, message] of [
    [{ mapping: { statuses: { 1: 'paid' } } }, 'mapping', /statuses\.1 must be pending, approved, declined/],
    [{ mapping: { fields: { tid: 'x' } } }, 'mapping', /Extra inputs/],
    [{ currency: 'XQX' }, 'currency', /must be an ISO 4217 currency/],
    [{ dialect: 'other' }, 'dialect', /'awin', 'impact'/],
    [{ mapping: { fields: { click_id: [' '] } } }, 'mapping', /must not be blank/],
    [{ name: 'a b' }, 'name', /pattern/],
  ] as const) {
    const { status, json: refused } = await create({ name: 'broken', ...fault });
    assert.equal(status, 422);
    assert.deepEqual(refused.detail[0].loc.slice(0, 2), ['body', loc]);
    assert.match(refused.detail[0].msg, message);
  }
  assert.equal((await service.call('GET', `${NETWORKS}/broken`)).status, 404);
});

test('the list has every account once, by name, and no secret', async () => {
  for (const name of ['n3', 'n1', 'n2']) await create({ name });
  const names: string[] = [];
  for (let cursor = ''; ; ) {
    const { json, body } = await service.call('GET', `${NETWORKS}?per_page=2${cursor && `&cursor=${cursor}`}`);
    assert.ok(!body.includes('/postback/'));
    names.push(...json.items.map(({ name }: { name: string }) => name));
    if (json.next_cursor === null) break;
    cursor = json.next_cursor;
  }
  const stored = (await service.deps.store.listNetworks({ after: '', limit: 100 })).map(({ name }) => name);
  assert.deepEqual(names, stored);
  assert.ok(names.length >= 3);
});

test('only a key that may report sales gets a postback URL or changes a match', async () => {
  await create({ name: 'guarded' });
  const reader = await keyWith(['operate']);
  assert.equal((await service.call('GET', NETWORKS, undefined, reader)).status, 200);
  for (const [method, path, body] of [
    ['POST', NETWORKS, { name: 'own' }],
    ['GET', `${NETWORKS}/guarded`],
    ['POST', `${NETWORKS}/guarded/rotate`],
    ['DELETE', `${NETWORKS}/guarded`],
    ['POST', '/v1/conversions/1/match', { click_id: 'k' }],
  ] as const)
    assert.equal((await service.call(method, path, body, reader)).status, 403, `${method} ${path}`);
  await service.call('POST', `${NETWORKS}/GUARDED/rotate`);
  const { items } = (await service.call('GET', '/v1/audit?subject=guarded')).json;
  assert.deepEqual(
    items.map(({ action }: { action: string }) => action),
    ['rotateNetwork', 'createNetwork'],
  );
});

test('a conversion without a known click is matched by hand, and keeps the match', async () => {
  const sale = { network: 'awin', transaction_id: newTransaction(), sale_amount: '10', currency: 'USD' };
  const [recorded] = await report(sale);
  const { click_id } = await clicked({ program: 'gold' });
  const match = (body: object) => service.call('POST', `/v1/conversions/${recorded!.id}/match`, body);
  assert.equal((await match({ click_id: 'nothing' })).status, 404);
  assert.equal((await match({ click_id })).status, 204);
  const { click_id: other } = await clicked({ program: 'silver' });
  await report({ ...sale, click_id: other, status: 'approved' });
  const { status, program, click_id: kept } = await get(recorded!.id);
  assert.deepEqual([status, program, kept], ['approved', 'gold', click_id]);
});

test('a click id that occurs in two programs needs the program', async () => {
  const { click_id } = await clicked({ program: 'gold' });
  await clicked({ program: 'silver', click_id });
  const [recorded] = await report({ network: 'awin', transaction_id: newTransaction() });
  const match = (body: object) => service.call('POST', `/v1/conversions/${recorded!.id}/match`, body);
  assert.equal((await match({ click_id })).status, 409);
  assert.equal((await match({ click_id, program: 'silver' })).status, 204);
  assert.equal((await get(recorded!.id)).program, 'silver');
});
