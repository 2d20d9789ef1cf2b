// What is learned from is one catalogue, also when products come and go while it is gathered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureLengths } from '../ranking/field-lengths.ts';
import { learnWordSpace } from '../ranking/learn-word-space.ts';
import { MemoryIndex } from './memory-index.ts';
import { sampleWords } from './sample-words.ts';

const COUNT = 4000;

/** Each product has a few of many words, so that gathering them takes several slices. */
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

test('products that go while the words are gathered leave a table that tells words apart', async () => {
  const index = new MemoryIndex(measureLengths([]));
  index.apply(numbers(COUNT).map((no) => change(no, nameOf(no))));
  const gathered = sampleWords(index);
  index.apply(numbers(COUNT - 500).map((no) => change(no, null)));
  index.apply([change(COUNT + 1, 'one more')]);
  const sample = await gathered;
  assert.ok(sample.products.every((product) => product < sample.product_count));
  assert.equal(sample.up_to, COUNT, 'what came meanwhile is still to be learned');
  const { vectors } = learnWordSpace(sample);
  assert.ok(
    vectors.some((value) => value !== 0),
    'a table of nothing but zeros says nothing',
  );
});
