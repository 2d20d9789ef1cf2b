// The products of the index: postings, filter fields and features, in the memory of one thread. How they are searched
// stands in search.ts.
import type { ProductChange } from '../../store/port.ts';
import type { FieldLengths } from '../ranking/field-lengths.ts';
import type { ProductFeatures } from '../ranking/second-look.ts';
import { digestProduct } from './digest-product.ts';
import { type FilterFields, filterFieldsOf } from './filter-fields.ts';
import { type Entries, intersect, type Postings } from './postings.ts';
import { Vocabulary } from './vocabulary.ts';

/** A version of a product. When the product changes it gets a new one, and the old one is dead. */
export interface Doc {
  product_no: number;
  fields: FilterFields;
  features: ProductFeatures;
  terms: Postings[];
}

const MAX_SHARED = 200_000;

export class MemoryIndex {
  readonly vocabulary = new Vocabulary((first, second) => this.sideBySide(first, second, 1).length > 0);
  /** Dead ones are undefined. */
  readonly docs: (Doc | undefined)[] = [];
  /** The product numbers of the docs, 0 for dead ones: what most of a search's products are judged by. */
  numbers = new Uint32Array(1024);
  readonly #docOf = new Map<number, number>();
  readonly #shared = new Map<string, string>();
  readonly #nodes = new Map<string, number>();
  readonly #lengths: FieldLengths;
  /** The newest product that was there when the word space was learned: numbers only go up. */
  #learnedUpTo: number | undefined;
  #unlearned = 0;

  constructor(lengths: FieldLengths) {
    this.#lengths = lengths;
  }

  get size(): number {
    return this.#docOf.size;
  }

  /** How many products have come since the word space was learned. */
  get unlearned(): number {
    return this.#unlearned;
  }

  get hasLearned(): boolean {
    return this.#learnedUpTo !== undefined;
  }

  get newest(): number {
    return this.numbers.reduce((newest, number) => Math.max(newest, number), 0);
  }

  markLearned(upTo: number): void {
    this.#learnedUpTo = upTo;
    this.#unlearned = this.numbers.reduce((count, number) => count + (number > upTo ? 1 : 0), 0);
  }

  docOf(product_no: number): number {
    return this.#docOf.get(product_no)!;
  }

  /** How much a term tells, by how few products have it. */
  idf(live: number): number {
    return Math.log(1 + (this.size - live + 0.5) / (live + 0.5));
  }

  /** The products whose name says one term right before another, as many as are wanted. */
  sideBySide(first: number, second: number, most: number): Entries {
    const isSaid = (doc: number) => {
      const features = this.docs[doc]?.features;
      if (!features) return false;
      for (let i = 0; i + 1 < features.name_terms; i++) {
        if (features.terms[i] === first && features.terms[i + 1] === second) return true;
      }
      return false;
    };
    return intersect([this.vocabulary.postings[first]!, this.vocabulary.postings[second]!], isSaid, most);
  }

  apply(changes: ProductChange[]): void {
    for (const change of changes) {
      this.#remove(change.product_no);
      if (change.data !== null) this.#add(change);
    }
    this.#compactWhenWorthIt();
  }

  #add({ product_no, data, merchant_id, merchant_name }: ProductChange): void {
    const product = JSON.parse(data!);
    const doc = this.docs.length;
    const { weights, features } = digestProduct(product, this.#lengths, this.vocabulary, (path) => this.#nodeOf(path));
    const terms: Postings[] = [];
    for (const [term, weight] of weights) {
      const postings = this.vocabulary.postings[term]!;
      postings.add(doc, weight);
      terms.push(postings);
    }
    const merchant = { id: merchant_id!, name: merchant_name! };
    const fields = filterFieldsOf(product, merchant, (text) => this.#share(text));
    this.docs.push({ product_no, terms, features, fields });
    this.#docOf.set(product_no, doc);
    this.#setNumber(doc, product_no);
    if (product_no > (this.#learnedUpTo ?? 0)) this.#unlearned++;
  }

  #setNumber(doc: number, product_no: number): void {
    if (doc >= this.numbers.length) {
      const larger = new Uint32Array(this.numbers.length * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[doc] = product_no;
  }

  #remove(product_no: number): void {
    const doc = this.#docOf.get(product_no);
    if (doc === undefined) return;
    for (const postings of this.docs[doc]!.terms) postings.live--;
    this.docs[doc] = undefined;
    this.numbers[doc] = 0;
    this.#docOf.delete(product_no);
    if (product_no > (this.#learnedUpTo ?? 0)) this.#unlearned--;
  }

  #nodeOf(path: string): number {
    const known = this.#nodes.get(path);
    if (known !== undefined) return known;
    this.#nodes.set(path, this.#nodes.size);
    return this.#nodes.size - 1;
  }

  /** Forgotten when it grows too large: then equal texts only take more room. */
  #share(text: string): string {
    const known = this.#shared.get(text);
    if (known !== undefined) return known;
    if (this.#shared.size >= MAX_SHARED) this.#shared.clear();
    this.#shared.set(text, text);
    return text;
  }

  /** Rebuilds the postings without the dead once they are as many as the living. */
  #compactWhenWorthIt(): void {
    if (this.docs.length < 2 * this.size + 1000) return;
    const living = this.docs.filter((doc) => doc !== undefined);
    const renumbered = new Map(living.map((doc, i) => [this.#docOf.get(doc.product_no)!, i]));
    for (const postings of this.vocabulary.postings) postings.renumber((doc) => renumbered.get(doc));
    this.docs.length = 0;
    for (const [i, doc] of living.entries()) {
      this.docs.push(doc);
      this.#docOf.set(doc.product_no, i);
      this.numbers[i] = doc.product_no;
    }
    this.numbers.fill(0, living.length);
  }
}
