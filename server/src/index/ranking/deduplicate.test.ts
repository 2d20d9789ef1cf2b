import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deduplicate, type Purchase } from './deduplicate.ts';

type Item = Partial<Purchase> & { key: string };
const about = {
  keyOf: ({ key }: Item) => key,
  purchaseOf: (item: Item): Purchase => ({ currency: 'EUR', amount: 100, out_of_stock: false, ...item }),
};
const others = (count: number): Item[] => Array.from({ length: count }, (_, i) => ({ key: `other ${i}` }));

test('duplicates within the first 100 ranks move behind rank 100, cheapest first', () => {
  const [first, dear, cheap] = [{ key: 'a' }, { key: 'a', amount: 300 }, { key: 'a', amount: 200 }];
  const rest = others(150);
  const { items, duplicates } = deduplicate<Item>([first, dear, ...rest.slice(0, 50), cheap, ...rest.slice(50)], about);
  assert.deepEqual(items, [first, ...rest.slice(0, 99), cheap, dear, ...rest.slice(99)]);
  assert.deepEqual(duplicates, new Set([cheap, dear]));
});

test('a duplicate past the first 100 ranks keeps its position', () => {
  const ranked = [{ key: 'a' }, ...others(120), { key: 'a' }];
  assert.deepEqual(deduplicate<Item>(ranked, about).items, ranked);
});

test('the cheapest duplicate in stock, in the currency of the first, takes its rank', () => {
  const [first, cheap, gone, foreign] = [
    { key: 'a', amount: 100 },
    { key: 'a', amount: 50 },
    { key: 'a', amount: 10, out_of_stock: true },
    { key: 'a', amount: 5, currency: 'JPY' },
  ];
  const { items } = deduplicate<Item>([first, { key: 'b' }, foreign, gone, cheap], about);
  assert.deepEqual(items, [cheap, { key: 'b' }, first, foreign, gone]);
});

test('a duplicate with an unknown price ranks behind known prices, in rank order', () => {
  const [unknown, dear, cheap, free] = [
    { key: 'a', amount: undefined },
    { key: 'a', amount: 200 },
    { key: 'a', amount: 100 },
    { key: 'a', amount: 0 },
  ];
  const also = { key: 'a', amount: undefined };
  const order = (...items: object[]) => deduplicate<Item>(items as Item[], about).items;
  assert.deepEqual(order(unknown, dear), [dear, unknown]);
  assert.deepEqual(order(dear, unknown), [dear, unknown]);
  const sorted = order(unknown, dear, also, cheap, free);
  assert.deepEqual(sorted, [free, cheap, dear, unknown, also]);
  assert.ok(sorted[3] === unknown && sorted[4] === also, 'equal duplicates keep their order');
  const gone = { key: 'a', amount: 1, out_of_stock: true };
  assert.deepEqual(order(gone, unknown), [unknown, gone], 'what can be bought comes first, whatever it costs');
});

test('if the first duplicate has no currency, prices without a currency are compared', () => {
  const [first, cheap, foreign] = [
    { key: 'a', amount: 100, currency: undefined },
    { key: 'a', amount: 50, currency: undefined },
    { key: 'a', amount: 5, currency: 'JPY' },
  ];
  assert.deepEqual(deduplicate([first, foreign, cheap] as Item[], about).items, [cheap, first, foreign]);
});

test('exactly the first 100 ranks are free of duplicates', () => {
  const duplicate = { key: 'other 0', amount: 200 };
  const placed = (before: number) =>
    deduplicate<Item>([...others(before), duplicate, ...others(150).slice(before)], about).items;
  assert.equal(placed(99).indexOf(duplicate), 100, 'a duplicate at rank 100 makes way');
  assert.equal(placed(100).indexOf(duplicate), 100, 'a duplicate at rank 101 stays');
  assert.equal(placed(120).indexOf(duplicate), 120);
});

test('with fewer than 100 products, duplicates come last', () => {
  const ranked = [{ key: 'a' }, { key: 'a', amount: 200 }, { key: 'b' }];
  assert.deepEqual(
    deduplicate<Item>(ranked, about).items.map(({ key }) => key),
    ['a', 'b', 'a'],
  );
});
