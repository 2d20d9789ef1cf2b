import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareProduct, isForeign, MerchantTally, productId, stagedId } from './compare-product.ts';

const merchant = { key: 'acme', name: 'Acme', domain: '', logo_url: '', description: '' };
const stored = { id: 'a', merchant_id: 7, feed: 'f', data: 'kettle' };
const hasSameData = ({ data }: { data: string }) => data === 'kettle';
const compare = (change: object = {}, merchantId: number | undefined = 7) =>
  compareProduct({ ...stored, ...change }, { feed: 'f', merchantId, hasSameData });

test('a product is compared by feed, merchant and data', () => {
  assert.equal(compareProduct<typeof stored>(undefined, { feed: 'f', merchantId: undefined, hasSameData }), 'new');
  assert.equal(compare(), 'same');
  assert.equal(compare({ feed: 'g' }), 'foreign');
  assert.equal(compare({}, 8), 'changed');
  assert.equal(compare({ data: 'teapot' }), 'changed');
  assert.equal(isForeign(undefined, 'f'), false);
});

test('a source id is prefixed with the id of its merchant, or with its key while there is none', () => {
  assert.deepEqual([productId('a', undefined), productId('a', 7), productId('a', 7, true)], ['a', 'a', '7:a']);
  assert.equal(productId('a', undefined, true), undefined);
  assert.equal(stagedId({ id: 'a', merchant, is_source_id: true }, undefined), 'acme\na');
  assert.equal(stagedId({ id: 'a', merchant, is_source_id: true }, 7), '7:a');
  assert.equal(stagedId({ id: 'a', merchant }, undefined), 'a');
});

test('merchants gain new products, lose moved and deleted ones, and count every change', () => {
  const tally = new MerchantTally();
  tally.countWrite(1, undefined);
  tally.countWrite(1, 1);
  tally.countWrite(2, 1);
  tally.countDeletion(3);
  tally.countDeletion(3);
  assert.deepEqual(
    [...tally.counts],
    [
      [1, { added: 0, changed: 3 }],
      [2, { added: 1, changed: 1 }],
      [3, { added: -2, changed: 2 }],
    ],
  );
});
