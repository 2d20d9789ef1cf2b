// The products of one term, each with the term's weight in it, in arrays that grow.

const FIRST_ROOM = 4;

/** Products in the order of their numbers, as many as `length` says. */
export interface Entries {
  docs: Uint32Array;
  weights: Float32Array;
  length: number;
}

export class Postings implements Entries {
  docs = new Uint32Array(FIRST_ROOM);
  weights = new Float32Array(FIRST_ROOM);
  /** How many entries there are, dead ones included. */
  length = 0;
  /** How many of them are alive. */
  live = 0;

  add(doc: number, weight: number): void {
    if (this.length === this.docs.length) this.#grow();
    this.docs[this.length] = doc;
    this.weights[this.length] = weight;
    this.length++;
    this.live++;
  }

  /** Gives every entry its new number and drops those that have none. */
  renumber(newNumberOf: (doc: number) => number | undefined): void {
    let kept = 0;
    for (let i = 0; i < this.length; i++) {
      const doc = newNumberOf(this.docs[i]!);
      if (doc === undefined) continue;
      this.docs[kept] = doc;
      this.weights[kept] = this.weights[i]!;
      kept++;
    }
    this.length = kept;
  }

  #grow(): void {
    const room = this.docs.length * 2;
    const [docs, weights] = [new Uint32Array(room), new Float32Array(room)];
    docs.set(this.docs);
    weights.set(this.weights);
    this.docs = docs;
    this.weights = weights;
  }
}

/** What a product has of it, 0 for nothing. */
export function weightIn({ docs, weights, length }: Entries, doc: number): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (docs[middle]! < doc) low = middle + 1;
    else high = middle;
  }
  return low < length && docs[low] === doc ? weights[low]! : 0;
}

/** The products that all have, with the least of their weights, as many as are wanted. */
export function intersect(all: readonly Postings[], isWanted: (doc: number) => boolean, most: number): Entries {
  const [shortest, ...others] = [...all].sort((a, b) => a.length - b.length);
  const docs: number[] = [];
  const weights: number[] = [];
  for (let i = 0; i < shortest!.length && docs.length < most; i++) {
    const doc = shortest!.docs[i]!;
    let weight = shortest!.weights[i]!;
    for (const other of others) weight = Math.min(weight, weightIn(other, doc));
    if (weight === 0 || !isWanted(doc)) continue;
    docs.push(doc);
    weights.push(weight);
  }
  return { docs: Uint32Array.from(docs), weights: Float32Array.from(weights), length: docs.length };
}
