// Scores products by the words of a query, in whole numbers: the same sums in whatever order and in however many segments.
// What cannot be among the best any more is not looked at: the words that can give most come first, and once the words
// that are left cannot lift a new product among the best, only those that are there already are counted on.
import type { PartFilter } from './filter/part-filter.ts';
import { gallop } from './segment/first-from.ts';
import { histogramOf, type Place, selectBest } from './select-best.ts';
import type { Part, Run } from './view.ts';

/** A word of the query: in a product it counts once, by the first of its lists that has the product. */
export interface ScoredWord {
  /** `points`: what it counts, by the byte that says how much of it a product has. */
  lists: { runs: Run[]; points: Int32Array }[];
}

/** Far below what any words can make up for: the product is dead, or the filters leave it out. */
const LEFT_OUT = -(2 ** 30);
const MAX_WEIGHT = 255;
/** Looking a product up in a list costs about so many times what reading on in it costs. */
const LOOKUP_COST = 8;

export class Scorer {
  /** By place: 0 for products that have none of the words. */
  scores = new Int32Array(0);
  #touched = new Uint32Array(0);
  #count = 0;
  /** By place: the word that was counted last, where a word has several lists. */
  #stamps = new Uint16Array(0);
  #stamp = 0;
  /** More than this the words cannot give. */
  #most = 0;

  /** Makes room, and forgets the last search. */
  begin(places: number): void {
    this.#count = 0;
    this.#most = 0;
    if (this.scores.length < places) {
      const room = Math.ceil(places * 1.1) + 1024;
      this.scores = new Int32Array(room);
      this.#touched = new Uint32Array(room);
      this.#stamps = new Uint16Array(room);
      this.#stamp = 0;
    } else this.scores.fill(0, 0, places);
  }

