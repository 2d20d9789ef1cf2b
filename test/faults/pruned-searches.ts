// Goal 23: pruned retrieval finds what exhaustive scoring finds.
import { retrieveCandidates } from '../../server/src/index/embedded/query/retrieve-candidates.ts';
import { Scorer } from '../../server/src/index/embedded/query/scorer.ts';
import type { ScoredDoc } from '../../server/src/index/embedded/query/select-top-k.ts';
import { WorkBudget } from '../../server/src/index/work-budget.ts';
import { allHits, randomCatalogue, randomSearch, requestOf, type ScoredSearch } from '../support/scored-catalogue.ts';
import type { Fault, Outcome, Round } from './fault.ts';

const SEARCHES = 15;
/** One catalogue in this many is larger than a window. */
const LARGE_EVERY = 10;

/** The same documents with the same scores in the same order, and the pinned ones reported. */
const isCorrect = (
  found: ScoredDoc[],
  expected: ScoredDoc[],
  { k, pinned }: ScoredSearch,
  reported: Set<number>,
): boolean =>
  found.length === Math.min(k, expected.length) &&
  found.every(({ globalDoc, score, product_no }, rank) => {
    const hit = expected[rank]!;
    const isSame = globalDoc === hit.globalDoc && score === hit.score && product_no === hit.product_no;
    return isSame && reported.has(globalDoc) === pinned.has(globalDoc);
  });

/** Runs `count` catalogues. One scorer searches all of them, so that leftovers of a search would show. */
async function run({ count, random }: Round): Promise<Outcome> {
  const figures = { catalogues: 0, searches: 0, hits: 0, pruned: 0 };
  const violations: string[] = [];
  const budget = new WorkBudget();
  const scorer = new Scorer(budget);
  for (; figures.catalogues < count && violations.length === 0; figures.catalogues++) {
    const catalogue = randomCatalogue(random, figures.catalogues % LARGE_EVERY === LARGE_EVERY - 1);
    for (let i = 0; i < SEARCHES; i++) {
      const search = randomSearch(random, catalogue);
      const expected = allHits(catalogue, search);
      const pinned = new Set<number>();
      budget.begin({ units: Number.MAX_SAFE_INTEGER });
      const found = retrieveCandidates(
        scorer,
        catalogue.view,
        requestOf(search, budget, (doc) => pinned.add(doc)),
      );
      if (!isCorrect(found, expected, search, pinned) || !Number.isFinite(budget.spent)) {
        const counts = `${found.length} hits, k ${search.k}, ${expected.length} expected, ${budget.spent} units`;
        violations.push(`catalogue ${figures.catalogues}, search ${i}: ${counts}`);
      }
      figures.searches++;
      figures.hits += found.length;
      figures.pruned += Number(expected.length > search.k);
    }
  }
  return { figures, violations };
}

export const prunedSearches: Fault = {
  goal: 23,
  promise: 'pruning never loses a hit',
  round_size: 30,
  torture_size: 3000,
  run,
};
