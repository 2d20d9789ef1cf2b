// The best k of many without sorting them all: a heap whose root is the worst that still counts.

export class TopRanks {
  readonly #limit: number;
  readonly #scores: number[] = [];
  readonly #numbers: number[] = [];
  /** A lower score is not among the best: asked for every product, so it is a plain number. */
  worst = Number.NEGATIVE_INFINITY;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether it would be among the best so far. */
  wouldTake(score: number, number: number): boolean {
    return this.#scores.length < this.#limit || isBetter(score, number, this.#scores[0]!, this.#numbers[0]!);
  }

  add(score: number, number: number): void {
    if (this.#scores.length < this.#limit) this.#rise(this.#scores.length, score, number);
    else this.#sink(score, number);
    if (this.#scores.length === this.#limit) this.worst = this.#scores[0]!;
  }

  /** The best first. */
  ranked(): { number: number; score: number }[] {
    return this.#scores
      .map((score, i) => ({ score, number: this.#numbers[i]! }))
      .sort((a, b) => (isBetter(a.score, a.number, b.score, b.number) ? -1 : 1));
  }

  #rise(from: number, score: number, number: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBetter(this.#scores[parent]!, this.#numbers[parent]!, score, number)) break;
      this.#put(at, this.#scores[parent]!, this.#numbers[parent]!);
      at = parent;
    }
    this.#put(at, score, number);
  }

  #sink(score: number, number: number): void {
    const count = this.#scores.length;
    let at = 0;
    while (true) {
      let child = 2 * at + 1;
      if (child >= count) break;
      const other = child + 1;
      if (
        other < count &&
        isBetter(this.#scores[child]!, this.#numbers[child]!, this.#scores[other]!, this.#numbers[other]!)
      )
        child = other;
      if (!isBetter(score, number, this.#scores[child]!, this.#numbers[child]!)) break;
      this.#put(at, this.#scores[child]!, this.#numbers[child]!);
      at = child;
    }
    this.#put(at, score, number);
  }

  #put(at: number, score: number, number: number): void {
    this.#scores[at] = score;
    this.#numbers[at] = number;
  }
}

/** By score, and among equals by the lower product number, so that the order is always the same. */
function isBetter(score: number, number: number, than: number, thanNumber: number): boolean {
  return score > than || (score === than && number < thanNumber);
}
