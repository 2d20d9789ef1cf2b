// The words of the index in order, for finding those that begin with something.

/** New words wait until they are worth sorting in. */
const MAX_UNSORTED = 5000;

export class SortedWords {
  readonly #known = new Set<string>();
  #sorted: string[] = [];
  #unsorted: string[] = [];

  add(word: string): void {
    if (this.#known.has(word)) return;
    this.#known.add(word);
    this.#unsorted.push(word);
  }

  /** At most `limit` words that begin so, the shortest first: the nearer to the whole word, the likelier it is meant. */
  startingWith(prefix: string, limit: number): string[] {
    if (this.#unsorted.length > MAX_UNSORTED) this.#sort();
    const found = this.#unsorted.filter((word) => word.startsWith(prefix));
    for (let i = this.#firstFrom(prefix); this.#sorted[i]?.startsWith(prefix); i++) found.push(this.#sorted[i]!);
    return found.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).slice(0, limit);
  }

  /** Forgets the words that are not wanted any more. */
  keepOnly(isWanted: (word: string) => boolean): void {
    for (const word of this.#known) if (!isWanted(word)) this.#known.delete(word);
    this.#sort();
  }

  #sort(): void {
    this.#sorted = [...this.#known].sort();
    this.#unsorted = [];
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
