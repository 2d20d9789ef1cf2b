// Which documents get a score in a window, and that the next window starts without scores.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from '../../../../../test/support/properties.ts';
import { postingsOf } from '../format/posting-lists.ts';
import { docListFilter, type SegmentFilter } from './filter/segment-filter.ts';
import { type PostingWindow, ScoreAccumulators } from './score-accumulators.ts';

const POINTS = Int32Array.from({ length: 256 }, (_, weight) => 10 * weight);
const KNOWN = 7;

test('a document without a score is admitted if its weight suffices, and other scores stay', () => {
  const weights = fc.uint8Array({ min: 1, minLength: 1, maxLength: 60 });
  const minWeight = fc.oneof(fc.constantFrom(0, 1, 127, 128, 129, 255, 256), fc.integer({ min: 1, max: 255 }));
  const isKnown = fc.func(fc.boolean());
  fc.assert(
    fc.property(
      weights,
      minWeight,
      isKnown,
      fc.nat(3),
      fc.nat(3),
      fc.boolean(),
      (all, wanted, known, from, left, isMarked) => {
        const docs = Array.from(all, (_, i) => 3 * i);
        const to = Math.max(from, all.length - left);
        const scores = new ScoreAccumulators();
        for (const doc of docs) if (known(doc)) scores.scores[doc] = KNOWN;
        const marks = isMarked ? Uint8Array.from({ length: 3 * all.length }, (_, doc) => doc % 2) : undefined;
        const postings = { ...postingsOf(docs, all, 1), window: 0, from, to, points: POINTS, tracksSeen: false };
        scores.admit(postings, { minWeight: wanted, marks, accepted: 1 });
        const isAdmitted = (i: number) =>
          i >= from && i < to && all[i]! >= wanted && !known(docs[i]!) && (!marks || marks[docs[i]!] === 1);
        const admitted = docs.filter((_, i) => isAdmitted(i));
        assert.deepEqual([...scores.candidates.subarray(0, scores.count)], admitted);
        for (const [i, doc] of docs.entries()) {
          assert.equal(scores.scores[doc], isAdmitted(i) ? POINTS[all[i]!] : known(doc) ? KNOWN : 0);
        }
      },
    ),
    { numRuns: 200 },
  );
});

const windowOf = (docs: number[], tracksSeen = false): PostingWindow => {
  const entries = postingsOf(docs, new Uint8Array(docs.length).fill(1), 1);
  return { ...entries, window: 0, from: 0, to: docs.length, points: POINTS, tracksSeen };
};
const ANY = { minWeight: 0, marks: undefined, accepted: 0 };

test('a slot counts once per document, after any number of slots', () => {
  const scores = new ScoreAccumulators();
  const words = 2 ** 16 + 10;
  for (let word = 0; word < words; word++) {
    scores.beginSlot();
    // Two lists of the slot contain the document.
    scores.addAll(windowOf([3], true), ANY);
    scores.addAll(windowOf([3], true), ANY);
  }
  assert.equal(scores.scores[3], words * POINTS[1]!);
});

test('a document seen many slots ago is scored again', () => {
  const scores = new ScoreAccumulators();
  scores.beginSlot();
  scores.addAll(windowOf([3], true), ANY);
  for (let word = 0; word < 2 ** 16 - 1; word++) scores.beginSlot();
  scores.addAll(windowOf([3], true), ANY);
  assert.equal(scores.scores[3], 2 * POINTS[1]!);
});

describe('each window starts without scores', () => {
  const docs = Array.from({ length: 20_000 }, (_, i) => 3 * i);
  const noneOf = (list: number[]): SegmentFilter => {
    const filter = docListFilter(Uint32Array.from(list), false);
    const keep: SegmentFilter['keep'] = (...given) => filter.keep(...given);
    return { marks: undefined, shortlist: undefined, matches: undefined, keep };
  };
  const ways: Record<string, (scores: ScoreAccumulators) => void> = {
    'after a few documents': (scores) => scores.addAll(windowOf(docs.slice(0, 10)), ANY),
    'after many documents': (scores) => scores.addAll(windowOf(docs), ANY),
    'after a filter with a shortlist': (scores) => {
      const allowed = scores.admitOnly(Uint32Array.of(3, 6, 9), 0, noneOf([6]));
      assert.deepEqual([...allowed], [3, 9]);
      scores.beginSlot();
      scores.addAllowed(allowed, windowOf(docs));
      assert.equal(scores.count, 2);
    },
    'after a filter that rejects a few': (scores) => {
      scores.addAll(windowOf([3, 6, 9]), ANY);
      scores.applyFilter(0, 0, noneOf([6]));
      assert.deepEqual([...scores.candidates.subarray(0, scores.count)], [3, 9]);
    },
    'after a filter that rejects many': (scores) => {
      scores.addAll(windowOf(docs.slice(0, 1000)), ANY);
      scores.applyFilter(0, 0, noneOf(docs.slice(1, 1000)));
      assert.equal(scores.count, 1);
    },
    'after dropped candidates': (scores) => {
      scores.addAll(windowOf([3, 6, 9]), ANY);
      scores.addAll(windowOf([6]), ANY);
      scores.dropBelow(2 * POINTS[1]!);
      assert.deepEqual([...scores.candidates.subarray(0, scores.count)], [6]);
    },
  };
  for (const [says, score] of Object.entries(ways)) {
    test(says, () => {
      const scores = new ScoreAccumulators();
      score(scores);
      scores.clear();
      assert.deepEqual([scores.count, scores.scores.findIndex((one) => one !== 0)], [0, -1]);
    });
  }
});
