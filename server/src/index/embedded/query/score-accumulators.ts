// The scores of one window of products, and the ways to add what a list of entries counts: each a loop of its own, because
// most of the time of a search is spent in them.

import { lowerBoundInWindow, type Postings, WINDOW } from '../format/posting-lists.ts';
import type { PartFilter } from './filter/segment-filter.ts';

/** The entries of a list that are in the window. */
export interface Stretch extends Postings {
  /** The number of the window, and where its entries stand. */
  window: number;
  from: number;
  to: number;
  /** What an entry counts, by its weight. */
  points: Int32Array;
  /** Other lists of the same word may have the same products: whoever has been counted is not counted again. */
  isStamped: boolean;
}

/** Which products that have no score yet may get one. */
export interface Opening {
  /** They need such a weight, or more, */
  least: number;
  /** and, where there are marks, the wanted one at their place. */
  marks: Uint8Array | undefined;
  wanted: number;
}

/** Far below what any words can make up for: the product is dead, or the filters leave it out. */
const LEFT_OUT = -(2 ** 30);
/** Clearing so many scores one by one takes as long as clearing all. */
const FEW_TO_CLEAR = WINDOW / 8;
/** Asking so many once more whether they pass a filter takes less than clearing all. */
const FEW_TO_ASK = 256;

export class WindowScores {
  /** By place in the window: 0 for products that have none of the words. */
  readonly scores = new Int32Array(WINDOW);
  /** The places that are counted. */
  readonly touched = new Uint32Array(WINDOW);
  count = 0;
  readonly #few = new Uint32Array(WINDOW);
  /** Others than the touched ones may have a score. */
  #isSpread = false;
  /** By place in the window: the word that was counted last, where a word has several lists. */
  readonly #stamps = new Uint16Array(WINDOW);
  #stamp = 0;

  /** For the next window: where no others have any, only the scores of the products that are counted. */
  clear(): void {
    const { scores, touched } = this;
    if (this.#isSpread || this.count > FEW_TO_CLEAR) this.clearAll();
    for (let i = 0; i < this.count; i++) scores[touched[i]!] = 0;
    this.count = 0;
  }

  clearAll(): void {
    this.scores.fill(0);
    this.#isSpread = false;
    this.count = 0;
  }

  /** Before the lists of a word that has several. */
  nextStamp(): void {
    if (++this.#stamp < 2 ** 16) return;
    this.#stamps.fill(0);
    this.#stamp = 1;
  }

  /** Of a few products, by their places in the segment, who passes the filter; all others are left out from now on. */
  openOnly(docs: Uint32Array, base: number, { marks, keep }: PartFilter): Uint32Array {
    const [scores, few] = [this.scores, this.#few];
    let count = 0;
    for (const doc of docs) if (!marks || marks.bytes[doc] === marks.wanted) few[count++] = doc - base;
    const passed = few.subarray(0, keep(few, 0, count, -base, scores, 0));
    if (passed.length === 0) return passed;
    this.#isSpread = true;
    scores.fill(LEFT_OUT);
    for (let i = 0; i < passed.length; i++) scores[passed[i]!] = 0;
    return passed;
  }

  /** Of those that were counted since there were `before`, only who passes the filter stays. */
  keepOnly(before: number, base: number, { keep }: PartFilter): void {
    // As long as only the touched ones are to be cleared, a few may as well be opened and asked again.
    const loser = this.#isSpread || this.count - before > FEW_TO_ASK ? LEFT_OUT : 0;
    const kept = keep(this.touched, before, this.count, -base, this.scores, loser);
    if (kept < this.count && loser !== 0) this.#isSpread = true;
    this.count = kept;
  }

  /** Opens products that have no score yet. Of those that open nothing only the weights are read, four at a time. */
  open(stretch: Stretch, opening: Opening): void {
    const { weights, from, to } = stretch;
    const fours = foursOf(weights);
    const first = fours ? Math.min((from + 3) & ~3, to) : to;
    const last = Math.max(first, to & ~3);
    this.#openSingly(stretch, opening, from, first);
    const [isHigh, added] = [opening.least > HIGH, addedFor(opening.least)];
    for (let at = first; at < last; at += 4) {
      const four = fours![at >>> 2]!;
      const sum = ((four & LOW_BITS) + added) | 0;
      const enough = (isHigh ? sum & four : sum | four) & HIGH_BITS;
      if (enough !== 0) this.#openSome(stretch, opening, at, enough);
    }
    this.#openSingly(stretch, opening, last, to);
  }

  /** Of four entries those whose bit says that their weight is enough; the lowest byte is the first of them. */
  #openSome({ lows, weights, points }: Stretch, { marks, wanted }: Opening, at: number, enough: number): void {
    const { scores, touched } = this;
    let count = this.count;
    for (let left = enough; left !== 0; left &= left - 1) {
      const entry = at + ((31 - Math.clz32(left & -left)) >>> 3);
      const place = lows[entry]!;
      if (scores[place] !== 0 || (marks !== undefined && marks[place] !== wanted)) continue;
      touched[count++] = place;
      scores[place] = points[weights[entry]!]!;
    }
    this.count = count;
  }

  #openSingly({ lows, weights, points }: Stretch, { least, marks, wanted }: Opening, from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const [place, weight] = [lows[at]!, weights[at]!];
      if (weight < least || this.scores[place] !== 0 || (marks !== undefined && marks[place] !== wanted)) continue;
      this.touched[this.count++] = place;
      this.scores[place] = points[weight]!;
    }
  }

