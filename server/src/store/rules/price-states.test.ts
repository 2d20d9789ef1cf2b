import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSamePrice, pricesOf, recordedStates, stateTime_ms } from './price-states.ts';

const product = { id: 'a', name: 'Kettle', currency: 'EUR', regular_amount: 20, final_amount: 10 };

test('unknown prices and stock are null', () => {
  const unknown = { currency: null, regular_amount: null, final_amount: null, in_stock: null, stock_quantity: null };
  assert.deepEqual(pricesOf('{"id":"a","name":"Kettle"}'), unknown);
  assert.deepEqual(pricesOf(JSON.stringify({ ...product, in_stock: false, stock_quantity: 0 })), {
    ...{ currency: 'EUR', regular_amount: 20, final_amount: 10 },
    ...{ in_stock: false, stock_quantity: 0 },
  });
});

for (const [change, isSame] of [
  [{ name: 'Teapot', brand: 'Acme' }, true],
  [{ currency: 'USD' }, false],
  [{ regular_amount: 21 }, false],
  [{ final_amount: 11 }, false],
  [{ in_stock: false }, false],
  [{ stock_quantity: 0 }, false],
] as const)
  test(`another ${Object.keys(change)} is ${isSame ? 'not ' : ''}a change of price or stock`, () => {
    const [before, after] = [product, { ...product, ...change }].map((each) => pricesOf(JSON.stringify(each)));
    assert.equal(isSamePrice(before!, after!), isSame);
  });

test('a state from before the recorded history has no time', () => {
  assert.deepEqual([stateTime_ms(0), stateTime_ms(5)], [null, 5]);
});

test('a change of price is recorded, the first one together with the state before it', () => {
  const at = (final_amount: number) => JSON.stringify({ ...product, final_amount });
  const record = (versions: number[], old?: number, last?: number) =>
    [
      ...recordedStates(versions.map(at), {
        old: old === undefined ? undefined : { data: at(old), added_at_ms: 1 },
        last: last === undefined ? undefined : pricesOf(at(last)),
        now_ms: 5,
      }),
    ].map(([at_ms, { final_amount }]) => [at_ms, final_amount]);
  assert.deepEqual(record([10]), [], 'a new product has no history');
  assert.deepEqual(record([10], 10), [], 'the same price');
  assert.deepEqual(record([11], 10), [
    [1, 10],
    [5, 11],
  ]);
  assert.deepEqual(record([11], 10, 10), [[5, 11]], 'the state before is recorded already');
  assert.deepEqual(record([10], undefined, 10), [], 'a product returns with its last price');
  assert.deepEqual(record([11], undefined, 10), [[5, 11]]);
  assert.deepEqual(record([10, 11]), [[5, 11]], 'a product that is new in the batch changes in it');
  assert.deepEqual(record([11, 10], 10), [
    [1, 10],
    [5, 10],
  ]);
});
