// The products of one term, each with the term's weight in it, in arrays that grow.

const FIRST_ROOM = 4;

export class Postings {
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
