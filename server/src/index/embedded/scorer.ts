// Scores products by the words of a query, in whole numbers: the same sums in whatever order and in however many segments.
// One window of products after the other, so that their scores stay in the processor's cache. What cannot be among the best
// any more is not looked at: the words that can give most come first, and a word opens a product only if it and the words
// behind it can still lift it among the best.

import { BestSoFar } from './best-so-far.ts';
import type { Marks, PartFilter } from './filter/part-filter.ts';
import { WINDOW, windowsOf } from './segment/entries.ts';
import { firstFrom, gallop } from './segment/first-from.ts';
import { leastOfBest } from './select-best.ts';
import type { Part, Run } from './view.ts';

/** A word of the query: in a product it counts once, by the first of its lists that has the product. */
export interface ScoredWord {
  /** `points`: what it counts, by the byte that says how much of it a product has. */
  lists: { runs: Run[]; points: Int32Array }[];
}

/** A word that takes points off, unless the product is spared. */
export interface UnwantedWord {
  runs: Run[];
  points: Int32Array;
  isSpared: (part: Part, doc: number) => boolean;
}

/** What is asked of the products of one segment. */
export interface PartQuestion {
  words: readonly ScoredWord[];
  unwanted: readonly UnwantedWord[];
  filter: PartFilter;
  /** Products that are found by other means than their words, each once, and what that counts. */
  identified: readonly number[];
  identified_points: number;
  /** Told of each of them that passes the filter. */
  onIdentified: (doc: number) => void;
}

/** A word in one segment. */
interface PartWord {
  lists: { run: Run; points: Int32Array }[];
  /** What it can give at most, and what those behind it can. */
  most: number;
  rest: number;
}

/** A window of a segment. */
interface Window {
  number: number;
  /** The place of its first product. */
  base: number;
  /** Where the filter leaves few: their places in the window. Nobody else can be opened. */
  few: Uint32Array | undefined;
}

/** Far below what any words can make up for: the product is dead, or the filters leave it out. */
const LEFT_OUT = -(2 ** 30);
const MAX_WEIGHT = 255;
/** Looking a product up in a list costs about so many times what reading on in it costs. */
const LOOKUP_COST = 16;
/** Clearing so many scores one by one takes as long as clearing all. */
const FEW_TO_CLEAR = WINDOW / 8;

export class Scorer {
  /** By place in the window: 0 for products that have none of the words. */
  readonly #scores = new Int32Array(WINDOW);
  readonly #touched = new Uint32Array(WINDOW);
  readonly #few = new Uint32Array(WINDOW);
  #count = 0;
  /** Others than the touched ones may have a score. */
  #isSpread = false;
  /** By place in the window: the word that was counted last, where a word has several lists. */
  readonly #stamps = new Uint16Array(WINDOW);
  #stamp = 0;
  readonly best = new BestSoFar();
  /** So many are wanted, and who cannot be among them may be left out. */
  #k: number | undefined;

  /** `least`: whoever has less than this need not be counted to the end. */
  begin(k: number | undefined, least: number): void {
    this.#k = k;
    this.best.clear(k, least);
  }

  /** Scores the products of a segment. */
  add(part: Part, question: PartQuestion): void {
    const words = wordsIn(part, question.words);
    if (words.length === 0 && question.identified.length === 0) return;
    this.best.raiseMost(words.reduce((sum, { most }) => sum + most, 0));
    const { candidates } = question.filter;
    for (let number = 0; number < windowsOf(part.segment.size); number++) {
      const base = number * WINDOW;
      const few = candidates && this.#openOnly(between(candidates, base, base + WINDOW), base, question.filter);
      if (few?.length !== 0) this.#scoreWindow(part, { number, base, few }, words, question);
    }
  }