  addAll({ lows, weights, from, to, points }: Stretch, { least, marks, wanted }: Opening): void {
    const { scores, touched } = this;
    let count = this.count;
    for (let at = from; at < to; at++) {
      const place = lows[at]!;
      const weight = weights[at]!;
      const score = scores[place]!;
      if (score === 0) {
        if (weight < least || (marks !== undefined && marks[place] !== wanted)) continue;
        touched[count++] = place;
      }
      scores[place] = score + points[weight]!;
    }
    this.count = count;
  }

  addStamped({ lows, weights, from, to, points }: Stretch, { least, marks, wanted }: Opening): void {
    const { scores, touched } = this;
    const [stamps, stamp] = [this.#stamps, this.#stamp];
    let count = this.count;
    for (let at = from; at < to; at++) {
      const place = lows[at]!;
      if (stamps[place] === stamp) continue;
      stamps[place] = stamp;
      const weight = weights[at]!;
      const score = scores[place]!;
      if (score === 0) {
        if (weight < least || (marks !== undefined && marks[place] !== wanted)) continue;
        touched[count++] = place;
      }
      scores[place] = score + points[weight]!;
    }
    this.count = count;
  }

  /** Of a long list only those products that a filter leaves. */
  addFew(few: Uint32Array, stretch: Stretch): void {
    this.#addFound(few, few.length, stretch, true);
  }

  /** Only where others were counted, by reading: those that were not are counted too, and not heard of any more. */
  addWhereKnown({ lows, weights, from, to, points, isStamped }: Stretch): void {
    this.#isSpread = true;
    const { scores } = this;
    if (!isStamped) {
      for (let at = from; at < to; at++) scores[lows[at]!]! += points[weights[at]!]!;
      return;
    }
    const [stamps, stamp] = [this.#stamps, this.#stamp];
    for (let at = from; at < to; at++) {
      const place = lows[at]!;
      if (stamps[place] === stamp) continue;
      stamps[place] = stamp;
      scores[place]! += points[weights[at]!]!;
    }
  }

  /** Only where others were counted, by looking each of those up. */
  lookUp(stretch: Stretch): void {
    this.#addFound(this.touched, this.count, stretch, false);
  }

  #addFound(places: Uint32Array, count: number, stretch: Stretch, mayOpen: boolean): void {
    const { scores, touched } = this;
    const { lows, weights, window, to, points, isStamped } = stretch;
    const [stamps, stamp] = [this.#stamps, this.#stamp];
    for (let i = 0; i < count; i++) {
      const place = places[i]!;
      const at = lowerBoundInWindow(stretch, window, place);
      if (at === to || lows[at] !== place) continue;
      if (isStamped) {
        if (stamps[place] === stamp) continue;
        stamps[place] = stamp;
      }
      const score = scores[place]!;
      if (mayOpen && score === 0) touched[this.count++] = place;
      scores[place] = score + points[weights[at]!]!;
    }
  }

  /** Whoever has less is counted no further. For when no word that is left could open them again. */
  dropBelow(least: number): void {
    const { scores, touched } = this;
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      const place = touched[i]!;
      if (scores[place]! >= least) touched[kept++] = place;
      else scores[place] = 0;
    }
    this.count = kept;
  }
}

/**
 * Four weights as one number, to see at once which of them are large enough: to the lower seven bits of each so much is
 * added that the eighth becomes 1 if it is. A weight that has the eighth anyway is always large enough, or, where more is
 * asked for, must have it as well.
 */
const [HIGH, LOW_BITS, HIGH_BITS, EACH] = [128, 0x7f7f7f7f, 0x80808080 | 0, 0x01010101];
const addedFor = (least: number): number => (((least > HIGH ? 2 * HIGH : HIGH) - least) * EACH) | 0;
const foursOf = ({ buffer, byteOffset, length }: Uint8Array): Int32Array | undefined =>
  byteOffset % 4 === 0 ? new Int32Array(buffer, byteOffset, length >>> 2) : undefined;
