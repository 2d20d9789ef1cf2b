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

  rowOf(term: string): number | undefined {
    return this.#rows.get(term);
  }

  /** Where the words stand that the table has. */
  rowsOf(terms: readonly string[]): number[] {
    const rows: number[] = [];
    for (const term of terms) {
      const row = this.#rows.get(term);
      if (row !== undefined) rows.push(row);
    }
    return rows;
  }

  /** The sum of some words' directions, of length 1 if it has any. */
  direction(rows: readonly number[]): Float64Array {
    const sum = new Float64Array(DIMENSIONS);
    for (const row of rows) {
      for (let d = 0; d < DIMENSIONS; d++) sum[d]! += this.#vectors[row * DIMENSIONS + d]!;
    }
    return toUnit(sum);
  }

  /** How near the direction of some words is to another, between -1 and 1. Adds up one dimension after the other, in no array. */
  nearness(rows: readonly number[], direction: Float64Array): number {
    const vectors = this.#vectors;
    let [dot, square] = [0, 0];
    for (let d = 0; d < DIMENSIONS; d++) {
      let sum = 0;
      for (let i = 0; i < rows.length; i++) sum += vectors[rows[i]! * DIMENSIONS + d]!;
      dot += sum * direction[d]!;
      square += sum * sum;
    }
    return square > 0 ? dot / Math.sqrt(square) : 0;
  }
}

/** Makes it of length 1, if it has any. */
export function toUnit(vector: Float64Array): Float64Array {
  let square = 0;
  for (let d = 0; d < vector.length; d++) square += vector[d]! ** 2;
  const length = Math.sqrt(square);
  if (length > 0) for (let d = 0; d < vector.length; d++) vector[d]! /= length;
  return vector;
}
