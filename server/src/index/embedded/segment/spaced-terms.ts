// Which terms the words between spaces stand for: "shirt," for one, "mx-4" for two. By their numbers, so that the names of
// hundreds of products are compared with a query without making a text of any word.
import { GrowingNumbers } from './growing.ts';
import type { Sections } from './layout.ts';

/** From here on a number does not name a term, but where the terms of a word stand that has not exactly one. */
const SEVERAL = 2 ** 31;

export class SpacedTermsWriter {
  readonly #terms = new GrowingNumbers();
  readonly #several = new GrowingNumbers();

  /** The terms of the next word. */
  append(terms: ArrayLike<number>): void {
    if (terms.length === 1) {
      this.#terms.push(terms[0]!);
      return;
    }
    this.#terms.push(SEVERAL + this.#several.length);
    this.#several.push(terms.length);
    for (let i = 0; i < terms.length; i++) this.#several.push(terms[i]!);
  }

  countOf(word: number): number {
    const term = this.#terms.at(word);
    return term < SEVERAL ? 1 : this.#several.at(term - SEVERAL);
  }

  /** The terms of a word that was appended are added to others. */
  addTo(terms: number[], word: number): void {
    const term = this.#terms.at(word);
    if (term < SEVERAL) {
      terms.push(term);
      return;
    }
    const at = term - SEVERAL;
    for (let left = this.#several.at(at), next = at + 1; left > 0; left--) terms.push(this.#several.at(next++));
  }

  sections(): Sections {
    return { 'spaced.terms': this.#terms.whole(), 'spaced.several': this.#several.whole() };
  }
}

export class SpacedTerms {
  readonly #terms: Uint32Array;
  readonly #several: Uint32Array;

  constructor(sections: Sections) {
    this.#terms = sections['spaced.terms'] as Uint32Array;
    this.#several = sections['spaced.several'] as Uint32Array;
  }

  /** The terms of a word are added to others. */
  addTo(terms: number[], word: number): void {
    const term = this.#terms[word]!;
    if (term < SEVERAL) {
      terms.push(term);
      return;
    }
    const at = term - SEVERAL;
    for (let i = 1; i <= this.#several[at]!; i++) terms.push(this.#several[at + i]!);
  }
  of(word: number): number[] {
    const terms: number[] = [];
    this.addTo(terms, word);
    return terms;
  }
}
