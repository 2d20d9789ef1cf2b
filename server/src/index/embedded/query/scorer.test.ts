// Pruned retrieval finds what exhaustive scoring finds, and a search leaves no scores to the next.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { prunedSearches } from '../../../../../test/faults/pruned-searches.ts';
import { randomCatalogue } from '../../../../../test/support/scored-catalogue.ts';
import { seeded } from '../../../../../test/support/seeded.ts';
import type { ProductChange } from '../../../store/packed-changes.ts';
import { parseFilter } from '../../criteria/parse-filter.ts';
import { measureLengths } from '../../ranking/field-lengths.ts';
import { pointsByWeight } from '../../ranking/quantised-weight.ts';
import { WorkBudget } from '../../work-budget.ts';
import { postingsOf } from '../format/posting-lists.ts';
import { WINDOW, windowCount } from '../format/windows.ts';
import { SegmentSet } from '../writer/segment-set.ts';
import { compileFilter } from './filter/compile-filter.ts';
import { IndexView, type PostingList, type SegmentView } from './index-view.ts';
import { type RetrievalRequest, retrieveCandidates } from './retrieve-candidates.ts';
import { type ScoredSlot, Scorer } from './scorer.ts';

// Random seeds: `npm run torture -- --goal 23`.
for (const seed of [1, 2]) {
  test(`pruning never loses a hit, for any segments, windows and ties (seed ${seed})`, async () => {
    const { figures, violations } = await prunedSearches.run({
      count: prunedSearches.round_size,
      random: seeded(seed),
    });
    assert.deepEqual(violations, []);
    assert.ok(figures.pruned! > 100, `${figures.pruned} searches had more hits than requested`);
  });
}

const change = (product_no: number, name: string): ProductChange => {
  const data = JSON.stringify({ id: `x${product_no}`, name });
  return { change_no: product_no, product_no, merchant_id: 7, merchant_name: 'Shop', data };
};

/** One segment per batch of changes. */
function viewOf(...batches: ProductChange[][]): IndexView {
  const set = new SegmentSet(measureLengths([]));
  for (const batch of batches) set.apply(batch);
  return new IndexView(set.segments.map(({ live }) => live));
}

const between = (first: number, last: number, name: string) =>
  Array.from({ length: last - first + 1 }, (_, i) => change(first + i, name));

const listOf = (view: IndexView, term: string, points = pointsByWeight(1)) => ({
  postingLists: view.postingLists(term),
  points,
});

/** A request without slots. */
const nothing = (budget: WorkBudget): RetrievalRequest => ({
  k: 200,
  slots: [],
  unwanted: [],
  filter: compileFilter(parseFilter([], []), true, budget),
  pinnedIn: () => [],
  pinned_score: 0,
  onPinned: () => {},
  is_exhaustive: false,
});

/** A posting list with the given weights. */
function postingListOf(segmentView: SegmentView, docs: number[], weightOf: (doc: number) => number): PostingList {
  const entries = postingsOf(docs, Uint8Array.from(docs, weightOf), windowCount(segmentView.segment.size));
  return { segmentView, ...entries };
}

const below = (end: number) => [...Array(end).keys()];
const points = (factor: number) => Int32Array.from({ length: 256 }, (_, weight) => factor * weight);

/** Accepts every document; `tested` counts the documents tested per segment. */
function countingFilter(budget: WorkBudget, tested: Map<SegmentView, number>): RetrievalRequest['filter'] {
  const passing = nothing(budget).filter;
  return (segmentView) => ({
    ...passing(segmentView),
    keep: (_docs, from, to) => {
      tested.set(segmentView, (tested.get(segmentView) ?? 0) + to - from);
      return to;
    },
  });
}

test('ties are won by the lowest product numbers across segments', () => {
  const view = viewOf(between(101, 200, 'lamp'), between(1, 50, 'lamp'));
  const budget = new WorkBudget();
  for (const k of [1, 5, 60]) {
    const slots = [{ alternatives: [listOf(view, 'lamp', new Int32Array(256).fill(1000, 1))] }];
    const found = retrieveCandidates(new Scorer(budget), view, { ...nothing(budget), k, slots });
    const expected = [
      ...Array(50)
        .keys()
        .map((i) => i + 1),
      ...Array(100)
        .keys()
        .map((i) => i + 101),
    ];
    assert.deepEqual(
      found.map(({ product_no }) => product_no),
      expected.slice(0, k),
    );
  }
});

