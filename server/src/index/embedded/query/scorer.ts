// Scores products by the words of a query, in whole numbers: the same sums in whatever order and in however many segments.
// One window of products after the other, so that their scores stay in the processor's cache. What cannot be among the best
// any more is not looked at: the words that can give most come first, and a word opens a product only if it and the words
// behind it can still lift it among the best.

import { lowerBound } from '../format/lower-bound.ts';
import { WINDOW, windowCount } from '../format/posting-lists.ts';
import type { PartFilter } from './filter/segment-filter.ts';
import type { Part, Run } from './index-view.ts';
import { type Stretch, WindowScores } from './score-accumulators.ts';
import { leastOfBest } from './select-top-k.ts';
import { BestSoFar } from './top-candidates.ts';
import type { WorkBudget } from './work-budget.ts';

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
interface WindowPlace {
  number: number;
  /** The place of its first product. */
  base: number;
  /** Where the filter leaves few: their places in the window. Nobody else can be opened. */
  few: Uint32Array | undefined;
}

const NO_MARKS = { bytes: undefined, wanted: 0 };
const MAX_WEIGHT = 255;
const NOTHING_OPENS = { least: MAX_WEIGHT + 1, marks: undefined, wanted: 0 };
/** Of so few entries each is looked at, because counting them blindly means that all scores are to be cleared. */
const FEW_ENTRIES = 4096;
/** Units for a list of a window, beside one for each of its entries. */
const LIST_COST = 50;
/** Units for an entry of a word that is not wanted. */
const UNWANTED_COST = 20;
/** Looking a product up in a list costs about so many times what reading on in it costs. */
const LOOKUP_COST = 16;

export class Scorer {
  readonly #window = new WindowScores();
  readonly best = new BestSoFar();
  readonly budget: WorkBudget;
  /** So many are wanted, and who cannot be among them may be left out. */
  #k: number | undefined;

  constructor(budget: WorkBudget) {
    this.budget = budget;
  }

  /** `least`: whoever has less than this need not be counted to the end. */
  begin(k: number | undefined, least: number, numberAt: (place: number) => number): void {
    this.#k = k;
    this.best.clear(k, least, numberAt);
  }

  /** Scores the products of a segment. */
  add(part: Part, question: PartQuestion): void {
    const words = wordsIn(part, question.words);
    if (words.length === 0 && question.identified.length === 0) return;
    this.best.raiseMost(words.reduce((sum, { most }) => sum + most, 0));
    for (let number = 0; number < windowCount(part.segment.size); number++) {
      try {
        this.#scoreWindow(part, number, words, question);
      } catch (error) {
        // The next search begins with no scores, whatever has failed in this one.
        this.#window.clearAll();
        throw error;
      }
    }
  }

