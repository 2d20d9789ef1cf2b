// Term-at-a-time BM25F scoring with MaxScore pruning (Turtle and Flood 1995,
// https://doi.org/10.1016/0306-4573(95)00020-H). Slots are added by descending upper bound; a new document is admitted
// only if this and the later slots can lift it above the threshold. Windows of documents keep the accumulators in the
// CPU cache. Integer scores make the sums independent of the order of addition and of the segmentation.

import { lowerBound } from '../../dictionary/lower-bound.ts';
import type { WorkBudget } from '../../work-budget.ts';
import { postingsIn } from '../format/posting-lists.ts';
import { WINDOW, windowCount } from '../format/windows.ts';
import type { SegmentFilter } from './filter/segment-filter.ts';
import type { PostingList, SegmentView } from './index-view.ts';
import { type PostingWindow, ScoreAccumulators } from './score-accumulators.ts';
import { kthScoreLowerBound } from './select-top-k.ts';
import { TopCandidates } from './top-candidates.ts';

/** A query slot. A document scores by the first alternative that contains it. */
export interface ScoredSlot {
  /** `points` maps a quantised weight to a score. */
  alternatives: { postingLists: PostingList[]; points: Int32Array }[];
}

/** A term that subtracts from the score, except in exempt documents. */
export interface UnwantedTerm {
  postingLists: PostingList[];
  points: Int32Array;
  isExempt: (segmentView: SegmentView, doc: number) => boolean;
}

export interface SegmentQuery {
  slots: readonly ScoredSlot[];
  unwanted: readonly UnwantedTerm[];
  filter: SegmentFilter;
  /** Documents scored `pinned_score` in addition to their slots, each listed once. */
  pinned: readonly number[];
  pinned_score: number;
  /** Called for each pinned document that passes the filter. */
  onPinned: (doc: number) => void;
}

/** The posting lists of a slot in one segment. */
interface SlotPostings {
  lists: { postingList: PostingList; points: Int32Array }[];
  /** Maximum score of this slot, and of all later slots together. */
  upperBound: number;
  restUpperBound: number;
}

interface WindowRef {
  index: number;
  /** Id of the window's first document within the segment. */
  base: number;
  /** Set if the filter has a shortlist: the window's documents that pass. Only these can be admitted. */
  allowed: Uint32Array | undefined;
}

const NO_MARKS = { bytes: undefined, accepted: 0 };
const MAX_WEIGHT = 255;
const ADMIT_NONE = { minWeight: MAX_WEIGHT + 1, marks: undefined, accepted: 0 };
/** Work units per posting list and window, in addition to one per posting. */
const LIST_COST = 50;
/** Work units per posting of an unwanted term. */
const UNWANTED_COST = 20;
/** Cost of looking one document up in a posting list, in postings scanned. */
const LOOKUP_COST = 16;

export class Scorer {
  readonly #accumulators = new ScoreAccumulators();
  readonly top = new TopCandidates();
  readonly budget: WorkBudget;
  /** Number of results requested; undefined disables pruning. */
  #k: number | undefined;

  constructor(budget: WorkBudget) {
    this.budget = budget;
  }

  /** Documents that cannot reach `threshold` may be pruned. */
  begin(k: number | undefined, threshold: number, productNumberAt: (globalDoc: number) => number): void {
    this.#k = k;
    this.top.reset(k, threshold, productNumberAt);
  }

  scoreSegment(segmentView: SegmentView, query: SegmentQuery): void {
    const slots = slotsIn(segmentView, query.slots);
    if (slots.length === 0 && query.pinned.length === 0) return;
    this.top.raiseUpperBound(slots.reduce((sum, { upperBound }) => sum + upperBound, 0));
    for (let index = 0; index < windowCount(segmentView.segment.size); index++) {
      try {
        this.#scoreWindow(segmentView, index, slots, query);
      } catch (error) {
        // A failed search must not leave scores to the next one.
        this.#accumulators.clearAll();
        throw error;
      }
    }
  }

  #scoreWindow(segmentView: SegmentView, index: number, slots: readonly SlotPostings[], query: SegmentQuery): void {
    const accumulators = this.#accumulators;
    const { filter } = query;
    const base = index * WINDOW;
    const shortlist = filter.shortlist && docsBetween(filter.shortlist, base, base + WINDOW);
    const allowed = shortlist && accumulators.admitOnly(shortlist, base, filter);
    if (allowed?.length === 0) return;
    const window = { index, base, allowed };
    this.top.beginWindow(segmentView.segment.productNos[base]!);
    this.#addPinned(window, query);
    for (const [i, slot] of slots.entries()) {
      const threshold = this.top.windowThreshold;
      const minPoints = threshold - slot.restUpperBound;
      if (minPoints > slot.upperBound) this.#addToCandidates(slot, window, minPoints);
      else this.#addSlot(slot, window, filter, minPoints);
      // Before the first threshold is known, the candidates of this window give one.
      if (this.#k === undefined || threshold > 0 || accumulators.count < this.#k || i === slots.length - 1) continue;
      this.top.raiseThreshold(
        kthScoreLowerBound(
          accumulators.candidates,
          accumulators.count,
          accumulators.scores,
          this.top.upperBound,
          this.#k,
        ),
      );
    }
    for (const unwanted of query.unwanted) this.#subtract(segmentView, window, unwanted);
    this.top.collect(segmentView.base + window.base, accumulators.candidates, accumulators.count, accumulators.scores);
    accumulators.clear();
  }