test('a document that cannot reach the top k is not tested', () => {
  const view = viewOf(between(1, 1000, 'lamp'), between(1001, 2000, 'lamp'));
  const [first, second] = view.segments as [SegmentView, SegmentView];
  const frequent = { postingLists: [postingListOf(first, below(1000), () => 20)], points: points(1) };
  const rare = { postingLists: [postingListOf(first, below(100), () => 200)], points: points(2) };
  const elsewhere = { postingLists: [postingListOf(second, below(1000), (doc) => doc % 250)], points: points(2) };
  const budget = new WorkBudget();
  const scorer = new Scorer(budget);
  const tested = new Map<SegmentView, number>();
  const query = { ...nothing(budget), k: 10, filter: countingFilter(budget, tested) };
  const found = retrieveCandidates(scorer, view, {
    ...query,
    slots: [frequent, rare, elsewhere].map((list) => ({ alternatives: [list] })),
  });
  assert.equal(tested.get(first), 100, 'the frequent word alone gives too little beside 400 points of the rare one');
  assert.equal(tested.get(second), 4 * 39, 'ten products have 420 points: a weight of 211 or more is needed');
  assert.deepEqual(
    found.map(({ score }) => score),
    [498, 498, 498, 498, 496, 496, 496, 496, 494, 494],
  );
});

test('unwanted terms are subtracted before any document is pruned', () => {
  const view = viewOf(between(1, 100, 'lamp'));
  const [segmentView] = view.segments as [SegmentView];
  const list = (docs: number[], factor: number) => ({
    postingLists: [postingListOf(segmentView, docs, () => 100)],
    points: points(factor),
  });
  const budget = new WorkBudget();
  const found = retrieveCandidates(new Scorer(budget), view, {
    ...nothing(budget),
    k: 4,
    slots: [list(below(20), 10), list(below(100), 5)].map((one) => ({ alternatives: [one] })),
    unwanted: [{ ...list(below(19), 12), isExempt: (_, doc) => doc === 7 }],
  });
  assert.deepEqual(
    found.map(({ product_no, score }) => [product_no, score]),
    [
      [8, 1500],
      [20, 1500],
      [21, 500],
      [22, 500],
    ],
  );
});

test('documents are verified only in segments whose filter requires it', () => {
  const view = viewOf(between(1, 50, 'lamp'), between(51, 100, 'lamp'));
  const budget = new WorkBudget();
  for (const reading of view.segments) {
    const passing = nothing(budget).filter;
    const filter: typeof passing = (segmentView) => ({
      ...passing(segmentView),
      matches: segmentView === reading ? (doc) => doc % 7 === 0 : undefined,
    });
    const slots = [{ alternatives: [listOf(view, 'lamp')] }];
    const found = retrieveCandidates(new Scorer(budget), view, { ...nothing(budget), slots, filter });
    assert.equal(found.length, 58);
  }
});

