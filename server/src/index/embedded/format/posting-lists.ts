// Posting lists: the documents of a term with their quantised weights. Long lists are split into windows of 65,536 documents,
// so that a posting takes two bytes and a weight. Short lists, most of them identifiers, store whole document numbers.

import { GrowableBytes, GrowableUint16, GrowableUint32 } from '../../dictionary/growable-arrays.ts';
import type { Sections } from '../../dictionary/layout.ts';
import { lowerBound } from '../../dictionary/lower-bound.ts';
import { isShortList, type PostingListRef } from '../../dictionary/posting-list-ref.ts';

const WINDOW_BITS = 16;
export const WINDOW = 1 << WINDOW_BITS;
/** A skip interval holds between half this many postings and this many, if they are spread evenly. */
const POSTINGS_PER_SKIP = 32;
/** A sample consists of the first SAMPLE_RUN of every SAMPLE_INTERVAL documents. */
const [SAMPLE_RUN, SAMPLE_INTERVAL] = [256, 16_384];

/** In a map from old to new documents: the document was deleted. */
export const DELETED = 2 ** 32 - 1;

export const windowCount = (docs: number): number => Math.ceil(docs / WINDOW);

/** In ascending order of documents. */
export interface Postings {
  /** The low 16 bits of the documents: their offsets in their windows. */
  lows: Uint16Array;
  weights: Uint8Array;
  /** Where the postings of each window start, and the end of the last. */
  bounds: Uint32Array;
  /** Only for lists with many of the segment's documents. */
  skips: SkipTable | undefined;
}

/** Divides the documents into equal intervals, for lookups without a search of the whole window. */
interface SkipTable {
  /** Binary logarithm of the documents per interval. */
  bits: number;
  /** Per interval: number of postings of its window before it. */
  before: Uint16Array;
}

/** Undefined if an interval would cover a whole window. */
function skipBits(count: number, docs: number): number | undefined {
  const bits = 31 - Math.clz32((POSTINGS_PER_SKIP * docs) / count);
  return bits < WINDOW_BITS ? bits : undefined;
}

const skipTableSize = (docs: number, bits: number): number => Math.ceil(docs / 2 ** bits);

export class PostingsWriter {
  readonly #shortDocs = new GrowableUint32();
  readonly #shortWeights = new GrowableBytes();
  readonly #longLows = new GrowableUint16();
  readonly #longWeights = new GrowableBytes();
  readonly #longBounds = new GrowableUint32();
  readonly #longSkips = new GrowableUint16();
  readonly #skipStarts = new GrowableUint32();
  readonly #docs: number;
  readonly #windows: number;

  constructor(docs: number) {
    this.#docs = docs;
    this.#windows = windowCount(docs);
  }

  /** Appends the list of the next term: `docs`, ascending, and `weights` between `from` and `to`. */
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
    this.#appendSkips(docs, from, to);
  }

  #appendSkips(docs: Uint32Array, from: number, to: number): void {
    this.#skipStarts.push(this.#longSkips.length);
    const bits = skipBits(to - from, this.#docs);
    if (bits === undefined) return;
    let [at, window] = [from, from];
    for (let first = 0; first < this.#docs; first += 2 ** bits) {
      while (at < to && docs[at]! < first) at++;
      if (first % WINDOW === 0) window = at;
      this.#longSkips.push(at - window);
    }
  }

  sections(): Sections {
    return {
      'short.docs': this.#shortDocs.view(),
      'short.weights': this.#shortWeights.view(),
      'long.lows': this.#longLows.view(),
      'long.weights': this.#longWeights.view(),
      'long.bounds': this.#longBounds.view(),
      'long.skips': this.#longSkips.view(),
      'long.skip_starts': this.#skipStarts.view(),
    };
  }
}

export class PostingsReader {
  readonly #shortDocs: Uint32Array;
  readonly #shortWeights: Uint8Array;
  readonly #longLows: Uint16Array;
  readonly #longWeights: Uint8Array;
  readonly #longBounds: Uint32Array;
  readonly #longSkips: Uint16Array;
  readonly #skipStarts: Uint32Array;
  readonly #docs: number;
  readonly #windows: number;

  constructor(sections: Sections, docs: number) {
    this.#shortDocs = sections['short.docs'] as Uint32Array;
    this.#shortWeights = sections['short.weights'] as Uint8Array;
    this.#longLows = sections['long.lows'] as Uint16Array;
    this.#longWeights = sections['long.weights'] as Uint8Array;
    this.#longBounds = sections['long.bounds'] as Uint32Array;
    this.#longSkips = sections['long.skips'] as Uint16Array;
    this.#skipStarts = sections['long.skip_starts'] as Uint32Array;
    this.#docs = docs;
    this.#windows = windowCount(docs);
  }

