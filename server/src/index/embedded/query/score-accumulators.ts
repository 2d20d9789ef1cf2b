// Score accumulators for one window of documents, with one loop per way of adding a posting list. Most of the search
// time is spent in these loops. Document ids are relative to the window.

import { lowerBoundInWindow, type PostingRange, type Postings } from '../format/posting-lists.ts';
import { WINDOW } from '../format/windows.ts';
import type { SegmentFilter } from './filter/segment-filter.ts';

/** The postings of a list that lie in one window. */
export interface PostingWindow extends PostingRange, Pick<Postings, 'bounds' | 'skips' | 'dense'> {
  /** Window index. */
  window: number;
  /** Score per quantised weight; 0 for weight 0, which documents without the term have. */
  points: Int32Array;
  /** Set if the slot has several lists: a document scores only by the first list that contains it. */
  tracksSeen: boolean;
}

type ScoredRange = PostingRange & Pick<PostingWindow, 'points'>;

/** Condition for a document without a score to become a candidate. */
export interface AdmissionRule {
  /** Minimum quantised weight. */
  minWeight: number;
  /** If set, the document's mark must equal `accepted`. */
  marks: Uint8Array | undefined;
  accepted: number;
}

/** Far below any sum of slots: the document is deleted or filtered out. */
const EXCLUDED = -(2 ** 30);
/** Above this number of candidates, clearing the whole window is faster than clearing them one by one. */
const MAX_SPARSE_CLEAR = WINDOW / 8;
/** Up to this number of rejected documents, filtering them again is cheaper than clearing the whole window. */
const MAX_REFILTERED = 256;

export class ScoreAccumulators {
  /** By document; 0 if no slot has matched. */
  readonly scores = new Int32Array(WINDOW);
  /** Documents with a score, in order of admission. */
  readonly candidates = new Uint32Array(WINDOW);
  count = 0;
  readonly #allowed = new Uint32Array(WINDOW);
  /** Documents other than the candidates may have a score. */
  #hasStrayScores = false;
  /** By document: the last slot that scored it. Used by slots with several lists. */
  readonly #seenBySlot = new Uint16Array(WINDOW);
  #slot = 0;

