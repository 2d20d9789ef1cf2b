// The index itself: postings and filter fields of all products, in the memory of one thread.
import type { ProductChange } from '../../store/port.ts';
import { stem } from '../../text/analyse.ts';
import type { IndexQuery } from '../port.ts';
import { compileFilter } from './compile-filter.ts';
import { type FilterFields, filterFieldsOf } from './filter-fields.ts';
import { Postings } from './postings.ts';
import { SortedWords } from './sorted-words.ts';
import { TopRanks } from './top-ranks.ts';
import { weighTerms } from './weigh-terms.ts';

/** A version of a product. When the product changes it gets a new one, and the old one is dead. */
interface Doc {
  product_no: number;
  fields: FilterFields;
  terms: Postings[];
}

/** Of a longer query the first words count. */
const MAX_WORDS = 64;
/** What a word that is only begun counts, beside the whole word. */
const PREFIX_WEIGHT = 0.5;
const MIN_PREFIX_LETTERS = 2;
/** Two letters begin too many words for all of them to be meant. */
const MAX_SHORT_PREFIX_TERMS = 50;
const MAX_SHARED = 200_000;
/** A product with all words stands before every one with some: no score reaches this. */
const ALL_WORDS = 1000;

export class MemoryIndex {
  readonly #postings = new Map<string, Postings>();
  /** As they are written; the postings are by stem. */
  readonly #words = new SortedWords();
  /** The postings that a written word leads to: asked for every word that comes in. */
  readonly #byWord = new Map<string, Postings>();
  readonly #docOf = new Map<number, number>();
  /** Dead ones are undefined. */
  readonly #docs: (Doc | undefined)[] = [];
  /** The product numbers of the docs, 0 for dead ones: what most of a search's products are judged by. */
  #numbers = new Uint32Array(1024);
  readonly #room = new Room();
  readonly #shared = new Map<string, string>();

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
    const room = this.#room.for(this.#docs.length);
    this.#score(wanted, room);
    const isWanted = compileFilter(criteria, exclude);
    const top = new TopRanks(limit);
    const { touched, scores, matched, count } = room;
    const numbers = this.#numbers;
    for (let i = 0; i < count; i++) {
      const doc = touched[i]!;
      const score = scores[doc]! + (matched[doc] === wanted.length ? ALL_WORDS : 0);
      matched[doc] = 0;
      if (score < top.worst) continue;
      const product_no = numbers[doc]!;
      if (product_no === 0 || !top.wouldTake(score, product_no)) continue;
      if (isWanted(this.#docs[doc]!.fields)) top.add(score, product_no);
    }
    return top.ranked();
  }

  #add({ product_no, data, merchant_id, merchant_name }: ProductChange): void {
    const product = JSON.parse(data!);
    const doc = this.#docs.length;
    const terms: Postings[] = [];
    for (const [postings, weight] of weighTerms(product, (word) => this.#postingsOf(word))) {
      postings.add(doc, weight);
      terms.push(postings);
    }
    const merchant = { id: merchant_id!, name: merchant_name! };
    this.#docs.push({ product_no, terms, fields: filterFieldsOf(product, merchant, (text) => this.#share(text)) });
    this.#docOf.set(product_no, doc);
    this.#setNumber(doc, product_no);
  }

  #setNumber(doc: number, product_no: number): void {
    if (doc >= this.#numbers.length) {
      const larger = new Uint32Array(this.#numbers.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[doc] = product_no;
  }

  #remove(product_no: number): void {
    const doc = this.#docOf.get(product_no);
    if (doc === undefined) return;
    for (const postings of this.#docs[doc]!.terms) postings.live--;
    this.#docs[doc] = undefined;
    this.#numbers[doc] = 0;
    this.#docOf.delete(product_no);
  }

  /** Forgotten when it grows too large: then equal texts only take more room. */
  #share(text: string): string {
    const known = this.#shared.get(text);
    if (known !== undefined) return known;
    if (this.#shared.size >= MAX_SHARED) this.#shared.clear();
    this.#shared.set(text, text);
    return text;
  }

  #postingsOf(word: string): Postings {
    const known = this.#byWord.get(word);
    if (known) return known;
    const term = stem(word);
    const postings = this.#postings.get(term) ?? new Postings();
    this.#postings.set(term, postings);
    this.#words.add(word);
    this.#byWord.set(word, postings);
    return postings;
  }

  /** Adds up the words' scores. */
  #score(words: string[], room: Room): void {
    for (const [i, word] of words.entries()) {
      const term = stem(word);
      this.#addTerm(term, i, 1, room);
      if (i === words.length - 1 && word.length >= MIN_PREFIX_LETTERS) this.#addBegun(word, term, i, room);
    }
  }

  #addBegun(word: string, whole: string, i: number, room: Room): void {
    const limit = word.length === MIN_PREFIX_LETTERS ? MAX_SHORT_PREFIX_TERMS : Number.POSITIVE_INFINITY;
    const begun = this.#words.startingWith(word, limit).map(stem);
    for (const term of new Set(begun)) if (term !== whole) this.#addTerm(term, i, PREFIX_WEIGHT, room);
  }

  /** A product counts a word once, by the first of its terms that it has: the whole word comes before what it begins. */
  #addTerm(term: string, word: number, factor: number, room: Room): void {
    const postings = this.#postings.get(term);
    if (!postings) return;
    const { docs, weights, length, live } = postings;
    const { scores, matched, lastWord, touched } = room;
    const idf = factor * Math.log(1 + (this.size - live + 0.5) / (live + 0.5));
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      if (matched[doc] === 0) {
        touched[room.count++] = doc;
        scores[doc] = 0;
      } else if (lastWord[doc] === word) continue;
      lastWord[doc] = word;
      matched[doc]!++;
      scores[doc]! += idf * weights[i]!;
    }
  }

  /** Rebuilds the postings without the dead once they are as many as the living. */
  #compactWhenWorthIt(): void {
    if (this.#docs.length < 2 * this.size + 1000) return;
    const living = this.#docs.filter((doc) => doc !== undefined);
    const renumbered = new Map(living.map((doc, i) => [this.#docOf.get(doc.product_no)!, i]));
    for (const [term, postings] of this.#postings) {
      postings.renumber((doc) => renumbered.get(doc));
      if (postings.length === 0) this.#postings.delete(term);
    }
    this.#words.keepOnly((word) => this.#postings.has(stem(word)));
    this.#byWord.clear();
    this.#docs.length = 0;
    for (const [i, doc] of living.entries()) {
      this.#docs.push(doc);
      this.#docOf.set(doc.product_no, i);
      this.#numbers[i] = doc.product_no;
    }
  }
}

/** What a search notes for each product that it meets. Used again for the next one: nothing is allocated per search. */
class Room {
  scores = new Float64Array(0);
  /** How many of the query's words a product has; all are 0 between searches. */
  matched = new Uint8Array(0);
  lastWord = new Uint8Array(0);
  touched = new Uint32Array(0);
  count = 0;

  for(docs: number): Room {
    this.count = 0;
    if (this.scores.length >= docs) return this;
    const room = Math.ceil(docs * 1.5) + 1024;
    this.scores = new Float64Array(room);
    this.matched = new Uint8Array(room);
    this.lastWord = new Uint8Array(room);
    this.touched = new Uint32Array(room);
    return this;
  }
}
