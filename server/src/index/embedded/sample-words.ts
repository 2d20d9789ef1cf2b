// What the word space is learned from: some of the products, by their words. Bounded, whatever the catalogue's size, and
// gathered in slices, so that no search waits for it.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sample } from '../ranking/learn-word-space.ts';
import type { MemoryIndex } from './memory-index.ts';

const MAX_PRODUCTS = 100_000;
const MAX_TERMS = 30_000;
/** A word of fewer products tells nothing about other words, one of most products nothing about any. */
const MIN_SHARED = 3;
const MAX_SHARE = 0.5;
const SLICE_MS = 3;

export async function sampleWords(index: MemoryIndex): Promise<Sample> {
  const { terms, postings } = index.vocabulary;
  const chosen = chooseTerms(index);
  const numbered = numberProducts(index);
  const up_to = index.newest;
  const starts = new Uint32Array(chosen.length + 1);
  const products: Uint32Array[] = [];
  const weights: Float32Array[] = [];
  let count = 0;
  let pause = performance.now() + SLICE_MS;
  for (const [i, term] of chosen.entries()) {
    const list = postings[term]!;
    const kept: number[] = [];
    const keptWeights: number[] = [];
    for (let at = 0; at < list.length; at++) {
      const number = numbered.get(index.numbers[list.docs[at]!]!);
      if (number === undefined) continue;
      kept.push(number);
      keptWeights.push(list.weights[at]!);
    }
    products.push(Uint32Array.from(kept));
    weights.push(Float32Array.from(keptWeights));
    count += kept.length;
    starts[i + 1] = count;
    if (performance.now() < pause) continue;
    await nextTurn();
    pause = performance.now() + SLICE_MS;
  }
  return {
    terms: chosen.map((term) => terms[term]!),
    starts,
    products: concat(new Uint32Array(count), products),
    weights: concat(new Float32Array(count), weights),
    product_count: numbered.size,
    up_to,
  };
}

/** The words that most products share; identifiers and lacks are none. */
function chooseTerms({ vocabulary: { terms, postings }, size }: MemoryIndex): number[] {
  const chosen: number[] = [];
  for (const [term, { live }] of postings.entries()) {
    if (live >= MIN_SHARED && live <= size * MAX_SHARE && !/^[=!]/.test(terms[term]!)) chosen.push(term);
  }
  if (chosen.length <= MAX_TERMS) return chosen;
  return chosen.sort((a, b) => postings[b]!.live - postings[a]!.live || a - b).slice(0, MAX_TERMS);
}

/**
 * Numbers from 0 for the products of the sample, every n-th living one, by their own numbers: those stay while products
 * come and go between two slices.
 */
function numberProducts({ docs, size }: MemoryIndex): Map<number, number> {
  const numbered = new Map<number, number>();
  const step = Math.max(1, size / MAX_PRODUCTS);
  let living = 0;
  for (const held of docs) {
    if (!held) continue;
    if (living++ >= numbered.size * step && numbered.size < MAX_PRODUCTS) numbered.set(held.product_no, numbered.size);
  }
  return numbered;
}

function concat<T extends Uint32Array | Float32Array>(whole: T, parts: readonly T[]): T {
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
