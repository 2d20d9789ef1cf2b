// Retrieves the documents of a plan from the segments of an index view.

import { memoise } from '../../memoise.ts';
import type { Purchase } from '../../ranking/deduplicate.ts';
import { identitiesOf, nameIdentity } from '../../ranking/identities.ts';
import type { PlannedAlternative, PlannedUnwanted, QueryPlan } from '../../ranking/plan-query.ts';
import { type ProductFeatures, QueryTerms } from '../../ranking/product-features.ts';
import { PINNED_SCORE, type Retrieval } from '../../ranking/retrieval.ts';
import { MAX_EXACT_NAMES } from '../../ranking/weights.ts';
import type { WorkBudget } from '../../work-budget.ts';
import type { Segment } from '../format/segment.ts';
import { compileFilter } from './filter/compile-filter.ts';
import {
  type IndexView,
  intersect,
  type PostingList,
  postingListIn,
  type SegmentView,
  weightAt,
} from './index-view.ts';
import { retrieveCandidates } from './retrieve-candidates.ts';
import type { Scorer, UnwantedTerm } from './scorer.ts';
import type { SegmentFeatures } from './segment-features.ts';
import type { ScoredDoc } from './select-top-k.ts';
import { NAME_COST, phrasePostings } from './view-lexicon.ts';

/** Work units for reading the identifiers or the name of a document. */
const IDENTIFIER_COST = 3000;

export class IndexRetrieval implements Retrieval<ScoredDoc> {
  readonly hits: readonly ScoredDoc[];
  readonly #plan: QueryPlan;
  readonly #view: IndexView;
  readonly #budget: WorkBudget;
  readonly #featuresOf: (segment: Segment) => SegmentFeatures;
  /** By slot and alternative. */
  readonly #postingLists: readonly PostingList[][][];
  readonly #unwanted: readonly UnwantedTerm[];
  /** By slot. */
  readonly #negations: readonly PostingList[][];
  /** Global document ids. */
  readonly #pinned = new Set<number>();
  readonly #identified = new Set<number>();
  readonly #queryTerms = new Map<SegmentView, QueryTerms>();