describe('in a large catalogue', () => {
  const { view } = randomCatalogue(seeded(5), true);
  const segmentView = view.segments[0]!;
  const docs = below(segmentView.segment.size);
  const search = (k: number, alternatives: ScoredSlot['alternatives']) => {
    const budget = new WorkBudget();
    const scorer = new Scorer(budget);
    const tested = new Map<SegmentView, number>();
    const slots = alternatives.map((list) => ({ alternatives: [list] }));
    const found = retrieveCandidates(scorer, view, {
      ...nothing(budget),
      k,
      slots,
      filter: countingFilter(budget, tested),
    });
    return { found, tested: tested.get(segmentView)! };
  };

  test('a sample gives the initial threshold', () => {
    const { found, tested } = search(100, [
      { postingLists: [postingListOf(segmentView, docs, (doc) => doc % 251)], points: points(1) },
    ]);
    assert.ok(found.length === 100 && found.every(({ score }) => score >= 249));
    assert.ok(tested < docs.length / 4, `${tested} of ${docs.length} products were looked at`);
  });

  test('a threshold estimated too high loses no hit', () => {
    // The sample consists of the first 256 of every 16,384 documents.
    const sampled = docs.filter((doc) => doc % 16_384 < 256);
    const best = { postingLists: [postingListOf(segmentView, sampled, () => 200)], points: points(2) };
    const others = { postingLists: [postingListOf(segmentView, docs, () => 50)], points: points(1) };
    const { found } = search(2000, [best, others]);
    const isAlive = (doc: number) => segmentView.live.deletedFlags?.[doc] !== 1;
    const alive = docs.filter(isAlive);
    const expected = [
      ...alive.filter((doc) => doc % 16_384 < 256).map((globalDoc) => ({ globalDoc, score: 450 })),
      ...alive.filter((doc) => doc % 16_384 >= 256).map((globalDoc) => ({ globalDoc, score: 50 })),
    ];
    assert.deepEqual(
      found.map(({ globalDoc, score }) => ({ globalDoc, score })),
      expected.slice(0, 2000),
    );
  });
});

test('pinned documents are found once each, in any window', () => {
  const { view } = randomCatalogue(seeded(5), true);
  const { live, segment } = view.segments[0]!;
  const alive = (doc: number) => live.deletedFlags?.[doc] !== 1;
  const docs = [0, 1, 2, WINDOW - 1, WINDOW, WINDOW + 1, segment.size - 1].filter(alive);
  assert.ok(docs.some((doc) => doc < WINDOW) && docs.some((doc) => doc >= WINDOW));
  const budget = new WorkBudget();
  const scorer = new Scorer(budget);
  const reported: number[] = [];
  const found = retrieveCandidates(scorer, view, {
    ...nothing(budget),
    k: view.maxDoc,
    pinnedIn: (segmentView) => (segmentView.live === live ? docs : []),
    pinned_score: 1000,
    onPinned: (doc) => reported.push(doc),
  });
  assert.deepEqual(
    found.map(({ globalDoc, score }) => ({ globalDoc, score })),
    docs.map((globalDoc) => ({ globalDoc, score: 1000 })),
  );
  assert.deepEqual(reported, docs);
  assert.equal(scorer.top.count, docs.length);
});

test('postings and hits cost work units', () => {
  const view = viewOf([...between(1, 10, 'kettle'), ...between(11, 100, 'lamp')]);
  const budget = new WorkBudget();
  const workOf = (word: string, ...unwanted: string[]) => {
    budget.begin({ units: Number.MAX_SAFE_INTEGER });
    retrieveCandidates(new Scorer(budget), view, {
      ...nothing(budget),
      slots: [{ alternatives: [listOf(view, word)] }],
      unwanted: unwanted.map((term) => ({ ...listOf(view, term), isExempt: () => false })),
    });
    return budget.spent;
  };
  const [few, many] = [workOf('kettle'), workOf('lamp')];
  assert.ok(few >= 20 && many - few >= 160, `ten postings and hits: ${few}, ninety: ${many}`);
  const unwanted = workOf('kettle', 'lamp') - few;
  assert.ok(unwanted >= 90, `ninety unwanted postings: ${unwanted}`);
});

test('a failed search leaves no scores to the next one', () => {
  const view = viewOf([...between(1, 10, 'kettle'), ...between(11, 100, 'lamp')]);
  const budget = new WorkBudget();
  const scorer = new Scorer(budget);
  const passing = nothing(budget).filter;
  const failing: typeof passing = (segmentView) => ({
    ...passing(segmentView),
    keep: () => {
      throw new RangeError('no memory is left');
    },
  });
  const count = (term: string, filter = passing) =>
    retrieveCandidates(scorer, view, { ...nothing(budget), slots: [{ alternatives: [listOf(view, term)] }], filter })
      .length;
  assert.equal(count('kettle'), 10);
  assert.throws(() => count('lamp', failing), RangeError);
  assert.equal(count('kettle'), 10);
});
