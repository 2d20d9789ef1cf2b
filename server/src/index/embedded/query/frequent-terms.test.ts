// The weights of a frequent term are stored by document. Scoring must not tell.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../../test/support/properties.ts';
import { docsOf, forEachPosting, type Postings, PostingsReader, postingsIn } from '../format/posting-lists.ts';
import { PostingsWriter } from '../format/postings-writer.ts';
import { type PostingWindow, ScoreAccumulators } from './score-accumulators.ts';

const POINTS = Int32Array.from({ length: 256 }, (_, weight) => 10 * weight);
const KNOWN = 7;

/** By document; 0 for documents without the term. Few have high weights. */
const anyWeights = fc
  .array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 255 })), {
    minLength: 300,
    maxLength: 500,
  })
  .filter((weights) => weights.filter((weight) => weight > 0).length > 100);

function frequentList(weights: readonly number[]): { postings: Postings; docs: number[] } {
  const docs = [...weights.keys()].filter((doc) => weights[doc]! > 0);
  const writer = new PostingsWriter(weights.length);
  writer.append(
    Uint32Array.from(docs),
    Uint8Array.from(docs, (doc) => weights[doc]!),
    0,
    docs.length,
  );
  const postings = new PostingsReader(writer.sections(), weights.length).read({ first: 0, count: docs.length });
  assert.ok(postings.dense);
  return { postings, docs };
}

const windowOf = (postings: Postings, tracksSeen = false): PostingWindow => ({
  ...postings,
  ...postingsIn(postings, 0),
  ...{ window: 0, points: POINTS, tracksSeen },
});

const minWeights = fc.integer({ min: 0, max: 256 });

test('its documents are those with a weight', () => {
  fc.assert(
    fc.property(anyWeights, (weights) => {
      const { postings, docs } = frequentList(weights);
      assert.deepEqual([...docsOf(postings)], docs);
      forEachPosting(postings, (doc, weight) => assert.equal(weight, weights[doc]));
      const { minWeight, lows } = postings.dense!.best;
      assert.deepEqual(
        [...lows],
        docs.filter((doc) => weights[doc]! >= minWeight),
      );
      assert.ok(lows.length <= weights.length / 32);
    }),
  );
});

test('documents without a score are admitted if their weight suffices', () => {
  fc.assert(
    fc.property(anyWeights, minWeights, fc.func(fc.boolean()), (weights, minWeight, isKnown) => {
      const { postings, docs } = frequentList(weights);
      const scores = new ScoreAccumulators();
      for (const doc of docs) if (isKnown(doc)) scores.scores[doc] = KNOWN;
      scores.admit(windowOf(postings), { minWeight, marks: undefined, accepted: 0 });
      const admitted = docs.filter((doc) => weights[doc]! >= minWeight && !isKnown(doc));
      assert.deepEqual([...scores.candidates.subarray(0, scores.count)], admitted);
      for (const doc of admitted) assert.equal(scores.scores[doc], POINTS[weights[doc]!]);
    }),
  );
});

test('candidates and allowed documents score what a scan of all postings gives them', () => {
  fc.assert(
    fc.property(anyWeights, fc.func(fc.boolean()), fc.boolean(), (weights, isCandidate, tracksSeen) => {
      const { postings } = frequentList(weights);
      const candidates = Uint32Array.from([...weights.keys()].filter((doc) => isCandidate(doc)));
      const lookedUp = new ScoreAccumulators();
      const scanned = new ScoreAccumulators();
      for (const scores of [lookedUp, scanned]) {
        scores.candidates.set(candidates);
        scores.count = candidates.length;
        for (const doc of candidates) scores.scores[doc] = KNOWN;
        scores.beginSlot();
      }
      // Twice, as two lists of a slot with the same documents.
      for (let list = 0; list < (tracksSeen ? 2 : 1); list++) {
        lookedUp.addByLookup(windowOf(postings, tracksSeen));
        scanned.addAll(windowOf(postings, tracksSeen), { minWeight: 256, marks: undefined, accepted: 0 });
      }
      assert.deepEqual(lookedUp.scores, scanned.scores);
      const expected = [...weights.keys()].map((doc) => (isCandidate(doc) ? KNOWN + POINTS[weights[doc]!]! : 0));
      assert.deepEqual([...lookedUp.scores.subarray(0, weights.length)], expected);
      const allowed = new ScoreAccumulators();
      allowed.beginSlot();
      allowed.addAllowed(candidates, windowOf(postings, tracksSeen));
      const admitted = [...candidates].filter((doc) => weights[doc]! > 0);
      assert.deepEqual([...allowed.candidates.subarray(0, allowed.count)], admitted);
    }),
  );
});
