// The best products of a search while it goes from window to window: whoever has less than the k-th best is not kept.
import { leastOfBest, type Place, selectBest } from './select-best.ts';

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
  /** Whoever has less is not among the best; 0 as long as that is not known. */
  least = 0;
  /** What the words can give at most. */
  most = 0;

  /** `k`: so many are wanted; without it all are kept. `least`: whoever has less is not, in any case. */
  clear(k: number | undefined, least: number): void {
    if (this.#places.length > KEPT_ROOM) this.#makeRoom(KEPT_ROOM);
    this.#k = k;
    this.#count = 0;
    this.least = least;
    this.most = 0;
  }

  raiseMost(most: number): void {
    if (most > this.most) this.most = most;
  }

  /** Those of a window that begins at `base` which have enough. */
  take(base: number, touched: Uint32Array, count: number, scores: Int32Array): void {
    if (this.#count + count > this.#places.length) this.#makeRoom(2 * (this.#count + count));
    const [places, kept, least] = [this.#places, this.#scores, Math.max(1, this.least)];
    let at = this.#count;
    for (let i = 0; i < count; i++) {
      const place = touched[i]!;
      const score = scores[place]!;
      if (score < least) continue;
      places[at] = base + place;
      kept[at++] = score;
    }
    this.#count = at;
    if (this.#k !== undefined && at > CROWDED * this.#k) this.#thin(this.#k);
  }

  /** How many have `least`, or more. */
  get count(): number {
    return this.#count;
  }

  /** So much, or a little less, has the k-th best; 0 where they are fewer. */
  leastOf(k: number): number {
    return leastOfBest(this.#inOrder(), this.#count, this.#scores, this.most, k);
  }

  /** Nobody was left out; otherwise nobody who has `least`, or more. */
  get isComplete(): boolean {
    return this.least === 0;
  }

  /** The best, in order, that also pass a test which costs too much to be asked of all. */
  select(k: number, numberAt: (place: number) => number, isWanted: ((place: number) => boolean) | undefined): Place[] {
    const count = this.#count;
    const [places, scores] = [this.#places, this.#scores];
    return selectBest({ order: this.#inOrder(), places, scores, numberAt }, count, this.most, k, isWanted);
  }

  #thin(k: number): void {
    const [places, scores] = [this.#places, this.#scores];
    const least = this.leastOf(k);
    this.least = Math.max(this.least, least);
    let kept = 0;
    for (let i = 0; i < this.#count; i++) {
      if (scores[i]! < least) continue;
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
