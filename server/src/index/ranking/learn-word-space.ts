// Learns, from the catalogue's own texts, a space in which words that stand with the same others are near each other: a
// truncated singular value decomposition of the products' weighted words, by random projection.

export const DIMENSIONS = 64;
/** More than are kept: the last ones come out less exact. */
const EXTRA = 8;
const WIDTH = DIMENSIONS + EXTRA;
const ROUNDS = 2;
const SEED = 20_261;

/** Products by words: for each term the products that have it and how much it weighs in each. */
export interface Sample {
  terms: string[];
  /** How much each tells, over the whole catalogue. */
  idfs: Float32Array;
  /** Where a term's entries begin; one more than there are terms. */
  starts: Uint32Array;
  products: Uint32Array;
  weights: Float32Array;
  product_count: number;
  /** The newest product of the catalogue. */
  up_to: number;
}

export interface WordSpaceTable {
  terms: string[];
  idfs: Float32Array;
  /** `DIMENSIONS` bytes for each term. */
  vectors: Int8Array;
  /** The newest product that it was learned from. */
  up_to: number;
}

export function learnWordSpace(sample: Sample): WordSpaceTable {
  const matrix = weigh(sample);
  const { terms } = sample;
  let byTerm = randomMatrix(terms.length);
  for (let round = 0; round < ROUNDS; round++) {
    const byProduct = multiply(matrix, byTerm);
    orthonormalise(byProduct);
    byTerm = multiplyBack(matrix, byProduct, terms.length);
  }
  return { terms, idfs: sample.idfs, vectors: toBytes(principal(byTerm)), up_to: sample.up_to };
}

/** tf-idf, every product of length 1. */
function weigh(sample: Sample): Sample {
  const { terms, starts, products, weights, product_count } = sample;
  const weighed = new Float32Array(weights.length);
  const lengths = new Float64Array(product_count);
  for (let term = 0; term < terms.length; term++) {
    const [from, to] = [starts[term]!, starts[term + 1]!];
    const idf = Math.log(1 + product_count / (to - from + 1));
    for (let i = from; i < to; i++) {
      const weight = weights[i]! * idf;
      weighed[i] = weight;
      lengths[products[i]!]! += weight * weight;
    }
  }
  for (let i = 0; i < weighed.length; i++) weighed[i]! /= Math.sqrt(lengths[products[i]!]!) || 1;
  return { ...sample, weights: weighed };
}

function randomMatrix(rows: number): Float32Array {
  let state = SEED;
  return Float32Array.from({ length: rows * WIDTH }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  });
}

function multiply({ starts, products, weights, product_count }: Sample, byTerm: Float32Array): Float32Array {
  const byProduct = new Float32Array(product_count * WIDTH);
  for (let term = 0; term < starts.length - 1; term++) {
    const row = term * WIDTH;
    for (let i = starts[term]!; i < starts[term + 1]!; i++) {
      const [to, weight] = [products[i]! * WIDTH, weights[i]!];
      for (let d = 0; d < WIDTH; d++) byProduct[to + d]! += weight * byTerm[row + d]!;
    }
  }
  return byProduct;
}

function multiplyBack({ starts, products, weights }: Sample, byProduct: Float32Array, terms: number): Float32Array {
  const byTerm = new Float32Array(terms * WIDTH);
  for (let term = 0; term < terms; term++) {
    const row = term * WIDTH;
    for (let i = starts[term]!; i < starts[term + 1]!; i++) {
      const [from, weight] = [products[i]! * WIDTH, weights[i]!];
      for (let d = 0; d < WIDTH; d++) byTerm[row + d]! += weight * byProduct[from + d]!;
    }
  }
  return byTerm;
}

/** The inner products of the columns. */
function gram(matrix: Float32Array): Float64Array {
  const sums = new Float64Array(WIDTH * WIDTH);
  for (let row = 0; row < matrix.length; row += WIDTH) {
    for (let i = 0; i < WIDTH; i++) {
      const value = matrix[row + i]!;
      if (value === 0) continue;
      for (let j = i; j < WIDTH; j++) sums[i * WIDTH + j]! += value * matrix[row + j]!;
    }
  }
  for (let i = 0; i < WIDTH; i++) for (let j = 0; j < i; j++) sums[i * WIDTH + j] = sums[j * WIDTH + i]!;
  return sums;
}

