// Which terms the words between spaces stand for: "shirt," for one, "mx-4" for two. By their numbers, so that the names of
// hundreds of products are compared with a query without making a text of any word.
import { GrowableUint32 } from './growable-arrays.ts';
import type { Sections } from './layout.ts';

/** From here on a number does not name a term, but where the terms of a word stand that has several. */
const SEVERAL = 2 ** 31;
/** Stands for no term at all. */
const NONE = 2 ** 32 - 1;
/** Added to the last of several. */
const LAST = 2 ** 31;

export class WordTermsWriter {
  readonly #terms = new GrowableUint32();
  readonly #several = new GrowableUint32();

  /** The terms of the next word. */
  append(terms: ArrayLike<number>): void {
    if (terms.length < 2) {
      this.#terms.push(terms[0] ?? NONE);
      return;
    }
    this.#terms.push(SEVERAL + this.#several.length);
    const last = terms.length - 1;
    for (let i = 0; i < last; i++) this.#several.push(terms[i]!);
    this.#several.push(LAST + terms[last]!);
  }

  countOf(word: number): number {
    const term = this.#terms.at(word);
    if (term < SEVERAL) return 1;
    if (term === NONE) return 0;
    const first = term - SEVERAL;
    let at = first;
    while (this.#several.at(at) < LAST) at++;
    return at - first + 1;
  }

  /** The terms of a word that was appended are added to others. */
  addTo(terms: number[], word: number): void {
    const term = this.#terms.at(word);
    if (term < SEVERAL) terms.push(term);
    if (term < SEVERAL || term === NONE) return;
    let at = term - SEVERAL;
    while (this.#several.at(at) < LAST) terms.push(this.#several.at(at++));
    terms.push(this.#several.at(at) - LAST);
  }

  sections(): Sections {
    return { 'spaced.terms': this.#terms.whole(), 'spaced.several': this.#several.whole() };
  }
}

export class WordTerms {
  readonly #terms: Uint32Array;
  readonly #several: Uint32Array;

  constructor(sections: Sections) {
    this.#terms = sections['spaced.terms'] as Uint32Array;
    this.#several = sections['spaced.several'] as Uint32Array;
  }

  /** The terms of a word are added to others. */
  addTo(terms: { push(term: number): unknown }, word: number): void {
    const term = this.#terms[word]!;
    if (term < SEVERAL) terms.push(term);
    if (term < SEVERAL || term === NONE) return;
    let at = term - SEVERAL;
    while (this.#several[at]! < LAST) terms.push(this.#several[at++]!);
    terms.push(this.#several[at]! - LAST);
  }

  of(word: number): number[] {
    const terms: number[] = [];
    this.addTo(terms, word);
    return terms;
  }
}
