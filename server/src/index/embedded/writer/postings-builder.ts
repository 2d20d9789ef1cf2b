// Collects the terms of documents and inverts them into posting lists.

import type { BytesHash } from '../../dictionary/bytes-hash.ts';
import { GrowableBytes, GrowableUint32 } from '../../dictionary/growable-arrays.ts';
import type { Sections } from '../../dictionary/layout.ts';
import { TermDictionaryWriter } from '../../dictionary/term-dictionary.ts';
import { quantiseFrequency } from '../../ranking/quantised-weight.ts';
import { PostingsWriter } from '../format/postings-writer.ts';

export class PostingsBuilder {
  readonly #terms: BytesHash;
  /** The forward index: the terms of each document with their quantised weights. */
  readonly #docTerms = new GrowableUint32();
  readonly #docWeights = new GrowableBytes();
  readonly #docStarts = new GrowableUint32();
  /** Weighted term frequencies of the current document, by term. */
  #sums: Float64Array;
  readonly #currentTerms = new GrowableUint32();

  constructor(terms: BytesHash) {
    this.#terms = terms;
    this.#sums = new Float64Array(terms.length + 1024);
    this.#docStarts.push(0);
  }

  /** To be called before `add` if there may be new terms. */
  makeRoom(): void {
    if (this.#terms.length <= this.#sums.length) return;
    const larger = new Float64Array(this.#terms.length * 2);
    larger.set(this.#sums);
    this.#sums = larger;
  }

  /** Adds an occurrence of a term to the current document. */
  add(term: number, share: number): void {
    if (this.#sums[term] === 0) this.#currentTerms.push(term);
    this.#sums[term]! += share;
  }

  endDocument(): void {
    // Most terms of a text occur once and have the same sum.
    let [last, weight] = [0, 0];
    for (let i = 0; i < this.#currentTerms.length; i++) {
      const term = this.#currentTerms.at(i);
      const sum = this.#sums[term]!;
      if (sum !== last) [last, weight] = [sum, quantiseFrequency(sum)];
      this.#docTerms.push(term);
      this.#docWeights.push(weight);
      this.#sums[term] = 0;
    }
    this.#currentTerms.clear();
    this.#docStarts.push(this.#docTerms.length);
  }

  /** `rank`: the number of each term in the dictionary. */
  sections(): { sections: Sections; rank: Uint32Array } {
    const terms = this.#terms;
    const { bytes } = terms;
    const { order, rank } = this.#sortTerms();
    const { starts, docs, weights } = this.#invert(rank, order.length);
    const dictionary = new TermDictionaryWriter();
    const postings = new PostingsWriter(this.#docStarts.length - 1);
    for (let i = 0; i < order.length; i++) {
      const [from, to] = [starts[i]!, starts[i + 1]!];
      dictionary.append(bytes, terms.startOf(order[i]!), terms.startOf(order[i]! + 1), to - from);
      postings.append(docs, weights, from, to);
    }
    return { sections: { ...dictionary.sections(), ...postings.sections() }, rank };
  }

  /** The terms that occur in some document, sorted. */
  #sortTerms(): { order: Uint32Array; rank: Uint32Array } {
    const terms = this.#docTerms.view();
    const isUsed = new Uint8Array(this.#terms.length);
    for (let at = 0; at < terms.length; at++) isUsed[terms[at]!] = 1;
    const order = this.#terms.sorted(isUsed);
    const rank = new Uint32Array(this.#terms.length);
    for (let i = 0; i < order.length; i++) rank[order[i]!] = i;
    return { order, rank };
  }

  /** Counting sort of the forward index by term. */
  #invert(rank: Uint32Array, count: number): { starts: Uint32Array; docs: Uint32Array; weights: Uint8Array } {
    const [terms, docWeights, docStarts] = [this.#docTerms.view(), this.#docWeights.view(), this.#docStarts.view()];
    const starts = new Uint32Array(count + 1);
    for (let at = 0; at < terms.length; at++) starts[rank[terms[at]!]! + 1]!++;
    for (let i = 0; i < count; i++) starts[i + 1]! += starts[i]!;
    const next = starts.slice();
    const docs = new Uint32Array(terms.length);
    const weights = new Uint8Array(terms.length);
    for (let doc = 0; doc + 1 < docStarts.length; doc++) {
      for (let at = docStarts[doc]!; at < docStarts[doc + 1]!; at++) {
        const to = next[rank[terms[at]!]!]!++;
        docs[to] = doc;
        weights[to] = docWeights[at]!;
      }
    }
    return { starts, docs, weights };
  }
}
