// The best of many windows, however many have as much as the last of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../../test/support/properties.ts';
import { leastOfBest, smallestOf } from './select-top-k.ts';
import { BestSoFar } from './top-candidates.ts';

const SIZE = 40;

/** Products of several segments: in each their numbers go up, and every window holds some of them. */
const segments = fc
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
    const parts = ends.map((end, i) => numbers.slice(ends[i - 1] ?? 0, end).sort((a, b) => a - b));
    return { parts: parts.filter((part) => part.length > 0), scores };
  });

/** All windows of all segments are taken, `wanted` of them as the best. */
function bestOf({ parts, scores }: { parts: number[][]; scores: number[] }, wanted: number): BestSoFar {
  const numbers = parts.flat();
  const best = new BestSoFar();
  best.clear(wanted, 0, (place) => numbers[place]!);
  best.raiseMost(Math.max(1, ...scores));
  let base = 0;
  for (const part of parts) {
    for (let from = 0; from < part.length; from += SIZE) {
      const here = scores.slice(base + from, base + Math.min(from + SIZE, part.length));
      best.beginWindow(part[from]!);
      best.take(base + from, Uint32Array.from(here.keys()), here.length, Int32Array.from(here));
    }
    base += part.length;
  }
  return best;
}

const inOrder = (numbers: number[], scores: number[]) =>
  numbers
    .map((number, place) => ({ place, score: scores[place]!, number }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.number - b.number);

const few = fc.integer({ min: 1, max: 12 });

test('equals of many windows and segments are told apart by their numbers, and none is missing', () => {
  fc.assert(
    fc.property(segments, few, fc.constantFrom(1, 1000, 1_000_000), ({ parts, scores }, k, times) => {
      const larger = scores.map((score) => score * times);
      const found = bestOf({ parts, scores: larger }, k).select(k, undefined);
      assert.deepEqual(found, inOrder(parts.flat(), larger).slice(0, k));
    }),
  );
});

test('those that pass a test are the best that do, be they enough or not', () => {
  fc.assert(
    fc.property(
      segments,
      few,
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 2, max: 20 }),
      (given, k, times, n) => {
        const numbers = given.parts.flat();
        const best = bestOf(given, times * k);
        const found = best.select(k, (place) => numbers[place]! % n === 0);
        const expected = inOrder(numbers, given.scores).filter(({ number }) => number % n === 0);
        assert.deepEqual(found, expected.slice(0, best.isComplete ? k : found.length));
      },
    ),
  );
});

test('whoever has as much as the last of the best, and a higher number, is not looked at any more', () => {
  const best = new BestSoFar();
  best.clear(5, 0, (place) => place + 1);
  best.raiseMost(100);
  best.beginWindow(1);
  best.take(
    0,
    Uint32Array.from({ length: 50 }, (_, place) => place),
    50,
    new Int32Array(50).fill(7),
  );
  assert.equal(best.count, 5);
  best.beginWindow(51);
  assert.equal(best.leastHere, 8);
  best.beginWindow(3);
  assert.equal(best.leastHere, 7, 'another segment, with lower numbers');
});

test('more candidates than there is room for are all kept, and the next search has its own', () => {
  const best = new BestSoFar();
  const size = 40_000;
  const places = Uint32Array.from({ length: size }, (_, place) => place);
  best.clear(undefined, 0, (place) => place);
  best.raiseMost(size);
  for (let window = 0; window < 4; window++) {
    const scores = Int32Array.from(places, (place) => place + 1);
    best.beginWindow(window * size);
    best.take(window * size, places, size, scores);
  }
  assert.equal(best.count, 4 * size);
  const found = best.select(4 * size, undefined);
  const isInPlace = found.every(({ place, score }, rank) => {
    const expected = size - Math.floor(rank / 4);
    return score === expected && place === (rank % 4) * size + expected - 1;
  });
  assert.ok(found.length === 4 * size && isInPlace);
  best.clear(undefined, 0, (place) => place);
  best.take(7, Uint32Array.of(1, 0), 2, Int32Array.of(3, 5));
  assert.deepEqual(best.select(5, undefined), [
    { place: 8, score: 5, number: 8 },
    { place: 7, score: 3, number: 7 },
  ]);
});

test('what it takes to be among the best only goes up, and says that some were left out', () => {
  const best = new BestSoFar();
  best.clear(1, 0, (place) => place);
  best.raiseMost(100);
  assert.equal(best.isComplete, true);
  best.take(0, Uint32Array.of(0, 1), 2, Int32Array.of(1, 2));
  assert.deepEqual([best.count, best.isComplete], [2, true], 'the least score counts');
  best.raiseLeast(7);
  best.raiseLeast(5);
  assert.deepEqual([best.leastHere, best.isComplete], [7, false]);
  best.raiseLeast(9);
  assert.equal(best.leastHere, 9);
  best.beginWindow(10);
  assert.equal(best.leastHere, 9);
  best.clear(1, 3, (place) => place);
  assert.deepEqual([best.leastHere, best.count, best.isComplete], [3, 0, false]);
  best.take(0, Uint32Array.of(0, 1), 2, Int32Array.of(2, 3));
  assert.equal(best.count, 1);
});

test('the lower bound of the k-th best score is never above it, and leaves few others', () => {
  const given = fc
    .constantFrom(3, 1000, 2 ** 28)
    .chain((max) => fc.array(fc.integer({ min: 0, max }), { minLength: 1 }));
  fc.assert(
    fc.property(given, fc.integer({ min: 1, max: 12 }), (all, k) => {
      const scores = Int32Array.from(all);
      const best = all.filter((score) => score > 0).sort((a, b) => b - a);
      const most = 2 * Math.max(...all);
      const least = leastOfBest(Uint32Array.from(all.keys()), all.length, scores, most, k);
      if (best.length < k) return assert.equal(least, 0);
      assert.ok(least <= best[k - 1]!, `${least} for ${best[k - 1]}`);
      const reached = best.filter((score) => score >= least).length;
      assert.ok(reached < 2 * k || least === best[k - 1], `${reached} scores are not below ${least}`);
    }),
  );
});

test('the k-th smallest of any numbers', () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(numbers, fc.nat(49), (given, at) => {
      const k = at % given.length;
      assert.equal(smallestOf(Uint32Array.from(given), k + 1), given.toSorted((a, b) => a - b)[k]);
    }),
  );
});
