// What was found by the last searches. Shoppers ask the same things again and again; as long as nothing has changed in the
// index they are answered without searching.
import type { IndexQuery, IndexResult } from '../../port.ts';

export class ResultCache {
  readonly #results = new Map<string, IndexResult>();
  /** Product numbers that may be remembered, four bytes each, and those that are. */
  readonly #most: number;
  #held = 0;
  /** Counts up when the index changes: a search that was begun before may have found something else. */
  #generation = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get generation(): number {
    return this.#generation;
  }

  find(query: IndexQuery): IndexResult | undefined {
    const key = keyOf(query);
    const result = this.#results.get(key);
    if (!result) return undefined;
    // Whoever was not asked for longest goes first.
    this.#results.delete(key);
    this.#results.set(key, result);
    return result;
  }

  add(query: IndexQuery, result: IndexResult, generation: number): void {
    const key = keyOf(query);
    if (generation !== this.#generation || query.explain || costOf(key, result) > this.#most) return;
    this.#forget(key);
    this.#results.set(key, result);
    this.#held += costOf(key, result);
    for (const [oldest] of this.#results) {
      if (this.#held <= this.#most) return;
      this.#forget(oldest);
    }
  }

  forgetAll(): void {
    this.#generation++;
    this.#results.clear();
    this.#held = 0;
  }

  #forget(key: string): void {
    const result = this.#results.get(key);
    if (!result) return;
    this.#results.delete(key);
    this.#held -= costOf(key, result);
  }
}

const keyOf = (query: IndexQuery): string => JSON.stringify(query);

/** In product numbers. One that found nothing takes room, too, and so does a long question, at two bytes a letter. */
const costOf = (key: string, { product_nos, words_found }: IndexResult): number =>
  product_nos.length + 1.5 * (words_found?.way_of.length ?? 0) + key.length / 2 + 100;
