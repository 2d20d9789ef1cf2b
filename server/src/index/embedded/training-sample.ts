// A bounded sample of the catalogue's terms and products to train word vectors on.

import { GrowableUint32 } from '../dictionary/growable-arrays.ts';
import { forEachMergedTerm } from '../dictionary/merged-terms.ts';
import type { TrainingSample } from '../ranking/learn-word-vectors.ts';
import { inverseDocumentFrequency } from '../ranking/lexicon.ts';
import { dequantiseWeight } from '../ranking/quantised-weight.ts';
import { docsOf } from './format/posting-lists.ts';
import type { LiveSegment } from './live-segment.ts';
import type { IndexView } from './query/index-view.ts';

const MAX_PRODUCTS = 100_000;
const MAX_TERMS = 30_000;
/** Rarer terms co-occur too seldom to learn from; more frequent ones do not distinguish products. */
const MIN_FREQUENCY = 3;
const MAX_FREQUENCY_SHARE = 0.5;
/** Identifiers and negated terms. */
const NOT_A_WORD = /^[=!]/;

export function sampleTrainingData(view: IndexView): TrainingSample {
  const segments = view.segments.map(({ live }) => live);
  const chosen = chooseTerms(view, segments);
  const sampled = assignSampleIds(view, segments);
  const starts = new Uint32Array(chosen.length + 1);
  const [products, weights] = [new GrowableUint32(), new GrowableUint32()];
  for (const [i, { term }] of chosen.entries()) {
    for (const postingList of view.postingLists(term)) {
      const numbers = sampled[view.segments.indexOf(postingList.segmentView)]!;
      let at = postingList.bounds[0]! - 1;
      for (const doc of docsOf(postingList)) {
        at++;
        if (numbers[doc] === 0) continue;
        products.push(numbers[doc]! - 1);
        weights.push(postingList.weights[at]!);
      }
    }
    starts[i + 1] = products.length;
  }
  return {
    terms: chosen.map(({ term }) => term),
    idfs: Float32Array.from(chosen, ({ count }) => inverseDocumentFrequency(view.size, count)),
    starts,
    products: products.view().slice(),
    weights: Float32Array.from(weights.view(), dequantiseWeight),
    product_count: Math.min(view.size, MAX_PRODUCTS),
    up_to: newestOf(segments),
  };
}

/** The most frequent words. */
function chooseTerms(view: IndexView, segments: readonly LiveSegment[]): { term: string; count: number }[] {
  const chosen: { term: string; count: number }[] = [];
  forEachMergedTerm(
    segments.map(({ segment }) => segment.terms),
    (bytes, length, lists) => {
      let count = 0;
      for (const list of lists) count += list.count;
      if (count < MIN_FREQUENCY) return;
      count = 0;
      for (const list of lists) count += segments[list.source]!.documentFrequency(list);
      if (count < MIN_FREQUENCY || count > view.size * MAX_FREQUENCY_SHARE) return;
      const term = Buffer.from(bytes.buffer, 0, length).toString();
      if (!NOT_A_WORD.test(term)) chosen.push({ term, count });
    },
  );
  if (chosen.length <= MAX_TERMS) return chosen;
  return chosen.sort((a, b) => b.count - a.count || (a.term < b.term ? -1 : 1)).slice(0, MAX_TERMS);
}

/** Sample ids from 1 for every n-th live document, per segment; 0 for documents outside the sample. */
function assignSampleIds(view: IndexView, segments: readonly LiveSegment[]): Uint32Array[] {
  const step = Math.max(1, view.size / MAX_PRODUCTS);
  let [liveCount, sampled] = [0, 0];
  return segments.map(({ segment, deletedFlags }) => {
    const numbers = new Uint32Array(segment.size);
    for (let doc = 0; doc < segment.size; doc++) {
      if (deletedFlags?.[doc] === 1) continue;
      if (liveCount++ >= sampled * step && sampled < MAX_PRODUCTS) numbers[doc] = ++sampled;
    }
    return numbers;
  });
}

/** Highest live product number. */
export function newestOf(segments: readonly LiveSegment[]): number {
  let newest = 0;
  for (const { segment, deletedFlags } of segments) {
    let doc = segment.size - 1;
    while (doc >= 0 && deletedFlags?.[doc] === 1) doc--;
    if (doc >= 0) newest = Math.max(newest, segment.productNos[doc]!);
  }
  return newest;
}