  /** Scores all words. Products that `filter` leaves out are none; `k` are wanted, or all where nothing may be left out. */
  add(words: readonly ScoredWord[], filter: (part: Part) => PartFilter, k: number | undefined): void {
    const [only] = words;
    for (const word of words) this.#most += mostOf(word);
    if (k !== undefined && words.length === 1 && only!.lists.length === 1) {
      this.#addAlone(only!.lists[0]!, filter, k);
      return;
    }
    const order = words.toSorted((a, b) => mostOf(b) - mostOf(a));
    let rest = this.#most;
    let isClosed = false;
    for (const [i, word] of order.entries()) {
      rest -= mostOf(word);
      if (isClosed) this.#addToKnown(word);
      else this.#addWord(word, filter);
      if (k === undefined || i === order.length - 1 || this.#count < k) continue;
      const left = entriesOf(order.slice(i + 1));
      if (left < this.#count / 4) continue;
      const { least, countFrom } = this.#leastOfBest(k);
      if (rest >= least) continue;
      isClosed = true;
      // Worth it where looking up those that are left takes less than reading the lists.
      if (countFrom(least - rest) * LOOKUP_COST < left) this.#dropBelow(least - rest);
    }
  }

  /** A product that is found by other means than its words. */
  touch(place: number, part: Part, filter: PartFilter, points: number): boolean {
    if (this.scores[place] === 0) {
      this.#touched[this.#count++] = place;
      this.#count = filter.keep(this.#touched, this.#count - 1, this.#count, part.base, this.scores, LEFT_OUT);
    }
    if (this.scores[place]! < 0) return false;
    this.scores[place]! += points;
    return true;
  }

  /** Takes points off the products that are there. */
  subtract(
    { docs, weights, from, to, part: { base } }: Run,
    points: Int32Array,
    isSpared: (doc: number) => boolean,
  ): void {
    for (let at = from; at < to; at++) {
      const place = base + docs[at]!;
      if (this.scores[place]! > 0 && !isSpared(docs[at]!)) this.scores[place]! -= points[weights[at]!]!;
    }
  }

  /** The best, in order, that also pass a test which costs too much to be asked of all. */
  best(k: number, numberAt: (place: number) => number, isWanted: ((place: number) => boolean) | undefined): Place[] {
    const contest = { places: this.#touched, scores: this.scores, numberAt };
    return selectBest(contest, this.#count, this.#most, k, isWanted);
  }

  #addWord({ lists }: ScoredWord, filter: (part: Part) => PartFilter): void {
    if (lists.length > 1) this.#nextStamp();
    for (const { runs, points } of lists) {
      for (const run of runs) {
        const before = this.#count;
        const { keep, candidates } = filter(run.part);
        if (candidates && candidates.length * LOOKUP_COST < run.to - run.from) {
          this.#addCandidates(run, points, candidates, lists.length > 1);
        } else if (lists.length > 1) this.#addStamped(run, points);
        else this.#addRun(run, points);
        this.#count = keep(this.#touched, before, this.#count, run.part.base, this.scores, LEFT_OUT);
      }
    }
  }

  /** A word alone: the products in which it weighs most, and ever more of them until there are enough. */
  #addAlone(list: ScoredWord['lists'][number], filter: (part: Part) => PartFilter, k: number): void {
    const { runs, points } = list;
    if (runs.some(({ part }) => filter(part).candidates)) {
      this.#addWord({ lists: [list] }, filter);
      return;
    }
    const counts = new Uint32Array(MAX_WEIGHT + 1);
    for (const { weights, from, to } of runs) for (let at = from; at < to; at++) counts[weights[at]!]!++;
    let below = MAX_WEIGHT + 1;
    for (let wanted = k; below > 1 && this.#count < k; wanted *= 16) {
      let [least, some] = [below, 0];
      while (least > 1 && some < wanted) some += counts[--least]!;
      for (const run of runs) {
        const before = this.#count;
        this.#addBetween(run, points, least, below);
        const { base } = run.part;
        this.#count = filter(run.part).keep(this.#touched, before, this.#count, base, this.scores, LEFT_OUT);
      }
      below = least;
    }
  }

  #addBetween(
    { docs, weights, from, to, part: { base } }: Run,
    points: Int32Array,
    least: number,
    below: number,
  ): void {
    const { scores } = this;
    const touched = this.#touched;
    let count = this.#count;
    for (let at = from; at < to; at++) {
      const weight = weights[at]!;
      if (weight < least || weight >= below) continue;
      const place = base + docs[at]!;
      const score = scores[place]!;
      if (score === 0) touched[count++] = place;
      scores[place] = score + points[weight]!;
    }
    this.#count = count;
  }

  #addRun({ docs, weights, from, to, part: { base } }: Run, points: Int32Array): void {
    const { scores } = this;
    const touched = this.#touched;
    let count = this.#count;
    for (let at = from; at < to; at++) {
      const place = base + docs[at]!;
      const score = scores[place]!;
      if (score === 0) touched[count++] = place;
      scores[place] = score + points[weights[at]!]!;
    }
    this.#count = count;
  }

  #addStamped({ docs, weights, from, to, part: { base } }: Run, points: Int32Array): void {
    const { scores } = this;
    const [touched, stamps, stamp] = [this.#touched, this.#stamps, this.#stamp];
    let count = this.#count;
    for (let at = from; at < to; at++) {
      const place = base + docs[at]!;
      if (stamps[place] === stamp) continue;
      stamps[place] = stamp;
      const score = scores[place]!;
      if (score === 0) touched[count++] = place;
      scores[place] = score + points[weights[at]!]!;
    }
    this.#count = count;
  }