  constructor(plan: QueryPlan, view: IndexView, scorer: Scorer, featuresOf: (segment: Segment) => SegmentFeatures) {
    this.#plan = plan;
    this.#view = view;
    this.#budget = scorer.budget;
    this.#featuresOf = featuresOf;
    this.#postingLists = plan.slots.map(({ alternatives }) => alternatives.map((each) => this.#postingListsOf(each)));
    this.#unwanted = plan.unwanted.map((each) => this.#unwantedTerm(each));
    this.#negations = plan.negations.map((term) => (term === null ? [] : view.postingLists(term)));
    const is_exhaustive = plan.without.has('shortcuts');
    const slots = plan.slots.map(({ alternatives }, s) => ({
      alternatives: alternatives.map(({ points }, a) => ({ points, postingLists: this.#postingLists[s]![a]! })),
    }));
    this.hits = retrieveCandidates(scorer, view, {
      k: plan.k,
      slots: slots.filter(({ alternatives }) => alternatives.length > 0),
      unwanted: this.#unwanted,
      filter: compileFilter(plan.filter, !is_exhaustive, this.#budget),
      pinnedIn: (segmentView) => this.#pinnedIn(segmentView),
      pinned_score: PINNED_SCORE,
      onPinned: (globalDoc) => this.#pinned.add(globalDoc),
      is_exhaustive,
    });
  }

  isPinned({ globalDoc }: ScoredDoc): boolean {
    return this.#pinned.has(globalDoc);
  }

  isIdentified({ globalDoc }: ScoredDoc): boolean {
    return this.#identified.has(globalDoc);
  }

  weight({ globalDoc }: ScoredDoc, slot: number, alternative: number): number {
    const segmentView = this.#view.segmentViewOf(globalDoc);
    return weightAt(this.#postingLists[slot]![alternative]!, segmentView, globalDoc - segmentView.base);
  }

  unwantedWeight({ globalDoc }: ScoredDoc, unwanted: number): number {
    const { postingLists, isExempt } = this.#unwanted[unwanted]!;
    const segmentView = this.#view.segmentViewOf(globalDoc);
    const doc = globalDoc - segmentView.base;
    return isExempt(segmentView, doc) ? 0 : weightAt(postingLists, segmentView, doc);
  }

  isNegated({ globalDoc }: ScoredDoc, slot: number): boolean {
    const segmentView = this.#view.segmentViewOf(globalDoc);
    return weightAt(this.#negations[slot]!, segmentView, globalDoc - segmentView.base) > 0;
  }

  features({ globalDoc }: ScoredDoc): ProductFeatures {
    const segmentView = this.#view.segmentViewOf(globalDoc);
    const { segment, base } = segmentView;
    const queryTerms = memoise(
      this.#queryTerms,
      segmentView,
      this.#view.segments.length,
      () => new QueryTerms(this.#plan, (term) => segment.find(term)?.number),
    );
    return this.#featuresOf(segment).of(globalDoc - base, queryTerms);
  }

  duplicateKey({ globalDoc }: ScoredDoc): string | number {
    const { segment, base } = this.#view.segmentViewOf(globalDoc);
    return this.#featuresOf(segment).duplicateKey(globalDoc - base);
  }

  purchase({ globalDoc }: ScoredDoc): Purchase {
    const { segment, base } = this.#view.segmentViewOf(globalDoc);
    return this.#featuresOf(segment).purchase(globalDoc - base);
  }

  /** The parts of a split word must be adjacent in the name; other terms may be anywhere. */
  #postingListsOf({ terms, why }: PlannedAlternative): PostingList[] {
    if (terms.length === 1) return this.#view.postingLists(terms[0]!);
    const noLimit = Number.POSITIVE_INFINITY;
    this.#budget.spend(NAME_COST * Math.min(...terms.map((term) => this.#view.documentFrequency(term))));
    return this.#view.segments.flatMap((segmentView) => {
      if (why === 'split') return phrasePostings(segmentView, terms[0]!, terms[1]!, noLimit) ?? [];
      const postingLists = terms.flatMap((term) => postingListIn(segmentView, term) ?? []);
      return postingLists.length < terms.length ? [] : (intersect(postingLists, () => true, noLimit) ?? []);
    });
  }

  #unwantedTerm({ term, negation, points }: PlannedUnwanted): UnwantedTerm {
    const negations = this.#view.postingLists(negation);
    return {
      postingLists: this.#view.postingLists(term),
      points,
      isExempt: (segmentView, doc) => weightAt(negations, segmentView, doc) > 0,
    };
  }

  #pinnedIn(segmentView: SegmentView): number[] {
    const identified = this.#identifiedIn(segmentView);
    for (const doc of identified) this.#identified.add(segmentView.base + doc);
    return [...new Set([...identified, ...this.#namedIn(segmentView)])];
  }

  /** Documents whose model number, SKU or barcode is in the query, and that match its other words. */
  #identifiedIn(segmentView: SegmentView): Set<number> {
    const identified = new Set<number>();
    for (const { identities, otherSlots } of this.#plan.identifiers) {
      for (const doc of docsIdentifiedBy(segmentView.segment, identities, this.#budget)) {
        const matches = (slot: number) =>
          this.#postingLists[slot]!.some((postingLists) => weightAt(postingLists, segmentView, doc) > 0);
        if (otherSlots.every(matches)) identified.add(doc);
      }
    }
    return identified;
  }

  /** Documents whose name equals the query. */
  #namedIn({ segment }: SegmentView): number[] {
    const { name } = this.#plan;
    if (name.length === 0) return [];
    const limit = Math.ceil(MAX_EXACT_NAMES / this.#view.segments.length);
    const expected = name.map((term) => segment.find(term)?.number).join(' ');
    return segment.docsOfIdentity(nameIdentity(name), limit).filter((doc) => {
      this.#budget.spend(IDENTIFIER_COST);
      return segment.nameTerms(doc).join(' ') === expected;
    });
  }
}

/** Documents with one of these identities. Candidates found by hash are verified. */
function docsIdentifiedBy(segment: Segment, identities: readonly string[], budget: WorkBudget): Set<number> {
  const found = new Set<number>();
  for (const identity of identities) {
    for (const doc of segment.docsOfIdentity(identity)) {
      budget.spend(IDENTIFIER_COST);
      if (identitiesOf(segment.identifiers(doc)).has(identity)) found.add(doc);
    }
  }
  return found;
}
