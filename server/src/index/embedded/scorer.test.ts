// The best by their words are those that scoring every product finds, and scores belong to one search.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prunedSearches } from '../../../../test/faults/pruned-searches.ts';
import { seeded } from '../../../../test/support/seeded.ts';
import { measureLengths } from '../ranking/field-lengths.ts';
import { bestByWords } from './best-by-words.ts';
import { compileFilter } from './filter/compile-filter.ts';
import { Scorer } from './scorer.ts';
import { pointsByByte } from './segment/weight-byte.ts';
import { SegmentSet } from './segment-set.ts';
import { IndexView } from './view.ts';
import { WorkBudget } from './work-budget.ts';

// Random seeds: `npm run torture -- --goal 23`.
for (const seed of [1, 2, 3]) {
  test(`pruning never loses a hit, in any order of segments, windows and equal scores (seed ${seed})`, async () => {
    const { figures, broken } = await prunedSearches.run({ count: prunedSearches.ci, random: seeded(seed) });
    assert.deepEqual(broken, []);
    assert.ok(figures.pruned! > 100, `${figures.pruned} searches had more hits than they asked for`);
  });
}

test('a search that fails half-way leaves nothing to the next one', () => {
  const set = new SegmentSet(measureLengths([]));
  set.apply(
    Array.from({ length: 100 }, (_, i) => {
      const data = JSON.stringify({ id: `x${i}`, name: i < 10 ? 'kettle' : 'lamp' });
      return { change_no: i + 1, product_no: i + 1, merchant_id: 7, merchant_name: 'Shop', data };
    }),
  );
  const view = new IndexView(set.segments.map(({ live }) => live));
  const budget = new WorkBudget();
  const scorer = new Scorer(budget);
  const passing = compileFilter([], [], true, budget);
  const failing: typeof passing = (part) => ({
    ...passing(part),
    keep: () => {
      throw new RangeError('no memory is left');
    },
  });
  const count = (term: string, filter = passing) =>
    bestByWords(scorer, view, {
      k: 200,
      words: [{ lists: [{ runs: view.runs(term), points: pointsByByte(1) }] }],
      unwanted: [],
      filter,
      identifiedIn: () => [],
      identified_points: 0,
      onIdentified: () => {},
      without_shortcuts: false,
    }).length;
  assert.equal(count('kettle'), 10);
  assert.throws(() => count('lamp', failing), RangeError);
  assert.equal(count('kettle'), 10);
});
