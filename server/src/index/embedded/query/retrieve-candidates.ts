// First-stage retrieval: the k best documents by BM25F. In a large index an initial threshold is estimated from a
// sample, so that pruning starts with the first window. If too few documents reach it, the search repeats with a lower
// one.

import { samplePostings, sampleSizeOf } from '../format/posting-lists.ts';
import { WINDOW } from '../format/windows.ts';
import type { SegmentFilter } from './filter/segment-filter.ts';
import type { IndexView, SegmentView } from './index-view.ts';
import type { ScoredSlot, Scorer, SegmentQuery, UnwantedTerm } from './scorer.ts';
import type { ScoredDoc } from './select-top-k.ts';

export interface RetrievalRequest {
  /** Number of documents requested. */
  k: number;
  slots: readonly ScoredSlot[];
  unwanted: readonly UnwantedTerm[];
  filter: (segmentView: SegmentView) => SegmentFilter;
  /** Documents that are candidates whatever their terms score, by id within the segment. */
  pinnedIn: (segmentView: SegmentView) => readonly number[];
  pinned_score: number;
  onPinned: (globalDoc: number) => void;
  /** Disables pruning and thresholds. */
  is_exhaustive: boolean;
}

/** Work units per candidate in the selection. */
const SELECT_COST = 20;
/** Multiples of k to score before verifying filters document by document. If too few match, all are scored. */
const VERIFY_DEPTHS = [4, 64];
/** A larger sample costs more than the threshold saves. */
const MAX_SAMPLED = 1 / 16;
/** Safety margin of the estimate, in standard deviations. About one estimate in several hundred is still too high. */
const SIGMAS = 3;
/** Factor on the rank for the second, lower estimate. */
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
  // Unwanted terms subtract at the end, so no document can be pruned before.
  if (request.unwanted.length > 0 || request.is_exhaustive) return retrieve(undefined);
  if (!isVerified) return retrieve(k);
  // Filters that read documents usually find enough matches among the best.
  for (const times of VERIFY_DEPTHS) {
    const found = retrieve(k * times);
    if (found.length === k || scorer.top.isComplete) return found;
  }
  return retrieve(undefined);
}

/** Scores at least the `depth` best documents; all if undefined. */
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

/** Estimates of the score at rank `depth`, the higher one first; empty if sampling does not pay. */
function estimateThresholds(
  scorer: Scorer,
  view: IndexView,
  { slots, filter }: RetrievalRequest,
  depth: number,
): number[] {
  const sampled = view.segments.reduce((sum, { segment }) => sum + sampleSizeOf(segment.size), 0);
  if (view.maxDoc <= WINDOW || sampled > MAX_SAMPLED * view.maxDoc) return [];
  // A filter with a shortlist leaves little to prune.
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
