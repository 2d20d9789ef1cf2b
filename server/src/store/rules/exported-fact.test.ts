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

const sale = {
  ...{ id: 5, network: 'awin', transaction_id: 't1', item_id: '', order_id: null, status: 'approved', is_paid: 0 },
  ...{ sale_amount: 39_500_000, commission: 1_234_567n, currency: 'EUR', occurred_at: 1_000, click_id: 'k1' },
  ...{ offer_id: 3, merchant_id: 7, clicked_at: 500, program: 'gold', unmatched_reason: null },
  ...{ reward_amount: '120000000', reward_currency: 'JPY', reward_reason: null },
};

test('amounts are decimal strings with the places of their currency, and times are ISO 8601', () => {
  const { data } = exportedFact('conversions', { ...cursor, ...sale });
  const { sale_amount, commission, reward_amount, occurred_at, is_paid } = data;
  assert.deepEqual(
    { sale_amount, commission, reward_amount, occurred_at, is_paid },
    {
      ...{ sale_amount: '39.50', commission: '1.234567', reward_amount: '120' },
      ...{ occurred_at: '1970-01-01T00:00:01.000Z', is_paid: false },
    },
  );
});

test('a conversion without amounts is exported with nulls', () => {
  const unknown = { sale_amount: null, commission: null, reward_amount: null, currency: null, occurred_at: null };
  const { data } = exportedFact('conversions', { ...cursor, ...sale, ...unknown });
  assert.deepEqual(
    Object.keys(unknown).map((field) => data[field]),
    Object.keys(unknown).map(() => null),
  );
});

test('a change of a balance is exported with its sign', () => {
  const entry = { ...cursor, conversion_id: 5, program: 'gold', status: 'pending', amount: -500_000n, currency: 'USD' };
  assert.deepEqual(exportedFact('rewards', entry).data, {
    ...{ no: 3, conversion_id: 5, program: 'gold', status: 'pending', amount: '-0.50', currency: 'USD' },
  });
});
