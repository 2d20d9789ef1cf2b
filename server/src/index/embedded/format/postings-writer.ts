// Writes the posting lists of a segment, in the order of its terms.
import { GrowableBytes, GrowableUint16, GrowableUint32 } from '../../dictionary/growable-arrays.ts';
import type { Sections } from '../../dictionary/layout.ts';
import { isShortList } from '../../dictionary/posting-list-ref.ts';
import { DenseWeightsWriter } from './dense-weights.ts';
import { skipBits } from './posting-lists.ts';
import { WINDOW, windowCount } from './windows.ts';

export class PostingsWriter {
  readonly #shortDocs = new GrowableUint32();
  readonly #shortWeights = new GrowableBytes();
  readonly #longFirsts = new GrowableUint32();
  readonly #longLows = new GrowableUint16();
  readonly #longWeights = new GrowableBytes();
  readonly #longBounds = new GrowableUint32();
  readonly #longSkips = new GrowableUint16();
  readonly #skipStarts = new GrowableUint32();
  readonly #dense: DenseWeightsWriter;
  readonly #docs: number;
  readonly #windows: number;
  /** Number of postings in long lists. */
  #longCount = 0;

  constructor(docs: number) {
    this.#docs = docs;
    this.#windows = windowCount(docs);
    this.#dense = new DenseWeightsWriter(docs);
  }

  /** Appends the list of the next term: `docs`, ascending, and `weights` between `from` and `to`. */
  append(docs: Uint32Array, weights: Uint8Array, from: number, to: number): void {
    if (isShortList(to - from)) {
      for (let at = from; at < to; at++) this.#shortDocs.push(docs[at]!);
      this.#shortWeights.pushFew(weights, from, to);
      return;
    }
    const list = this.#longFirsts.length;
    this.#longFirsts.push(this.#longCount);
    this.#longCount += to - from;
    this.#appendBounds(docs, from, to);
    this.#skipStarts.push(this.#longSkips.length);
    if (this.#dense.accepts(to - from)) {
      this.#dense.append(list, docs, weights, from, to);
      return;
    }
    for (let at = from; at < to; at++) this.#longLows.push(docs[at]!);
    this.#longWeights.pushAll(weights.subarray(from, to));
    this.#appendSkips(docs, from, to);
  }

  #appendBounds(docs: Uint32Array, from: number, to: number): void {
    const shift = this.#longLows.length - from;
    let at = from;
    for (let window = 0; window < this.#windows; window++) {
      this.#longBounds.push(at + shift);
      for (const end = (window + 1) * WINDOW; at < to && docs[at]! < end; ) at++;
    }
    this.#longBounds.push(to + shift);
  }

  #appendSkips(docs: Uint32Array, from: number, to: number): void {
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
      'long.firsts': this.#longFirsts.view(),
      'long.lows': this.#longLows.view(),
      'long.weights': this.#longWeights.view(),
      'long.bounds': this.#longBounds.view(),
      'long.skips': this.#longSkips.view(),
      'long.skip_starts': this.#skipStarts.view(),
      ...this.#dense.sections(),
    };
  }
}
