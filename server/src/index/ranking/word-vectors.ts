// The learned table in use: where a product stands in the word vectors, by the words of its name and category.
import { DIMENSIONS, type WordVectorTable } from './learn-word-vectors.ts';

/** A table made ready: all but its terms can be shared by threads. */
export interface PackedWordVectors {
  terms: string[];
  /** For each term its direction, as long as the word tells much: two dimensions a number, see `PAIRS`. */
  vectors: Int32Array;
  /** By hash: 1 where a word of the table may be. */
  known: Uint8Array;
}

/** Of thirty thousand words and as many others, one in sixteen of the others is taken for known. */
const HASH_BITS = 19;
/**
 * Two dimensions stand in one number, the second one in its upper half, so that both are added up at once. No sum of so many
 * words leaves its half.
 */
const PAIRS = DIMENSIONS / 2;
const [LARGEST, AT_ONCE] = [1023, 32];

export function packWordVectors({ terms, vectors, idfs }: WordVectorTable): PackedWordVectors {
  const known = new Uint8Array(new SharedArrayBuffer(1 << HASH_BITS));
  for (const term of terms) {
    const bytes = Buffer.from(term);
    known[hashOf(bytes, bytes.length)] = 1;
  }
  const scales = scalesOf(vectors, idfs);
  const pairs = new Int32Array(new SharedArrayBuffer(4 * terms.length * PAIRS));
  const scaled = (row: number, d: number) => Math.round(scales[row]! * vectors[row * DIMENSIONS + d]!);
  for (let row = 0; row < terms.length; row++) {
    for (let pair = 0; pair < PAIRS; pair++) {
      pairs[row * PAIRS + pair] = scaled(row, 2 * pair) + scaled(row, 2 * pair + 1) * 2 ** 16;
    }
  }
  return { terms, vectors: pairs, known };
}

/** By what each vector is to be multiplied: then it is as long as its word tells much, and the largest number of all fits. */
function scalesOf(vectors: Int8Array, idfs: Float32Array): Float64Array {
  const scales = new Float64Array(idfs.length);
  let largest = 1e-9;
  for (let row = 0; row < scales.length; row++) {
    let [square, most] = [0, 0];
    for (let d = row * DIMENSIONS; d < (row + 1) * DIMENSIONS; d++) {
      square += vectors[d]! ** 2;
      most = Math.max(most, Math.abs(vectors[d]!));
    }
    scales[row] = idfs[row]! / (Math.sqrt(square) || 1);
    largest = Math.max(largest, scales[row]! * most);
  }
  for (let row = 0; row < scales.length; row++) scales[row]! *= LARGEST / largest;
  return scales;
}

/** FNV-1a of the first so many bytes. */
function hashOf(bytes: Uint8Array, length: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return (hash ^ (hash >>> HASH_BITS)) & ((1 << HASH_BITS) - 1);
}

export class WordVectors {
  readonly #rows: Map<string, number>;
  readonly #vectors: Int32Array;
  readonly #known: Uint8Array;

  constructor({ terms, vectors, known }: PackedWordVectors) {
    this.#rows = new Map(terms.map((term, row) => [term, row]));
    this.#vectors = vectors;
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
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const some = rows.slice(from, from + AT_ONCE);
      for (let pair = 0; pair < PAIRS; pair++) {
        let both = 0;
        for (const row of some) both += this.#vectors[row * PAIRS + pair]!;
        sum[2 * pair]! += lowerOf(both);
        sum[2 * pair + 1]! += upperOf(both);
      }
    }
    return toUnit(sum);
  }

  /** How near the direction of some words is to another of length 1, between -1 and 1. */
  similarity(rows: readonly number[], direction: Float64Array): number {
    if (rows.length > AT_ONCE) return dotOf(this.direction(rows), direction);
    const vectors = this.#vectors;
    let [dot, square] = [0, 0];
    // Four numbers at a time, in no array: it is asked of hundreds of products in every search.
    for (let pair = 0; pair < PAIRS; pair += 4) {
      let [a, b, c, d] = [0, 0, 0, 0];
      for (let i = 0; i < rows.length; i++) {
        const at = rows[i]! * PAIRS + pair;
        a = (a + vectors[at]!) | 0;
        b = (b + vectors[at + 1]!) | 0;
        c = (c + vectors[at + 2]!) | 0;
        d = (d + vectors[at + 3]!) | 0;
      }
      dot += dotOfPair(a, direction, pair) + dotOfPair(b, direction, pair + 1);
      dot += dotOfPair(c, direction, pair + 2) + dotOfPair(d, direction, pair + 3);
      square += squareOfPair(a) + squareOfPair(b) + squareOfPair(c) + squareOfPair(d);
    }
    return square > 0 ? dot / Math.sqrt(square) : 0;
  }
}

const lowerOf = (pair: number): number => (pair << 16) >> 16;
const upperOf = (pair: number): number => (pair - lowerOf(pair)) >> 16;
const squareOfPair = (pair: number): number => lowerOf(pair) ** 2 + upperOf(pair) ** 2;
const dotOfPair = (pair: number, direction: Float64Array, at: number): number =>
  lowerOf(pair) * direction[2 * at]! + upperOf(pair) * direction[2 * at + 1]!;

function dotOf(a: Float64Array, b: Float64Array): number {
  let dot = 0;
  for (let d = 0; d < DIMENSIONS; d++) dot += a[d]! * b[d]!;
  return dot;
}

/** Makes it of length 1, if it has any. */
export function toUnit(vector: Float64Array): Float64Array {
  let square = 0;
  for (let d = 0; d < vector.length; d++) square += vector[d]! ** 2;
  const length = Math.sqrt(square);
  if (length > 0) for (let d = 0; d < vector.length; d++) vector[d]! /= length;
  return vector;
}
