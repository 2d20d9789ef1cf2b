// API keys over HTTP: what a key may grant, lists, revocation and last use.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SCOPES, type Scope } from '@finderfee/contract/endpoint.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { createKey } from './create-key.ts';
import { KeyUses } from './key-uses.ts';

const KEYS = '/v1/keys';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

const create = (body: object, key = 'test-key') => service.call('POST', KEYS, body, { 'x-api-key': key });
const list = async (query = '') => (await service.call('GET', `${KEYS}?${query}`)).json;
const storedKey = async (scopes: Scope[]) => {
  const { key, record } = await createKey(service.deps, { name: 'holder', scopes, expires_at_ms: null });
  await service.keyRing.refresh();
  return { key, id: record.id };
};

test('a created key is shown once and works', async () => {
  const { status, json } = await create({ name: ' Back end ', scopes: ['discovery', 'operate'] });
  assert.equal(status, 201);
  const { key, ...shown } = json;
  assert.match(key, /^ff_[\w-]{43}$/);
  assert.deepEqual(shown, {
    ...{ id: shown.id, name: 'Back end', scopes: ['discovery', 'operate'], state: 'active' },
    ...{ created_at: '2026-03-04T05:06:07.000Z', expires_at: null, revoked_at: null, last_used_at: null },
  });
  await service.keyRing.refresh();
  assert.equal((await service.call('GET', '/metrics', undefined, { 'x-api-key': key })).status, 200);
  const listed = await service.call('GET', KEYS);
  assert.deepEqual(listed.json.items[0], shown);
  assert.ok(!listed.body.includes(key) && !listed.body.includes('digest'));
});

test('a key grants no scope that it lacks', async () => {
  const lacksScope = (scope: string) => ({ detail: `This key lacks the scope '${scope}'` });
  const { key: admin } = await storedKey(['admin', 'catalogue']);
  const count = async () => (await service.deps.store.listKeys({})).length;
  const before = await count();
  for (const scope of SCOPES.filter((each) => each !== 'admin' && each !== 'catalogue')) {
    const { status, json } = await create({ name: 'x', scopes: ['catalogue', scope] }, admin);
    assert.deepEqual([status, json], [403, lacksScope(scope)]);
  }
  // A key of API_KEYS lacks only `pii`.
  const { status, json } = await create({ name: 'x', scopes: SCOPES });
  assert.deepEqual([status, json], [403, lacksScope('pii')]);
  assert.equal(await count(), before);
  assert.equal((await create({ name: 'x', scopes: ['admin', 'catalogue'] }, admin)).status, 201);
});

test('only a key with the scope admin sees, creates and revokes keys', async () => {
  const { key: other, id } = await storedKey(SCOPES.filter((scope) => scope !== 'admin'));
  for (const [method, url, body] of [
    ['GET', KEYS],
    ['POST', KEYS, { name: 'x', scopes: ['discovery'] }],
    ['DELETE', `${KEYS}/${id}`],
  ] as const) {
    const { status, json } = await service.call(method, url, body, { 'x-api-key': other });
    assert.deepEqual([status, json], [403, { detail: "This key lacks the scope 'admin'" }], method);
  }
});

test('a name and scopes are required, and an expiry is in the future', async () => {
  for (const [body, loc, msg] of [
    [{ scopes: ['discovery'] }, ['body', 'name'], 'Field required'],
    [{ name: ' ', scopes: ['discovery'] }, ['body', 'name'], 'Value error, must not be blank'],
    [{ name: 'x'.repeat(201), scopes: ['discovery'] }, ['body', 'name'], 'String should have at most 200 characters'],
    [{ name: 'x', scopes: [] }, ['body', 'scopes'], 'List should have at least 1 item after validation, not 0'],
    [{ name: 'x', scopes: ['pii', 'pii'] }, ['body', 'scopes'], 'Value error, must not name a scope twice'],
    [
      { name: 'x', scopes: ['discovery'], expires_at: '2026-03-04T05:06:07Z' },
      ['body', 'expires_at'],
      'Value error, must be in the future',
    ],
  ] as const) {
    const { status, json } = await create(body);
    assert.deepEqual([status, json.detail.length], [422, 1], JSON.stringify(json));
    assert.deepEqual([json.detail[0].loc, json.detail[0].msg], [loc, msg]);
  }
  const { json } = await create({ name: 'x', scopes: ['discovery'], expires_at: '2026-03-04T08:06:08+03:00' });
  assert.equal(json.expires_at, '2026-03-04T05:06:08.000Z');
});

