// The terms of the index in order, for finding those that begin with something.

/** New terms wait here until they are worth sorting in. */
const MAX_UNSORTED = 5000;

export class SortedTerms {
  #sorted: string[] = [];
  #unsorted: string[] = [];
  readonly #removed = new Set<string>();

  add(term: string): void {
    this.#removed.delete(term);
    this.#unsorted.push(term);
  }

  remove(term: string): void {
    this.#removed.add(term);
  }

  /** At most `limit` terms that begin so, the shortest first: the nearer to the whole word, the likelier it is meant. */
  startingWith(prefix: string, limit: number): string[] {
    if (this.#unsorted.length > MAX_UNSORTED) this.#sort();
    const found = this.#unsorted.filter((term) => term.startsWith(prefix) && !this.#removed.has(term));
    for (let i = this.#firstFrom(prefix); this.#sorted[i]?.startsWith(prefix); i++) {
      if (!this.#removed.has(this.#sorted[i]!)) found.push(this.#sorted[i]!);
    }
    return [...new Set(found)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).slice(0, limit);
  }

  #sort(): void {
    const all = new Set([...this.#sorted, ...this.#unsorted]);
    this.#sorted = [...all].filter((term) => !this.#removed.has(term)).sort();
    this.#unsorted = [];
    this.#removed.clear();
  }

  #firstFrom(prefix: string): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sorted[middle]! < prefix) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
