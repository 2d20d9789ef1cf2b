// Scores products by the slots of a query, in whole numbers: the same sums in whatever order and in however many segments.
// One accumulators of products after the other, so that their scores stay in the processor's cache. What cannot be among the top
// any more is not looked at: the slots that can give upperBound come first, and a slot minPoints a product only if it and the slots
// behind it can still lift it among the top.

import { lowerBound } from '../format/lower-bound.ts';
import { WINDOW, windowCount } from '../format/posting-lists.ts';
import type { SegmentFilter } from './filter/segment-filter.ts';
import type { PostingList, SegmentView } from './index-view.ts';
import { type PostingWindow, ScoreAccumulators } from './score-accumulators.ts';
import { kthScoreLowerBound } from './select-top-k.ts';
import { TopCandidates } from './top-candidates.ts';
import type { WorkBudget } from './work-budget.ts';

/** A slot of the query: in a product it counts once, by the first of its lists that has the product. */
export interface ScoredSlot {
  /** `points`: what it counts, by the byte that says how much of it a product has. */
  alternatives: { postingLists: PostingList[]; points: Int32Array }[];
}

/** A slot that takes points off, unless the product is spared. */
export interface UnwantedTerm {
  postingLists: PostingList[];
  points: Int32Array;
  isExempt: (segmentView: SegmentView, doc: number) => boolean;
}

/** What is asked of the products of one segment. */
export interface SegmentQuery {
  slots: readonly ScoredSlot[];
  unwanted: readonly UnwantedTerm[];
  filter: SegmentFilter;
  /** Products that are found by other means than their slots, each once, and what that counts. */
  pinned: readonly number[];
  pinned_score: number;
  /** Told of each of them that passes the filter. */
  onPinned: (doc: number) => void;
}

/** A slot in one segment. */
interface SlotPostings {
  lists: { postingList: PostingList; points: Int32Array }[];
  /** What it can give at upperBound, and what those behind it can. */
  upperBound: number;
  restUpperBound: number;
}

/** A accumulators of a segment. */
interface WindowRef {
  index: number;
  /** The window of its first product. */
  base: number;
  /** Where the filter leaves allowed: their places in the accumulators. Nobody else can be opened. */
  allowed: Uint32Array | undefined;
}

const NO_MARKS = { bytes: undefined, accepted: 0 };
const MAX_WEIGHT = 255;
const ADMIT_NONE = { minWeight: MAX_WEIGHT + 1, marks: undefined, accepted: 0 };
/** Of so allowed postingCount each is looked at, because counting them blindly means that all scores are to be cleared. */
const FEW_POSTINGS = 4096;
/** Units for a list of a accumulators, beside one for each of its postingCount. */
const LIST_COST = 50;
/** Units for an entry of a slot that is not accepted. */
const UNWANTED_COST = 20;
/** Looking a product up in a list costs about so many times what reading on in it costs. */
const LOOKUP_COST = 16;

export class Scorer {
  readonly #accumulators = new ScoreAccumulators();
  readonly top = new TopCandidates();
  readonly budget: WorkBudget;
  /** So many are accepted, and who cannot be among them may be left out. */
  #k: number | undefined;

  constructor(budget: WorkBudget) {
    this.budget = budget;
  }

  /** `threshold`: whoever has less than this need not be counted to the end. */
  begin(k: number | undefined, threshold: number, productNumberAt: (window: number) => number): void {
    this.#k = k;
    this.top.reset(k, threshold, productNumberAt);
  }

