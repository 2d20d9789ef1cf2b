// Learns word vectors from the catalogue by latent semantic analysis: a truncated SVD of the tf-idf matrix, computed by
// randomised subspace iteration (Halko, Martinsson and Tropp, https://arxiv.org/abs/0909.4061).

export const DIMENSIONS = 64;
/** Extra columns, because the last ones of the subspace are inexact. */
const OVERSAMPLING = 8;
const WIDTH = DIMENSIONS + OVERSAMPLING;
const POWER_ITERATIONS = 2;
const SEED = 20_261;

/** Sparse term-product matrix, by term. */
export interface TrainingSample {
  terms: string[];
  /** Inverse document frequency over the whole catalogue. */
  idfs: Float32Array;
  /** Start of each term's products; one entry more than there are terms. */
  starts: Uint32Array;
  products: Uint32Array;
  weights: Float32Array;
  product_count: number;
  /** Highest product number of the catalogue. */
  up_to: number;
}

export interface WordVectorTable {
  terms: string[];
  idfs: Float32Array;
  /** `DIMENSIONS` bytes per term. */
  vectors: Int8Array;
  /** Highest product number in the sample. */
  up_to: number;
}

export function learnWordVectors(sample: TrainingSample): WordVectorTable {
  const rows = tfIdfRows(sample);
  let byTerm = randomMatrix(sample.terms.length);
  for (let round = 0; round < POWER_ITERATIONS; round++) {
    const product = multiplyByGram(rows, byTerm);
    // Gram matrix of the intermediate, product-side matrix, summed over the terms, which are fewer.
    rotate(product, gram(byTerm, product), -0.5);
    byTerm = product;
  }
  // Orders the columns by eigenvalue and scales them by the square root of the singular value: a compromise between
  // equal weights and the dominance of the first few.
  rotate(byTerm, gram(byTerm, byTerm), -0.25);
  return { terms: sample.terms, idfs: sample.idfs, vectors: quantise(byTerm), up_to: sample.up_to };
}

/** The matrix by product, which keeps the rows of frequent terms in the cache. */
interface Rows {
  starts: Uint32Array;
  terms: Uint32Array;
  weights: Float32Array;
}

/** tf-idf with rows normalised to length 1. */
function tfIdfRows({ terms, starts, products, weights, product_count }: TrainingSample): Rows {
  const rows = {
    starts: startsOf(products, product_count),
    terms: new Uint32Array(products.length),
    weights: new Float32Array(products.length),
  };
  const next = rows.starts.slice();
  for (let term = 0; term < terms.length; term++) {
    const [from, to] = [starts[term]!, starts[term + 1]!];
    const idf = Math.log(1 + product_count / (to - from + 1));
    for (let i = from; i < to; i++) {
      const at = next[products[i]!]!++;
      rows.terms[at] = term;
      rows.weights[at] = weights[i]! * idf;
    }
  }
  for (let product = 0; product < product_count; product++) {
    const row = rows.weights.subarray(rows.starts[product], rows.starts[product + 1]);
    let squares = 0;
    for (let i = 0; i < row.length; i++) squares += row[i]! ** 2;
    const length = Math.sqrt(squares) || 1;
    for (let i = 0; i < row.length; i++) row[i]! /= length;
  }
  return rows;
}

function startsOf(products: Uint32Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  for (let i = 0; i < products.length; i++) starts[products[i]! + 1]!++;
  for (let product = 0; product < count; product++) starts[product + 1]! += starts[product]!;
  return starts;
}

function randomMatrix(rows: number): Float64Array {
  const matrix = new Float64Array(rows * WIDTH);
  let state = SEED;
  for (let i = 0; i < matrix.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    matrix[i] = state / 2 ** 31;
  }
  return matrix;
}

/** Multiplies by the transposed matrix and the matrix. The intermediate row of a product is needed only once. */
function multiplyByGram({ starts, terms, weights }: Rows, byTerm: Float64Array): Float64Array {
  const result = new Float64Array(byTerm.length);
  const product = new Float64Array(WIDTH);
  for (let row = 0; row < starts.length - 1; row++) {
    const [from, to] = [starts[row]!, starts[row + 1]!];
    product.fill(0);
    for (let i = from; i < to; i++) addRow(product, 0, byTerm, terms[i]! * WIDTH, weights[i]!);
    for (let i = from; i < to; i++) addRow(result, terms[i]! * WIDTH, product, 0, weights[i]!);
  }
  return result;
}

function addRow(to: Float64Array, toRow: number, from: Float64Array, fromRow: number, weight: number): void {
  for (let d = 0; d < WIDTH; d++) to[toRow + d]! += weight * from[fromRow + d]!;
}

/** Inner products of the columns of two matrices, assuming the result is symmetric. */
function gram(left: Float64Array, right: Float64Array): Float64Array {
  const sums = new Float64Array(WIDTH * WIDTH);
  for (let row = 0; row < left.length; row += WIDTH) addOuterProduct(sums, left, right, row);
  for (let i = 0; i < WIDTH; i++) for (let j = 0; j < i; j++) sums[i * WIDTH + j] = sums[j * WIDTH + i]!;
  return sums;
}

function addOuterProduct(sums: Float64Array, left: Float64Array, right: Float64Array, row: number): void {
  for (let i = 0; i < WIDTH; i++) {
    const value = left[row + i]!;
    for (let j = i; j < WIDTH; j++) sums[i * WIDTH + j]! += value * right[row + j]!;
  }
}

/**
 * Rotates the columns onto the eigenvectors of the inner products, largest first, scaled by a power of the eigenvalue.
 */
function rotate(matrix: Float64Array, products: Float64Array, exponent: number): void {
  const { values, vectors } = eigen(products);
  const rotation = vectors.map((value, i) => value * power(values, i % WIDTH, exponent));
  const rotated = new Float64Array(WIDTH);
  for (let row = 0; row < matrix.length; row += WIDTH) {
    rotated.fill(0);
    for (let i = 0; i < WIDTH; i++) addRow(rotated, 0, rotation, i * WIDTH, matrix[row + i]!);
    matrix.set(rotated, row);
  }
}

/** Tiny eigenvalues are noise, which a negative power would amplify. */
const power = (values: Float64Array, i: number, exponent: number) =>
  values[i]! > 1e-9 * values[0]! ? values[i]! ** exponent : 0;

/** Eigenvalues in descending order, with eigenvectors as columns, by Jacobi rotations. */
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

/** Quantises each vector by its own scale: only directions are compared. */
function quantise(matrix: Float64Array): Int8Array {
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
