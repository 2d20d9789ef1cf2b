// Posting lists: the documents of a term with their quantised weights. Long lists are split into windows of 65,536 documents,
// so that a posting takes two bytes and a weight. Short lists, most of them identifiers, store whole document numbers. Frequent
// terms have a weight per document instead of postings (dense-weights.ts).

import type { Sections } from '../../dictionary/layout.ts';
import { lowerBound } from '../../dictionary/lower-bound.ts';
import { isShortList, type PostingListRef } from '../../dictionary/posting-list-ref.ts';
import { type DenseWeights, readDenseWeights } from './dense-weights.ts';
import { WINDOW, WINDOW_BITS, windowCount } from './windows.ts';

/** A skip interval holds between half this many postings and this many, if they are spread evenly. */
const POSTINGS_PER_SKIP = 32;
/** A sample consists of the first SAMPLE_RUN of every SAMPLE_INTERVAL documents. */
const [SAMPLE_RUN, SAMPLE_INTERVAL] = [256, 16_384];

/** In a map from old to new documents: the document was deleted. */
export const DELETED = 2 ** 32 - 1;

/** In ascending order of documents. `postingsIn` returns the postings of a window. */
export interface Postings {
  /** The low 16 bits of the documents: their offsets in their windows. */
  lows: Uint16Array;
  weights: Uint8Array;
  /** Where the postings of each window start, and the end of the last. */
  bounds: Uint32Array;
  /** Only for lists with many of the segment's documents. */
  skips: SkipTable | undefined;
  /** For lists with even more of them, instead of `lows`, `weights` and `skips`. */
  dense: DenseWeights | undefined;
}

/** Documents of a window by offset, and their weights, between two indexes. Those with weight 0 are not in the list. */
export interface PostingRange {
  lows: Uint16Array;
  weights: Uint8Array;
  from: number;
  to: number;
}

/** The offsets of all documents of a window. */
const ALL_LOWS = Uint16Array.from({ length: WINDOW }, (_, low) => low);

/** Divides the documents into equal intervals, for lookups without a search of the whole window. */
interface SkipTable {
  /** Binary logarithm of the documents per interval. */
  bits: number;
  /** Per interval: number of postings of its window before it. */
  before: Uint16Array;
}

/** Undefined if an interval would cover a whole window. */
export function skipBits(count: number, docs: number): number | undefined {
  const bits = 31 - Math.clz32((POSTINGS_PER_SKIP * docs) / count);
  return bits < WINDOW_BITS ? bits : undefined;
}

const skipTableSize = (docs: number, bits: number): number => Math.ceil(docs / 2 ** bits);

export class PostingsReader {
  readonly #shortDocs: Uint32Array;
  readonly #shortWeights: Uint8Array;
  readonly #longFirsts: Uint32Array;
  readonly #longLows: Uint16Array;
  readonly #longWeights: Uint8Array;
  readonly #longBounds: Uint32Array;
  readonly #longSkips: Uint16Array;
  readonly #skipStarts: Uint32Array;
  readonly #dense: ReadonlyMap<number, DenseWeights>;
  readonly #docs: number;
  readonly #windows: number;

  constructor(sections: Sections, docs: number) {
    this.#shortDocs = sections['short.docs'] as Uint32Array;
    this.#shortWeights = sections['short.weights'] as Uint8Array;
    this.#longFirsts = sections['long.firsts'] as Uint32Array;
    this.#longLows = sections['long.lows'] as Uint16Array;
    this.#longWeights = sections['long.weights'] as Uint8Array;
    this.#longBounds = sections['long.bounds'] as Uint32Array;
    this.#longSkips = sections['long.skips'] as Uint16Array;
    this.#skipStarts = sections['long.skip_starts'] as Uint32Array;
    this.#dense = readDenseWeights(sections, docs);
    this.#docs = docs;
    this.#windows = windowCount(docs);
  }

  read({ first, count }: PostingListRef): Postings {
    if (isShortList(count)) {
      const weights = this.#shortWeights.subarray(first, first + count);
      return postingsOf(this.#shortDocs.subarray(first, first + count), weights, this.#windows);
    }
    const list = lowerBound(this.#longFirsts, first, 0, this.#longFirsts.length);
    const dense = this.#dense.get(list);
    const skips = dense ? undefined : this.#skipsOf(list, count);
    return { lows: this.#longLows, weights: this.#longWeights, bounds: this.#boundsOf(list), skips, dense };
  }

  /** Sets the mark of every document in the list. */
  mark(list: PostingListRef, marks: Uint8Array): void {
    this.#forEach(list, (doc) => {
      marks[doc] = 1;
    });
  }

  /** Copies a list to `docs` and `weights` from `at` on, with documents renumbered by `newDocs`. Returns the end. */
  copy(list: PostingListRef, newDocs: Uint32Array, docs: Uint32Array, weights: Uint8Array, at: number): number {
    let end = at;
    this.#forEach(list, (doc, weight) => {
      if (newDocs[doc] === DELETED) return;
      docs[end] = newDocs[doc]!;
      weights[end++] = weight;
    });
    return end;
  }

  #forEach(list: PostingListRef, use: (doc: number, weight: number) => void): void {
    if (isShortList(list.count)) {
      const last = list.first + list.count;
      for (let i = list.first; i < last; i++) use(this.#shortDocs[i]!, this.#shortWeights[i]!);
    } else forEachPosting(this.read(list), use);
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
  return { lows, weights, bounds, skips: undefined, dense: undefined };
}

