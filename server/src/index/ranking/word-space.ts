// The learned table in use: where a product stands in the word space, by the words of its name and category.
import { DIMENSIONS, type WordSpaceTable } from './learn-word-space.ts';

/** A table made ready: its vectors can be shared by threads. */
export interface PreparedSpace {
  terms: string[];
  /** Each as long as its word tells much. */
  vectors: Float32Array;
}

export function prepareSpace({ terms, vectors, idfs }: WordSpaceTable): PreparedSpace {
  const scaled = new Float32Array(new SharedArrayBuffer(4 * vectors.length));
  for (let row = 0; row < terms.length; row++) {
    const start = row * DIMENSIONS;
    let square = 0;
    for (let d = start; d < start + DIMENSIONS; d++) square += vectors[d]! ** 2;
    const scale = idfs[row]! / (Math.sqrt(square) || 1);
    for (let d = start; d < start + DIMENSIONS; d++) scaled[d] = vectors[d]! * scale;
  }
  return { terms, vectors: scaled };
}

export class WordSpace {
  readonly #rows: Map<string, number>;
  readonly #vectors: Float32Array;

  constructor({ terms, vectors }: PreparedSpace) {
    this.#rows = new Map(terms.map((term, row) => [term, row]));
    this.#vectors = vectors;
  }

  /** Adds a word's direction to a sum; a word that the table lacks has none. */
  add(sum: Float32Array, term: string): void {
    const row = this.#rows.get(term);
    if (row === undefined) return;
    const start = row * DIMENSIONS;
    for (let d = 0; d < DIMENSIONS; d++) sum[d]! += this.#vectors[start + d]!;
  }
}

/** Makes it of length 1, if it has any. */
export function toUnit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  if (length > 0) for (let d = 0; d < vector.length; d++) vector[d]! /= length;
  return vector;
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let d = 0; d < a.length; d++) sum += a[d]! * b[d]!;
  return sum;
}
