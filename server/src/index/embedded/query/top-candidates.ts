// The best products of a search while it goes from window to window: whoever has less than the k-th best is not kept.
import { kthScoreLowerBound, kthSmallest, type ScoredDoc, selectTopK } from './select-top-k.ts';

/** The number of the product at a doc. */
type ProductNumberAt = (doc: number) => number;

/** Room that is kept from search to search. */
const RETAINED_CAPACITY = 1 << 16;
/** When there are so many times more than are wanted, the others are thrown out. */
const OVERFLOW_FACTOR = 3;

export class TopCandidates {
  #docs = new Uint32Array(RETAINED_CAPACITY);
  #scores = new Int32Array(RETAINED_CAPACITY);
  #order = new Uint32Array(0);
  #count = 0;
  #k: number | undefined;
  #productNumberAt: ProductNumberAt = () => 0;
  /** With more than so many the worst are thrown out. */
  #crowd = 0;
  /** Whoever has less is not among the best; 0 as long as that is not known. */
  #threshold = 0;
  /** Of those that have just that much, the last product number that is among the best. */
  #lastEqual = Number.POSITIVE_INFINITY;
  /** Whoever has less, of the window at hand, is not among the best. */
  windowThreshold = 0;
  /** What the words can give at upperBound. */
  upperBound = 0;

  /** `k`: so many are wanted; without it all are kept. `threshold`: whoever has less is not, in any case. */
  reset(k: number | undefined, threshold: number, productNumberAt: ProductNumberAt): void {
    if (this.#docs.length > RETAINED_CAPACITY) this.#makeRoom(RETAINED_CAPACITY);
    this.#k = k;
    this.#productNumberAt = productNumberAt;
    this.#crowd = k === undefined ? Number.POSITIVE_INFINITY : OVERFLOW_FACTOR * k;
    this.#count = 0;
    this.#threshold = 0;
    this.raiseThreshold(threshold);
    this.upperBound = 0;
  }

  /** `firstNumber`: the lowest product number in the next window. */
  beginWindow(firstNumber: number): void {
    this.windowThreshold = firstNumber > this.#lastEqual ? this.#threshold + 1 : this.#threshold;
  }

  /** So many as are wanted have `threshold`, or more. */
  raiseThreshold(threshold: number): void {
    if (threshold <= this.#threshold && this.#threshold > 0) return;
    this.#threshold = threshold;
    this.#lastEqual = Number.POSITIVE_INFINITY;
    this.windowThreshold = threshold;
  }

  raiseUpperBound(upperBound: number): void {
    if (upperBound > this.upperBound) this.upperBound = upperBound;
  }

  /** Those of a window that begins at `base` which have enough. */
  collect(base: number, candidates: Uint32Array, count: number, scores: Int32Array): void {
    if (this.#count + count > this.#docs.length) this.#makeRoom(2 * (this.#count + count));
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
    if (at > this.#crowd) this.#thin(this.#k!);
  }

  /** How many are kept. */
  get count(): number {
    return this.#count;
  }

  /** So much has the k-th best, or a little less; 0 where they are fewer. */
  kthScoreLowerBound(k: number): number {
    return kthScoreLowerBound(this.#inOrder(), this.#count, this.#scores, this.upperBound, k);
  }

  /** Nobody was left out; otherwise nobody who comes before one that is selected. */
  get isComplete(): boolean {
    return this.#threshold === 0;
  }

  /** The best, in order, that also pass a test which costs too much to be asked of all. */
  select(k: number, accepts: ((doc: number) => boolean) | undefined): ScoredDoc[] {
    // Behind the last equal some were left out already.
    if (this.#lastEqual < Number.POSITIVE_INFINITY) this.#keepUpTo(this.#tiedNumbers(), this.#lastEqual);
    const count = this.#count;
    const [docs, scores, productNumberAt] = [this.#docs, this.#scores, this.#productNumberAt];
    return selectTopK({ order: this.#inOrder(), docs, scores, productNumberAt }, count, this.upperBound, k, accepts);
  }

  #thin(k: number): void {
    const threshold = this.kthScoreLowerBound(k);
    this.raiseThreshold(threshold);
    this.#keepFrom(threshold);
    if (this.#count > this.#crowd) this.#thinEquals(k);
    // Where there are many equals it takes long each time, and gains nothing.
    this.#crowd = Math.max(OVERFLOW_FACTOR * k, 2 * this.#count);
  }

  /** Of those that have just `threshold` only the lower product numbers can be among the best. */
  #thinEquals(k: number): void {
    const tiedNumbers = this.#tiedNumbers();
    this.#lastEqual = kthSmallest(tiedNumbers, k);
    this.#keepUpTo(tiedNumbers, this.#lastEqual);
  }

  /** The product numbers of those that have just `threshold`, and 0 for whoever has more and so comes before them. */
  #tiedNumbers(): Uint32Array {
    const [tiedNumbers, threshold] = [new Uint32Array(this.#count), this.#threshold];
    for (let i = 0; i < this.#count; i++) {
      if (this.#scores[i]! <= threshold) tiedNumbers[i] = this.#productNumberAt(this.#docs[i]!);
    }
    return tiedNumbers;
  }

  #keepFrom(threshold: number): void {
    const [docs, scores] = [this.#docs, this.#scores];
    let kept = 0;
    for (let i = 0; i < this.#count; i++) {
      if (scores[i]! < threshold) continue;
      docs[kept] = docs[i]!;
      scores[kept++] = scores[i]!;
    }
    this.#count = kept;
  }

  #keepUpTo(tiedNumbers: Uint32Array, last: number): void {
    const [docs, scores] = [this.#docs, this.#scores];
    let kept = 0;
    for (let i = 0; i < this.#count; i++) {
      if (tiedNumbers[i]! > last) continue;
      docs[kept] = docs[i]!;
      scores[kept++] = scores[i]!;
    }
    this.#count = kept;
  }

  #makeRoom(capacity: number): void {
    const [docs, scores] = [new Uint32Array(capacity), new Int32Array(capacity)];
    docs.set(this.#docs.subarray(0, Math.min(capacity, this.#count)));
    scores.set(this.#scores.subarray(0, Math.min(capacity, this.#count)));
    [this.#docs, this.#scores] = [docs, scores];
  }

  #inOrder(): Uint32Array {
    if (this.#order.length < this.#count || this.#order.length > 2 * this.#docs.length) {
      this.#order = new Uint32Array(this.#docs.length);
    }
    for (let i = 0; i < this.#count; i++) this.#order[i] = i;
    return this.#order;
  }
}
