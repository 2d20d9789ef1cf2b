import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProductWrite } from '../catalogue-store.ts';
import { MerchantDirectory } from './merchant-directory.ts';
import { packProducts } from './packed-products.ts';
import { planUpsert, type StoredDigest } from './plan-upsert.ts';

const fields = { name: 'Acme', domain: '', logo_url: '', description: '' };
const write = (id: string, name: string, by: object = { id: 7 }, is_source_id = false): ProductWrite => ({
  product: { id, name, product_url: `https://${name}.example/` },
  merchant: { ...fields, ...by },
  is_source_id,
});
const digestOf = (data: string) => JSON.parse(data).name;
const stored = (id: string, name: string, change: Partial<StoredDigest> = {}): [string, StoredDigest] => [
  id,
  { id, product_no: 1, merchant_id: 7, feed: 'f', digest: name, added_at_ms: 0, ...change },
];

function plan(products: ProductWrite[], old: [string, StoredDigest | undefined][]) {
  const merchants = new MerchantDirectory([{ id: 7, key: null, fields }], [1_000_000_000, 1_000_000_001]);
  const batch = { feed: 'f', products: packProducts(products), stored: new Map(old), merchants, digestOf };
  return { ...planUpsert(batch), merchants };
}

test('new and changed products are written, unchanged ones are not', () => {
  const { outcome, writes, hosts, tally } = plan(
    [write('a', 'new'), write('b', 'same'), write('c', 'changed')],
    [['a', undefined], stored('b', 'same'), stored('c', 'old')],
  );
  assert.deepEqual(outcome, { inserted: 1, updated: 1, unchanged: 1, refused: [], merchant_ids: [7] });
  assert.deepEqual(
    writes.map(({ id, old, digest }) => [id, old?.digest, digest]),
    [
      ['a', undefined, 'new'],
      ['c', 'old', 'changed'],
    ],
  );
  assert.deepEqual([...hosts], ['new.example', 'changed.example']);
  assert.deepEqual([...tally.counts], [[7, { added: 1, changed: 2 }]]);
});

test('rows of one product are applied in order, and the product is written once', () => {
  const { outcome, writes, changed } = plan(
    [write('a', 'one'), write('b', 'x'), write('a', 'two'), write('a', 'two')],
    [['a', undefined], stored('b', 'old')],
  );
  assert.deepEqual([outcome.inserted, outcome.updated, outcome.unchanged], [1, 2, 1]);
  assert.deepEqual(
    writes.map(({ id, versions }) => [id, versions.map(digestOf)]),
    [
      ['a', ['one', 'two']],
      ['b', ['x']],
    ],
  );
  assert.deepEqual(changed, ['b', 'a'], 'by the last change');
});

test('a product of another feed is refused, and its merchant is neither created nor described', () => {
  const foreign = stored('a', 'x', { feed: 'other' });
  const { outcome, writes, merchants } = plan(
    [write('a', 'y', { key: 'new' }), write('a', 'y', { id: 7, name: 'Renamed' })],
    [foreign],
  );
  assert.deepEqual([outcome.refused, writes, merchants.written.size], [[0, 1], [], 0]);
});

test('a product that moves is counted for both merchants', () => {
  const { outcome, tally } = plan([write('a', 'x', { id: 8 })], [stored('a', 'x')]);
  assert.deepEqual([outcome.updated, outcome.merchant_ids], [1, [8, 7]]);
  assert.deepEqual(tally.counts.get(7), { added: -1, changed: 1 });
});

test('the id of a product may depend on a merchant that its batch creates', () => {
  const rows = [write('a', 'x', { key: 'new' }, true)];
  assert.deepEqual(plan(rows, []).unread, ['1000000000:a']);
  const { outcome, unread, merchants } = plan(rows, [stored('1000000000:a', 'x', { feed: 'other' })]);
  assert.deepEqual([outcome.refused, unread], [[0], []]);
  assert.ok(merchants.written.has(1_000_000_000), 'the id of the product refers to it');
});
