import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DIMENSIONS, learnWordSpace, type Sample } from './learn-word-space.ts';
import { WordSpace } from './word-space.ts';

/** Two topics: the words of one never stand with those of the other. */
function sampleOf(topics: string[][], products_each: number): Sample {
  const terms = topics.flat();
  const products: number[][] = terms.map(() => []);
  for (let i = 0; i < topics.length * products_each; i++) {
    const topic = topics[i % topics.length]!;
    for (const [n, word] of topic.entries()) if ((i + n) % 3 > 0) products[terms.indexOf(word)]!.push(i);
  }
  const starts = Uint32Array.from([0, ...products.map((_, i) => products.slice(0, i + 1).flat().length)]);
  const all = products.flat();
  return {
    terms,
    starts,
    products: Uint32Array.from(all),
    weights: new Float32Array(all.length).fill(1),
    product_count: topics.length * products_each,
    up_to: 7,
  };
}

const RAIN = ['umbrella', 'raincoat', 'puddle', 'storm'];
const DESK = ['keyboard', 'monitor', 'mouse', 'laptop'];

test('words that stand with the same others are near each other, and the rest is not', () => {
  const table = learnWordSpace(sampleOf([RAIN, DESK], 60));
  const space = new WordSpace(table);
  const rows = space.rowsOf(table.terms);
  const vectorOf = (word: string) => {
    const vector = new Float32Array(DIMENSIONS);
    space.add(vector, rows[table.terms.indexOf(word)]!, 1);
    return vector;
  };
  const cosine = (a: string, b: string) => vectorOf(a).reduce((sum, x, d) => sum + x * vectorOf(b)[d]!, 0);
  for (const word of RAIN.slice(1)) assert.ok(cosine('umbrella', word) > 0.3, word);
  for (const word of DESK) assert.ok(Math.abs(cosine('umbrella', word)) < 0.1, word);
});

test('the same sample always gives the same table', () => {
  const sample = sampleOf([RAIN, DESK], 20);
  assert.deepEqual(learnWordSpace(sample), learnWordSpace(sample));
  assert.equal(learnWordSpace(sample).up_to, 7);
});
