// Top-k selection by radix histogram over integer scores, without a full sort. Ties rank by product number.

export interface ScoredDoc {
  globalDoc: number;
  score: number;
  product_no: number;
}

const DIGIT_BITS = 10;
const RADIX = 1 << DIGIT_BITS;

interface Candidates {
  /** Indexes into `docs` and `scores`. */
  order: Uint32Array;
  docs: Uint32Array;
  scores: Int32Array;
  productNumberAt: (doc: number) => number;
}

/** Safety factor of the next batch, and the maximum growth between batches. */
const [SPARE, GROWTH] = [1.2, 4];

/**
 * The k best candidates that pass `accepts`, best first. Candidates are tested in batches by descending score: k at
 * first, then by the observed acceptance rate. `upperBound` may be exceeded by a few scores.
 */
export function selectTopK(
  candidates: Candidates,
  count: number,
  upperBound: number,
  k: number,
  accepts: ((doc: number) => boolean) | undefined,
): ScoredDoc[] {
  const { order, scores } = candidates;
  const { histogram, shift } = histogramOf(order, count, scores, upperBound);
  const found: ScoredDoc[] = [];
  let [above, batch, tested] = [histogram.length, k, 0];
  while (above > 0 && found.length < k) {
    let [bucket, size] = [above, 0];
    while (bucket > 0 && size < batch) size += histogram[--bucket]!;
    const group = { ...candidates, order: collectBuckets(order, count, scores, shift, bucket, above, size) };
    tested += appendSorted(found, group, k, accepts);
    above = bucket;
    batch = Math.min(GROWTH * batch, Math.ceil((SPARE * (k - found.length) * tested) / Math.max(1, found.length)));
  }
  return found;
}

/** Counts positive scores in power-of-two buckets. */
function histogramOf(
  order: Uint32Array,
  count: number,
  scores: Int32Array,
  upperBound: number,
): { histogram: Uint32Array; shift: number } {
  const shift = Math.max(0, 32 - Math.clz32(upperBound) - DIGIT_BITS);
  const histogram = new Uint32Array(RADIX);
  const last = RADIX - 1;
  for (let i = 0; i < count; i++) {
    const score = scores[order[i]!]!;
    if (score <= 0) continue;
    const bucket = score >> shift;
    histogram[Math.min(bucket, last)]!++;
  }
  return { histogram, shift };
}

/**
 * Lower bound of the k-th highest score, by radix histogram; 0 if there are fewer than k scores. It refines further
 * digits while a bucket holds more than k scores, so that the bound prunes well on flat distributions.
 */
export function kthScoreLowerBound(
  order: Uint32Array,
  count: number,
  scores: Int32Array,
  upperBound: number,
  k: number,
): number {
  const { histogram, shift } = histogramOf(order, count, scores, upperBound);
  let [bucket, found] = [histogram.length, 0];
  while (bucket > 0 && found < k) found += histogram[--bucket]!;
  if (found < k) return 0;
  const size = histogram[bucket]!;
  let kth = { value: bucket, shift, size, k: k - (found - size) };
  while (kth.shift > 0 && kth.size > k && bucket < RADIX - 1) kth = refine(order, count, scores, kth);
  return kth.value << kth.shift;
}

/** Scores with a common prefix: those with `score >> shift === value`. */
interface Bucket {
  value: number;
  shift: number;
  size: number;
  /** Rank within the bucket of the score searched for. */
  k: number;
}

/** The bucket of the k-th score, one digit finer. */
function refine(order: Uint32Array, count: number, scores: Int32Array, { value, shift, k }: Bucket): Bucket {
  const finerShift = Math.max(0, shift - DIGIT_BITS);
  const histogram = new Uint32Array(RADIX);
  const first = value << (shift - finerShift);
  for (let i = 0; i < count; i++) {
    const score = scores[order[i]!]!;
    if (score > 0 && score >> shift === value) histogram[(score >> finerShift) - first]!++;
  }
  let [digit, found] = [RADIX, 0];
  while (found < k) found += histogram[--digit]!;
  const size = histogram[digit]!;
  return { value: first + digit, shift: finerShift, size, k: k - (found - size) };
}

/** The k-th smallest number, counted from 1, by radix selection. */
export function kthSmallest(numbers: Uint32Array, k: number): number {
  let [first, last] = [2 ** 32 - 1, 0];
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i]!;
    if (number < first) first = number;
    if (number > last) last = number;
  }
  const shift = Math.max(0, 32 - Math.clz32(last - first) - DIGIT_BITS);
  const histogram = new Uint32Array(RADIX);
  for (let i = 0; i < numbers.length; i++) histogram[(numbers[i]! - first) >>> shift]!++;
  let [digit, left] = [0, k];
  while (histogram[digit]! < left) left -= histogram[digit++]!;
  if (shift === 0) return first + digit;
  return kthSmallest(
    numbers.filter((number) => (number - first) >>> shift === digit),
    left,
  );
}

/** Candidates with a score in buckets `from` (inclusive) to `to` (exclusive). */
function collectBuckets(
  order: Uint32Array,
  count: number,
  scores: Int32Array,
  shift: number,
  from: number,
  to: number,
  size: number,
): Uint32Array {
  const found = new Uint32Array(size);
  const low = Math.max(1, from << shift);
  const high = to >= RADIX ? 2 ** 31 - 1 : to << shift;
  let at = 0;
  for (let i = 0; i < count; i++) {
    const candidate = order[i]!;
    const score = scores[candidate]!;
    if (score >= low && score < high) found[at++] = candidate;
  }
  return found;
}

/**
 * Appends candidates that pass `accepts`, by score and then product number, until k are found. Returns the number
 * tested.
 */
function appendSorted(
  found: ScoredDoc[],
  { order, docs, scores, productNumberAt }: Candidates,
  k: number,
  accepts: ((doc: number) => boolean) | undefined,
): number {
  const count = order.length;
  // 64-bit keys sort natively. A higher score gives a smaller key.
  const keys = new Uint32Array(2 * count);
  for (let i = 0; i < count; i++) {
    const candidate = order[i]!;
    keys[2 * i] = docs[candidate]!;
    keys[2 * i + 1] = 2 ** 31 - scores[candidate]!;
  }
  new BigUint64Array(keys.buffer).sort();
  let tested = 0;
  while (tested < count && found.length < k) {
    const equal = keys[2 * tested + 1]!;
    let end = tested + 1;
    while (end < count && keys[2 * end + 1] === equal) end++;
    if (end - tested > 1) sortTies(keys, tested, end, productNumberAt);
    for (; tested < end && found.length < k; tested++) {
      const doc = keys[2 * tested]!;
      if (!accepts || accepts(doc))
        found.push({ globalDoc: doc, score: 2 ** 31 - equal, product_no: productNumberAt(doc) });
    }
  }
  return tested;
}

/** Sorts ties by product number. Within one segment, document ids already have this order. */
function sortTies(keys: Uint32Array, from: number, to: number, productNumberAt: (doc: number) => number): void {
  const numbered = new Uint32Array(2 * (to - from));
  let [isInOrder, last] = [true, 0];
  for (let i = from; i < to; i++) {
    const doc = keys[2 * i]!;
    const number = productNumberAt(doc);
    if (number < last) isInOrder = false;
    last = number;
    numbered[2 * (i - from)] = doc;
    numbered[2 * (i - from) + 1] = number;
  }
  if (isInOrder) return;
  new BigUint64Array(numbered.buffer).sort();
  for (let i = from; i < to; i++) keys[2 * i] = numbered[2 * (i - from)]!;
}
