// The learned table in use: where a product stands in the word space, by the words of its name and category.
import { DIMENSIONS, type WordSpaceTable } from './learn-word-space.ts';

export class WordSpace {
  readonly #rows: Map<string, number>;
  /** Each of length 1. */
  readonly #vectors: Float32Array;
  /** By the number that the index gives a term; filled as terms are asked for. */
  #rowOfTerm = new Int32Array(0);

  constructor({ terms, vectors }: WordSpaceTable) {
    this.#rows = new Map(terms.map((term, row) => [term, row]));
    this.#vectors = new Float32Array(vectors.length);
    for (let start = 0; start < vectors.length; start += DIMENSIONS) {
      let square = 0;
      for (let d = start; d < start + DIMENSIONS; d++) square += vectors[d]! ** 2;
      const length = Math.sqrt(square) || 1;
      for (let d = start; d < start + DIMENSIONS; d++) this.#vectors[d] = vectors[d]! / length;
    }
  }

  /** Where in the table the terms of the index stand, -1 for those that it lacks. */
  rowsOf(terms: readonly string[]): Int32Array {
    const known = this.#rowOfTerm.length;
    if (known < terms.length) {
      const rows = new Int32Array(terms.length);
      rows.set(this.#rowOfTerm);
      for (let i = known; i < terms.length; i++) rows[i] = this.#rows.get(terms[i]!) ?? -1;
      this.#rowOfTerm = rows;
    }
    return this.#rowOfTerm;
  }

  /** Adds a word's direction, of length `weight`, to a sum. */
  add(sum: Float32Array, row: number, weight: number): void {
    const start = row * DIMENSIONS;
    for (let d = 0; d < DIMENSIONS; d++) sum[d]! += weight * this.#vectors[start + d]!;
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
