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
  const starts = new Uint32Array(chosen.length + 1);
  const products: Uint32Array[] = [];
  const weights: Float32Array[] = [];
  let count = 0;
  let pause = performance.now() + SLICE_MS;
  for (const [i, term] of chosen.entries()) {
    const list = postings[term]!;
    const kept = [];
    for (let at = 0; at < list.length; at++) if ((numbered[list.docs[at]!] ?? 0) > 0) kept.push(at);
    products.push(Uint32Array.from(kept, (at) => numbered[list.docs[at]!]! - 1));
    weights.push(Float32Array.from(kept, (at) => list.weights[at]!));
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
    product_count: Math.min(index.size, MAX_PRODUCTS),
    up_to: index.newest,
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

/** New numbers, from 1, for the products of the sample: every n-th living one. */
function numberProducts({ docs, size }: MemoryIndex): Uint32Array {
  const numbered = new Uint32Array(docs.length);
  const step = Math.max(1, size / MAX_PRODUCTS);
  let [living, taken] = [0, 0];
  for (const [doc, held] of docs.entries()) {
    if (!held) continue;
    if (living++ >= taken * step && taken < MAX_PRODUCTS) numbered[doc] = ++taken;
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