  /** Prepares for the next window. */
  clear(): void {
    const { scores, candidates } = this;
    if (this.#hasStrayScores || this.count > MAX_SPARSE_CLEAR) this.clearAll();
    for (let i = 0; i < this.count; i++) scores[candidates[i]!] = 0;
    this.count = 0;
  }

  clearAll(): void {
    this.scores.fill(0);
    this.#hasStrayScores = false;
    this.count = 0;
  }

  /** Starts a slot with several posting lists. */
  beginSlot(): void {
    if (++this.#slot < 2 ** 16) return;
    this.#seenBySlot.fill(0);
    this.#slot = 1;
  }

  /** Restricts the window to the given documents (ids within the segment) that pass the filter, and returns these. */
  admitOnly(docs: Uint32Array, base: number, { marks, keep }: SegmentFilter): Uint32Array {
    const [scores, allowed] = [this.scores, this.#allowed];
    let count = 0;
    for (const doc of docs) if (!marks || marks.bytes[doc] === marks.accepted) allowed[count++] = doc - base;
    const passed = allowed.subarray(0, keep(allowed, 0, count, -base, scores, 0));
    if (passed.length === 0) return passed;
    this.#hasStrayScores = true;
    scores.fill(EXCLUDED);
    for (let i = 0; i < passed.length; i++) scores[passed[i]!] = 0;
    return passed;
  }

  /** Removes candidates from index `before` on that fail the filter. */
  applyFilter(before: number, base: number, { keep }: SegmentFilter): void {
    // A few rejected documents keep the score 0 and may be filtered again, so that clearing stays cheap.
    const rejectedScore = this.#hasStrayScores || this.count - before > MAX_REFILTERED ? EXCLUDED : 0;
    const kept = keep(this.candidates, before, this.count, -base, this.scores, rejectedScore);
    if (kept < this.count && rejectedScore !== 0) this.#hasStrayScores = true;
    this.count = kept;
  }

  /** Admits documents without a score. Weights are compared four at a time, see `packedWeights`. */
  admit(all: PostingWindow, { marks, accepted, ...given }: AdmissionRule): void {
    // Documents with weight 0 are not in the list.
    const rule = { minWeight: Math.max(1, given.minWeight), marks, accepted };
    const postings = bestIn(all, rule.minWeight);
    const { weights, from, to } = postings;
    const packed = packedWeights(weights);
    const first = packed ? Math.min((from + 3) & ~3, to) : to;
    const last = Math.max(first, to & ~3);
    this.#admitRange(postings, rule, from, first);
    const [isAboveHalf, addend] = [rule.minWeight > HIGH, addendFor(rule.minWeight)];
    for (let at = first; at < last; at += 4) {
      const word = packed![at >>> 2]!;
      const sum = ((word & LOW_BITS) + addend) | 0;
      const mask = (isAboveHalf ? sum & word : sum | word) & HIGH_BITS;
      if (mask !== 0) this.#admitMasked(postings, rule, at, mask);
    }
    this.#admitRange(postings, rule, last, to);
  }

  /** `mask` has the high bit of each byte whose weight suffices; the lowest byte is the first posting. */
  #admitMasked(
    { lows, weights, points }: ScoredRange,
    { marks, accepted }: AdmissionRule,
    at: number,
    mask: number,
  ): void {
    const { scores, candidates } = this;
    let count = this.count;
    for (let left = mask; left !== 0; left &= left - 1) {
      const posting = at + ((31 - Math.clz32(left & -left)) >>> 3);
      const doc = lows[posting]!;
      if (scores[doc] !== 0 || (marks !== undefined && marks[doc] !== accepted)) continue;
      candidates[count++] = doc;
      scores[doc] = points[weights[posting]!]!;
    }
    this.count = count;
  }

  #admitRange(
    { lows, weights, points }: ScoredRange,
    { minWeight, marks, accepted }: AdmissionRule,
    from: number,
    to: number,
  ): void {
    for (let at = from; at < to; at++) {
      const [doc, weight] = [lows[at]!, weights[at]!];
      if (weight < minWeight || this.scores[doc] !== 0 || (marks !== undefined && marks[doc] !== accepted)) continue;
      this.candidates[this.count++] = doc;
      this.scores[doc] = points[weight]!;
    }
  }

  addAll(
    { lows, weights, from, to, points, tracksSeen }: PostingWindow,
    { minWeight, marks, accepted }: AdmissionRule,
  ): void {
    const { scores, candidates } = this;
    const [seenBySlot, slot] = [this.#seenBySlot, this.#slot];
    let count = this.count;
    for (let at = from; at < to; at++) {
      const [doc, weight] = [lows[at]!, weights[at]!];
      if (weight === 0) continue;
      if (tracksSeen) {
        if (seenBySlot[doc] === slot) continue;
        seenBySlot[doc] = slot;
      }
      const score = scores[doc]!;
      if (score === 0) {
        if (weight < minWeight || (marks !== undefined && marks[doc] !== accepted)) continue;
        candidates[count++] = doc;
      }
      scores[doc] = score + points[weight]!;
    }
    this.count = count;
  }

  /** Adds a long list by looking up the documents that the filter allows. */
  addAllowed(allowed: Uint32Array, postings: PostingWindow): void {
    this.#lookUp(allowed, allowed.length, postings, true);
  }

  /** Adds a list to the candidates by looking each of them up. */
  addByLookup(postings: PostingWindow): void {
    this.#lookUp(this.candidates, this.count, postings, false);
  }

  #lookUp(docs: Uint32Array, count: number, postings: PostingWindow, mayAdmit: boolean): void {
    if (postings.dense) {
      this.#lookUpDense(docs, count, postings, mayAdmit);
      return;
    }
    const { scores, candidates } = this;
    const { lows, weights, window, to, points, tracksSeen } = postings;
    const [seenBySlot, slot] = [this.#seenBySlot, this.#slot];
    for (let i = 0; i < count; i++) {
      const doc = docs[i]!;
      const at = lowerBoundInWindow(postings, window, doc);
      if (at === to || lows[at] !== doc) continue;
      if (tracksSeen) {
        if (seenBySlot[doc] === slot) continue;
        seenBySlot[doc] = slot;
      }
      const score = scores[doc]!;
      if (mayAdmit && score === 0) candidates[this.count++] = doc;
      scores[doc] = score + points[weights[at]!]!;
    }
  }

  #lookUpDense(
    docs: Uint32Array,
    count: number,
    { weights, points, tracksSeen }: PostingWindow,
    mayAdmit: boolean,
  ): void {
    const { scores, candidates } = this;
    const [seenBySlot, slot] = [this.#seenBySlot, this.#slot];
    if (!tracksSeen && !mayAdmit) {
      // Without a branch, the reads of several documents overlap.
      for (let i = 0; i < count; i++) scores[docs[i]!]! += points[weights[docs[i]!]!]!;
      return;
    }
    for (let i = 0; i < count; i++) {
      const doc = docs[i]!;
      const weight = weights[doc]!;
      if (weight === 0 || (tracksSeen && seenBySlot[doc] === slot)) continue;
      if (tracksSeen) seenBySlot[doc] = slot;
      if (mayAdmit && scores[doc] === 0) candidates[this.count++] = doc;
      scores[doc]! += points[weight]!;
    }
  }

  /** Drops candidates below a threshold. Call only when no later slot can admit them again. */
  dropBelow(threshold: number): void {
    const { scores, candidates } = this;
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      const doc = candidates[i]!;
      if (scores[doc]! >= threshold) candidates[kept++] = doc;
      else scores[doc] = 0;
    }
    this.count = kept;
  }
}

/** The postings with at least `minWeight`, and others: all of them, or those of the best documents. */
function bestIn(postings: PostingWindow, minWeight: number): ScoredRange {
  const best = postings.dense?.best;
  if (!best || minWeight < best.minWeight) return postings;
  const { window, points } = postings;
  const { lows, weights, bounds } = best;
  return { lows, weights, from: bounds[window]!, to: bounds[window + 1]!, points };
}

/**
 * SWAR comparison of four quantised weights in a 32-bit word
 * (https://graphics.stanford.edu/~seander/bithacks.html#HasMoreInWord). The addend carries into the high bit of each byte
 * whose low seven bits suffice. For a minimum above 128 the weight's own high bit must be set as well; otherwise it is
 * sufficient alone.
 */
const [HIGH, LOW_BITS, HIGH_BITS, LANES] = [128, 0x7f7f7f7f, 0x80808080 | 0, 0x01010101];
const addendFor = (minWeight: number): number => (((minWeight > HIGH ? 2 * HIGH : HIGH) - minWeight) * LANES) | 0;
const packedWeights = ({ buffer, byteOffset, length }: Uint8Array): Int32Array | undefined =>
  byteOffset % 4 === 0 ? new Int32Array(buffer, byteOffset, length >>> 2) : undefined;