export const countOf = ({ bounds }: Postings): number => bounds[bounds.length - 1]! - bounds[0]!;

/** The quantised weight of a document; 0 if it does not have the term. */
export function weightOf(postings: Postings, doc: number): number {
  if (postings.dense) return postings.dense.byDoc[doc]!;
  const [window, low] = [doc >>> WINDOW_BITS, doc & (WINDOW - 1)];
  const at = lowerBoundInWindow(postings, window, low);
  return at < postings.bounds[window + 1]! && postings.lows[at] === low ? postings.weights[at]! : 0;
}

/** The index of the first posting of a window whose low bits are at least `low`. */
export function lowerBoundInWindow(
  { lows, bounds, skips }: Pick<Postings, 'lows' | 'bounds' | 'skips'>,
  window: number,
  low: number,
): number {
  const [from, to] = [bounds[window]!, bounds[window + 1]!];
  if (!skips) return lowerBound(lows, low, from, to);
  const { bits, before } = skips;
  const interval = (window << (WINDOW_BITS - bits)) + (low >>> bits);
  // Past the last document.
  if (interval >= before.length) return to;
  const isLast = (low | ((1 << bits) - 1)) === WINDOW - 1 || interval + 1 === before.length;
  return lowerBound(lows, low, from + before[interval]!, isLast ? to : from + before[interval + 1]!);
}

export function postingsIn({ lows, weights, bounds, dense }: Postings, window: number): PostingRange {
  if (!dense) return { lows, weights, from: bounds[window]!, to: bounds[window + 1]! };
  const inWindow = dense.byDoc.subarray(window * WINDOW, (window + 1) * WINDOW);
  return { lows: ALL_LOWS, weights: inWindow, from: 0, to: inWindow.length };
}

/** In ascending order of documents. */
export function forEachPosting(postings: Postings, use: (doc: number, weight: number) => void): void {
  for (let window = 0; window + 1 < postings.bounds.length; window++) {
    const { lows, weights, from, to } = postingsIn(postings, window);
    for (let at = from; at < to; at++) if (weights[at]! > 0) use(window * WINDOW + lows[at]!, weights[at]!);
  }
}

/** The document numbers, ascending. */
export function docsOf(postings: Postings): Uint32Array {
  const docs = new Uint32Array(countOf(postings));
  let next = 0;
  forEachPosting(postings, (doc) => {
    docs[next++] = doc;
  });
  return docs;
}

/** Number of documents in the sample of a segment. */
export const sampleSizeOf = (docs: number): number =>
  Math.floor(docs / SAMPLE_INTERVAL) * SAMPLE_RUN + Math.min(SAMPLE_RUN, docs % SAMPLE_INTERVAL);

/** Those of frequent terms are large and often needed. */
const denseSamples = new WeakMap<DenseWeights, Postings>();

/** The postings of the documents in the sample. */
export function samplePostings(postings: Postings): Postings {
  const { dense } = postings;
  const known = dense && denseSamples.get(dense);
  if (known) return known;
  const bounds = new Uint32Array(postings.bounds.length);
  const max = (bounds.length * WINDOW * SAMPLE_RUN) / SAMPLE_INTERVAL;
  const [lows, weights] = [new Uint16Array(max), new Uint8Array(max)];
  let next = 0;
  for (let window = 0; window + 1 < bounds.length; window++) {
    for (const range of sampledRanges(postings, window)) {
      for (let at = range.from; at < range.to; at++) {
        if (range.weights[at] === 0) continue;
        lows[next] = range.lows[at]!;
        weights[next++] = range.weights[at]!;
      }
    }
    bounds[window + 1] = next;
  }
  const found = { lows: lows.slice(0, next), weights: weights.slice(0, next) };
  const sample = { ...found, bounds, skips: undefined, dense: undefined };
  if (dense) denseSamples.set(dense, sample);
  return sample;
}

function sampledRanges(postings: Postings, window: number): PostingRange[] {
  const [all, ranges]: [PostingRange, PostingRange[]] = [postingsIn(postings, window), []];
  if (all.from === all.to) return ranges;
  const indexOf = (low: number) => (postings.dense ? Math.min(low, all.to) : lowerBoundInWindow(postings, window, low));
  for (let first = 0; first < WINDOW; first += SAMPLE_INTERVAL) {
    ranges.push({ ...all, from: indexOf(first), to: indexOf(first + SAMPLE_RUN) });
  }
  return ranges;
}
