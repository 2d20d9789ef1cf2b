// The best products of a search while it goes from window to window: whoever has less than the k-th best is not kept.
import { leastOfBest, type Place, selectBest, smallestOf } from './select-top-k.ts';

/** The number of the product at a place. */
type NumberAt = (place: number) => number;

/** Room that is kept from search to search. */
const KEPT_ROOM = 1 << 16;
/** When there are so many times more than are wanted, the others are thrown out. */
const CROWDED = 3;

export class BestSoFar {
  #places = new Uint32Array(KEPT_ROOM);
  #scores = new Int32Array(KEPT_ROOM);
  #order = new Uint32Array(0);
  #count = 0;
  #k: number | undefined;
  #numberAt: NumberAt = () => 0;
  /** With more than so many the worst are thrown out. */
  #crowd = 0;
  /** Whoever has less is not among the best; 0 as long as that is not known. */
  #least = 0;
  /** Of those that have just that much, the last product number that is among the best. */
  #lastEqual = Number.POSITIVE_INFINITY;
  /** Whoever has less, of the window at hand, is not among the best. */
  leastHere = 0;
  /** What the words can give at most. */
  most = 0;

  /** `k`: so many are wanted; without it all are kept. `least`: whoever has less is not, in any case. */
  clear(k: number | undefined, least: number, numberAt: NumberAt): void {
    if (this.#places.length > KEPT_ROOM) this.#makeRoom(KEPT_ROOM);
    this.#k = k;
    this.#numberAt = numberAt;
    this.#crowd = k === undefined ? Number.POSITIVE_INFINITY : CROWDED * k;
    this.#count = 0;
    this.#least = 0;
    this.raiseLeast(least);
    this.most = 0;
  }

  /** `first`: the lowest product number in the next window. */
  beginWindow(first: number): void {
    this.leastHere = first > this.#lastEqual ? this.#least + 1 : this.#least;
  }

  /** So many as are wanted have `least`, or more. */
  raiseLeast(least: number): void {
    if (least <= this.#least && this.#least > 0) return;
    this.#least = least;
    this.#lastEqual = Number.POSITIVE_INFINITY;
    this.leastHere = least;
  }

  raiseMost(most: number): void {
    if (most > this.most) this.most = most;
  }

  /** Those of a window that begins at `base` which have enough. */
  take(base: number, touched: Uint32Array, count: number, scores: Int32Array): void {
    if (this.#count + count > this.#places.length) this.#makeRoom(2 * (this.#count + count));
    const [places, kept, least] = [this.#places, this.#scores, Math.max(1, this.leastHere)];
    let at = this.#count;
    for (let i = 0; i < count; i++) {
      const place = touched[i]!;
      const score = scores[place]!;
      if (score < least) continue;
      places[at] = base + place;
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
  leastOf(k: number): number {
    return leastOfBest(this.#inOrder(), this.#count, this.#scores, this.most, k);
  }

  /** Nobody was left out; otherwise nobody who comes before one that is selected. */
  get isComplete(): boolean {
    return this.#least === 0;
  }

  /** The best, in order, that also pass a test which costs too much to be asked of all. */
  select(k: number, isWanted: ((place: number) => boolean) | undefined): Place[] {
    // Behind the last equal some were left out already.
    if (this.#lastEqual < Number.POSITIVE_INFINITY) this.#keepUpTo(this.#ranks(), this.#lastEqual);
    const count = this.#count;
    const [places, scores, numberAt] = [this.#places, this.#scores, this.#numberAt];
    return selectBest({ order: this.#inOrder(), places, scores, numberAt }, count, this.most, k, isWanted);
  }

  #thin(k: number): void {
    const least = this.leastOf(k);
    this.raiseLeast(least);
    this.#keepFrom(least);
    if (this.#count > this.#crowd) this.#thinEquals(k);
    // Where there are many equals it takes long each time, and gains nothing.
    this.#crowd = Math.max(CROWDED * k, 2 * this.#count);
  }

  /** Of those that have just `least` only the lower product numbers can be among the best. */
  #thinEquals(k: number): void {
    const ranks = this.#ranks();
    this.#lastEqual = smallestOf(ranks, k);
    this.#keepUpTo(ranks, this.#lastEqual);
  }

  /** The product numbers of those that have just `least`, and 0 for whoever has more and so comes before them. */
  #ranks(): Uint32Array {
    const [ranks, least] = [new Uint32Array(this.#count), this.#least];
    for (let i = 0; i < this.#count; i++) {
      if (this.#scores[i]! <= least) ranks[i] = this.#numberAt(this.#places[i]!);
    }
    return ranks;
  }

  #keepFrom(least: number): void {
    const [places, scores] = [this.#places, this.#scores];
    let kept = 0;
    for (let i = 0; i < this.#count; i++) {
      if (scores[i]! < least) continue;
      places[kept] = places[i]!;
      scores[kept++] = scores[i]!;
    }
    this.#count = kept;
  }

  #keepUpTo(ranks: Uint32Array, last: number): void {
    const [places, scores] = [this.#places, this.#scores];
    let kept = 0;
    for (let i = 0; i < this.#count; i++) {
      if (ranks[i]! > last) continue;
      places[kept] = places[i]!;
      scores[kept++] = scores[i]!;
    }
    this.#count = kept;
  }

  #makeRoom(room: number): void {
    const [places, scores] = [new Uint32Array(room), new Int32Array(room)];
    places.set(this.#places.subarray(0, Math.min(room, this.#count)));
    scores.set(this.#scores.subarray(0, Math.min(room, this.#count)));
    [this.#places, this.#scores] = [places, scores];
  }

  #inOrder(): Uint32Array {
    if (this.#order.length < this.#count || this.#order.length > 2 * this.#places.length) {
      this.#order = new Uint32Array(this.#places.length);
    }
    for (let i = 0; i < this.#count; i++) this.#order[i] = i;
    return this.#order;
  }
}
