// Posting lists of frequent terms: the weight of every document, so that a lookup is one read, and the postings of the
// best documents, so that a search for the best does not read all weights.
import { GrowableBytes, GrowableUint16, GrowableUint32 } from '../../dictionary/growable-arrays.ts';
import type { Sections } from '../../dictionary/layout.ts';
import { WINDOW, windowCount } from './windows.ts';

/** A term is frequent if at least 1 in this many of a segment's documents has it. */
const FREQUENT = 6;
/** At most 1 in this many of a segment's documents is among the best of a term. */
const BEST = 32;
const WEIGHTS = 256;

export interface DenseWeights {
  /** Quantised weight by document; 0 if it does not have the term. */
  byDoc: Uint8Array;
  /** The postings with at least `minWeight`. */
  best: { minWeight: number; lows: Uint16Array; weights: Uint8Array; bounds: Uint32Array };
}

/** Weights are compared four at a time. */
const strideOf = (docs: number): number => 4 * Math.ceil(docs / 4);

export class DenseWeightsWriter {
  readonly #lists = new GrowableUint32();
  readonly #byDoc = new GrowableBytes();
  readonly #minWeights = new GrowableUint16();
  readonly #lows = new GrowableUint16();
  readonly #weights = new GrowableBytes();
  readonly #bounds = new GrowableUint32();
  readonly #docs: number;

  constructor(docs: number) {
    this.#docs = docs;
  }

  /** Whether a term with this many postings is frequent. */
  accepts(count: number): boolean {
    return count * FREQUENT >= this.#docs;
  }

  /** `list`: the number of the list, ascending. */
  append(list: number, docs: Uint32Array, weights: Uint8Array, from: number, to: number): void {
    const byDoc = new Uint8Array(strideOf(this.#docs));
    for (let at = from; at < to; at++) byDoc[docs[at]!] = weights[at]!;
    this.#lists.push(list);
    this.#byDoc.pushAll(byDoc);
    this.#appendBest(byDoc, minBestWeight(weights.subarray(from, to), this.#docs / BEST));
  }

  #appendBest(byDoc: Uint8Array, minWeight: number): void {
    this.#minWeights.push(minWeight);
    for (let doc = 0; doc < this.#docs; doc++) {
      if (doc % WINDOW === 0) this.#bounds.push(this.#lows.length);
      if (byDoc[doc]! < minWeight) continue;
      this.#lows.push(doc);
      this.#weights.push(byDoc[doc]!);
    }
    this.#bounds.push(this.#lows.length);
  }

  sections(): Sections {
    return {
      'dense.lists': this.#lists.view(),
      'dense.by_doc': this.#byDoc.view(),
      'dense.min_weights': this.#minWeights.view(),
      'dense.lows': this.#lows.view(),
      'dense.weights': this.#weights.view(),
      'dense.bounds': this.#bounds.view(),
    };
  }
}

/** The lowest weight that at most `max` of the weights reach. */
function minBestWeight(weights: Uint8Array, max: number): number {
  const histogram = new Uint32Array(WEIGHTS);
  for (const weight of weights) histogram[weight]!++;
  let [minWeight, count] = [WEIGHTS, 0];
  while (minWeight > 1 && count + histogram[minWeight - 1]! <= max) count += histogram[--minWeight]!;
  return minWeight;
}

/** The dense weights of a segment by the number of the list. */
export function readDenseWeights(sections: Sections, docs: number): Map<number, DenseWeights> {
  const [byDoc, minWeights] = [sections['dense.by_doc'] as Uint8Array, sections['dense.min_weights'] as Uint16Array];
  const [lows, weights] = [sections['dense.lows'] as Uint16Array, sections['dense.weights'] as Uint8Array];
  const [bounds, width, stride] = [sections['dense.bounds'] as Uint32Array, windowCount(docs) + 1, strideOf(docs)];
  const byList = new Map<number, DenseWeights>();
  for (const [i, list] of (sections['dense.lists'] as Uint32Array).entries()) {
    byList.set(list, {
      byDoc: byDoc.subarray(i * stride, i * stride + docs),
      best: { minWeight: minWeights[i]!, lows, weights, bounds: bounds.subarray(i * width, (i + 1) * width) },
    });
  }
  return byList;
}
