// The search of the embedded engine: plan the query, retrieve from the segments, rank.
import type { IndexQuery, IndexResult } from '../../port.ts';
import type { FindSynonyms } from '../../ranking/interpret-query.ts';
import type { Lexicon } from '../../ranking/lexicon.ts';
import { planQuery, type QueryPlan } from '../../ranking/plan-query.ts';
import { rankHits } from '../../ranking/rank-hits.ts';
import type { WordVectors } from '../../ranking/word-vectors.ts';
import { type Allowance, WorkBudget } from '../../work-budget.ts';
import type { Segment } from '../format/segment.ts';
import { IndexRetrieval } from './index-retrieval.ts';
import type { IndexView } from './index-view.ts';
import { Scorer } from './scorer.ts';
import { SegmentFeatures } from './segment-features.ts';
import { viewLexicon } from './view-lexicon.ts';

/** Work units for reporting one alternative of one hit. */
const MATCH_REPORT_COST = 30;
const UNLIMITED: Allowance = { units: Number.POSITIVE_INFINITY };

export class Searcher {
  readonly #budget = new WorkBudget();
  readonly #scorer = new Scorer(this.#budget);
  readonly #features = new WeakMap<Segment, SegmentFeatures>();
  #view: IndexView;
  #lexicon: Lexicon;
  findSynonyms: FindSynonyms = () => [];
  wordVectors: WordVectors | undefined;

  constructor(view: IndexView) {
    this.#view = view;
    this.#lexicon = viewLexicon(view, this.#budget);
  }

  use(view: IndexView): void {
    this.#view = view;
    this.#lexicon = viewLexicon(view, this.#budget);
    // Drops references to documents of segments that may be gone.
    this.#scorer.begin(undefined, 0, view.productNumberAt);
  }

  /** Work units spent by the last search. */
  get spent(): number {
    return this.#budget.spent;
  }

  /** Throws SearchStopped when it exceeds its allowance, or was abandoned. */
  search(query: IndexQuery, allowance: Allowance = UNLIMITED): IndexResult {
    this.#budget.begin(allowance);
    const plan = planQuery(query, this.#lexicon, this.findSynonyms);
    const retrieval = new IndexRetrieval(plan, this.#view, this.#scorer, this.#featuresOf);
    if (query.explain || query.report_matches) this.#budget.spend(reportCost(query, plan, retrieval.hits.length));
    return rankHits(query, plan, retrieval, this.wordVectors);
  }

  readonly #featuresOf = (segment: Segment): SegmentFeatures => {
    let features = this.#features.get(segment);
    if (!features?.uses(this.wordVectors)) {
      features = new SegmentFeatures(segment, this.wordVectors);
      this.#features.set(segment, features);
    }
    return features;
  };
}

function reportCost({ limit }: IndexQuery, { slots, negations }: QueryPlan, hits: number): number {
  const negated = negations.filter((term) => term !== null).length;
  const alternatives = slots.reduce((sum, slot) => sum + slot.alternatives.length, negated);
  return MATCH_REPORT_COST * Math.min(limit, hits) * alternatives;
}