test('a revoked key is refused, and its first revocation is kept', async () => {
  const { key, id } = await storedKey(['operate']);
  const metrics = async () => (await service.call('GET', '/metrics', undefined, { 'x-api-key': key })).status;
  assert.equal(await metrics(), 200);
  assert.equal((await service.call('DELETE', `${KEYS}/${id}`)).status, 204);
  await service.keyRing.refresh();
  assert.equal(await metrics(), 403);
  const { revoked_at } = (await list('state=revoked')).items[0];
  service.clock.advance(1000);
  assert.equal((await service.call('DELETE', `${KEYS}/${id}`)).status, 204);
  assert.equal((await list('state=revoked')).items[0].revoked_at, revoked_at);
  assert.equal((await service.call('DELETE', `${KEYS}/API_KEYS[0]`)).status, 404);
});

test('keys are listed in pages, newest first, by state', async () => {
  const created: string[] = [];
  for (const name of ['a', 'b', 'c', 'd']) {
    // Two of them are created at the same time.
    if (name !== 'c') service.clock.advance(1);
    created.push((await create({ name, scopes: ['discovery'], expires_at: '2026-03-05T00:00:00Z' })).json.id);
  }
  const all = (await list('per_page=100')).items.map(({ id }: { id: string }) => id);
  assert.deepEqual(all.slice(0, 4).sort(), created.toSorted());
  const paged: string[] = [];
  let cursor: string | null = '';
  for (let query = 'per_page=3'; cursor !== null; query = `cursor=${cursor}`) {
    const page = await list(query);
    paged.push(...page.items.map(({ id }: { id: string }) => id));
    cursor = page.next_cursor;
    // A new key does not shift later pages.
    await create({ name: 'later', scopes: ['discovery'] });
  }
  assert.deepEqual(paged, all);
  service.clock.advance(24 * 3_600_000);
  const expired = (await list('state=expired&per_page=4')).items;
  assert.deepEqual(expired.map(({ id }: { id: string }) => id).sort(), created.toSorted());
  assert.ok((await list('state=active')).items.every(({ state }: { state: string }) => state === 'active'));
  const { next_cursor } = await service.call('GET', '/v1/rewards?per_page=1').then(({ json }) => json);
  assert.equal(next_cursor, null);
  assert.equal((await service.call('GET', `${KEYS}?cursor=made-up`)).status, 404);
});

test('the last use of a key is noted, kept if the store is away, and stored in one call', async () => {
  const { key, id } = await storedKey(['operate']);
  const noted: string[] = [];
  const { keyUses } = service.deps;
  service.deps.keyUses = { note: (each) => noted.push(each) };
  await service.withSettings({}, async (app) => {
    await app.call('GET', '/metrics', undefined, { 'x-api-key': key });
    // What is refused is not a use.
    await app.call('GET', '/v1/keys', undefined, { 'x-api-key': key });
    await app.call('GET', '/metrics', undefined, { 'x-api-key': 'unknown' });
  });
  service.deps.keyUses = keyUses;
  assert.deepEqual(noted, [id]);

  let isAway = true;
  const calls: unknown[] = [];
  const store = {
    recordKeyUses: async (by: { uses: { id: string; used_at_ms: number }[] }) => {
      if (isAway) throw new Error('away');
      calls.push(by.uses.map((use) => use.id));
      await service.deps.store.recordKeyUses(by);
    },
  };
  const uses = new KeyUses({ store, clock: service.clock, onFault: () => {} });
  uses.note(id);
  uses.note('API_KEYS[0]');
  await assert.rejects(uses.flush(), /away/);
  service.clock.advance(1000);
  uses.note(id);
  isAway = false;
  await uses.stop();
  assert.deepEqual(calls, [[id, 'API_KEYS[0]']]);
  await uses.flush();
  assert.equal(calls.length, 1, 'nothing is written while nothing is used');
  const { items } = await list('per_page=100');
  const used = items.find((each: { id: string }) => each.id === id);
  assert.equal(used.last_used_at, new Date(service.clock.now_ms()).toISOString());
});
