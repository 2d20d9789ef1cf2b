import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../test/support/properties.ts';
import { DIMENSIONS, type WordVectorTable } from './learn-word-vectors.ts';
import { normalise, packWordVectors, WordVectors } from './word-vectors.ts';

const WORDS = 40;

/** Random vectors and weights: some with one dominant component, some spread over all. */
const anyTable = fc
  .tuple(
    fc.int8Array({ minLength: WORDS * DIMENSIONS, maxLength: WORDS * DIMENSIONS }),
    fc.array(fc.float({ min: Math.fround(0.5), max: 14, noNaN: true }), { minLength: WORDS, maxLength: WORDS }),
  )
  .map(([vectors, idfs]): WordVectorTable => {
    const terms = Array.from({ length: WORDS }, (_, i) => `word${i}`);
    return { terms, vectors, idfs: Float32Array.from(idfs), up_to: 0 };
  });

const anyRows = fc.array(fc.nat(WORDS - 1), { minLength: 1, maxLength: 100 });

/** The sum of the normalised vectors, weighted by idf. */
function summed({ vectors, idfs }: WordVectorTable, rows: readonly number[]): Float64Array {
  const sum = new Float64Array(DIMENSIONS);
  for (const row of rows) {
    const unit = normalise(Float64Array.from(vectors.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS)));
    for (let d = 0; d < DIMENSIONS; d++) sum[d]! += idfs[row]! * unit[d]!;
  }
  return sum;
}

test('the direction of a product is that of the sum of its word vectors', () => {
  fc.assert(
    fc.property(anyTable, anyRows, anyRows, (table, rows, others) => {
      const [vectors, sum] = [new WordVectors(packWordVectors(table)), summed(table, rows)];
      // Vectors that nearly cancel out have no meaningful direction.
      fc.pre(Math.hypot(...sum) > Math.sqrt(rows.length) / 2);
      const [exact, direction, other] = [normalise(sum), vectors.direction(rows), vectors.direction(others)];
      for (let d = 0; d < DIMENSIONS; d++) assert.ok(Math.abs(direction[d]! - exact[d]!) < 0.05);
      const cosine = direction.reduce((dot, value, d) => dot + value * other[d]!, 0);
      assert.ok(Math.abs(vectors.similarity(rows, other) - cosine) < 1e-9);
    }),
    { numRuns: 60 },
  );
});

/** A table of words with the first components of their vectors. */
function tableOf(words: Record<string, number[]>, idfs: number[] = []): WordVectorTable {
  const terms = Object.keys(words);
  const vectors = new Int8Array(terms.length * DIMENSIONS);
  for (const [row, term] of terms.entries()) vectors.set(words[term]!, row * DIMENSIONS);
  return { terms, vectors, idfs: Float32Array.from(terms, (_, i) => idfs[i] ?? 1), up_to: 0 };
}

test('repeating a word does not change the direction, at any vector length', () => {
  for (const vector of [[127, 127, -127, -127], [-127, 127], [127], [-127, -1, 0, 127]]) {
    const vectors = new WordVectors(packWordVectors(tableOf({ rain: vector })));
    const once = vectors.direction([0]);
    for (const count of [1, 31, 32, 33, 64, 65, 100]) {
      const rows = Array.from({ length: count }, () => 0);
      for (const [d, value] of vectors.direction(rows).entries()) assert.ok(Math.abs(value - once[d]!) < 1e-9);
      assert.ok(Math.abs(vectors.similarity(rows, once) - 1) < 1e-9, `${count} times`);
    }
  }
});

test('a word weighs by its idf, whatever the length of its vector', () => {
  const alike = new WordVectors(packWordVectors(tableOf({ rain: [127], sun: [0, 1] })));
  const [rain, sun] = alike.direction([0, 1]);
  assert.ok(Math.abs(rain! - sun!) < 0.01, `${rain} and ${sun}`);
  const vectors = new WordVectors(packWordVectors(tableOf({ rain: [100], the: [0, 100] }, [8, 1])));
  const both = vectors.direction([0, 1]);
  assert.ok(vectors.similarity([0], both) > 0.95);
  assert.ok(vectors.similarity([1], both) < 0.2);
});

test('without words or vectors, direction and similarity are 0', () => {
  const vectors = new WordVectors(packWordVectors(tableOf({ rain: [100], none: [] })));
  const rain = vectors.direction([0]);
  for (const rows of [[], [1], Array.from({ length: 40 }, () => 1)]) {
    assert.ok(vectors.direction(rows).every((value) => value === 0));
    assert.equal(vectors.similarity(rows, rain), 0);
  }
  assert.ok(Math.abs(vectors.similarity([0, 1], rain) - 1) < 1e-9);
});

test('terms are looked up by text, and the filter has no false negatives and few false positives', () => {
  const terms = Array.from({ length: 500 }, (_, i) => `wörd${i}`);
  const vectors = new WordVectors(packWordVectors(tableOf(Object.fromEntries(terms.map((term) => [term, [1]])))));
  assert.deepEqual(vectors.rowsOf(['wörd7', 'sun', 'wörd499']), [7, 499]);
  assert.equal(vectors.rowOf('wörd8'), 8);
  assert.equal(vectors.rowOf('sun'), undefined);
  // The letters are at the start of a longer buffer.
  const mayContain = (term: string) => vectors.mayContain(Buffer.from(`${term}tail`), Buffer.byteLength(term));
  assert.ok(terms.every(mayContain));
  const others = Array.from({ length: 2000 }, (_, i) => `other${i}`);
  assert.ok(others.filter(mayContain).length < 50);
});
