// The learned table in use: where a product stands in the word space, by the words of its name and category.
import { DIMENSIONS, type WordSpaceTable } from './learn-word-space.ts';

/** A table made ready: its vectors can be shared by threads. */
export interface PreparedSpace {
  terms: string[];
  vectors: Int8Array;
  /** By what each is to be multiplied: then it is as long as its word tells much. */
  scales: Float64Array;
  /** By hash: 1 where a word of the table may be. */
  known: Uint8Array;
}

/** Of thirty thousand words and as many others, one in sixteen of the others is taken for known. */
const HASH_BITS = 19;

export function prepareSpace({ terms, vectors, idfs }: WordSpaceTable): PreparedSpace {
  const shared = new Int8Array(new SharedArrayBuffer(vectors.length));
  shared.set(vectors);
  const scales = new Float64Array(new SharedArrayBuffer(8 * terms.length));
  const known = new Uint8Array(new SharedArrayBuffer(1 << HASH_BITS));
  for (const term of terms) {
    const bytes = Buffer.from(term);
    known[hashOf(bytes, bytes.length)] = 1;
  }
  for (let row = 0; row < terms.length; row++) {
    const start = row * DIMENSIONS;
    let square = 0;
    for (let d = start; d < start + DIMENSIONS; d++) square += vectors[d]! ** 2;
    scales[row] = idfs[row]! / (Math.sqrt(square) || 1);
  }
  return { terms, vectors: shared, scales, known };
}

/** FNV-1a of the first so many bytes. */
function hashOf(bytes: Uint8Array, length: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return (hash ^ (hash >>> HASH_BITS)) & ((1 << HASH_BITS) - 1);
}

export class WordSpace {
  readonly #rows: Map<string, number>;
  readonly #vectors: Int8Array;
  readonly #scales: Float64Array;
  readonly #known: Uint8Array;

  constructor({ terms, vectors, scales, known }: PreparedSpace) {
    this.#rows = new Map(terms.map((term, row) => [term, row]));
    this.#vectors = vectors;
    this.#scales = scales;
    this.#known = known;
  }

  /** False for nearly all that are nowhere: a product's own numbers need not be made into text to be looked up. */
  mayKnow(bytes: Uint8Array, length: number): boolean {
    return this.#known[hashOf(bytes, length)] === 1;
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
      const scale = this.#scales[row]!;
      for (let d = 0; d < DIMENSIONS; d++) sum[d]! += scale * this.#vectors[row * DIMENSIONS + d]!;
    }
    return toUnit(sum);
  }

  /** How near the direction of some words is to another, between -1 and 1. Adds up four dimensions at a time, in no array. */
  nearness(rows: readonly number[], direction: Float64Array): number {
    const [vectors, scales] = [this.#vectors, this.#scales];
    let [dot, square] = [0, 0];
    for (let d = 0; d < DIMENSIONS; d += 4) {
      let [a, b, c, e] = [0, 0, 0, 0];
      for (let i = 0; i < rows.length; i++) {
        const row = rows[i]!;
        const scale = scales[row]!;
        const at = row * DIMENSIONS + d;
        a += scale * vectors[at]!;
        b += scale * vectors[at + 1]!;
        c += scale * vectors[at + 2]!;
        e += scale * vectors[at + 3]!;
      }
      dot += a * direction[d]! + b * direction[d + 1]! + c * direction[d + 2]! + e * direction[d + 3]!;
      square += a * a + b * b + c * c + e * e;
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
