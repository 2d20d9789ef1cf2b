// The index itself: postings and filter fields of all products, in the memory of one thread.
import type { ProductChange } from '../../store/port.ts';
import { stem } from '../../text/analyse.ts';
import type { IndexQuery } from '../port.ts';
import { compileFilter } from './compile-filter.ts';
import { type FilterFields, filterFieldsOf } from './filter-fields.ts';
import { SortedTerms } from './sorted-terms.ts';
import { TopRanks } from './top-ranks.ts';
import { weighTerms } from './weigh-terms.ts';

/** The products of a term, each with the term's weight in it. A product that changed stands there again, the old one dead. */
interface Postings {
  docs: number[];
  weights: number[];
  /** How many of them are alive. */
  live: number;
}

interface Doc {
  product_no: number;
  fields: FilterFields;
  terms: Postings[];
}

/** What a word that is only begun counts, beside the whole word. */
const PREFIX_WEIGHT = 0.5;
const MAX_PREFIX_TERMS = 50;
const MIN_PREFIX_LETTERS = 2;
/** A product with all words stands before every one with some: no score reaches this. */
const ALL_WORDS = 1000;

export class MemoryIndex {
  readonly #postings = new Map<string, Postings>();
  readonly #terms = new SortedTerms();
  readonly #docOf = new Map<number, number>();
  /** Dead docs are undefined. */
  readonly #docs: (Doc | undefined)[] = [];
  #scores = new Float64Array(0);
  /** For each doc, how many of the query's words it has, and the last of them. */
  #matched = new Uint8Array(0);
  #lastWord = new Int16Array(0);

  get size(): number {
    return this.#docOf.size;
  }

  apply(changes: ProductChange[]): void {
    for (const change of changes) {
      this.#remove(change.product_no);
      if (change.data !== null) this.#add(change);
    }
    this.#compactWhenWorthIt();
  }

  search({ words, criteria, exclude, limit }: IndexQuery): Uint32Array {
    const wanted = [...new Set(words)].slice(0, MAX_WORDS);
    const touched = this.#score(wanted);
    const isWanted = compileFilter(criteria, exclude);
    const top = new TopRanks(limit);
    for (const doc of touched) {
      const { product_no, fields } = this.#docs[doc]!;
      const score = this.#scores[doc]! + (this.#matched[doc] === wanted.length ? ALL_WORDS : 0);
      if (top.wouldTake(score, product_no) && isWanted(fields)) top.add(score, product_no);
    }
    for (const doc of touched) {
      this.#scores[doc] = 0;
      this.#matched[doc] = 0;
      this.#lastWord[doc] = -1;
    }
    return top.ranked();
  }

  #add({ product_no, data, merchant_id, merchant_name }: ProductChange): void {
    const product = JSON.parse(data!);
    const doc = this.#docs.length;
    const terms: Postings[] = [];
    for (const [term, weight] of weighTerms(product)) {
      const postings = this.#postingsOf(term);
      postings.docs.push(doc);
      postings.weights.push(weight);
      postings.live++;
      terms.push(postings);
    }
    this.#docs.push({ product_no, terms, fields: filterFieldsOf(product, { id: merchant_id!, name: merchant_name! }) });
    this.#docOf.set(product_no, doc);
  }

  #remove(product_no: number): void {
    const doc = this.#docOf.get(product_no);
    if (doc === undefined) return;
    for (const postings of this.#docs[doc]!.terms) postings.live--;
    this.#docs[doc] = undefined;
    this.#docOf.delete(product_no);
  }

  #postingsOf(term: string): Postings {
    let postings = this.#postings.get(term);
    if (!postings) {
      postings = { docs: [], weights: [], live: 0 };
      this.#postings.set(term, postings);
      this.#terms.add(term);
    }
    return postings;
  }

  /** Adds up the words' scores; gives the docs that have at least one. */
  #score(words: string[]): number[] {
    if (this.#scores.length < this.#docs.length) this.#makeRoom();
    const touched: number[] = [];
    for (const [i, word] of words.entries()) {
      const term = stem(word);
      this.#addTerm(term, i, 1, touched);
      if (i < words.length - 1 || word.length < MIN_PREFIX_LETTERS) continue;
      for (const begun of this.#terms.startingWith(word, MAX_PREFIX_TERMS)) {
        if (begun !== term) this.#addTerm(begun, i, PREFIX_WEIGHT, touched);
      }
    }
    return touched;
  }

  /** A doc counts a word once, by the first of its terms that it has: the whole word comes before what it begins. */
  #addTerm(term: string, word: number, factor: number, touched: number[]): void {
    const postings = this.#postings.get(term);
    if (!postings) return;
    const idf = factor * Math.log(1 + (this.size - postings.live + 0.5) / (postings.live + 0.5));
    for (let i = 0; i < postings.docs.length; i++) {
      const doc = postings.docs[i]!;
      if (this.#docs[doc] === undefined || this.#lastWord[doc] === word) continue;
      if (this.#lastWord[doc] === -1) touched.push(doc);
      this.#lastWord[doc] = word;
      this.#matched[doc]!++;
      this.#scores[doc]! += idf * postings.weights[i]!;
    }
  }

  #makeRoom(): void {
    const room = Math.ceil(this.#docs.length * 1.5) + 1024;
    this.#scores = new Float64Array(room);
    this.#matched = new Uint8Array(room);
    this.#lastWord = new Int16Array(room).fill(-1);
  }

  /** Rebuilds the postings without the dead once they are as many as the living. */
  #compactWhenWorthIt(): void {
    if (this.#docs.length < 2 * this.size + 1000) return;
    const living = this.#docs.filter((doc) => doc !== undefined);
    const renumbered = new Map(living.map((doc, i) => [this.#docOf.get(doc.product_no)!, i]));
    for (const [term, postings] of this.#postings) {
      const kept = postings.docs.map((doc, i) => [renumbered.get(doc), postings.weights[i]!] as const);
      const alive = kept.filter((entry): entry is readonly [number, number] => entry[0] !== undefined);
      postings.docs = alive.map(([doc]) => doc);
      postings.weights = alive.map(([, weight]) => weight);
      if (alive.length === 0) {
        this.#postings.delete(term);
        this.#terms.remove(term);
      }
    }
    this.#docs.splice(0, this.#docs.length, ...living);
    for (const [i, doc] of living.entries()) this.#docOf.set(doc.product_no, i);
  }
}

/** Of a longer query the first words count. */
const MAX_WORDS = 64;
