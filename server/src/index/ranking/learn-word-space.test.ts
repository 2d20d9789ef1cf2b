import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../../../../test/support/seeded.ts';
import { learnWordSpace, type Sample } from './learn-word-space.ts';
import { prepareSpace, WordSpace } from './word-space.ts';

const TOPICS = ['rain', 'desk', 'kitchen'];
const WORDS_EACH = 60;
const WORDS_A_PRODUCT = 8;

/** Products with words of one topic each. */
function sampleOf(product_count: number): Sample {
  const random = seeded(1);
  const terms = TOPICS.flatMap((topic) => Array.from({ length: WORDS_EACH }, (_, i) => `${topic}${i}`));
  const products: Set<number>[] = terms.map(() => new Set());
  for (let product = 0; product < product_count; product++) {
    const first = (product % TOPICS.length) * WORDS_EACH;
    for (let i = 0; i < WORDS_A_PRODUCT; i++) products[first + Math.floor(random() * WORDS_EACH)]!.add(product);
  }
  const starts = new Uint32Array(terms.length + 1);
  for (const [i, held] of products.entries()) starts[i + 1] = starts[i]! + held.size;
  const all = Uint32Array.from(products.flatMap((held) => [...held]));
  const idfs = new Float32Array(terms.length).fill(1);
  return { terms, idfs, starts, products: all, weights: new Float32Array(all.length).fill(1), product_count, up_to: 7 };
}

test('words that stand with the same others are near each other, and the rest is not', () => {
  const table = learnWordSpace(sampleOf(900));
  const space = new WordSpace(prepareSpace(table));
  const vectors = table.terms.map((term) => space.direction(space.rowsOf([term])));
  const meanNearness = (isWanted: (a: number, b: number) => boolean) => {
    let [sum, count] = [0, 0];
    for (const [a, one] of vectors.entries()) {
      for (const [b, other] of vectors.entries()) {
        if (a === b || !isWanted(a, b)) continue;
        sum += one.reduce((dot, x, d) => dot + x * other[d]!, 0);
        count++;
      }
    }
    return sum / count;
  };
  const topicOf = (term: number) => Math.floor(term / WORDS_EACH);
  const within = meanNearness((a, b) => topicOf(a) === topicOf(b));
  const across = meanNearness((a, b) => topicOf(a) !== topicOf(b));
  assert.ok(within > 0.05, `within a topic ${within}`);
  assert.ok(Math.abs(across) < 0.01, `across topics ${across}`);
});

test('the same sample always gives the same table', () => {
  const table = learnWordSpace(sampleOf(90));
  assert.deepEqual(learnWordSpace(sampleOf(90)), table);
  assert.equal(table.up_to, 7);
});
