import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { editDistance } from './edit-distance.ts';

/** The textbook definition, without optimisations. */
function countEdits(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const swapped = a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0];
  return Math.min(
    countEdits(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1),
    countEdits(a.slice(1), b) + 1,
    countEdits(a, b.slice(1)) + 1,
    swapped ? countEdits(a.slice(2), b.slice(2)) + 1 : Number.POSITIVE_INFINITY,
  );
}

test('distances up to the limit are exact, and longer ones are reported as above it', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 1, max: 4 }), (a, b, max) => {
      const edits = countEdits(a, b);
      const distance = editDistance(a, b, max);
      if (edits <= max) assert.equal(distance, edits);
      else assert.ok(distance > max, `${distance} for ${edits}`);
    }),
  );
});

test('swapped neighbours are one edit', () => {
  assert.equal(editDistance('lveadabe', 'levadabe', 2), 1);
  assert.equal(editDistance('eltter', 'letter', 2), 1);
  assert.equal(editDistance('lettre', 'letter', 2), 1);
});

test('words of up to 64 letters are compared; longer ones are equal or far apart', () => {
  const long = 'ab'.repeat(32);
  for (const near of [`${long.slice(0, 63)}x`, long.slice(1), `${long.slice(0, 62)}ba`]) {
    assert.equal(editDistance(long, near, 2), 1);
    assert.equal(editDistance(near, long, 2), 1);
  }
  const longer = `${long}a`;
  assert.equal(editDistance(longer, longer, 2), 0);
  for (const [a, b] of [
    [long, longer],
    [longer, long],
  ] as const) {
    assert.ok(editDistance(a, b, 2) > 2);
  }
});
