// The scores of one window of products, and the ways to add what a list of entries counts: each a loop of its own, because
// most of the time of a search is spent in them.

import { lowerBoundInWindow, type Postings, WINDOW } from '../format/posting-lists.ts';
import type { SegmentFilter } from './filter/segment-filter.ts';

/** The entries of a list that are in the window. */
export interface PostingWindow extends Postings {
  /** The number of the window, and where its entries stand. */
  window: number;
  from: number;
  to: number;
  /** What an posting counts, by its weight. */
  points: Int32Array;
  /** Other lists of the same word may have the same products: whoever has been counted is not counted again. */
  tracksSeen: boolean;
}

/** Which products that have no score yet may get one. */
export interface AdmissionRule {
  /** They need such a weight, or more, */
  minWeight: number;
  /** and, where there are marks, the accepted one at their doc. */
  marks: Uint8Array | undefined;
  accepted: number;
}

/** Far below what any words can make up for: the product is dead, or the filters leave it out. */
const EXCLUDED = -(2 ** 30);
/** Clearing so many scores one by one takes as long as clearing all. */
const MAX_SPARSE_CLEAR = WINDOW / 8;
/** Asking so many once more whether they pass a filter takes less than clearing all. */
const MAX_REFILTERED = 256;

export class ScoreAccumulators {
  /** By doc in the window: 0 for products that have none of the words. */
  readonly scores = new Int32Array(WINDOW);
  /** The docs that are counted. */
  readonly candidates = new Uint32Array(WINDOW);
  count = 0;
  readonly #allowed = new Uint32Array(WINDOW);
  /** Others than the candidates ones may have a score. */
  #isSpread = false;
  /** By doc in the window: the word that was counted last, where a word has several lists. */
  readonly #seenBySlot = new Uint16Array(WINDOW);
  #slot = 0;

