import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportedFact } from './exported-fact.ts';

const offer = {
  ...{ product: '{"name":"Kettle"}', detail_link: null, direct_link: 'https://t.example/', is_registered: 1 },
  ...{ message_id: null, position: 0, format: 'carousel', program: 'gold', click_id: 'k1', presentation_id: 'p1' },
  ...{ convo_id: 'c1', id: 3, person_no: 8, created_at_ms: 9 },
};
const cursor = { no: 3, at_ms: 9, email: 'ann@example.com' };
const row = { ...cursor, ...offer };

test('a fact has its fields in a fixed order, and no columns of the store', () => {
  const exported = exportedFact('offers', row);
  assert.deepEqual({ ...exported, data: {} }, { ...cursor, data: {} });
  assert.equal(
    JSON.stringify(exported.data),
    '{"id":3,"convo_id":"c1","presentation_id":"p1","click_id":"k1","program":"gold","format":"carousel","position":0,' +
      '"message_id":null,"is_registered":true,"direct_link":"https://t.example/","detail_link":null,' +
      '"product":{"name":"Kettle"}}',
  );
});

test('flags are booleans, however a store keeps them', () => {
  const flagOf = (is_registered: unknown) => exportedFact('offers', { ...row, is_registered }).data.is_registered;
  assert.deepEqual([0, 1, false, true].map(flagOf), [false, true, false, true]);
});

test('a query that misses a column fails', () => {
  const { format, ...others } = row;
  assert.throws(() => exportedFact('offers', others), /misses the column format/);
});
