// The best candidates across windows. It maintains the threshold that a document must reach.
import { kthScoreLowerBound, kthSmallest, type ScoredDoc, selectTopK } from './select-top-k.ts';

/** Maps a global document id to its product number. */
type ProductNumberAt = (doc: number) => number;

/** Capacity kept between searches. */
const RETAINED_CAPACITY = 1 << 16;
/** Candidates are pruned when they exceed this multiple of k. */
const OVERFLOW_FACTOR = 3;

export class TopCandidates {
  #docs = new Uint32Array(RETAINED_CAPACITY);
  #scores = new Int32Array(RETAINED_CAPACITY);
  #order = new Uint32Array(0);
  #count = 0;
  #k: number | undefined;
  #productNumberAt: ProductNumberAt = () => 0;
  /** Number of candidates at which to prune. */
  #pruneAt = 0;
  /** Score that a document must reach; 0 until known. */
  #threshold = 0;
  /** Highest product number that may rank among the top k with exactly the threshold score. */
  #lastTied = Number.POSITIVE_INFINITY;
  /** Threshold within the current window. It excludes ties if all product numbers of the window are too high. */
  windowThreshold = 0;
  /** Upper bound of any score. */
  upperBound = 0;

  /** `k` undefined keeps all candidates. `threshold` is a known lower bound of the k-th score. */
  reset(k: number | undefined, threshold: number, productNumberAt: ProductNumberAt): void {
    if (this.#docs.length > RETAINED_CAPACITY) this.#resize(RETAINED_CAPACITY);
    this.#k = k;
    this.#productNumberAt = productNumberAt;
    this.#pruneAt = k === undefined ? Number.POSITIVE_INFINITY : OVERFLOW_FACTOR * k;
    this.#count = 0;
    this.#threshold = 0;
    this.raiseThreshold(threshold);
    this.upperBound = 0;
  }

  /** `firstNumber` is the lowest product number in the window. */
  beginWindow(firstNumber: number): void {
    this.windowThreshold = firstNumber > this.#lastTied ? this.#threshold + 1 : this.#threshold;
  }

  /** At least k documents must have this score or more. */
  raiseThreshold(threshold: number): void {
    if (threshold <= this.#threshold && this.#threshold > 0) return;
    this.#threshold = threshold;
    this.#lastTied = Number.POSITIVE_INFINITY;
    this.windowThreshold = threshold;
  }

  raiseUpperBound(upperBound: number): void {
    if (upperBound > this.upperBound) this.upperBound = upperBound;
  }

  /** Adds the candidates of a window that reach the threshold. `base` is the global id of its first document. */
  collect(base: number, candidates: Uint32Array, count: number, scores: Int32Array): void {
    if (this.#count + count > this.#docs.length) this.#resize(2 * (this.#count + count));
    const [docs, kept, threshold] = [this.#docs, this.#scores, Math.max(1, this.windowThreshold)];
    let at = this.#count;
    for (let i = 0; i < count; i++) {
      const doc = candidates[i]!;
      const score = scores[doc]!;
      if (score < threshold) continue;
      docs[at] = base + doc;
      kept[at++] = score;
    }
    this.#count = at;
    if (at > this.#pruneAt) this.#prune(this.#k!);
  }

  /** Number of candidates. */
  get count(): number {
    return this.#count;
  }

  /** Lower bound of the k-th best score; 0 if there are fewer than k candidates. */
  kthScoreLowerBound(k: number): number {
    return kthScoreLowerBound(this.#identityOrder(), this.#count, this.#scores, this.upperBound, k);
  }

  /** True if no candidate was dropped. Otherwise a selection is still exact down to its last document. */
  get isComplete(): boolean {
    return this.#threshold === 0;
  }

  /** The k best candidates that pass `accepts`, best first. `accepts` is expensive and called as rarely as possible. */
  select(k: number, accepts: ((doc: number) => boolean) | undefined): ScoredDoc[] {
    // Other candidates with such scores were dropped.
    this.#keepAtLeast(this.#threshold);
    // Ties with higher product numbers were already dropped in part.
    if (this.#lastTied < Number.POSITIVE_INFINITY) this.#keepTiesUpTo(this.#tiedNumbers(), this.#lastTied);
    const count = this.#count;
    const [docs, scores, productNumberAt] = [this.#docs, this.#scores, this.#productNumberAt];
    return selectTopK(
      { order: this.#identityOrder(), docs, scores, productNumberAt },
      count,
      this.upperBound,
      k,
      accepts,
    );
  }

  #prune(k: number): void {
    const threshold = this.kthScoreLowerBound(k);
    this.raiseThreshold(threshold);
    this.#keepAtLeast(threshold);
    if (this.#count > this.#pruneAt) this.#pruneTies(k);
    // Score ties cannot be pruned further; the limit grows so that they are not pruned again at each window.
    this.#pruneAt = Math.max(OVERFLOW_FACTOR * k, 2 * this.#count);
  }

  /** Keeps the lowest product numbers among candidates with exactly the threshold score. */
  #pruneTies(k: number): void {
    const tiedNumbers = this.#tiedNumbers();
    this.#lastTied = kthSmallest(tiedNumbers, k);
    this.#keepTiesUpTo(tiedNumbers, this.#lastTied);
  }

  /** Product numbers of the candidates with exactly the threshold score; 0 for better candidates. */
  #tiedNumbers(): Uint32Array {
    const [tiedNumbers, threshold] = [new Uint32Array(this.#count), this.#threshold];
    for (let i = 0; i < this.#count; i++) {
      if (this.#scores[i]! <= threshold) tiedNumbers[i] = this.#productNumberAt(this.#docs[i]!);
    }
    return tiedNumbers;
  }

  #keepAtLeast(threshold: number): void {
    const [docs, scores] = [this.#docs, this.#scores];
    let kept = 0;
    for (let i = 0; i < this.#count; i++) {
      if (scores[i]! < threshold) continue;
      docs[kept] = docs[i]!;
      scores[kept++] = scores[i]!;
    }
    this.#count = kept;
  }

  #keepTiesUpTo(tiedNumbers: Uint32Array, last: number): void {
    const [docs, scores] = [this.#docs, this.#scores];
    let kept = 0;
    for (let i = 0; i < this.#count; i++) {
      if (tiedNumbers[i]! > last) continue;
      docs[kept] = docs[i]!;
      scores[kept++] = scores[i]!;
    }
    this.#count = kept;
  }

  #resize(capacity: number): void {
    const [docs, scores] = [new Uint32Array(capacity), new Int32Array(capacity)];
    docs.set(this.#docs.subarray(0, Math.min(capacity, this.#count)));
    scores.set(this.#scores.subarray(0, Math.min(capacity, this.#count)));
    [this.#docs, this.#scores] = [docs, scores];
  }

  #identityOrder(): Uint32Array {
    if (this.#order.length < this.#count || this.#order.length > 2 * this.#docs.length) {
      this.#order = new Uint32Array(this.#docs.length);
    }
    for (let i = 0; i < this.#count; i++) this.#order[i] = i;
    return this.#order;
  }
}
