// A bounded sample of the catalogue's terms and products to train word vectors on.

import { GrowableUint32 } from '../dictionary/growable-arrays.ts';
import { forEachMergedTerm } from '../dictionary/merged-terms.ts';
import type { TrainingSample } from '../ranking/learn-word-vectors.ts';
import { inverseDocumentFrequency } from '../ranking/lexicon.ts';
import { dequantiseWeight } from '../ranking/quantised-weight.ts';
import {
  chooseTrainingTerms,
  isTrainingTerm,
  MAX_TRAINING_PRODUCTS,
  MIN_TRAINING_FREQUENCY,
  type TermCount,
} from '../ranking/training-terms.ts';
import { forEachPosting } from './format/posting-lists.ts';
import type { LiveSegment } from './live-segment.ts';
import type { IndexView } from './query/index-view.ts';

export function sampleTrainingData(view: IndexView): TrainingSample {
  const segments = view.segments.map(({ live }) => live);
  const chosen = chooseTerms(view, segments);
  const sampled = assignSampleIds(view, segments);
  const starts = new Uint32Array(chosen.length + 1);
  const [products, weights] = [new GrowableUint32(), new GrowableUint32()];
  for (const [i, { term }] of chosen.entries()) {
    for (const postingList of view.postingLists(term)) {
      const numbers = sampled[view.segments.indexOf(postingList.segmentView)]!;
      forEachPosting(postingList, (doc, weight) => {
        if (numbers[doc] === 0) return;
        products.push(numbers[doc]! - 1);
        weights.push(weight);
      });
    }
    starts[i + 1] = products.length;
  }
  return {
    terms: chosen.map(({ term }) => term),
    idfs: Float32Array.from(chosen, ({ count }) => inverseDocumentFrequency(view.size, count)),
    starts,
    products: products.view().slice(),
    weights: Float32Array.from(weights.view(), dequantiseWeight),
    product_count: Math.min(view.size, MAX_TRAINING_PRODUCTS),
    up_to: newestOf(segments),
  };
}

function chooseTerms(view: IndexView, segments: readonly LiveSegment[]): readonly TermCount[] {
  const chosen: TermCount[] = [];
  forEachMergedTerm(
    segments.map(({ segment }) => segment.terms),
    (bytes, length, lists) => {
      let count = 0;
      for (const list of lists) count += list.count;
      if (count < MIN_TRAINING_FREQUENCY) return;
      count = 0;
      for (const list of lists) count += segments[list.source]!.documentFrequency(list);
      const term = { term: Buffer.from(bytes.buffer, 0, length).toString(), count };
      if (isTrainingTerm(term, view.size)) chosen.push(term);
    },
  );
  return chooseTrainingTerms(chosen);
}

/** Sample ids from 1 for every n-th live document, per segment; 0 for documents outside the sample. */
function assignSampleIds(view: IndexView, segments: readonly LiveSegment[]): Uint32Array[] {
  const step = Math.max(1, view.size / MAX_TRAINING_PRODUCTS);
  let [liveCount, sampled] = [0, 0];
  return segments.map(({ segment, deletedFlags }) => {
    const numbers = new Uint32Array(segment.size);
    for (let doc = 0; doc < segment.size; doc++) {
      if (deletedFlags?.[doc] === 1) continue;
      if (liveCount++ >= sampled * step && sampled < MAX_TRAINING_PRODUCTS) numbers[doc] = ++sampled;
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