  #scoreWindow(part: Part, number: number, words: readonly PartWord[], question: PartQuestion): void {
    const window = this.#window;
    const { filter } = question;
    const base = number * WINDOW;
    const candidates = filter.candidates && between(filter.candidates, base, base + WINDOW);
    const few = candidates && window.openOnly(candidates, base, filter);
    if (few?.length === 0) return;
    const place = { number, base, few };
    this.best.beginWindow(part.segment.productNos[base]!);
    this.#addIdentified(place, question);
    for (const [i, word] of words.entries()) {
      const least = this.best.leastHere;
      const opens = least - word.rest;
      if (opens > word.most) this.#addToKnown(word, place, opens);
      else this.#addWord(word, place, filter, opens);
      // Until enough were found elsewhere, those of this window tell what is needed to be among the best.
      if (this.#k === undefined || least > 0 || window.count < this.#k || i === words.length - 1) continue;
      this.best.raiseLeast(leastOfBest(window.touched, window.count, window.scores, this.best.most, this.#k));
    }
    for (const unwanted of question.unwanted) this.#subtract(part, place, unwanted);
    this.best.take(part.base + place.base, window.touched, window.count, window.scores);
    window.clear();
  }

  #addIdentified({ base }: WindowPlace, { identified, identified_points, filter, onIdentified }: PartQuestion): void {
    const window = this.#window;
    const { marks } = filter;
    for (const doc of identified) {
      if (doc < base || doc >= base + WINDOW || (marks && marks.bytes[doc] !== marks.wanted)) continue;
      const before = window.count;
      window.touched[window.count++] = doc - base;
      window.keepOnly(before, base, filter);
      if (window.count === before) continue;
      window.scores[doc - base] = identified_points;
      onIdentified(doc);
    }
  }

  /** `opens`: a product that has none of the words before needs so many points of this one to be worth counting. */
  #addWord(word: PartWord, place: WindowPlace, filter: PartFilter, opens: number): void {
    const window = this.#window;
    const { few, base } = place;
    // Of few it is known already that they pass.
    const { bytes, wanted } = (!few && filter.marks) || NO_MARKS;
    const marks = bytes?.subarray(base);
    const isFirst = window.count === 0 && !few;
    // Of the first word a list that can open none gives nothing: open are only those of its other lists, and they count once.
    const lists = isFirst ? word.lists.filter(({ points }) => points[MAX_WEIGHT]! >= opens) : word.lists;
    for (const stretch of this.#stretchesOf(lists, place)) {
      const before = window.count;
      const opening = { least: leastWeight(stretch.points, opens), marks, wanted };
      if (few && few.length * LOOKUP_COST < stretch.to - stretch.from) window.addFew(few, stretch);
      else if (stretch.isStamped) window.addStamped(stretch, opening);
      else if (window.count * LOOKUP_COST <= stretch.to - stretch.from) {
        // Few are known, or none: of all others only who opens is looked at.
        window.lookUp(stretch);
        window.open(stretch, opening);
      } else window.addAll(stretch, opening);
      if (!few) window.keepOnly(before, base, filter);
    }
  }

  /** Counts a word only where others were counted: by looking those up, or by reading the list, whichever is less. */
  #addToKnown({ lists, most }: PartWord, place: WindowPlace, opens: number): void {
    const window = this.#window;
    const stretches = this.#stretchesOf(lists, place);
    // Who cannot be among the best even with this word need not be looked up.
    const entries = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
    if (window.count < entries) window.dropBelow(opens - most);
    for (const stretch of stretches) {
      const count = stretch.to - stretch.from;
      if (window.count * LOOKUP_COST < count) window.lookUp(stretch);
      else if (count > FEW_ENTRIES) window.addWhereKnown(stretch);
      else if (stretch.isStamped) window.addStamped(stretch, NOTHING_OPENS);
      else window.addAll(stretch, NOTHING_OPENS);
    }
  }

  /** What lists have in a window. */
  #stretchesOf(lists: PartWord['lists'], { number }: WindowPlace): Stretch[] {
    const isStamped = lists.length > 1;
    if (isStamped) this.#window.nextStamp();
    const stretches: Stretch[] = [];
    let entries = 0;
    for (const { run, points } of lists) {
      const { lows, weights, bounds, steps } = run;
      const [from, to] = [bounds[number]!, bounds[number + 1]!];
      if (from < to) stretches.push({ lows, weights, bounds, steps, window: number, from, to, points, isStamped });
      entries += to - from;
    }
    this.budget.spend(LIST_COST * lists.length + entries);
    return stretches;
  }

  #subtract(part: Part, { number, base }: WindowPlace, { runs, points, isSpared }: UnwantedWord): void {
    const { scores } = this.#window;
    for (const { part: of, lows, weights, bounds } of runs) {
      if (of !== part) continue;
      this.budget.spend(UNWANTED_COST * (bounds[number + 1]! - bounds[number]!));
      for (let at = bounds[number]!; at < bounds[number + 1]!; at++) {
        const place = lows[at]!;
        if (scores[place]! > 0 && !isSpared(part, base + place)) scores[place]! -= points[weights[at]!]!;
      }
    }
  }
}

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
  const first = lowerBound(numbers, from, 0, numbers.length);
  return numbers.subarray(first, lowerBound(numbers, to, first, numbers.length));
}
