import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../../../../test/support/seeded.ts';
import { DIMENSIONS, learnWordVectors, type TrainingSample } from './learn-word-vectors.ts';
import { packWordVectors, WordVectors } from './word-vectors.ts';

const TOPICS = ['rain', 'desk', 'kitchen'];
const WORDS_EACH = 60;
const WORDS_A_PRODUCT = 8;

/** Products with words of one topic each. */
function sampleOf(product_count: number): TrainingSample {
  const random = seeded(1);
  const terms = TOPICS.flatMap((topic) => Array.from({ length: WORDS_EACH }, (_, i) => `${topic}${i}`));
  const products: Set<number>[] = terms.map(() => new Set());
  for (let product = 0; product < product_count; product++) {
    const first = (product % TOPICS.length) * WORDS_EACH;
    for (let i = 0; i < WORDS_A_PRODUCT; i++) products[first + Math.floor(random() * WORDS_EACH)]!.add(product);
  }
  const starts = new Uint32Array(terms.length + 1);
  for (const [i, withTerm] of products.entries()) starts[i + 1] = starts[i]! + withTerm.size;
  const all = Uint32Array.from(products.flatMap((withTerm) => [...withTerm]));
  const idfs = new Float32Array(terms.length).fill(1);
  return { terms, idfs, starts, products: all, weights: new Float32Array(all.length).fill(1), product_count, up_to: 7 };
}

test('words with the same context are similar, and others are not', () => {
  const table = learnWordVectors(sampleOf(900));
  const vectors = new WordVectors(packWordVectors(table));
  const directions = table.terms.map((term) => vectors.direction(vectors.rowsOf([term])));
  const meanNearness = (isWanted: (a: number, b: number) => boolean) => {
    let [sum, count] = [0, 0];
    for (const [a, one] of directions.entries()) {
      for (const [b, other] of directions.entries()) {
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
  const table = learnWordVectors(sampleOf(90));
  assert.deepEqual(learnWordVectors(sampleOf(90)), table);
  assert.equal(table.up_to, 7);
});

/** Products as rows of term counts. */
function sampleFrom(counts: readonly (readonly number[])[]): TrainingSample {
  const terms = counts[0]!.map((_, term) => `term${term}`);
  const entries = terms.map((_, term) =>
    counts.flatMap((row, product) => (row[term]! > 0 ? [{ product, weight: row[term]! }] : [])),
  );
  const starts = new Uint32Array(terms.length + 1);
  for (const [term, { length }] of entries.entries()) starts[term + 1] = starts[term]! + length;
  const all = entries.flat();
  return {
    terms,
    idfs: new Float32Array(terms.length).fill(1),
    starts,
    products: Uint32Array.from(all, ({ product }) => product),
    weights: Float32Array.from(all, ({ weight }) => weight),
    product_count: counts.length,
    up_to: 1,
  };
}

type Matrix = number[][];
const multiply = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => b[0]!.map((_, j) => row.reduce((sum, value, k) => sum + value * b[k]![j]!, 0)));

/**
 * Square root of a positive semidefinite matrix by Newton-Schulz iteration, independent of the eigensolver under test.
 */
function squareRoot(matrix: Matrix): Matrix {
  const norm = Math.hypot(...matrix.flat());
  const map = (of: Matrix, to: (value: number, isDiagonal: boolean) => number) =>
    of.map((row, i) => row.map((value, j) => to(value, i === j)));
  let [root, inverse] = [map(matrix, (value) => value / norm), map(matrix, (_, isDiagonal) => Number(isDiagonal))];
  for (let step = 0; step < 40; step++) {
    const half = map(multiply(inverse, root), (value, isDiagonal) => (isDiagonal ? 1.5 : 0) - value / 2);
    [root, inverse] = [multiply(root, half), multiply(half, inverse)];
  }
  return root;
}

/** Expected similarity of two terms: from the square root of the tf-idf co-occurrence matrix. */
function nearnessByDefinition(counts: readonly (readonly number[])[]): (a: number, b: number) => number {
  const terms = counts[0]!.map((_, term) => term);
  const idfs = terms.map((term) => Math.log(1 + counts.length / (counts.filter((row) => row[term]! > 0).length + 1)));
  const rows = counts.map((row) => {
    const weighed = row.map((count, term) => count * idfs[term]!);
    const length = Math.hypot(...weighed) || 1;
    return weighed.map((weight) => weight / length);
  });
  const root = squareRoot(terms.map((a) => terms.map((b) => rows.reduce((sum, row) => sum + row[a]! * row[b]!, 0))));
  return (a, b) => root[a]![b]! / Math.sqrt(root[a]![a]! * root[b]![b]!);
}

for (const product_count of [2, 6, 40]) {
  test(`with few words and ${product_count} products, similarity equals its definition`, () => {
    const random = seeded(product_count);
    const count = () => (random() < 0.4 ? 1 + Math.floor(random() * 3) : 0);
    // The first product has only two of the words; the last two words always occur together with others.
    const counts = Array.from({ length: product_count }, (_, product) =>
      Array.from({ length: 9 }, (_, term) => (product === 0 ? Number(term < 2) : count())),
    ).map((row) => [...row, row[0]!, 2 * row[1]!]);
    const vectors = new WordVectors(
      packWordVectors(learnWordVectors(sampleFrom([...counts, counts[0]!.map(() => 0)]))),
    );
    const nearness = nearnessByDefinition([...counts, counts[0]!.map(() => 0)]);
    const terms = counts[0]!.flatMap((_, term) => (counts.some((row) => row[term]! > 0) ? [term] : []));
    for (const a of terms) {
      for (const b of terms) {
        const learned = vectors.similarity([a], vectors.direction([b]));
        assert.ok(Math.abs(learned - nearness(a, b)) < 0.02, `${a} and ${b}: ${learned}, not ${nearness(a, b)}`);
      }
    }
  });
}

test('words that never occur together have orthogonal vectors, up to the number of dimensions', () => {
  const words = Array.from({ length: DIMENSIONS }, (_, word) => word);
  // One product has the first word, two the second, and so on: the singular values differ.
  const counts = words.flatMap((word) =>
    Array.from({ length: word + 1 }, () => words.map((other) => Number(other === word))),
  );
  const vectors = new WordVectors(packWordVectors(learnWordVectors(sampleFrom(counts))));
  for (const a of words) {
    for (const b of words) {
      const nearness = vectors.similarity([a], vectors.direction([b]));
      assert.ok(Math.abs(nearness - Number(a === b)) < 0.02, `${a} and ${b}: ${nearness}`);
    }
  }
});