  /** Who passes the filter, of a few; all others are left out before any word is counted. */
  #openOnly(docs: Uint32Array, base: number, { marks, keep }: PartFilter): Uint32Array {
    const [scores, few] = [this.#scores, this.#few];
    let count = 0;
    for (const doc of docs) if (!marks || marks.bytes[doc] === marks.wanted) few[count++] = doc - base;
    const passed = few.subarray(0, keep(few, 0, count, -base, scores, 0));
    if (passed.length === 0) return passed;
    this.#isSpread = true;
    scores.fill(LEFT_OUT);
    for (let i = 0; i < passed.length; i++) scores[passed[i]!] = 0;
    return passed;
  }

  #scoreWindow(part: Part, window: Window, words: readonly PartWord[], question: PartQuestion): void {
    this.#count = 0;
    this.#addIdentified(window, question);
    for (const [i, word] of words.entries()) {
      const { least } = this.best;
      const opens = least - word.rest;
      if (opens > word.most) this.#addToKnown(word, window, opens);
      else this.#addWord(word, window, question.filter, opens);
      // Until enough were found elsewhere, those of this window tell what is needed to be among the best.
      if (this.#k === undefined || least > 0 || this.#count < this.#k || i === words.length - 1) continue;
      this.best.least = leastOfBest(this.#touched, this.#count, this.#scores, this.best.most, this.#k);
    }
    for (const unwanted of question.unwanted) this.#subtract(part, window, unwanted);
    this.best.take(part.base + window.base, this.#touched, this.#count, this.#scores);
    this.#clear();
  }

  /** Clears all scores, or, where no others have any, those of the products that are counted. */
  #clear(): void {
    const [scores, touched] = [this.#scores, this.#touched];
    if (this.#isSpread || this.#count > FEW_TO_CLEAR) scores.fill(0);
    else for (let i = 0; i < this.#count; i++) scores[touched[i]!] = 0;
    this.#isSpread = false;
  }

  #addIdentified({ base }: Window, { identified, identified_points, filter, onIdentified }: PartQuestion): void {
    const { marks } = filter;
    for (const doc of identified) {
      if (doc < base || doc >= base + WINDOW || (marks && marks.bytes[doc] !== marks.wanted)) continue;
      const at = this.#count;
      this.#touched[at] = doc - base;
      this.#count = filter.keep(this.#touched, at, at + 1, -base, this.#scores, LEFT_OUT);
      if (this.#count === at) {
        this.#isSpread = true;
        continue;
      }
      this.#scores[doc - base] = identified_points;
      onIdentified(doc);
    }
  }

  /** `opens`: a product that has none of the words before needs so many points of this one to be worth counting. */
  #addWord(word: PartWord, window: Window, { marks, keep }: PartFilter, opens: number): void {
    // Of few it is known already that they pass.
    const mayOpen = window.few ? undefined : marks && { ...marks, bytes: marks.bytes.subarray(window.base) };
    const isFirst = this.#count === 0 && !window.few;
    // Of the first word a list that can open none gives nothing: open are only those of its other lists, and they count once.
    const lists = isFirst ? word.lists.filter(({ points }) => points[MAX_WEIGHT]! >= opens) : word.lists;
    const isStamped = lists.length > 1;
    if (isStamped) this.#nextStamp();
    for (const { run, points } of lists) {
      const [from, to] = [run.bounds[window.number]!, run.bounds[window.number + 1]!];
      if (from === to) continue;
      const before = this.#count;
      const least = leastWeight(points, opens);
      if (window.few && window.few.length * LOOKUP_COST < to - from) this.#addFew(run, points, window, isStamped);
      else if (isStamped) this.#addStamped(run, points, from, to, least, mayOpen);
      else if (isFirst) this.#addFirst(run, points, from, to, least, mayOpen);
      else this.#addRun(run, points, from, to, least, mayOpen);
      if (window.few) continue;
      const kept = keep(this.#touched, before, this.#count, -window.base, this.#scores, LEFT_OUT);
      if (kept < this.#count) this.#isSpread = true;
      this.#count = kept;
    }
  }

  /** Nobody has a score yet: of those that open nothing only their weights are read, four at a time. */
  #addFirst(
    { lows, weights }: Run,
    points: Int32Array,
    from: number,
    to: number,
    least: number,
    mayOpen: Marks | undefined,
  ): void {
    const [scores, touched] = [this.#scores, this.#touched];
    const [marks, wanted] = [mayOpen?.bytes, mayOpen?.wanted];
    const fours = foursOf(weights);
    const [isHigh, added] = [least > HIGH, addedFor(least)];
    let count = 0;
    for (let at = from; at < to; at++) {
      if ((at & 3) === 0 && at >>> 2 < fours.length) {
        const four = fours[at >>> 2]!;
        const sum = ((four & LOW_BITS) + added) | 0;
        if (((isHigh ? sum & four : sum | four) & HIGH_BITS) === 0) {
          at += 3;
          continue;
        }
      }
      const weight = weights[at]!;
      if (weight < least) continue;
      const place = lows[at]!;
      if (marks !== undefined && marks[place] !== wanted) continue;
      touched[count++] = place;
      scores[place] = points[weight]!;
    }
    this.#count = count;
  }

  #addRun(
    { lows, weights }: Run,
    points: Int32Array,
    from: number,
    to: number,
    least: number,
    mayOpen: Marks | undefined,
  ): void {
    const [scores, touched] = [this.#scores, this.#touched];
    const [marks, wanted] = [mayOpen?.bytes, mayOpen?.wanted];
    let count = this.#count;
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
    this.#count = count;
  }

  #addStamped(
    { lows, weights }: Run,
    points: Int32Array,
    from: number,
    to: number,
    least: number,
    mayOpen: Marks | undefined,
  ): void {
    const [scores, touched, stamps, stamp] = [this.#scores, this.#touched, this.#stamps, this.#stamp];
    const [marks, wanted] = [mayOpen?.bytes, mayOpen?.wanted];
    let count = this.#count;
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
    this.#count = count;
  }

  /** Of a long list only those products that a filter leaves. */
  #addFew({ lows, weights, bounds }: Run, points: Int32Array, window: Window, isStamped: boolean): void {
    const [scores, touched, stamps, stamp] = [this.#scores, this.#touched, this.#stamps, this.#stamp];
    let at = bounds[window.number]!;
    const to = bounds[window.number + 1]!;
    for (const place of window.few!) {
      at = gallop(lows, place, at, to);
      if (at >= to) return;
      if (lows[at] !== place) continue;
      if (isStamped) {
        if (stamps[place] === stamp) continue;
        stamps[place] = stamp;
      }
      const score = scores[place]!;
      if (score === 0) touched[this.#count++] = place;
      scores[place] = score + points[weights[at]!]!;
    }
  }

  /** Counts a word only where others were counted: by looking those up, or by reading the list, whichever is less. */
  #addToKnown({ lists, most }: PartWord, { number }: Window, opens: number): void {
    const isStamped = lists.length > 1;
    if (isStamped) this.#nextStamp();
    let entries = 0;
    for (const { run } of lists) entries += run.bounds[number + 1]! - run.bounds[number]!;
    // Who cannot be among the best even with this word need not be looked up.
    if (this.#count < entries) this.#dropBelow(opens - most);
    for (const { run, points } of lists) {
      const [from, to] = [run.bounds[number]!, run.bounds[number + 1]!];
      if (from === to) continue;
      if (this.#count * LOOKUP_COST < to - from) this.#lookUp(run, points, from, to, isStamped);
      else this.#addWhereKnown(run, points, from, to, isStamped);
    }
  }

  /** Those that were not there before are counted too, and not heard of any more: asking would take longer. */
  #addWhereKnown({ lows, weights }: Run, points: Int32Array, from: number, to: number, isStamped: boolean): void {
    this.#isSpread = true;
    const [scores, stamps, stamp] = [this.#scores, this.#stamps, this.#stamp];
    if (!isStamped) {
      for (let at = from; at < to; at++) scores[lows[at]!]! += points[weights[at]!]!;
      return;
    }
    for (let at = from; at < to; at++) {
      const place = lows[at]!;
      if (stamps[place] === stamp) continue;
      stamps[place] = stamp;
      scores[place]! += points[weights[at]!]!;
    }
  }

  #lookUp({ lows, weights }: Run, points: Int32Array, from: number, to: number, isStamped: boolean): void {
    const [scores, touched, stamps, stamp] = [this.#scores, this.#touched, this.#stamps, this.#stamp];
    let at = from;
    let last = -1;
    for (let i = 0; i < this.#count; i++) {
      const place = touched[i]!;
      // They come in order but for where the entries of another word begin.
      at = gallop(lows, place, place > last ? at : from, to);
      last = place;
      if (at >= to) at = from;
      if (lows[at] !== place) continue;
      if (isStamped) {
        if (stamps[place] === stamp) continue;
        stamps[place] = stamp;
      }
      scores[place]! += points[weights[at]!]!;
    }
  }

  #subtract(part: Part, { number, base }: Window, { runs, points, isSpared }: UnwantedWord): void {
    const scores = this.#scores;
    for (const { part: of, lows, weights, bounds } of runs) {
      if (of !== part) continue;
      for (let at = bounds[number]!; at < bounds[number + 1]!; at++) {
        const place = lows[at]!;
        if (scores[place]! > 0 && !isSpared(part, base + place)) scores[place]! -= points[weights[at]!]!;
      }
    }
  }

  /** Products that cannot be among the best any more are counted no further. No word that is left could open them again. */
  #dropBelow(least: number): void {
    const [scores, touched] = [this.#scores, this.#touched];
    let kept = 0;
    for (let i = 0; i < this.#count; i++) {
      const place = touched[i]!;
      if (scores[place]! >= least) touched[kept++] = place;
      else scores[place] = 0;
    }
    this.#count = kept;
  }

  #nextStamp(): void {
    if (++this.#stamp < 2 ** 16) return;
    this.#stamps.fill(0);
    this.#stamp = 1;
  }
}

/**
 * Four weights as one number, to see at once whether one of them is large enough: to the lower seven bits of each so much is
 * added that the eighth becomes 1 if it is. A weight that has the eighth anyway is always large enough, or, where more is
 * asked for, must have it as well.
 */
const [HIGH, LOW_BITS, HIGH_BITS, EACH] = [128, 0x7f7f7f7f, 0x80808080 | 0, 0x01010101];
const addedFor = (least: number): number => (((least > HIGH ? 2 * HIGH : HIGH) - least) * EACH) | 0;
const NO_FOURS = new Int32Array(0);
const foursOf = ({ buffer, byteOffset, length }: Uint8Array): Int32Array =>
  byteOffset % 4 === 0 ? new Int32Array(buffer, byteOffset, length >>> 2) : NO_FOURS;

/** The words that a segment has, those first that can give most. */
function wordsIn(part: Part, words: readonly ScoredWord[]): PartWord[] {
  const here = words.map(({ lists }): PartWord => {
    const ofPart = lists.flatMap(({ runs, points }) => {
      const run = runs.find((each) => each.part === part);
      return run ? [{ run, points }] : [];
    });
    return { lists: ofPart, most: Math.max(0, ...ofPart.map(({ points }) => points[MAX_WEIGHT]!)), rest: 0 };
  });
  const order = here.filter(({ lists }) => lists.length > 0).sort((a, b) => b.most - a.most);
  for (let i = order.length - 2; i >= 0; i--) order[i]!.rest = order[i + 1]!.most + order[i + 1]!.rest;
  return order;
}

/** The least weight that is worth so many points. */
function leastWeight(points: Int32Array, wanted: number): number {
  let [low, high] = [0, MAX_WEIGHT + 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

function between(numbers: Uint32Array, from: number, to: number): Uint32Array {
  const first = firstFrom(numbers, from, 0, numbers.length);
  return numbers.subarray(first, firstFrom(numbers, to, first, numbers.length));
}