  /** Scores the products of a segment. */
  scoreSegment(segmentView: SegmentView, query: SegmentQuery): void {
    const slots = slotsIn(segmentView, query.slots);
    if (slots.length === 0 && query.pinned.length === 0) return;
    this.top.raiseUpperBound(slots.reduce((sum, { upperBound }) => sum + upperBound, 0));
    for (let index = 0; index < windowCount(segmentView.segment.size); index++) {
      try {
        this.#scoreWindow(segmentView, index, slots, query);
      } catch (error) {
        // The next search begins with no scores, whatever has failed in this one.
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
    this.#addIdentified(window, query);
    for (const [i, slot] of slots.entries()) {
      const threshold = this.top.windowThreshold;
      const minPoints = threshold - slot.restUpperBound;
      if (minPoints > slot.upperBound) this.#addToKnown(slot, window, minPoints);
      else this.#addWord(slot, window, filter, minPoints);
      // Until enough were found elsewhere, those of this accumulators tell what is needed to be among the top.
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

  #addIdentified({ base }: WindowRef, { pinned, pinned_score, filter, onPinned }: SegmentQuery): void {
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

  /** `minPoints`: a product that has none of the slots before needs so many points of this one to be worth counting. */
  #addWord(slot: SlotPostings, window: WindowRef, filter: SegmentFilter, minPoints: number): void {
    const accumulators = this.#accumulators;
    const { allowed, base } = window;
    // Of allowed it is known already that they pass.
    const { bytes, accepted } = (!allowed && filter.marks) || NO_MARKS;
    const marks = bytes?.subarray(base);
    const isFirst = accumulators.count === 0 && !allowed;
    // Of the first slot a list that can open none gives nothing: open are only those of its other lists, and they count once.
    const lists = isFirst ? slot.lists.filter(({ points }) => points[MAX_WEIGHT]! >= minPoints) : slot.lists;
    for (const postings of this.#stretchesOf(lists, window)) {
      const before = accumulators.count;
      const rule = { minWeight: minWeightFor(postings.points, minPoints), marks, accepted };
      if (allowed && allowed.length * LOOKUP_COST < postings.to - postings.from)
        accumulators.addAllowed(allowed, postings);
      else if (postings.tracksSeen) accumulators.addUnseen(postings, rule);
      else if (accumulators.count * LOOKUP_COST <= postings.to - postings.from) {
        // Few are known, or none: of all others only who minPoints is looked at.
        accumulators.addByLookup(postings);
        accumulators.admit(postings, rule);
      } else accumulators.addAll(postings, rule);
      if (!allowed) accumulators.applyFilter(before, base, filter);
    }
  }

  /** Counts a slot only where others were counted: by looking those up, or by reading the list, whichever is less. */
  #addToKnown({ lists, upperBound }: SlotPostings, window: WindowRef, minPoints: number): void {
    const accumulators = this.#accumulators;
    const postingWindows = this.#stretchesOf(lists, window);
    // Who cannot be among the top even with this slot need not be looked up.
    const postingCount = postingWindows.reduce((sum, { from, to }) => sum + to - from, 0);
    if (accumulators.count < postingCount) accumulators.dropBelow(minPoints - upperBound);
    for (const postings of postingWindows) {
      const count = postings.to - postings.from;
      if (accumulators.count * LOOKUP_COST < count) accumulators.addByLookup(postings);
      else if (count > FEW_POSTINGS) accumulators.addBlindly(postings);
      else if (postings.tracksSeen) accumulators.addUnseen(postings, ADMIT_NONE);
      else accumulators.addAll(postings, ADMIT_NONE);
    }
  }

  /** What lists have in a accumulators. */
  #stretchesOf(lists: SlotPostings['lists'], { index }: WindowRef): PostingWindow[] {
    const tracksSeen = lists.length > 1;
    if (tracksSeen) this.#accumulators.beginSlot();
    const postingWindows: PostingWindow[] = [];
    let postingCount = 0;
    for (const { postingList, points } of lists) {
      const { lows, weights, bounds, steps } = postingList;
      const [from, to] = [bounds[index]!, bounds[index + 1]!];
      if (from < to) postingWindows.push({ lows, weights, bounds, steps, window: index, from, to, points, tracksSeen });
      postingCount += to - from;
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
    for (const { segmentView: owner, lows, weights, bounds } of postingLists) {
      if (owner !== segmentView) continue;
      this.budget.spend(UNWANTED_COST * (bounds[index + 1]! - bounds[index]!));
      for (let at = bounds[index]!; at < bounds[index + 1]!; at++) {
        const doc = lows[at]!;
        if (scores[doc]! > 0 && !isExempt(segmentView, base + doc)) scores[doc]! -= points[weights[at]!]!;
      }
    }
  }
}

/** The slots that a segment has, those first that can give upperBound. */
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

/** The threshold weight that is worth so many points. */
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
