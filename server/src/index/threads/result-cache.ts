// An LRU cache of search results, invalidated by every change of the index.
import type { IndexQuery, IndexResult } from '../port.ts';

export class ResultCache {
  readonly #results = new Map<string, IndexResult>();
  /** In product numbers, four bytes each. */
  readonly #capacity: number;
  #size = 0;
  /** Incremented by every change; a result computed in an earlier generation is not added. */
  #generation = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get generation(): number {
    return this.#generation;
  }

  find(query: IndexQuery): IndexResult | undefined {
    const key = keyOf(query);
    const result = this.#results.get(key);
    if (!result) return undefined;
    // Map order is recency order.
    this.#results.delete(key);
    this.#results.set(key, result);
    return result;
  }

  add(query: IndexQuery, result: IndexResult, generation: number): void {
    const key = keyOf(query);
    if (generation !== this.#generation || query.explain || sizeOf(key, result) > this.#capacity) return;
    this.#evict(key);
    this.#results.set(key, result);
    this.#size += sizeOf(key, result);
    for (const [oldest] of this.#results) {
      if (this.#size <= this.#capacity) return;
      this.#evict(oldest);
    }
  }

  invalidate(): void {
    this.#generation++;
    this.#results.clear();
    this.#size = 0;
  }

  #evict(key: string): void {
    const result = this.#results.get(key);
    if (!result) return;
    this.#results.delete(key);
    this.#size -= sizeOf(key, result);
  }
}

const keyOf = (query: IndexQuery): string => JSON.stringify(query);

/** In product numbers: the result, the key at two bytes a letter, and a fixed overhead. */
const sizeOf = (key: string, { product_nos, term_matches }: IndexResult): number =>
  product_nos.length + 1.5 * (term_matches?.matched_by.length ?? 0) + key.length / 2 + 100;
