import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StageOutcome } from '../catalogue-store.ts';
import { packProducts } from './packed-products.ts';
import { countStaged, repackStaged, stagedContent, stepEnd } from './stage-rows.ts';

const merchant = { key: 'acme', name: 'Acme', domain: '', logo_url: '', description: '' };
const products = packProducts([
  { product: { id: 'a', name: 'Kettle', brand: 'Bosch', product_url: 'https://one.example/a' }, merchant },
  { product: { id: 'b', name: 'Mug', merchant_url: 'https://two.example/' }, merchant, is_source_id: true },
  { product: { id: 'c', name: 'Cup', product_url: 'https://one.example/c' }, merchant: { ...merchant, key: 'other' } },
]);

test('staged rows are applied as they were read', () => {
  const staged = products.rows.map((_, i) => stagedContent(products, i, 'changed'));
  const rows = staged.map(({ about, data }) => ({ about: JSON.parse(about!), data: data! }));
  assert.deepEqual(repackStaged(rows), products);
});

test('a row that the catalogue has already is staged without content', () => {
  assert.deepEqual(stagedContent(products, 0, 'same'), { about: null, data: null });
});

test('each product counts once, with the status of its last row', () => {
  const outcome: StageOutcome = { added: 0, known: 0, unchanged: 0, repeated: 0, refused: [] };
  const counts = (...by: Parameters<typeof countStaged> extends [unknown, ...infer R] ? R : never) => {
    countStaged(outcome, ...by);
    return [outcome.added, outcome.known, outcome.unchanged, outcome.repeated];
  };
  assert.deepEqual(counts('new', undefined), [1, 0, 0, 0]);
  assert.deepEqual(counts('same', undefined), [1, 1, 1, 0]);
  assert.deepEqual(counts('changed', { is_same: true }), [1, 1, 0, 1]);
  assert.deepEqual(counts('same', { is_same: false }), [1, 1, 1, 2]);
  assert.deepEqual(counts('same', { is_same: true }), [1, 1, 1, 3]);
});

test('a step has at most 8 MB of rows, but at least one row', () => {
  const mb = 1024 ** 2;
  const lastOf = (...sizes: number[]) =>
    stepEnd(
      sizes.map((bytes, i) => ({ no: 11 + i, bytes })),
      { after: 10, limit: 2 },
    ).last;
  assert.equal(lastOf(), 10);
  assert.equal(lastOf(5 * mb, 3 * mb), 12);
  assert.equal(lastOf(5 * mb, 3 * mb + 1), 11);
  assert.equal(lastOf(9 * mb, 1), 11);
});

test('the last step is the one that has all rows, if there are fewer than were asked for', () => {
  const isEnd = (sizes: number[], limit: number) =>
    stepEnd(
      sizes.map((bytes, no) => ({ no, bytes })),
      { after: -1, limit },
    ).isEnd;
  assert.deepEqual(
    [isEnd([], 2), isEnd([1], 2), isEnd([1, 1], 2), isEnd([9 * 1024 ** 2, 1], 3)],
    [true, true, false, false],
  );
});
