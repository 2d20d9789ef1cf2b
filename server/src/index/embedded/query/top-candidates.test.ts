// Top-k selection across windows, with many score ties.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../../test/support/properties.ts';
import { kthScoreLowerBound, kthSmallest } from './select-top-k.ts';
import { TopCandidates } from './top-candidates.ts';

const SIZE = 40;

/** Product numbers and scores of several segments. Numbers ascend within a segment. */
const anyCatalogue = fc
  .uniqueArray(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 600 })
  .chain((numbers) =>
    fc.record({
      numbers: fc.constant(numbers),
      cuts: fc.array(fc.nat(numbers.length), { maxLength: 3 }),
      scores: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: numbers.length, maxLength: numbers.length }),
    }),
  )
  .map(({ numbers, cuts, scores }) => {
    const ends = [...new Set([...cuts, numbers.length])].sort((a, b) => a - b);
    const segments = ends.map((end, i) => numbers.slice(ends[i - 1] ?? 0, end).sort((a, b) => a - b));
    return { segments: segments.filter((segment) => segment.length > 0), scores };
  });

/** Collects all windows of all segments, keeping the `wanted` best. */
function topOf({ segments, scores }: { segments: number[][]; scores: number[] }, wanted: number): TopCandidates {
  const numbers = segments.flat();
  const top = new TopCandidates();
  top.reset(wanted, 0, (doc) => numbers[doc]!);
  top.raiseUpperBound(Math.max(1, ...scores));
  let base = 0;
  for (const segment of segments) {
    for (let from = 0; from < segment.length; from += SIZE) {
      const here = scores.slice(base + from, base + Math.min(from + SIZE, segment.length));
      top.beginWindow(segment[from]!);
      top.collect(base + from, Uint32Array.from(here.keys()), here.length, Int32Array.from(here));
    }
    base += segment.length;
  }
  return top;
}

const inOrder = (numbers: number[], scores: number[]) =>
  numbers
    .map((product_no, globalDoc) => ({ globalDoc, score: scores[globalDoc]!, product_no }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.product_no - b.product_no);

const few = fc.integer({ min: 1, max: 12 });

test('ties across windows and segments rank by product number, and none is missing', () => {
  fc.assert(
    fc.property(anyCatalogue, few, fc.constantFrom(1, 1000, 1_000_000), ({ segments, scores }, k, times) => {
      const larger = scores.map((score) => score * times);
      const found = topOf({ segments, scores: larger }, k).select(k, undefined);
      assert.deepEqual(found, inOrder(segments.flat(), larger).slice(0, k));
    }),
  );
});

test('a selection with a test returns the best that pass it', () => {
  fc.assert(
    fc.property(
      anyCatalogue,
      few,
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 2, max: 20 }),
      (given, k, times, n) => {
        const numbers = given.segments.flat();
        const top = topOf(given, times * k);
        const found = top.select(k, (doc) => numbers[doc]! % n === 0);
        const expected = inOrder(numbers, given.scores).filter(({ product_no }) => product_no % n === 0);
        assert.deepEqual(found, expected.slice(0, top.isComplete ? k : found.length));
      },
    ),
  );
});

test('a tie with a higher product number than the last of the top k is excluded', () => {
  const top = new TopCandidates();
  top.reset(5, 0, (doc) => doc + 1);
  top.raiseUpperBound(100);
  top.beginWindow(1);
  top.collect(
    0,
    Uint32Array.from({ length: 50 }, (_, doc) => doc),
    50,
    new Int32Array(50).fill(7),
  );
  assert.equal(top.count, 5);
  top.beginWindow(51);
  assert.equal(top.windowThreshold, 8);
  top.beginWindow(3);
  assert.equal(top.windowThreshold, 7, 'another segment, with lower numbers');
});