  /** For the next window: where no others have any, only the scores of the products that are counted. */
  clear(): void {
    const { scores, candidates } = this;
    if (this.#isSpread || this.count > MAX_SPARSE_CLEAR) this.clearAll();
    for (let i = 0; i < this.count; i++) scores[candidates[i]!] = 0;
    this.count = 0;
  }

  clearAll(): void {
    this.scores.fill(0);
    this.#isSpread = false;
    this.count = 0;
  }

  /** Before the lists of a word that has several. */
  beginSlot(): void {
    if (++this.#slot < 2 ** 16) return;
    this.#seenBySlot.fill(0);
    this.#slot = 1;
  }

  /** Of a allowed products, by their docs in the segment, who passes the filter; all others are left out from now on. */
  admitOnly(docs: Uint32Array, base: number, { marks, keep }: SegmentFilter): Uint32Array {
    const [scores, allowed] = [this.scores, this.#allowed];
    let count = 0;
    for (const doc of docs) if (!marks || marks.bytes[doc] === marks.accepted) allowed[count++] = doc - base;
    const passed = allowed.subarray(0, keep(allowed, 0, count, -base, scores, 0));
    if (passed.length === 0) return passed;
    this.#isSpread = true;
    scores.fill(EXCLUDED);
    for (let i = 0; i < passed.length; i++) scores[passed[i]!] = 0;
    return passed;
  }

  /** Of those that were counted since there were `before`, only who passes the filter stays. */
  applyFilter(before: number, base: number, { keep }: SegmentFilter): void {
    // As long as only the candidates ones are to be cleared, a allowed may as well be admitted and asked again.
    const rejectedScore = this.#isSpread || this.count - before > MAX_REFILTERED ? EXCLUDED : 0;
    const kept = keep(this.candidates, before, this.count, -base, this.scores, rejectedScore);
    if (kept < this.count && rejectedScore !== 0) this.#isSpread = true;
    this.count = kept;
  }

  /** Opens products that have no score yet. Of those that admit nothing only the weights are read, word at a time. */
  admit(postings: PostingWindow, rule: AdmissionRule): void {
    const { weights, from, to } = postings;
    const packed = packedWeights(weights);
    const first = packed ? Math.min((from + 3) & ~3, to) : to;
    const last = Math.max(first, to & ~3);
    this.#openSingly(postings, rule, from, first);
    const [isAboveHalf, addend] = [rule.minWeight > HIGH, addendFor(rule.minWeight)];
    for (let at = first; at < last; at += 4) {
      const word = packed![at >>> 2]!;
      const sum = ((word & LOW_BITS) + addend) | 0;
      const mask = (isAboveHalf ? sum & word : sum | word) & HIGH_BITS;
      if (mask !== 0) this.#openSome(postings, rule, at, mask);
    }
    this.#openSingly(postings, rule, last, to);
  }

  /** Of word entries those whose bit says that their weight is mask; the lowest byte is the first of them. */
  #openSome(
    { lows, weights, points }: PostingWindow,
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

  #openSingly(
    { lows, weights, points }: PostingWindow,
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

  addAll({ lows, weights, from, to, points }: PostingWindow, { minWeight, marks, accepted }: AdmissionRule): void {
    const { scores, candidates } = this;
    let count = this.count;
    for (let at = from; at < to; at++) {
      const doc = lows[at]!;
      const weight = weights[at]!;
      const score = scores[doc]!;
      if (score === 0) {
        if (weight < minWeight || (marks !== undefined && marks[doc] !== accepted)) continue;
        candidates[count++] = doc;
      }
      scores[doc] = score + points[weight]!;
    }
    this.count = count;
  }

  addUnseen({ lows, weights, from, to, points }: PostingWindow, { minWeight, marks, accepted }: AdmissionRule): void {
    const { scores, candidates } = this;
    const [seenBySlot, slot] = [this.#seenBySlot, this.#slot];
    let count = this.count;
    for (let at = from; at < to; at++) {
      const doc = lows[at]!;
      if (seenBySlot[doc] === slot) continue;
      seenBySlot[doc] = slot;
      const weight = weights[at]!;
      const score = scores[doc]!;
      if (score === 0) {
        if (weight < minWeight || (marks !== undefined && marks[doc] !== accepted)) continue;
        candidates[count++] = doc;
      }
      scores[doc] = score + points[weight]!;
    }
    this.count = count;
  }

  /** Of a long list only those products that a filter leaves. */
  addAllowed(allowed: Uint32Array, postings: PostingWindow): void {
    this.#addFound(allowed, allowed.length, postings, true);
  }

  /** Only where others were counted, by reading: those that were not are counted too, and not heard of any more. */
  addBlindly({ lows, weights, from, to, points, tracksSeen }: PostingWindow): void {
    this.#isSpread = true;
    const { scores } = this;
    if (!tracksSeen) {
      for (let at = from; at < to; at++) scores[lows[at]!]! += points[weights[at]!]!;
      return;
    }
    const [seenBySlot, slot] = [this.#seenBySlot, this.#slot];
    for (let at = from; at < to; at++) {
      const doc = lows[at]!;
      if (seenBySlot[doc] === slot) continue;
      seenBySlot[doc] = slot;
      scores[doc]! += points[weights[at]!]!;
    }
  }

  /** Only where others were counted, by looking each of those up. */
  addByLookup(postings: PostingWindow): void {
    this.#addFound(this.candidates, this.count, postings, false);
  }

  #addFound(docs: Uint32Array, count: number, postings: PostingWindow, mayAdmit: boolean): void {
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

  /** Whoever has less is counted no further. For when no word that is left could admit them again. */
  dropBelow(minWeight: number): void {
    const { scores, candidates } = this;
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      const doc = candidates[i]!;
      if (scores[doc]! >= minWeight) candidates[kept++] = doc;
      else scores[doc] = 0;
    }
    this.count = kept;
  }
}

/**
 * Four weights as one number, to see at once which of them are large mask: to the lower seven bits of each so much is
 * addend that the eighth becomes 1 if it is. A weight that has the eighth anyway is always large mask, or, where more is
 * asked for, must have it as well.
 */
const [HIGH, LOW_BITS, HIGH_BITS, LANES] = [128, 0x7f7f7f7f, 0x80808080 | 0, 0x01010101];
const addendFor = (minWeight: number): number => (((minWeight > HIGH ? 2 * HIGH : HIGH) - minWeight) * LANES) | 0;
const packedWeights = ({ buffer, byteOffset, length }: Uint8Array): Int32Array | undefined =>
  byteOffset % 4 === 0 ? new Int32Array(buffer, byteOffset, length >>> 2) : undefined;
