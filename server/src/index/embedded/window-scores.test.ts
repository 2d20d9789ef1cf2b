// Who is opened in a window, whatever their weights are and wherever they stand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../test/support/properties.ts';
import { entriesOf } from './segment/entries.ts';
import { WindowScores } from './window-scores.ts';

const POINTS = Int32Array.from({ length: 256 }, (_, weight) => 10 * weight);
const KNOWN = 7;

test('who has no score yet and enough of a word gets its points, all others keep what they have', () => {
  const weights = fc.uint8Array({ min: 1, minLength: 1, maxLength: 60 });
  const least = fc.oneof(fc.constantFrom(0, 1, 127, 128, 129, 255, 256), fc.integer({ min: 1, max: 255 }));
  const isKnown = fc.func(fc.boolean());
  fc.assert(
    fc.property(
      weights,
      least,
      isKnown,
      fc.nat(3),
      fc.nat(3),
      fc.boolean(),
      (all, wanted, known, from, left, isMarked) => {
        const docs = Array.from(all, (_, i) => 3 * i);
        const to = Math.max(from, all.length - left);
        const scores = new WindowScores();
        for (const doc of docs) if (known(doc)) scores.scores[doc] = KNOWN;
        const marks = isMarked ? Uint8Array.from({ length: 3 * all.length }, (_, place) => place % 2) : undefined;
        const stretch = { ...entriesOf(docs, all, 1), window: 0, from, to, points: POINTS, isStamped: false };
        scores.open(stretch, { least: wanted, marks, wanted: 1 });
        const isOpened = (i: number) =>
          i >= from && i < to && all[i]! >= wanted && !known(docs[i]!) && (!marks || marks[docs[i]!] === 1);
        const opened = docs.filter((_, i) => isOpened(i));
        assert.deepEqual([...scores.touched.subarray(0, scores.count)], opened);
        for (const [i, doc] of docs.entries()) {
          assert.equal(scores.scores[doc], isOpened(i) ? POINTS[all[i]!] : known(doc) ? KNOWN : 0);
        }
      },
    ),
    { numRuns: 200 },
  );
});
