// The sample is taken from live products only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureLengths } from '../ranking/field-lengths.ts';
import { learnWordVectors } from '../ranking/learn-word-vectors.ts';
import { IndexView } from './query/index-view.ts';
import { sampleTrainingData } from './training-sample.ts';
import { SegmentSet } from './writer/segment-set.ts';

const COUNT = 4000;

const nameOf = (product_no: number) =>
  Array.from({ length: 30 }, (_, i) => `word${(product_no * 7 + i * i * 31) % 1500}`).join(' ');

const change = (product_no: number, name: string | null) => ({
  change_no: product_no,
  product_no,
  merchant_id: 1,
  merchant_name: 'Shop',
  data: name === null ? null : JSON.stringify({ id: `p-${product_no}`, name }),
});

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

test('deleted products are not in the sample, and the sample yields word vectors', () => {
  const set = new SegmentSet(measureLengths([]));
  set.apply(numbers(COUNT).map((no) => change(no, nameOf(no))));
  set.apply([change(COUNT + 1, 'one more'), change(COUNT + 2, 'gone again')]);
  set.apply([...numbers(COUNT - 500), COUNT + 2].map((no) => change(no, null)));
  const sample = sampleTrainingData(new IndexView(set.segments.map(({ live }) => live)));
  assert.equal(sample.product_count, 501);
  assert.ok(sample.products.every((product) => product < sample.product_count));
  assert.equal(sample.up_to, COUNT + 1, 'the newest that is there');
  const { vectors } = learnWordVectors(sample);
  assert.ok(
    vectors.some((value) => value !== 0),
    'a table of nothing but zeros says nothing',
  );
});
