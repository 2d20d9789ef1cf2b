// Which products get a score in a window, and that the next window begins without any.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from '../../../../../test/support/properties.ts';
import { postingsOf } from '../format/posting-lists.ts';
import { ListSweep, type PartFilter } from './filter/segment-filter.ts';
import { type Stretch, WindowScores } from './score-accumulators.ts';

const SCORE_SCALE = Int32Array.from({ length: 256 }, (_, weight) => 10 * weight);
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
        const stretch = { ...postingsOf(docs, all, 1), window: 0, from, to, points: SCORE_SCALE, isStamped: false };
        scores.open(stretch, { least: wanted, marks, wanted: 1 });
        const isOpened = (i: number) =>
          i >= from && i < to && all[i]! >= wanted && !known(docs[i]!) && (!marks || marks[docs[i]!] === 1);
        const opened = docs.filter((_, i) => isOpened(i));
        assert.deepEqual([...scores.touched.subarray(0, scores.count)], opened);
        for (const [i, doc] of docs.entries()) {
          assert.equal(scores.scores[doc], isOpened(i) ? SCORE_SCALE[all[i]!] : known(doc) ? KNOWN : 0);
        }
      },
    ),
    { numRuns: 200 },
  );
});

const stretchOf = (docs: number[]): Stretch => {
  const entries = postingsOf(docs, new Uint8Array(docs.length).fill(1), 1);
  return { ...entries, window: 0, from: 0, to: docs.length, points: SCORE_SCALE, isStamped: true };
};
const ANY = { least: 0, marks: undefined, wanted: 0 };

test('a word counts once in a product, after however many words', () => {
  const scores = new WindowScores();
  const words = 2 ** 16 + 10;
  for (let word = 0; word < words; word++) {
    scores.nextStamp();
    // Two lists of the word have the product.
    scores.addStamped(stretchOf([3]), ANY);
    scores.addStamped(stretchOf([3]), ANY);
  }
  assert.equal(scores.scores[3], words * SCORE_SCALE[1]!);
});

test('a product that had a word long ago has the next one', () => {
  const scores = new WindowScores();
  scores.nextStamp();
  scores.addStamped(stretchOf([3]), ANY);
  for (let word = 0; word < 2 ** 16 - 1; word++) scores.nextStamp();
  scores.addStamped(stretchOf([3]), ANY);
  assert.equal(scores.scores[3], 2 * SCORE_SCALE[1]!);
});

describe('each window begins without scores', () => {
  const docs = Array.from({ length: 20_000 }, (_, i) => 3 * i);
  const noneOf = (list: number[]): PartFilter => {
    const sweep = new ListSweep(Uint32Array.from(list), false);
    const keep: PartFilter['keep'] = (...given) => sweep.keep(...given);
    return { marks: undefined, candidates: undefined, isWanted: undefined, keep };
  };
  const ways: Record<string, (scores: WindowScores) => void> = {
    'after a few products': (scores) => scores.addAll(stretchOf(docs.slice(0, 10)), ANY),
    'after many products': (scores) => scores.addAll(stretchOf(docs), ANY),
    'after a word that was counted where no other was': (scores) => {
      scores.addAll(stretchOf([1, 2]), ANY);
      scores.addWhereKnown({ ...stretchOf(docs), isStamped: false });
    },
    'after a word of several lists that was counted where no other was': (scores) => {
      scores.addAll(stretchOf([1, 2]), ANY);
      scores.nextStamp();
      scores.addWhereKnown(stretchOf(docs));
    },
    'after a filter that leaves few': (scores) => {
      const few = scores.openOnly(Uint32Array.of(3, 6, 9), 0, noneOf([6]));
      assert.deepEqual([...few], [3, 9]);
      scores.nextStamp();
      scores.addFew(few, stretchOf(docs));
      assert.equal(scores.count, 2);
    },
    'after a filter that refuses a few': (scores) => {
      scores.addAll(stretchOf([3, 6, 9]), ANY);
      scores.keepOnly(0, 0, noneOf([6]));
      assert.deepEqual([...scores.touched.subarray(0, scores.count)], [3, 9]);
    },
    'after a filter that refuses many': (scores) => {
      scores.addAll(stretchOf(docs.slice(0, 1000)), ANY);
      scores.keepOnly(0, 0, noneOf(docs.slice(1, 1000)));
      assert.equal(scores.count, 1);
    },
    'after products that were dropped': (scores) => {
      scores.addAll(stretchOf([3, 6, 9]), ANY);
      scores.addWhereKnown({ ...stretchOf([6]), isStamped: false });
      scores.dropBelow(2 * SCORE_SCALE[1]!);
      assert.deepEqual([...scores.touched.subarray(0, scores.count)], [6]);
    },
  };
  for (const [says, score] of Object.entries(ways)) {
    test(says, () => {
      const scores = new WindowScores();
      score(scores);
      scores.clear();
      assert.deepEqual([scores.count, scores.scores.findIndex((one) => one !== 0)], [0, -1]);
    });
  }
});
