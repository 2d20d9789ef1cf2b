// The best by their words are those that scoring every product finds, and scores belong to one search.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { prunedSearches } from '../../../../../test/faults/pruned-searches.ts';
import { randomCatalogue } from '../../../../../test/support/scored-catalogue.ts';
import { seeded } from '../../../../../test/support/seeded.ts';
import type { ProductChange } from '../../../store/packed-changes.ts';
import { measureLengths } from '../../ranking/field-lengths.ts';
import { postingsOf, WINDOW, windowCount } from '../format/posting-lists.ts';
import { pointsByWeight } from '../format/quantised-weight.ts';
import { SegmentSet } from '../writer/segment-set.ts';
import { compileFilter } from './filter/compile-filter.ts';
import { IndexView, type Part, type Run } from './index-view.ts';
import { type BestAsked, bestByWords } from './retrieve-candidates.ts';
import { type ScoredWord, Scorer } from './scorer.ts';
import { WorkBudget } from './work-budget.ts';

// Random seeds: `npm run torture -- --goal 23`.
for (const seed of [1, 2]) {
  test(`pruning never loses a hit, in any order of segments, windows and equal scores (seed ${seed})`, async () => {
    const { figures, broken } = await prunedSearches.run({ count: prunedSearches.ci, random: seeded(seed) });
    assert.deepEqual(broken, []);
    assert.ok(figures.pruned! > 100, `${figures.pruned} searches had more hits than they asked for`);
  });
}

const change = (product_no: number, name: string): ProductChange => {
  const data = JSON.stringify({ id: `x${product_no}`, name });
  return { change_no: product_no, product_no, merchant_id: 7, merchant_name: 'Shop', data };
};

/** One segment of each batch of changes. */
function viewOf(...batches: ProductChange[][]): IndexView {
  const set = new SegmentSet(measureLengths([]));
  for (const batch of batches) set.apply(batch);
  return new IndexView(set.segments.map(({ live }) => live));
}

const between = (first: number, last: number, name: string) =>
  Array.from({ length: last - first + 1 }, (_, i) => change(first + i, name));

const listOf = (view: IndexView, term: string, points = pointsByWeight(1)) => ({ runs: view.runs(term), points });

/** A search for nothing. */
const nothing = (budget: WorkBudget): BestAsked => ({
  k: 200,
  words: [],
  unwanted: [],
  filter: compileFilter([], [], true, budget),
  identifiedIn: () => [],
  identified_points: 0,
  onIdentified: () => {},
  without_shortcuts: false,
});

/** A posting list: the weights of some docs of a segment. */
function runOf(part: Part, docs: number[], weightOf: (doc: number) => number): Run {
  const entries = postingsOf(docs, Uint8Array.from(docs, weightOf), windowCount(part.segment.size));
  return { part, ...entries };
}

const below = (end: number) => [...Array(end).keys()];
const points = (factor: number) => Int32Array.from({ length: 256 }, (_, weight) => factor * weight);

/** Everything passes; `asked` counts of how many products of each segment the filter is asked. */
function counting(budget: WorkBudget, asked: Map<Part, number>): BestAsked['filter'] {
  const passing = nothing(budget).filter;
  return (part) => ({
    ...passing(part),
    keep: (_places, from, to) => {
      asked.set(part, (asked.get(part) ?? 0) + to - from);
      return to;
    },
  });
}

test('of equal scores the lowest product numbers are found, whichever segment they are in', () => {
  const view = viewOf(between(101, 200, 'lamp'), between(1, 50, 'lamp'));
  const budget = new WorkBudget();
  for (const k of [1, 5, 60]) {
    const words = [{ lists: [listOf(view, 'lamp', new Int32Array(256).fill(1000))] }];
    const found = bestByWords(new Scorer(budget), view, { ...nothing(budget), k, words });
    const expected = [
      ...Array(50)
        .keys()
        .map((i) => i + 1),
      ...Array(100)
        .keys()
        .map((i) => i + 101),
    ];
    assert.deepEqual(
      found.map(({ number }) => number),
      expected.slice(0, k),
    );
  }
});

test('a product that cannot be among the best is not looked at', () => {
  const view = viewOf(between(1, 1000, 'lamp'), between(1001, 2000, 'lamp'));
  const [first, second] = view.parts as [Part, Part];
  const frequent = { runs: [runOf(first, below(1000), () => 20)], points: points(1) };
  const rare = { runs: [runOf(first, below(100), () => 200)], points: points(2) };
  const elsewhere = { runs: [runOf(second, below(1000), (doc) => doc % 250)], points: points(2) };
  const budget = new WorkBudget();
  const scorer = new Scorer(budget);
  const asked = new Map<Part, number>();
  const query = { ...nothing(budget), k: 10, filter: counting(budget, asked) };
  const found = bestByWords(scorer, view, {
    ...query,
    words: [frequent, rare, elsewhere].map((list) => ({ lists: [list] })),
  });
  assert.equal(asked.get(first), 100, 'the frequent word alone gives too little beside 400 points of the rare one');
  assert.equal(asked.get(second), 4 * 39, 'ten products have 420 points: a weight of 211 or more is needed');
  assert.deepEqual(
    found.map(({ score }) => score),
    [498, 498, 498, 498, 496, 496, 496, 496, 494, 494],
  );
});