  read({ first, count }: PostingListRef): Postings {
    if (isShortList(count)) {
      const weights = this.#shortWeights.subarray(first, first + count);
      return postingsOf(this.#shortDocs.subarray(first, first + count), weights, this.#windows);
    }
    const list = this.#longList(first);
    const [bounds, skips] = [this.#boundsOf(list), this.#skipsOf(list, count)];
    return { lows: this.#longLows, weights: this.#longWeights, bounds, skips };
  }

  /** Sets the mark of every document in the list. */
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

  /** Copies a list to `docs` and `weights` from `at` on, with documents renumbered by `newDocs`. Returns the end. */
  copy(list: PostingListRef, newDocs: Uint32Array, docs: Uint32Array, weights: Uint8Array, at: number): number {
    let end = at;
    const put = (doc: number, weight: number) => {
      if (newDocs[doc] === DELETED) return;
      docs[end] = newDocs[doc]!;
      weights[end++] = weight;
    };
    if (isShortList(list.count)) {
      const last = list.first + list.count;
      for (let i = list.first; i < last; i++) put(this.#shortDocs[i]!, this.#shortWeights[i]!);
      return end;
    }
    const bounds = this.#boundsOf(this.#longList(list.first));
    for (let window = 0; window < this.#windows; window++) {
      const base = window * WINDOW;
      for (let i = bounds[window]!; i < bounds[window + 1]!; i++) {
        put(base + this.#longLows[i]!, this.#longWeights[i]!);
      }
    }
    return end;
  }

  /** The number of the long list that starts at a posting, by binary search in the bounds. */
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

  #skipsOf(list: number, count: number): SkipTable | undefined {
    const bits = skipBits(count, this.#docs);
    if (bits === undefined) return undefined;
    const first = this.#skipStarts[list]!;
    return { bits, before: this.#longSkips.subarray(first, first + skipTableSize(this.#docs, bits)) };
  }
}

/** A list in memory, outside of any segment. */
export function postingsOf(docs: ArrayLike<number>, weights: Uint8Array, windows: number): Postings {
  const lows = Uint16Array.from(docs);
  const bounds = new Uint32Array(windows + 1);
  for (let i = 0; i < docs.length; i++) bounds[(docs[i]! >>> WINDOW_BITS) + 1]!++;
  for (let window = 0; window < windows; window++) bounds[window + 1]! += bounds[window]!;
  return { lows, weights, bounds, skips: undefined };
}

export const countOf = ({ bounds }: Postings): number => bounds[bounds.length - 1]! - bounds[0]!;

/** The index of a document's posting; -1 if it has none. */
export function findPosting(postings: Postings, doc: number): number {
  const [window, low] = [doc >>> WINDOW_BITS, doc & (WINDOW - 1)];
  const at = lowerBoundInWindow(postings, window, low);
  return at < postings.bounds[window + 1]! && postings.lows[at] === low ? at : -1;
}

/** The index of the first posting of a window whose low bits are at least `low`. */
export function lowerBoundInWindow({ lows, bounds, skips }: Postings, window: number, low: number): number {
  const [from, to] = [bounds[window]!, bounds[window + 1]!];
  if (!skips) return lowerBound(lows, low, from, to);
  const { bits, before } = skips;
  const interval = (window << (WINDOW_BITS - bits)) + (low >>> bits);
  // Past the last document.
  if (interval >= before.length) return to;
  const isLast = (low | ((1 << bits) - 1)) === WINDOW - 1 || interval + 1 === before.length;
  return lowerBound(lows, low, from + before[interval]!, isLast ? to : from + before[interval + 1]!);
}

/** The document numbers, ascending. */
export function docsOf({ lows, bounds }: Postings): Uint32Array {
  const docs = new Uint32Array(bounds[bounds.length - 1]! - bounds[0]!);
  let next = 0;
  for (let window = 0; window + 1 < bounds.length; window++) {
    const base = window * WINDOW;
    for (let at = bounds[window]!; at < bounds[window + 1]!; at++) docs[next++] = base + lows[at]!;
  }
  return docs;
}

/** Number of documents in the sample of a segment. */
export const sampleSizeOf = (docs: number): number =>
  Math.floor(docs / SAMPLE_INTERVAL) * SAMPLE_RUN + Math.min(SAMPLE_RUN, docs % SAMPLE_INTERVAL);

/** The postings of the documents in the sample. */
export function samplePostings(postings: Postings): Postings {
  const { lows, weights, bounds } = postings;
  const ranges: [from: number, to: number][] = [];
  const ends = new Uint32Array(bounds.length);
  for (let window = 0; window + 1 < bounds.length; window++) {
    let count = ends[window]!;
    for (let first = 0; first < WINDOW && bounds[window]! < bounds[window + 1]!; first += SAMPLE_INTERVAL) {
      const [from, to] = [
        lowerBoundInWindow(postings, window, first),
        lowerBoundInWindow(postings, window, first + SAMPLE_RUN),
      ];
      if (to > from) ranges.push([from, to]);
      count += to - from;
    }
    ends[window + 1] = count;
  }
  const sample = {
    lows: new Uint16Array(ends.at(-1)!),
    weights: new Uint8Array(ends.at(-1)!),
    bounds: ends,
    skips: undefined,
  };
  let next = 0;
  for (const [from, to] of ranges) {
    sample.lows.set(lows.subarray(from, to), next);
    sample.weights.set(weights.subarray(from, to), next);
    next += to - from;
  }
  return sample;
}
