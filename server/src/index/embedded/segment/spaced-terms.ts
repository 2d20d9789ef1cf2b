// Which terms the words between spaces stand for: "shirt," for one, "mx-4" for two. By their numbers, so that the names of
// hundreds of products are compared with a query without making a text of any word.
import { GrowingNumbers } from './growing.ts';
import type { Sections } from './layout.ts';

/** From here on a number does not name a term, but where the terms of a word stand that has not exactly one. */
const SEVERAL = 2 ** 31;

export function spacedTermSections(terms: readonly (readonly number[])[]): Sections {
  const several = new GrowingNumbers();
  const numbers = Uint32Array.from(terms, (of) => {
    if (of.length === 1) return of[0]!;
    const at = several.length;
    several.push(of.length);
    for (const term of of) several.push(term);
    return SEVERAL + at;
  });
  return { 'spaced.terms': numbers, 'spaced.several': several.whole() };
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
