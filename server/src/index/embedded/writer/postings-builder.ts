// The terms of a draft: which products have each, and how much of it.
import { K1 } from '../../ranking/weights.ts';
import type { BytesHash } from '../format/bytes-hash.ts';
import { GrowableBytes, GrowableUint32 } from '../format/growable-arrays.ts';
import type { Sections } from '../format/layout.ts';
import { PostingsWriter } from '../format/posting-lists.ts';
import { quantiseWeight } from '../format/quantised-weight.ts';
import { TermDictionaryWriter } from '../format/term-dictionary.ts';

export class PostingsBuilder {
  readonly #texts: BytesHash;
  /** The terms of one product after the other, with their weights. */
  readonly #entryTerms = new GrowableUint32();
  readonly #entryWeights = new GrowableBytes();
  readonly #starts = new GrowableUint32();
  /** By term: its sum in the product at hand. */
  #sums: Float64Array;
  readonly #touched = new GrowableUint32();

  /** `texts` numbers the terms. */
  constructor(texts: BytesHash) {
    this.#texts = texts;
    this.#sums = new Float64Array(texts.length + 1024);
    this.#starts.push(0);
  }

  /** Called before terms are added that may be new. */
  makeRoom(): void {
    if (this.#texts.length <= this.#sums.length) return;
    const larger = new Float64Array(this.#texts.length * 2);
    larger.set(this.#sums);
    this.#sums = larger;
  }

  /** The product at hand has more of a term. */
  add(term: number, share: number): void {
    if (this.#sums[term] === 0) this.#touched.push(term);
    this.#sums[term]! += share;
  }

  endProduct(): void {
    // Most words of a text stand there once, and have the same sum.
    let [last, weight] = [0, 0];
    for (let i = 0; i < this.#touched.length; i++) {
      const term = this.#touched.at(i);
      const sum = this.#sums[term]!;
      if (sum !== last) [last, weight] = [sum, quantiseWeight(sum / (sum + K1))];
      this.#entryTerms.push(term);
      this.#entryWeights.push(weight);
      this.#sums[term] = 0;
    }
    this.#touched.clear();
    this.#starts.push(this.#entryTerms.length);
  }

  /** Tells also the place of each term in their order. */
  sections(): { sections: Sections; rank: Uint32Array } {
    const texts = this.#texts;
    const { bytes } = texts;
    const { order, rank } = this.#used();
    const { starts, docs, weights } = this.#invert(rank, order.length);
    const dictionary = new TermDictionaryWriter();
    const entries = new PostingsWriter(this.#starts.length - 1);
    for (let i = 0; i < order.length; i++) {
      const [from, to] = [starts[i]!, starts[i + 1]!];
      dictionary.append(bytes, texts.startOf(order[i]!), texts.startOf(order[i]! + 1), to - from);
      entries.append(docs, weights, from, to);
    }
    return { sections: { ...dictionary.sections(), ...entries.sections() }, rank };
  }

  /** The terms that some product has. */
  #used(): { order: Uint32Array; rank: Uint32Array } {
    const terms = this.#entryTerms.view();
    const isUsed = new Uint8Array(this.#texts.length);
    for (let at = 0; at < terms.length; at++) isUsed[terms[at]!] = 1;
    const order = this.#texts.sorted(isUsed);
    const rank = new Uint32Array(this.#texts.length);
    for (let i = 0; i < order.length; i++) rank[order[i]!] = i;
    return { order, rank };
  }

  /** From products with their terms to terms with their products. */
  #invert(rank: Uint32Array, count: number): { starts: Uint32Array; docs: Uint32Array; weights: Uint8Array } {
    const [terms, entryWeights, docStarts] = [this.#entryTerms.view(), this.#entryWeights.view(), this.#starts.view()];
    const starts = new Uint32Array(count + 1);
    for (let at = 0; at < terms.length; at++) starts[rank[terms[at]!]! + 1]!++;
    for (let i = 0; i < count; i++) starts[i + 1]! += starts[i]!;
    const next = starts.slice();
    const docs = new Uint32Array(terms.length);
    const weights = new Uint8Array(terms.length);
    for (let doc = 0; doc + 1 < docStarts.length; doc++) {
      for (let at = docStarts[doc]!; at < docStarts[doc + 1]!; at++) {
        const place = next[rank[terms[at]!]!]!++;
        docs[place] = doc;
        weights[place] = entryWeights[at]!;
      }
    }
    return { starts, docs, weights };
  }
}