/** Makes the columns orthonormal, by the eigenvectors of their inner products: one pass, whatever the height. */
function orthonormalise(matrix: Float32Array): void {
  const { values, vectors } = eigen(gram(matrix));
  const scaled = vectors.map((value, i) => value * power(values, i % WIDTH, -0.5));
  rotate(matrix, scaled);
}

/** Turns the columns so that the first one says most; each keeps its singular value as its length. */
function principal(matrix: Float32Array): Float32Array {
  const { values, vectors } = eigen(gram(matrix));
  // The square root of what a direction says: in between counting all directions alike and only the first few.
  const scaled = vectors.map((value, i) => value * power(values, i % WIDTH, -0.25));
  rotate(matrix, scaled);
  return matrix;
}

/** Directions that say next to nothing are noise, which dividing would blow up: they become nothing. */
const power = (values: Float64Array, i: number, exponent: number) =>
  values[i]! > 1e-9 * values[0]! ? values[i]! ** exponent : 0;

function rotate(matrix: Float32Array, rotation: Float64Array): void {
  const turned = new Float64Array(WIDTH);
  for (let row = 0; row < matrix.length; row += WIDTH) {
    turned.fill(0);
    for (let i = 0; i < WIDTH; i++) {
      const value = matrix[row + i]!;
      for (let j = 0; j < WIDTH; j++) turned[j]! += value * rotation[i * WIDTH + j]!;
    }
    matrix.set(turned, row);
  }
}

/** Eigenvalues, the largest first, with the vectors as columns: Jacobi's rotations. */
function eigen(symmetric: Float64Array): { values: Float64Array; vectors: Float64Array } {
  const a = symmetric.slice();
  const v = new Float64Array(WIDTH * WIDTH);
  for (let i = 0; i < WIDTH; i++) v[i * WIDTH + i] = 1;
  for (let sweep = 0; sweep < 30; sweep++) {
    let off = 0;
    for (let p = 0; p < WIDTH; p++) for (let q = p + 1; q < WIDTH; q++) off += a[p * WIDTH + q]! ** 2;
    if (off < 1e-18) break;
    for (let p = 0; p < WIDTH; p++) for (let q = p + 1; q < WIDTH; q++) rotatePair(a, v, p, q);
  }
  const order = Array.from({ length: WIDTH }, (_, i) => i).sort((x, y) => a[y * WIDTH + y]! - a[x * WIDTH + x]!);
  const vectors = new Float64Array(WIDTH * WIDTH);
  for (const [to, from] of order.entries()) {
    for (let row = 0; row < WIDTH; row++) vectors[row * WIDTH + to] = v[row * WIDTH + from]!;
  }
  return { values: Float64Array.from(order, (i) => a[i * WIDTH + i]!), vectors };
}

function rotatePair(a: Float64Array, v: Float64Array, p: number, q: number): void {
  const apq = a[p * WIDTH + q]!;
  if (Math.abs(apq) < 1e-15) return;
  const theta = (a[q * WIDTH + q]! - a[p * WIDTH + p]!) / (2 * apq);
  const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < WIDTH; k++) {
    const [kp, kq] = [a[k * WIDTH + p]!, a[k * WIDTH + q]!];
    a[k * WIDTH + p] = c * kp - s * kq;
    a[k * WIDTH + q] = s * kp + c * kq;
  }
  for (let k = 0; k < WIDTH; k++) {
    const [pk, qk] = [a[p * WIDTH + k]!, a[q * WIDTH + k]!];
    a[p * WIDTH + k] = c * pk - s * qk;
    a[q * WIDTH + k] = s * pk + c * qk;
    const [vp, vq] = [v[k * WIDTH + p]!, v[k * WIDTH + q]!];
    v[k * WIDTH + p] = c * vp - s * vq;
    v[k * WIDTH + q] = s * vp + c * vq;
  }
}

/** Each term's vector by its own scale: only directions are compared. */
function toBytes(matrix: Float32Array): Int8Array {
  const rows = matrix.length / WIDTH;
  const bytes = new Int8Array(rows * DIMENSIONS);
  for (let row = 0; row < rows; row++) {
    let largest = 1e-9;
    for (let d = 0; d < DIMENSIONS; d++) largest = Math.max(largest, Math.abs(matrix[row * WIDTH + d]!));
    for (let d = 0; d < DIMENSIONS; d++)
      bytes[row * DIMENSIONS + d] = Math.round((127 * matrix[row * WIDTH + d]!) / largest);
  }
  return bytes;
}
