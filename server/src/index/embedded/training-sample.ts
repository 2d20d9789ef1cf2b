// What the word space is learned from: some of the products, by their words. Bounded, whatever the catalogue's size.
import type { Sample } from '../ranking/learn-word-vectors.ts';
import { GrowableUint32 } from './format/growable-arrays.ts';
import { docsOf } from './format/posting-lists.ts';
import { dequantiseWeight } from './format/quantised-weight.ts';
import type { LiveSegment } from './live-segment.ts';
import type { IndexView } from './query/index-view.ts';
import { forEachMergedTerm } from './writer/merged-terms.ts';

const MAX_PRODUCTS = 100_000;
const MAX_TERMS = 30_000;
/** A word of fewer products tells nothing about other words, one of most products nothing about any. */
const MIN_SHARED = 3;
const MAX_SHARE = 0.5;
/** Identifiers and lacks are no words. */
const NO_WORD = /^[=!]/;

export function sampleTrainingData(view: IndexView): Sample {
  const lives = view.segments.map(({ live }) => live);
  const chosen = chooseTerms(view, lives);
  const numbered = numberProducts(view, lives);
  const starts = new Uint32Array(chosen.length + 1);
  const [products, weights] = [new GrowableUint32(), new GrowableUint32()];
  for (const [i, { term }] of chosen.entries()) {
    for (const postingList of view.postingLists(term)) {
      const numbers = numbered[view.segments.indexOf(postingList.segmentView)]!;
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
    idfs: Float32Array.from(chosen, ({ count }) => view.idf(count)),
    starts,
    products: products.whole().slice(),
    weights: Float32Array.from(weights.whole(), dequantiseWeight),
    product_count: Math.min(view.size, MAX_PRODUCTS),
    up_to: newestOf(lives),
  };
}

/** The words that most products share. */
function chooseTerms(view: IndexView, lives: readonly LiveSegment[]): { term: string; count: number }[] {
  const chosen: { term: string; count: number }[] = [];
  forEachMergedTerm(
    lives.map(({ segment }) => segment),
    (bytes, length, at) => {
      let count = 0;
      for (const range of at) count += range.count;
      if (count < MIN_SHARED) return;
      count = 0;
      for (const range of at) count += lives[range.source]!.documentFrequency(range);
      if (count < MIN_SHARED || count > view.size * MAX_SHARE) return;
      const term = Buffer.from(bytes.buffer, 0, length).toString();
      if (!NO_WORD.test(term)) chosen.push({ term, count });
    },
  );
  if (chosen.length <= MAX_TERMS) return chosen;
  return chosen.sort((a, b) => b.count - a.count || (a.term < b.term ? -1 : 1)).slice(0, MAX_TERMS);
}

/** For each segment numbers from 1 for the products of the sample, every n-th living one; 0 for the others. */
function numberProducts(view: IndexView, lives: readonly LiveSegment[]): Uint32Array[] {
  const step = Math.max(1, view.size / MAX_PRODUCTS);
  let [living, numbered] = [0, 0];
  return lives.map(({ segment, deletedFlags }) => {
    const numbers = new Uint32Array(segment.size);
    for (let doc = 0; doc < segment.size; doc++) {
      if (deletedFlags?.[doc] === 1) continue;
      if (living++ >= numbered * step && numbered < MAX_PRODUCTS) numbers[doc] = ++numbered;
    }
    return numbers;
  });
}

/** The newest living product. */
export function newestOf(lives: readonly LiveSegment[]): number {
  let newest = 0;
  for (const { segment, deletedFlags } of lives) {
    let doc = segment.size - 1;
    while (doc >= 0 && deletedFlags?.[doc] === 1) doc--;
    if (doc >= 0) newest = Math.max(newest, segment.productNos[doc]!);
  }
  return newest;
}
