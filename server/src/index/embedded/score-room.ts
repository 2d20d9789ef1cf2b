// What a search notes for each product that it meets. Used again for the next one: nothing is allocated per search.
import type { Entries } from './postings.ts';

export class ScoreRoom {
  scores = new Float64Array(0);
  /** How many of the query's telling words a product has. */
  matched = new Uint8Array(0);
  touched = new Uint32Array(0);
  count = 0;
  #lastWord = new Uint8Array(0);
  /** Zero between searches. */
  #isTouched = new Uint8Array(0);

  for(docs: number): ScoreRoom {
    for (let i = 0; i < this.count; i++) this.#isTouched[this.touched[i]!] = 0;
    this.count = 0;
    if (this.scores.length >= docs) return this;
    const room = Math.ceil(docs * 1.5) + 1024;
    this.scores = new Float64Array(room);
    this.matched = new Uint8Array(room);
    this.touched = new Uint32Array(room);
    this.#lastWord = new Uint8Array(room);
    this.#isTouched = new Uint8Array(room);
    return this;
  }

  has(doc: number): boolean {
    return this.#isTouched[doc] === 1;
  }

  touch(doc: number): void {
    if (this.#isTouched[doc] === 1) return;
    this.#isTouched[doc] = 1;
    this.touched[this.count++] = doc;
    this.scores[doc] = 0;
    this.matched[doc] = 0;
    this.#lastWord[doc] = 0;
  }

  /** A product counts a word, numbered from 1, once: by the first of what the word may stand for. */
  add({ docs, weights, length }: Entries, word: number, factor: number, counts: 0 | 1): void {
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      if (this.#isTouched[doc] === 0) this.touch(doc);
      else if (this.#lastWord[doc] === word) continue;
      this.#lastWord[doc] = word;
      this.matched[doc]! += counts;
      this.scores[doc]! += factor * weights[i]!;
    }
  }
}
