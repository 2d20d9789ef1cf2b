// Maps words (text between spaces) to their terms: "shirt," has one, "mx-4" has two. Re-ranking compares the names of hundreds
// of products with a query by term numbers, without decoding a string.
import { GrowableUint32 } from '../../dictionary/growable-arrays.ts';
import type { Sections } from '../../dictionary/layout.ts';

/** Numbers from here on are offsets into the list of words with several terms. */
const SEVERAL = 2 ** 31;
/** The word has no term. */
const NONE = 2 ** 32 - 1;
/** Flag on the last of several terms. */
const LAST = 2 ** 31;

export class WordTermsWriter {
  readonly #terms = new GrowableUint32();
  readonly #several = new GrowableUint32();

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

  /** Appends the terms of a word to `terms`. */
  addTo(terms: number[], word: number): void {
    const term = this.#terms.at(word);
    if (term < SEVERAL) terms.push(term);
    if (term < SEVERAL || term === NONE) return;
    let at = term - SEVERAL;
    while (this.#several.at(at) < LAST) terms.push(this.#several.at(at++));
    terms.push(this.#several.at(at) - LAST);
  }

  sections(): Sections {
    return { 'words.terms': this.#terms.view(), 'words.term_lists': this.#several.view() };
  }
}

export class WordTerms {
  readonly #terms: Uint32Array;
  readonly #several: Uint32Array;

  constructor(sections: Sections) {
    this.#terms = sections['words.terms'] as Uint32Array;
    this.#several = sections['words.term_lists'] as Uint32Array;
  }

  /** Appends the terms of a word to `terms`. */
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
