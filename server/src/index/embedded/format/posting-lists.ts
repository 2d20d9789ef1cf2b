// Which products have a term, and how much of it. Products are told in windows of 65,536, so that two bytes say which one of
// its window each is. Most terms are the identifier of one product, though: short lists name their products whole.

import { GrowableBytes, GrowableUint16, GrowableUint32 } from './growable-arrays.ts';
import type { Sections } from './layout.ts';
import { branchlessLowerBound } from './lower-bound.ts';

const WINDOW_BITS = 16;
export const WINDOW = 1 << WINDOW_BITS;
const MOST_SHORT = 64;
/** A step of a long list has between half as many entries and so many, where they are spread evenly. */
const ENTRIES_A_STEP = 32;
/** A sample has so many products of every so many. */
const [STRETCH, EVERY] = [256, 16_384];

/** In a list of new places: the product has none. */
export const DELETED = 2 ** 32 - 1;

export const windowCount = (products: number): number => Math.ceil(products / WINDOW);

/** Where a list stands: among the short ones or among the long ones, by how many entries it has. */
export interface PostingListRef {
  first: number;
  count: number;
}

export const isShortList = (count: number): boolean => count <= MOST_SHORT;

/** The products that have a term, in order. */
export interface Postings {
  /** Their places in their windows. */
  lows: Uint16Array;
  weights: Uint8Array;
  /** Where the entries of each window begin, and at last where they end. */
  bounds: Uint32Array;
  /** Of lists that many of all products are on. */
  steps: Steps | undefined;
}

/** Where to look for a product in a long list. */
interface Steps {
  /** A step has so many products as two to the power of this. */
  bits: number;
  /** By step: how many entries of its window stand before it. */
  before: Uint16Array;
}

/** The steps of a list by how many products of a segment it has; none where a window would have only one. */
function stepBitsOf(count: number, products: number): number | undefined {
  const bits = 31 - Math.clz32((ENTRIES_A_STEP * products) / count);
  return bits < WINDOW_BITS ? bits : undefined;
}

const stepsOf = (products: number, bits: number): number => Math.ceil(products / 2 ** bits);

export class PostingsWriter {
  readonly #shortDocs = new GrowableUint32();
  readonly #shortWeights = new GrowableBytes();
  readonly #longLows = new GrowableUint16();
  readonly #longWeights = new GrowableBytes();
  readonly #longBounds = new GrowableUint32();
  readonly #longSteps = new GrowableUint16();
  readonly #stepStarts = new GrowableUint32();
  readonly #products: number;
  readonly #windows: number;

  constructor(products: number) {
    this.#products = products;
    this.#windows = windowCount(products);
  }

  /** The products of the next term, in order: `docs` and `weights` from one place to another. */
  append(docs: Uint32Array, weights: Uint8Array, from: number, to: number): void {
    if (isShortList(to - from)) {
      for (let at = from; at < to; at++) this.#shortDocs.push(docs[at]!);
      this.#shortWeights.pushFew(weights, from, to);
      return;
    }
    const shift = this.#longLows.length - from;
    let at = from;
    for (let window = 0; window < this.#windows; window++) {
      this.#longBounds.push(at + shift);
      for (const end = (window + 1) * WINDOW; at < to && docs[at]! < end; at++) this.#longLows.push(docs[at]!);
    }
    this.#longBounds.push(to + shift);
    this.#longWeights.pushAll(weights.subarray(from, to));
    this.#appendSteps(docs, from, to);
  }

  #appendSteps(docs: Uint32Array, from: number, to: number): void {
    this.#stepStarts.push(this.#longSteps.length);
    const bits = stepBitsOf(to - from, this.#products);
    if (bits === undefined) return;
    let [at, window] = [from, from];
    for (let first = 0; first < this.#products; first += 2 ** bits) {
      while (at < to && docs[at]! < first) at++;
      if (first % WINDOW === 0) window = at;
      this.#longSteps.push(at - window);
    }
  }

