// Criteria sets over HTTP.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { criteriaSetInput } from '@finderfee/contract/examples.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { MAX_CRITERIA_SETS } from '../store/config-store.ts';

const SETS = '/v1/discovery/products/criteria-sets';
const summer = { ...criteriaSetInput, criteria: [{ field: 'final_price', operator: '<=', value: 80.5 }] };

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
beforeEach(async () => {
  for (const { id } of (await service.call('GET', SETS)).json.items) await service.call('DELETE', `${SETS}/${id}`);
});
after(() => service.stop());

test('POST creates a set and answers 201 with the whole set', async () => {
  const created = await service.call('POST', SETS, summer);
  assert.equal(created.status, 201);
  assert.deepEqual(created.json, {
    type: 'affiliate_discovery_criteria_set',
    ...summer,
    created_at: '2026-03-04T05:06:07.000Z',
    updated_at: '2026-03-04T05:06:07.000Z',
  });
  assert.deepEqual((await service.call('GET', `${SETS}/summer-sale`)).json, created.json);
});

test('a set needs only id and name; missing fields are null or empty', async () => {
  const { json } = await service.call('POST', SETS, { id: 'a', name: 'A' });
  assert.deepEqual([json.query, json.exclude_query, json.criteria], [null, null, []]);
});

test('POST of an existing id is a 409 and changes nothing', async () => {
  await service.call('POST', SETS, summer);
  assert.equal((await service.call('POST', SETS, { ...summer, name: 'Other' })).status, 409);
  assert.equal((await service.call('GET', `${SETS}/summer-sale`)).json.name, 'Summer sale');
});

test('PUT creates a missing set', async () => {
  const put = await service.call('PUT', `${SETS}/summer-sale`, summer);
  assert.deepEqual([put.status, put.json.name], [200, 'Summer sale']);
});

test('PUT replaces the whole set: created_at stays, updated_at moves, even within one millisecond', async () => {
  const { created_at, updated_at } = (await service.call('POST', SETS, summer)).json;
  const replaced = (await service.call('PUT', `${SETS}/summer-sale`, { id: 'summer-sale', name: 'Autumn' })).json;
  assert.deepEqual(
    [replaced.name, replaced.query, replaced.exclude_query, replaced.criteria, replaced.created_at],
    ['Autumn', null, null, [], created_at],
  );
  assert.ok(replaced.updated_at > updated_at, `${replaced.updated_at} is not after ${updated_at}`);
});

test('the reply of a GET can be PUT back', async () => {
  const { json } = await service.call('POST', SETS, summer);
  const { updated_at: _, ...again } = (await service.call('PUT', `${SETS}/summer-sale`, json)).json;
  const { updated_at: __, ...before } = json;
  assert.deepEqual(again, before);
});

test('PUT with different ids in path and body is a 422 at the body id', async () => {
  const { status, json } = await service.call('PUT', `${SETS}/winter`, summer);
  assert.equal(status, 422);
  assert.deepEqual(json.detail[0].loc, ['body', 'id']);
});

test('GET of a missing set is a 404', async () => {
  assert.equal((await service.call('GET', `${SETS}/nowhere`)).status, 404);
});

test('DELETE removes a set and answers 204, also for a missing set', async () => {
  await service.call('POST', SETS, summer);
  assert.equal((await service.call('DELETE', `${SETS}/summer-sale`)).status, 204);
  assert.equal((await service.call('GET', `${SETS}/summer-sale`)).status, 404);
  assert.equal((await service.call('DELETE', `${SETS}/summer-sale`)).status, 204);
});

test('the list is complete and ordered by id', async () => {
  for (const id of ['b', 'C', 'a', 'a-1']) await service.call('POST', SETS, { id, name: id });
  const { json } = await service.call('GET', SETS);
  assert.equal(json.type, 'affiliate_discovery_criteria_set_list');
  assert.deepEqual(
    json.items.map((set: { id: string }) => set.id),
    ['C', 'a', 'a-1', 'b'],
  );
});

test('a criterion without a field is an `any` criterion when it compares text', async () => {
  const criteria = [{ operator: 'like', value: 'red' }];
  const { json } = await service.call('POST', SETS, { id: 'a', name: 'A', criteria });
  assert.deepEqual(json.criteria, [{ field: 'any', operator: 'like', value: 'red' }]);
});

test('values are stored with their type: "true" is true, "10.5" is 10.5', async () => {
  const criteria = [
    { field: 'in_stock', operator: '=', value: 'yes' },
    { field: 'final_price', operator: '<', value: '10.5' },
  ];
  const { json } = await service.call('POST', SETS, { id: 'a', name: 'A', criteria });
  assert.deepEqual(
    json.criteria.map((criterion: { value: unknown }) => criterion.value),
    [true, 10.5],
  );
});

test('a set has at most 100 criteria', async () => {
  const criteria = (count: number) =>
    Array.from({ length: count }, () => ({ field: 'brand', operator: '=', value: 'x' }));
  assert.equal((await service.call('POST', SETS, { id: 'a', name: 'A', criteria: criteria(100) })).status, 201);
  const { status, json } = await service.call('POST', SETS, { id: 'b', name: 'B', criteria: criteria(101) });
  assert.deepEqual([status, json.detail.length, json.detail[0].type], [422, 1, 'too_long']);
});

test('an installation has at most 10,000 sets; a further one is a 409, a replacement is not', async () => {
  const set = { name: 's', query: null, exclude_query: null, criteria: [], now_ms: 1 };
  // In waves, because a store does not keep calls waiting for long.
  for (let i = 0; i < MAX_CRITERIA_SETS; i += 500)
    await Promise.all(
      Array.from({ length: 500 }, (_, n) => service.deps.store.insertCriteriaSet({ ...set, id: `s${i + n}` })),
    );
  assert.equal((await service.call('POST', SETS, { id: 'more', name: 'More' })).status, 409);
  assert.equal((await service.call('PUT', `${SETS}/more`, { id: 'more', name: 'More' })).status, 409);
  assert.equal((await service.call('PUT', `${SETS}/s1`, { id: 's1', name: 'Replaced' })).status, 200);
});
