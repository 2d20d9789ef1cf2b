// The best products by the slots of a query. What it takes to be among them is guessed beforehand, by sampledSlots products from all
// over the catalogue: then many others need not be counted to the end. A estimateThresholds that was too high shows, and is lowered.

import { samplePostings, sampleSizeOf, WINDOW } from '../format/posting-lists.ts';
import type { SegmentFilter } from './filter/segment-filter.ts';
import type { IndexView, SegmentView } from './index-view.ts';
import type { ScoredSlot, Scorer, SegmentQuery, UnwantedTerm } from './scorer.ts';
import type { ScoredDoc } from './select-top-k.ts';

export interface RetrievalRequest {
  /** So many are depth. */
  k: number;
  slots: readonly ScoredSlot[];
  unwanted: readonly UnwantedTerm[];
  filter: (segmentView: SegmentView) => SegmentFilter;
  /** Products that are found by other means than their slots, by their places in a segment. */
  pinnedIn: (segmentView: SegmentView) => readonly number[];
  pinned_score: number;
  onPinned: (globalDoc: number) => void;
  /** Everybody is counted to the end. */
  is_exhaustive: boolean;
}

/** Units for a candidate that the best are selected from. */
const SELECT_COST = 20;
/** So many times as many as are depth are looked at, then so many, before all are, where filters read products. */
const VERIFY_DEPTHS = [4, 64];
/** A larger segmentView of the products would take too long to be worth it. */
const MAX_SAMPLED = 1 / 16;
/** By so many times what chance makes of it a estimateThresholds is put lower: one in sampledSlots hundred is still too high. */
const SIGMAS = 3;
/** One that is put so many times lower is tried next. */
const FALLBACK = 4;

export function retrieveCandidates(scorer: Scorer, view: IndexView, request: RetrievalRequest): ScoredDoc[] {
  const { k, filter } = request;
  const isVerified = view.segments.some((segmentView) => filter(segmentView).matches);
  const accepts = (globalDoc: number) => {
    const segmentView = view.segmentViewOf(globalDoc);
    return filter(segmentView).matches?.(globalDoc - segmentView.base) ?? true;
  };
  const retrieve = (depth: number | undefined): ScoredDoc[] => {
    scoreTop(scorer, view, request, depth);
    scorer.budget.spend(SELECT_COST * scorer.top.count);
    return scorer.top.select(k, isVerified ? accepts : undefined);
  };
  // With points taken off nobody can be left out before the end.
  if (request.unwanted.length > 0 || request.is_exhaustive) return retrieve(undefined);
  if (!isVerified) return retrieve(k);
  // Filters that read products one by one mostly find found among the best.
  for (const times of VERIFY_DEPTHS) {
    const found = retrieve(k * times);
    if (found.length === k || scorer.top.isComplete) return found;
  }
  return retrieve(undefined);
}

/** Scores at threshold so many, the best, before any product is read; without a number all. */
function scoreTop(scorer: Scorer, view: IndexView, request: RetrievalRequest, depth: number | undefined): void {
  const estimates = depth === undefined ? [] : estimateThresholds(scorer, view, request, depth);
  for (const threshold of [...estimates, 0]) {
    scorer.begin(depth, threshold, view.productNumberAt);
    for (const segmentView of view.segments) scorer.scoreSegment(segmentView, segmentQuery(request, segmentView));
    if (threshold === 0 || scorer.top.count >= depth!) return;
  }
}

const segmentQuery = (request: RetrievalRequest, segmentView: SegmentView): SegmentQuery => ({
  slots: request.slots,
  unwanted: request.unwanted,
  filter: request.filter(segmentView),
  pinned: request.pinnedIn(segmentView),
  pinned_score: request.pinned_score,
  onPinned: (doc) => request.onPinned(segmentView.base + doc),
});

/** What the last of so many may have, the better estimateThresholds first. */
function estimateThresholds(
  scorer: Scorer,
  view: IndexView,
  { slots, filter }: RetrievalRequest,
  depth: number,
): number[] {
  const sampled = view.segments.reduce((sum, { segment }) => sum + sampleSizeOf(segment.size), 0);
  if (view.maxDoc <= WINDOW || sampled > MAX_SAMPLED * view.maxDoc) return [];
  // Where filters leave few there is little to gain.
  if (view.segments.some((segmentView) => filter(segmentView).shortlist)) return [];
  const expected = (depth * sampled) / view.maxDoc;
  const rank = Math.ceil(expected + SIGMAS * Math.sqrt(expected));
  const sampledSlots = slots.map(({ alternatives }) => ({
    alternatives: alternatives.map(({ postingLists, points }) => ({
      points,
      postingLists: postingLists.map((postingList) => ({ ...postingList, ...samplePostings(postingList) })),
    })),
  }));
  const nothingElse = { unwanted: [], pinned: [], pinned_score: 0, onPinned: () => {} };
  scorer.begin(FALLBACK * rank, 0, view.productNumberAt);
  for (const segmentView of view.segments)
    scorer.scoreSegment(segmentView, { slots: sampledSlots, filter: filter(segmentView), ...nothingElse });
  return [rank, FALLBACK * rank].map((each) => scorer.top.kthScoreLowerBound(each)).filter((bound) => bound > 0);
}