  sections(): Sections {
    return {
      'short.docs': this.#shortDocs.whole(),
      'short.weights': this.#shortWeights.whole(),
      'long.lows': this.#longLows.whole(),
      'long.weights': this.#longWeights.whole(),
      'long.bounds': this.#longBounds.whole(),
      'long.steps': this.#longSteps.whole(),
      'long.step_starts': this.#stepStarts.whole(),
    };
  }
}

export class PostingsReader {
  readonly #shortDocs: Uint32Array;
  readonly #shortWeights: Uint8Array;
  readonly #longLows: Uint16Array;
  readonly #longWeights: Uint8Array;
  readonly #longBounds: Uint32Array;
  readonly #longSteps: Uint16Array;
  readonly #stepStarts: Uint32Array;
  readonly #products: number;
  readonly #windows: number;

  constructor(sections: Sections, products: number) {
    this.#shortDocs = sections['short.docs'] as Uint32Array;
    this.#shortWeights = sections['short.weights'] as Uint8Array;
    this.#longLows = sections['long.lows'] as Uint16Array;
    this.#longWeights = sections['long.weights'] as Uint8Array;
    this.#longBounds = sections['long.bounds'] as Uint32Array;
    this.#longSteps = sections['long.steps'] as Uint16Array;
    this.#stepStarts = sections['long.step_starts'] as Uint32Array;
    this.#products = products;
    this.#windows = windowCount(products);
  }