  #addPinned({ base }: WindowRef, { pinned, pinned_score, filter, onPinned }: SegmentQuery): void {
    const accumulators = this.#accumulators;
    const { marks } = filter;
    for (const doc of pinned) {
      if (doc < base || doc >= base + WINDOW || (marks && marks.bytes[doc] !== marks.accepted)) continue;
      const before = accumulators.count;
      accumulators.candidates[accumulators.count++] = doc - base;
      accumulators.applyFilter(before, base, filter);
      if (accumulators.count === before) continue;
      accumulators.scores[doc - base] = pinned_score;
      onPinned(doc);
    }
  }

  /** Adds a slot and admits new documents that score at least `minPoints` in it. */
  #addSlot(slot: SlotPostings, window: WindowRef, filter: SegmentFilter, minPoints: number): void {
    const accumulators = this.#accumulators;
    const { allowed, base } = window;
    // Allowed documents have already passed the filter.
    const { bytes, accepted } = (!allowed && filter.marks) || NO_MARKS;
    const marks = bytes?.subarray(base);
    const isFirst = accumulators.count === 0 && !allowed;
    // In the first slot, an alternative that cannot admit any document is skipped: the documents admitted by the other
    // alternatives score by those.
    const lists = isFirst ? slot.lists.filter(({ points }) => points[MAX_WEIGHT]! >= minPoints) : slot.lists;
    for (const postings of this.#postingWindows(lists, window)) {
      const before = accumulators.count;
      const rule = { minWeight: minWeightFor(postings.points, minPoints), marks, accepted };
      if (allowed && isLookupCheaper(allowed.length, postings)) accumulators.addAllowed(allowed, postings);
      else if (!postings.tracksSeen && isLookupCheaper(accumulators.count, postings)) {
        // There are few candidates or none: look these up, and scan the weights for documents to admit.
        accumulators.addByLookup(postings);
        accumulators.admit(postings, rule);
      } else accumulators.addAll(postings, rule);
      if (!allowed) accumulators.applyFilter(before, base, filter);
    }
  }

  /** Adds a slot to existing candidates only, by lookup or by scanning the list, whichever is cheaper. */
  #addToCandidates({ lists, upperBound }: SlotPostings, window: WindowRef, minPoints: number): void {
    const accumulators = this.#accumulators;
    const postingWindows = this.#postingWindows(lists, window);
    // Candidates that stay below the threshold even with this slot's upper bound need no lookup.
    const postingCount = postingWindows.reduce((sum, { from, to }) => sum + to - from, 0);
    if (accumulators.count < postingCount) accumulators.dropBelow(minPoints - upperBound);
    for (const postings of postingWindows) {
      if (isLookupCheaper(accumulators.count, postings)) accumulators.addByLookup(postings);
      else accumulators.addAll(postings, ADMIT_NONE);
    }
  }

  /** The part of each posting list that lies in the window. */
  #postingWindows(lists: SlotPostings['lists'], { index }: WindowRef): PostingWindow[] {
    const tracksSeen = lists.length > 1;
    if (tracksSeen) this.#accumulators.beginSlot();
    const postingWindows: PostingWindow[] = [];
    let postingCount = 0;
    for (const { postingList, points } of lists) {
      const { bounds, skips, dense } = postingList;
      const count = bounds[index + 1]! - bounds[index]!;
      if (count === 0) continue;
      const range = postingsIn(postingList, index);
      postingWindows.push({ ...range, bounds, skips, dense, window: index, points, tracksSeen });
      postingCount += count;
    }
    this.budget.spend(LIST_COST * lists.length + postingCount);
    return postingWindows;
  }

  #subtract(
    segmentView: SegmentView,
    { index, base }: WindowRef,
    { postingLists, points, isExempt }: UnwantedTerm,
  ): void {
    const { scores } = this.#accumulators;
    for (const postingList of postingLists) {
      if (postingList.segmentView !== segmentView) continue;
      const { lows, weights, from, to } = postingsIn(postingList, index);
      this.budget.spend(UNWANTED_COST * (to - from));
      for (let at = from; at < to; at++) {
        const [doc, weight] = [lows[at]!, weights[at]!];
        if (scores[doc]! > 0 && weight > 0 && !isExempt(segmentView, base + doc)) scores[doc]! -= points[weight]!;
      }
    }
  }
}

/** The slots that occur in a segment, by descending upper bound. */
function slotsIn(segmentView: SegmentView, slots: readonly ScoredSlot[]): SlotPostings[] {
  const all = slots.map(({ alternatives }): SlotPostings => {
    const inSegment = alternatives.flatMap(({ postingLists, points }) => {
      const postingList = postingLists.find((each) => each.segmentView === segmentView);
      return postingList ? [{ postingList, points }] : [];
    });
    return {
      lists: inSegment,
      upperBound: Math.max(0, ...inSegment.map(({ points }) => points[MAX_WEIGHT]!)),
      restUpperBound: 0,
    };
  });
  const order = all.filter(({ lists }) => lists.length > 0).sort((a, b) => b.upperBound - a.upperBound);
  for (let i = order.length - 2; i >= 0; i--)
    order[i]!.restUpperBound = order[i + 1]!.upperBound + order[i + 1]!.restUpperBound;
  return order;
}

/** Whether looking up this many documents costs less than scanning the list. */
const isLookupCheaper = (docs: number, { from, to, dense }: PostingWindow): boolean =>
  docs * (dense ? 1 : LOOKUP_COST) <= to - from;

/** Smallest quantised weight that scores at least `minPoints`. */
function minWeightFor(points: Int32Array, accepted: number): number {
  let [low, high] = [0, MAX_WEIGHT + 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle]! < accepted) low = middle + 1;
    else high = middle;
  }
  return low;
}

function docsBetween(numbers: Uint32Array, from: number, to: number): Uint32Array {
  const first = lowerBound(numbers, from, 0, numbers.length);
  return numbers.subarray(first, lowerBound(numbers, to, first, numbers.length));
}
