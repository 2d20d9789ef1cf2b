import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../test/support/properties.ts';
import { DIMENSIONS, type WordSpaceTable } from './learn-word-space.ts';
import { prepareSpace, toUnit, WordSpace } from './word-space.ts';

const WORDS = 40;

/** Words with directions and weights of any kind: some say much in one direction, some a little in all. */
const anyTable = fc
  .tuple(
    fc.int8Array({ minLength: WORDS * DIMENSIONS, maxLength: WORDS * DIMENSIONS }),
    fc.array(fc.float({ min: Math.fround(0.5), max: 14, noNaN: true }), { minLength: WORDS, maxLength: WORDS }),
  )
  .map(([vectors, idfs]): WordSpaceTable => {
    const terms = Array.from({ length: WORDS }, (_, i) => `word${i}`);
    return { terms, vectors, idfs: Float32Array.from(idfs), up_to: 0 };
  });

const anyRows = fc.array(fc.nat(WORDS - 1), { minLength: 1, maxLength: 100 });

/** The sum of the words' directions, each as long as the word tells much. */
function summed({ vectors, idfs }: WordSpaceTable, rows: readonly number[]): Float64Array {
  const sum = new Float64Array(DIMENSIONS);
  for (const row of rows) {
    const unit = toUnit(Float64Array.from(vectors.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS)));
    for (let d = 0; d < DIMENSIONS; d++) sum[d]! += idfs[row]! * unit[d]!;
  }
  return sum;
}

test('however many words a product has, it stands in the direction of their sum', () => {
  fc.assert(
    fc.property(anyTable, anyRows, anyRows, (table, rows, others) => {
      const [space, sum] = [new WordSpace(prepareSpace(table)), summed(table, rows)];
      // Directions that nearly cancel out are as good as none.
      fc.pre(Math.hypot(...sum) > Math.sqrt(rows.length) / 2);
      const [exact, direction, other] = [toUnit(sum), space.direction(rows), space.direction(others)];
      for (let d = 0; d < DIMENSIONS; d++) assert.ok(Math.abs(direction[d]! - exact[d]!) < 0.05);
      const cosine = direction.reduce((dot, value, d) => dot + value * other[d]!, 0);
      assert.ok(Math.abs(space.nearness(rows, other) - cosine) < 1e-9);
    }),
    { numRuns: 60 },
  );
});