  read({ first, count }: PostingListRef): Postings {
    if (isShortList(count)) {
      const weights = this.#shortWeights.subarray(first, first + count);
      return postingsOf(this.#shortDocs.subarray(first, first + count), weights, this.#windows);
    }
    const list = this.#longList(first);
    const [bounds, steps] = [this.#boundsOf(list), this.#stepsOf(list, count)];
    return { lows: this.#longLows, weights: this.#longWeights, bounds, steps };
  }

  /** Marks the products of a list. */
  mark({ first, count }: PostingListRef, marks: Uint8Array): void {
    if (isShortList(count)) {
      for (let at = first; at < first + count; at++) marks[this.#shortDocs[at]!] = 1;
      return;
    }
    const [lows, bounds] = [this.#longLows, this.#boundsOf(this.#longList(first))];
    for (let window = 0; window < this.#windows; window++) {
      const [base, end] = [window * WINDOW, bounds[window + 1]!];
      for (let at = bounds[window]!; at < end; at++) marks[base + lows[at]!] = 1;
    }
  }

  /** Copies a list to `docs` and `weights`, from `at` on: its products by their new places. Returns where it ends. */
  copy(range: PostingListRef, places: Uint32Array, docs: Uint32Array, weights: Uint8Array, at: number): number {
    let end = at;
    const put = (doc: number, weight: number) => {
      if (places[doc] === DELETED) return;
      docs[end] = places[doc]!;
      weights[end++] = weight;
    };
    if (isShortList(range.count)) {
      const last = range.first + range.count;
      for (let entry = range.first; entry < last; entry++) put(this.#shortDocs[entry]!, this.#shortWeights[entry]!);
      return end;
    }
    const bounds = this.#boundsOf(this.#longList(range.first));
    for (let window = 0; window < this.#windows; window++) {
      const base = window * WINDOW;
      for (let entry = bounds[window]!; entry < bounds[window + 1]!; entry++) {
        put(base + this.#longLows[entry]!, this.#longWeights[entry]!);
      }
    }
    return end;
  }

  /** Lists stand one behind the other, and so do their bounds: which of them begins there. */
  #longList(first: number): number {
    const width = this.#windows + 1;
    let [low, high] = [0, this.#longBounds.length / width];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#longBounds[middle * width]! < first) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #boundsOf(list: number): Uint32Array {
    const width = this.#windows + 1;
    return this.#longBounds.subarray(list * width, (list + 1) * width);
  }

  #stepsOf(list: number, count: number): Steps | undefined {
    const bits = stepBitsOf(count, this.#products);
    if (bits === undefined) return undefined;
    const first = this.#stepStarts[list]!;
    return { bits, before: this.#longSteps.subarray(first, first + stepsOf(this.#products, bits)) };
  }
}

/** A list that stands in no segment. */
export function postingsOf(docs: ArrayLike<number>, weights: Uint8Array, windows: number): Postings {
  const lows = Uint16Array.from(docs);
  const bounds = new Uint32Array(windows + 1);
  for (let i = 0; i < docs.length; i++) bounds[(docs[i]! >>> WINDOW_BITS) + 1]!++;
  for (let window = 0; window < windows; window++) bounds[window + 1]! += bounds[window]!;
  return { lows, weights, bounds, steps: undefined };
}

export const countOf = ({ bounds }: Postings): number => bounds[bounds.length - 1]! - bounds[0]!;

/** Where a product stands among the entries, -1 where it does not. */
export function findPosting(entries: Postings, doc: number): number {
  const [window, low] = [doc >>> WINDOW_BITS, doc & (WINDOW - 1)];
  const at = lowerBoundInWindow(entries, window, low);
  return at < entries.bounds[window + 1]! && entries.lows[at] === low ? at : -1;
}

/** Where among the entries of a window the first stands that is not below a place in it. */
export function lowerBoundInWindow({ lows, bounds, steps }: Postings, window: number, low: number): number {
  const [from, to] = [bounds[window]!, bounds[window + 1]!];
  if (!steps) return branchlessLowerBound(lows, low, from, to);
  const { bits, before } = steps;
  const step = (window << (WINDOW_BITS - bits)) + (low >>> bits);
  // No product stands so far behind.
  if (step >= before.length) return to;
  const isLast = (low | ((1 << bits) - 1)) === WINDOW - 1 || step + 1 === before.length;
  return branchlessLowerBound(lows, low, from + before[step]!, isLast ? to : from + before[step + 1]!);
}

/** The products whole, in order. */
export function docsOf({ lows, bounds }: Postings): Uint32Array {
  const docs = new Uint32Array(bounds[bounds.length - 1]! - bounds[0]!);
  let next = 0;
  for (let window = 0; window + 1 < bounds.length; window++) {
    const base = window * WINDOW;
    for (let at = bounds[window]!; at < bounds[window + 1]!; at++) docs[next++] = base + lows[at]!;
  }
  return docs;
}

/** How many of a segment's products are in a sample. */
export const sampleSizeOf = (products: number): number =>
  Math.floor(products / EVERY) * STRETCH + Math.min(STRETCH, products % EVERY);

/** The entries of the products in a sample. */
export function samplePostings(entries: Postings): Postings {
  const { lows, weights, bounds } = entries;
  const stretches: [from: number, to: number][] = [];
  const ends = new Uint32Array(bounds.length);
  for (let window = 0; window + 1 < bounds.length; window++) {
    let count = ends[window]!;
    for (let first = 0; first < WINDOW && bounds[window]! < bounds[window + 1]!; first += EVERY) {
      const [from, to] = [
        lowerBoundInWindow(entries, window, first),
        lowerBoundInWindow(entries, window, first + STRETCH),
      ];
      if (to > from) stretches.push([from, to]);
      count += to - from;
    }
    ends[window + 1] = count;
  }
  const some = {
    lows: new Uint16Array(ends.at(-1)!),
    weights: new Uint8Array(ends.at(-1)!),
    bounds: ends,
    steps: undefined,
  };
  let next = 0;
  for (const [from, to] of stretches) {
    some.lows.set(lows.subarray(from, to), next);
    some.weights.set(weights.subarray(from, to), next);
    next += to - from;
  }
  return some;
}