  /** Of a long list only those products that a filter leaves. */
  #addCandidates(
    { docs, weights, from, to, part: { base } }: Run,
    points: Int32Array,
    candidates: Uint32Array,
    isStamped: boolean,
  ): void {
    const { scores } = this;
    const [touched, stamps, stamp] = [this.#touched, this.#stamps, this.#stamp];
    let at = from;
    for (const doc of candidates) {
      at = gallop(docs, doc, at, to);
      if (at >= to) return;
      if (docs[at] !== doc) continue;
      const place = base + doc;
      if (isStamped) {
        if (stamps[place] === stamp) continue;
        stamps[place] = stamp;
      }
      const score = scores[place]!;
      if (score === 0) touched[this.#count++] = place;
      scores[place] = score + points[weights[at]!]!;
    }
  }

  /** Counts a word only where other words were counted: by looking those up, or by reading the lists, whichever is less. */
  #addToKnown(word: ScoredWord): void {
    if (word.lists.length > 1) this.#nextStamp();
    for (const { runs, points } of word.lists) {
      for (const run of runs) {
        if (this.#count * LOOKUP_COST < run.to - run.from) this.#lookUp(run, points, word.lists.length > 1);
        else this.#addWhereKnown(run, points, word.lists.length > 1);
      }
    }
  }

  /** Those that were not there before are counted too, and not heard of any more: asking would take longer. */
  #addWhereKnown({ docs, weights, from, to, part: { base } }: Run, points: Int32Array, isStamped: boolean): void {
    const { scores } = this;
    if (!isStamped) {
      for (let at = from; at < to; at++) scores[base + docs[at]!]! += points[weights[at]!]!;
      return;
    }
    const [stamps, stamp] = [this.#stamps, this.#stamp];
    for (let at = from; at < to; at++) {
      const place = base + docs[at]!;
      if (stamps[place] === stamp) continue;
      stamps[place] = stamp;
      scores[place]! += points[weights[at]!]!;
    }
  }

  #lookUp({ docs, weights, from, to, part }: Run, points: Int32Array, isStamped: boolean): void {
    const { scores } = this;
    const [touched, stamps, stamp] = [this.#touched, this.#stamps, this.#stamp];
    const end = part.base + part.segment.size;
    let at = from;
    let last = -1;
    for (let i = 0; i < this.#count; i++) {
      const place = touched[i]!;
      if (place < part.base || place >= end) continue;
      const doc = place - part.base;
      // They come in order but for where the entries of another word begin.
      at = gallop(docs, doc, doc > last ? at : from, to);
      last = doc;
      if (at >= to) at = from;
      if (docs[at] !== doc) continue;
      if (isStamped) {
        if (stamps[place] === stamp) continue;
        stamps[place] = stamp;
      }
      scores[place]! += points[weights[at]!]!;
    }
  }

  #nextStamp(): void {
    if (++this.#stamp < 2 ** 16) return;
    this.#stamps.fill(0);
    this.#stamp = 1;
  }

  /** At least so much has the k-th best so far; and at most how many have so much. */
  #leastOfBest(k: number): { least: number; countFrom: (score: number) => number } {
    const { histogram, shift } = histogramOf(this.#touched, this.#count, this.scores, this.#most);
    let [bucket, count] = [histogram.length, 0];
    while (bucket > 1 && count < k) count += histogram[--bucket]!;
    const countFrom = (score: number) => {
      let found = 0;
      for (let i = Math.max(1, score >> shift); i < histogram.length; i++) found += histogram[i]!;
      return found;
    };
    return { least: count < k ? 0 : bucket << shift, countFrom };
  }

  /** Products that cannot be among the best any more are counted no further. */
  #dropBelow(least: number): void {
    const { scores } = this;
    const touched = this.#touched;
    let kept = 0;
    for (let i = 0; i < this.#count; i++) {
      const place = touched[i]!;
      if (scores[place]! >= least) touched[kept++] = place;
    }
    this.#count = kept;
  }
}

const mostOf = ({ lists }: ScoredWord): number => {
  let most = 0;
  for (const { points } of lists) if (points[MAX_WEIGHT]! > most) most = points[MAX_WEIGHT]!;
  return most;
};

function entriesOf(words: readonly ScoredWord[]): number {
  let entries = 0;
  for (const { lists } of words) for (const { runs } of lists) for (const { from, to } of runs) entries += to - from;
  return entries;
}