test('what is unwanted counts before anything is left out', () => {
  const view = viewOf(between(1, 100, 'lamp'));
  const [part] = view.parts as [Part];
  const list = (docs: number[], factor: number) => ({ runs: [runOf(part, docs, () => 100)], points: points(factor) });
  const budget = new WorkBudget();
  const found = bestByWords(new Scorer(budget), view, {
    ...nothing(budget),
    k: 4,
    words: [list(below(20), 10), list(below(100), 5)].map((one) => ({ lists: [one] })),
    unwanted: [{ ...list(below(19), 12), isSpared: (_, doc) => doc === 7 }],
  });
  assert.deepEqual(
    found.map(({ number, score }) => [number, score]),
    [
      [8, 1500],
      [20, 1500],
      [21, 500],
      [22, 500],
    ],
  );
});

test('products are read only in segments whose filter asks for it', () => {
  const view = viewOf(between(1, 50, 'lamp'), between(51, 100, 'lamp'));
  const budget = new WorkBudget();
  for (const reading of view.parts) {
    const passing = nothing(budget).filter;
    const filter: typeof passing = (part) => ({
      ...passing(part),
      isWanted: part === reading ? (doc) => doc % 7 === 0 : undefined,
    });
    const words = [{ lists: [listOf(view, 'lamp')] }];
    const found = bestByWords(new Scorer(budget), view, { ...nothing(budget), words, filter });
    assert.equal(found.length, 58);
  }
});

describe('in a large catalogue', () => {
  const { view } = randomCatalogue(seeded(5), true);
  const part = view.parts[0]!;
  const docs = below(part.segment.size);
  const search = (k: number, lists: ScoredWord['lists']) => {
    const budget = new WorkBudget();
    const scorer = new Scorer(budget);
    const asked = new Map<Part, number>();
    const words = lists.map((list) => ({ lists: [list] }));
    const found = bestByWords(scorer, view, { ...nothing(budget), k, words, filter: counting(budget, asked) });
    return { found, asked: asked.get(part)! };
  };

  test('a sample tells beforehand what it takes to be among the best', () => {
    const { found, asked } = search(100, [{ runs: [runOf(part, docs, (doc) => doc % 251)], points: points(1) }]);
    assert.ok(found.length === 100 && found.every(({ score }) => score >= 249));
    assert.ok(asked < docs.length / 4, `${asked} of ${docs.length} products were looked at`);
  });

  test('a sample of the best alone loses no hit', () => {
    // The sample is taken of the first 256 of every 16,384.
    const sampled = docs.filter((doc) => doc % 16_384 < 256);
    const best = { runs: [runOf(part, sampled, () => 200)], points: points(2) };
    const others = { runs: [runOf(part, docs, () => 50)], points: points(1) };
    const { found } = search(2000, [best, others]);
    const isAlive = (doc: number) => part.live.deletedFlags?.[doc] !== 1;
    const alive = docs.filter(isAlive);
    const expected = [
      ...alive.filter((doc) => doc % 16_384 < 256).map((place) => ({ place, score: 450 })),
      ...alive.filter((doc) => doc % 16_384 >= 256).map((place) => ({ place, score: 50 })),
    ];
    assert.deepEqual(
      found.map(({ place, score }) => ({ place, score })),
      expected.slice(0, 2000),
    );
  });
});

test('identified products are found once each, in whichever window they are', () => {
  const { view } = randomCatalogue(seeded(5), true);
  const { live, segment } = view.parts[0]!;
  const alive = (doc: number) => live.deletedFlags?.[doc] !== 1;
  const docs = [0, 1, 2, WINDOW - 1, WINDOW, WINDOW + 1, segment.size - 1].filter(alive);
  assert.ok(docs.some((doc) => doc < WINDOW) && docs.some((doc) => doc >= WINDOW));
  const budget = new WorkBudget();
  const scorer = new Scorer(budget);
  const told: number[] = [];
  const found = bestByWords(scorer, view, {
    ...nothing(budget),
    k: view.places,
    identifiedIn: (part) => (part.live === live ? docs : []),
    identified_points: 1000,
    onIdentified: (place) => told.push(place),
  });
  assert.deepEqual(
    found.map(({ place, score }) => ({ place, score })),
    docs.map((place) => ({ place, score: 1000 })),
  );
  assert.deepEqual(told, docs);
  assert.equal(scorer.best.count, docs.length);
});

test('each posting that is read is work, and so is each hit', () => {
  const view = viewOf([...between(1, 10, 'kettle'), ...between(11, 100, 'lamp')]);
  const budget = new WorkBudget();
  const workOf = (word: string, ...unwanted: string[]) => {
    budget.begin({ units: Number.MAX_SAFE_INTEGER });
    bestByWords(new Scorer(budget), view, {
      ...nothing(budget),
      words: [{ lists: [listOf(view, word)] }],
      unwanted: unwanted.map((term) => ({ ...listOf(view, term), isSpared: () => false })),
    });
    return budget.spent;
  };
  const [few, many] = [workOf('kettle'), workOf('lamp')];
  assert.ok(few >= 20 && many - few >= 160, `ten postings and hits: ${few}, ninety: ${many}`);
  const unwanted = workOf('kettle', 'lamp') - few;
  assert.ok(unwanted >= 90, `ninety unwanted postings: ${unwanted}`);
});

test('a search that fails half-way leaves nothing to the next one', () => {
  const view = viewOf([...between(1, 10, 'kettle'), ...between(11, 100, 'lamp')]);
  const budget = new WorkBudget();
  const scorer = new Scorer(budget);
  const passing = nothing(budget).filter;
  const failing: typeof passing = (part) => ({
    ...passing(part),
    keep: () => {
      throw new RangeError('no memory is left');
    },
  });
  const count = (term: string, filter = passing) =>
    bestByWords(scorer, view, { ...nothing(budget), words: [{ lists: [listOf(view, term)] }], filter }).length;
  assert.equal(count('kettle'), 10);
  assert.throws(() => count('lamp', failing), RangeError);
  assert.equal(count('kettle'), 10);
});