test('the buffer grows with the candidates, and a reset empties it', () => {
  const top = new TopCandidates();
  const size = 40_000;
  const docs = Uint32Array.from({ length: size }, (_, doc) => doc);
  top.reset(undefined, 0, (doc) => doc);
  top.raiseUpperBound(size);
  for (let window = 0; window < 4; window++) {
    const scores = Int32Array.from(docs, (doc) => doc + 1);
    top.beginWindow(window * size);
    top.collect(window * size, docs, size, scores);
  }
  assert.equal(top.count, 4 * size);
  const found = top.select(4 * size, undefined);
  const isInPlace = found.every(({ globalDoc, score }, rank) => {
    const expected = size - Math.floor(rank / 4);
    return score === expected && globalDoc === (rank % 4) * size + expected - 1;
  });
  assert.ok(found.length === 4 * size && isInPlace);
  top.reset(undefined, 0, (doc) => doc);
  top.collect(7, Uint32Array.of(1, 0), 2, Int32Array.of(3, 5));
  assert.deepEqual(top.select(5, undefined), [
    { globalDoc: 8, score: 5, product_no: 8 },
    { globalDoc: 7, score: 3, product_no: 7 },
  ]);
});

test('the threshold only rises, and marks the result as incomplete', () => {
  const top = new TopCandidates();
  top.reset(1, 0, (doc) => doc);
  top.raiseUpperBound(100);
  assert.equal(top.isComplete, true);
  top.collect(0, Uint32Array.of(0, 1), 2, Int32Array.of(1, 2));
  assert.deepEqual([top.count, top.isComplete], [2, true], 'the lowest score counts');
  top.raiseThreshold(7);
  top.raiseThreshold(5);
  assert.deepEqual([top.windowThreshold, top.isComplete], [7, false]);
  top.raiseThreshold(9);
  assert.equal(top.windowThreshold, 9);
  top.beginWindow(10);
  assert.equal(top.windowThreshold, 9);
  top.reset(1, 3, (doc) => doc);
  assert.deepEqual([top.windowThreshold, top.count, top.isComplete], [3, 0, false]);
  top.collect(0, Uint32Array.of(0, 1), 2, Int32Array.of(2, 3));
  assert.equal(top.count, 1);
});

test('a candidate below the threshold is not selected: better ones may have been dropped', () => {
  const top = new TopCandidates();
  top.reset(2, 0, (doc) => doc);
  top.raiseUpperBound(100);
  top.collect(0, Uint32Array.of(0, 1), 2, Int32Array.of(1, 9));
  top.raiseThreshold(5);
  top.collect(2, Uint32Array.of(0, 1), 2, Int32Array.of(4, 8));
  const found = top.select(3, undefined).map(({ score }) => score);
  assert.deepEqual(found, [9, 8]);
});

test('the lower bound of the k-th best score is never above it, and prunes well', () => {
  const given = fc
    .constantFrom(3, 1000, 2 ** 28)
    .chain((max) => fc.array(fc.integer({ min: 0, max }), { minLength: 1 }));
  fc.assert(
    fc.property(given, fc.integer({ min: 1, max: 12 }), (all, k) => {
      const scores = Int32Array.from(all);
      const best = all.filter((score) => score > 0).sort((a, b) => b - a);
      const upperBound = 2 * Math.max(...all);
      const bound = kthScoreLowerBound(Uint32Array.from(all.keys()), all.length, scores, upperBound, k);
      if (best.length < k) return assert.equal(bound, 0);
      assert.ok(bound <= best[k - 1]!, `${bound} for ${best[k - 1]}`);
      const reached = best.filter((score) => score >= bound).length;
      assert.ok(reached < 2 * k || bound === best[k - 1], `${reached} scores are not below ${bound}`);
    }),
  );
});

test('the k-th smallest number is selected', () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(numbers, fc.nat(49), (given, at) => {
      const k = at % given.length;
      assert.equal(kthSmallest(Uint32Array.from(given), k + 1), given.toSorted((a, b) => a - b)[k]);
    }),
  );
});
