// Word vectors at query time: direction of a product by the words of its name and category, and cosine similarity.
import { DIMENSIONS, type WordVectorTable } from './learn-word-vectors.ts';

/** Packed table. The typed arrays are in shared memory. */
export interface PackedWordVectors {
  terms: string[];
  /** Per term: its vector scaled to its idf, two 16-bit components per number (see `PAIRS`). */
  vectors: Int32Array;
  /** One-hash Bloom filter over the terms. */
  filter: Uint8Array;
}

/** About 6 % false positives for 30,000 terms. */
const HASH_BITS = 19;
/**
 * Two components per 32-bit number, so that one addition sums both. A sum of up to `MAX_SUMMED` vectors does not
 * overflow.
 */
const PAIRS = DIMENSIONS / 2;
const [MAX_COMPONENT, MAX_SUMMED] = [1023, 32];

export function packWordVectors({ terms, vectors, idfs }: WordVectorTable): PackedWordVectors {
  const filter = new Uint8Array(new SharedArrayBuffer(1 << HASH_BITS));
  for (const term of terms) {
    const bytes = Buffer.from(term);
    filter[hashOf(bytes, bytes.length)] = 1;
  }
  const scales = scalesOf(vectors, idfs);
  const pairs = new Int32Array(new SharedArrayBuffer(4 * terms.length * PAIRS));
  const scaled = (row: number, d: number) => Math.round(scales[row]! * vectors[row * DIMENSIONS + d]!);
  for (let row = 0; row < terms.length; row++) {
    for (let pair = 0; pair < PAIRS; pair++) {
      pairs[row * PAIRS + pair] = scaled(row, 2 * pair) + scaled(row, 2 * pair + 1) * 2 ** 16;
    }
  }
  return { terms, vectors: pairs, filter };
}

/** Factors that scale each vector to the idf of its word, and the largest component of all to `MAX_COMPONENT`. */
function scalesOf(vectors: Int8Array, idfs: Float32Array): Float64Array {
  const scales = new Float64Array(idfs.length);
  let largest = 1e-9;
  for (let row = 0; row < scales.length; row++) {
    let [square, peak] = [0, 0];
    for (let d = row * DIMENSIONS; d < (row + 1) * DIMENSIONS; d++) {
      square += vectors[d]! ** 2;
      peak = Math.max(peak, Math.abs(vectors[d]!));
    }
    scales[row] = idfs[row]! / (Math.sqrt(square) || 1);
    largest = Math.max(largest, scales[row]! * peak);
  }
  for (let row = 0; row < scales.length; row++) scales[row]! *= MAX_COMPONENT / largest;
  return scales;
}

/** FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/). */
function hashOf(bytes: Uint8Array, length: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return (hash ^ (hash >>> HASH_BITS)) & ((1 << HASH_BITS) - 1);
}

export class WordVectors {
  readonly #rows: Map<string, number>;
  readonly #vectors: Int32Array;
  readonly #filter: Uint8Array;

  constructor({ terms, vectors, filter }: PackedWordVectors) {
    this.#rows = new Map(terms.map((term, row) => [term, row]));
    this.#vectors = vectors;
    this.#filter = filter;
  }

  /** Rejects most unknown terms by their bytes, without decoding them. */
  mayContain(bytes: Uint8Array, length: number): boolean {
    return this.#filter[hashOf(bytes, length)] === 1;
  }

  rowOf(term: string): number | undefined {
    return this.#rows.get(term);
  }

  /** Rows of the terms that have a vector. */
  rowsOf(terms: readonly string[]): number[] {
    const rows: number[] = [];
    for (const term of terms) {
      const row = this.#rows.get(term);
      if (row !== undefined) rows.push(row);
    }
    return rows;
  }

  /** Normalised sum of vectors; zero if there are none. */
  direction(rows: readonly number[]): Float64Array {
    const sum = new Float64Array(DIMENSIONS);
    for (let from = 0; from < rows.length; from += MAX_SUMMED) {
      const batch = rows.slice(from, from + MAX_SUMMED);
      for (let pair = 0; pair < PAIRS; pair++) {
        let packed = 0;
        for (const row of batch) packed += this.#vectors[row * PAIRS + pair]!;
        sum[2 * pair]! += lowHalf(packed);
        sum[2 * pair + 1]! += highHalf(packed);
      }
    }
    return normalise(sum);
  }

  /** Cosine similarity of a sum of vectors with a unit vector. */
  similarity(rows: readonly number[], direction: Float64Array): number {
    if (rows.length > MAX_SUMMED) return dotOf(this.direction(rows), direction);
    const vectors = this.#vectors;
    let [dot, square] = [0, 0];
    // Without allocation: this runs for hundreds of products per search.
    for (let pair = 0; pair < PAIRS; pair++) {
      let sum = 0;
      for (let i = 0; i < rows.length; i++) sum = (sum + vectors[rows[i]! * PAIRS + pair]!) | 0;
      dot += dotOfPair(sum, direction, pair);
      square += squareOfPair(sum);
    }
    return square > 0 ? dot / Math.sqrt(square) : 0;
  }
}

const lowHalf = (pair: number): number => (pair << 16) >> 16;
const highHalf = (pair: number): number => (pair - lowHalf(pair)) >> 16;
const squareOfPair = (pair: number): number => lowHalf(pair) ** 2 + highHalf(pair) ** 2;
const dotOfPair = (pair: number, direction: Float64Array, at: number): number =>
  lowHalf(pair) * direction[2 * at]! + highHalf(pair) * direction[2 * at + 1]!;

function dotOf(a: Float64Array, b: Float64Array): number {
  let dot = 0;
  for (let d = 0; d < DIMENSIONS; d++) dot += a[d]! * b[d]!;
  return dot;
}

/** Scales to length 1 in place; a zero vector stays zero. */
export function normalise(vector: Float64Array): Float64Array {
  let square = 0;
  for (let d = 0; d < vector.length; d++) square += vector[d]! ** 2;
  const length = Math.sqrt(square);
  if (length > 0) for (let d = 0; d < vector.length; d++) vector[d]! /= length;
  return vector;
}
