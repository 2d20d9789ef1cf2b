// The best k of many without sorting them all: by their scores, digit by digit, and among equals by their product numbers.

export interface ScoredDoc {
  globalDoc: number;
  score: number;
  product_no: number;
}

const DIGIT_BITS = 10;
const RADIX = 1 << DIGIT_BITS;
/** So few are simply sorted. */
const SORT_THRESHOLD = 64;

interface Candidates {
  /** Who takes segmentView, by where they stand in the lists of docs and scores. Is changed. */
  order: Uint32Array;
  docs: Uint32Array;
  scores: Int32Array;
  productNumberAt: (doc: number) => number;
}

/** So many more are looked at than it should take to find the rest; and never more than so many times as many as before. */
const [SPARE, GROWTH] = [1.2, 4];

/**
 * The best that also pass a test, in order. The test is tested of the better ones first, and of no more than needed: of as
 * many as are wanted at first, then of ever more. `upperBound` is what the score of all but a few cannot be above.
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
    // Without a test the last ones need not be told apart from those that are not wanted.
    const taken = accepts ? size : partitionTopK(group, size, Math.min(k, size));
    tested += appendSorted(found, group, taken, k, accepts);
    above = bucket;
    batch = Math.min(GROWTH * batch, Math.ceil((SPARE * (k - found.length) * tested) / Math.max(1, found.length)));
  }
  return found;
}

/** How many have how much, in steps that are powers of two. Whoever has nothing, or less, is not counted. */
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

/** So much has the k-th best, or a little less where that leaves few who are not; 0 where they are fewer. */
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
  // Many with about as much, as where only a word has been counted that says little: those are told apart by further digits.
  while (kth.shift > 0 && kth.size > k && bucket < RADIX - 1) kth = refine(order, count, scores, kth);
  return kth.value << kth.shift;
}

/** Scores that begin with the same digits, and how many have such a candidate. */
interface Bucket {
  value: number;
  shift: number;
  size: number;
  /** Which of them is looked for. */
  k: number;
}

/** The same, a digit further. */
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

/** The k-th smallest of batch numbers, from 1: digit by digit, because they are not needed in order. */
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

/** Those of batch steps. */
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

/** Moves the best `k` to the front, in any order, and tells how many they are. Others may be lost. */
function partitionTopK(candidates: Candidates, count: number, k: number): number {
  if (k >= count) return count;
  const { order, scores } = candidates;
  let largest = 0;
  for (let i = 0; i < count; i++) {
    const score = scores[order[i]!]!;
    if (score > largest) largest = score;
  }
  // Between `from` and `to` it is not yet known who is among the best; before them all are, behind them none.
  let [from, to] = [0, count];
  for (let shift = Math.max(0, 32 - Math.clz32(largest) - DIGIT_BITS); ; shift = Math.max(0, shift - DIGIT_BITS)) {
    [from, to] = partitionByDigit(candidates, from, to, shift, k);
    if (shift === 0 || to - from <= SORT_THRESHOLD) break;
  }
  if (to - from <= SORT_THRESHOLD)
    order.set(
      order.slice(from, to).sort((a, b) => compare(candidates, a, b)),
      from,
    );
  else partitionTies(candidates, from, to, k - from);
  return k;
}

/** Equal scores: the lower product number is the better candidate. */
function partitionTies({ order, docs, productNumberAt }: Candidates, from: number, to: number, k: number): void {
  const numbers = new Uint32Array(to - from);
  for (let i = from; i < to; i++) numbers[i - from] = productNumberAt(docs[order[i]!]!);
  const last = kthSmallest(numbers, k);
  let front = from;
  for (let i = from; i < to; i++) if (numbers[i - from]! <= last) order[front++] = order[i]!;
}

/** The larger score is the better candidate, then the lower product number. */
const compare = ({ docs, scores, productNumberAt }: Candidates, a: number, b: number): number =>
  scores[b]! - scores[a]! || productNumberAt(docs[a]!) - productNumberAt(docs[b]!);

/** Larger digits to the front, smaller ones to the back; tells where those stand among which the k-th is. */
function partitionByDigit(
  { order, scores }: Candidates,
  from: number,
  to: number,
  shift: number,
  k: number,
): [from: number, to: number] {
  const histogram = new Uint32Array(RADIX);
  for (let i = from; i < to; i++) histogram[(scores[order[i]!]! >> shift) & (RADIX - 1)]!++;
  const middle = kthDigit(histogram, from, k);
  let [front, back] = [from, to];
  for (let i = from; i < back; ) {
    const candidate = order[i]!;
    const digit = (scores[candidate]! >> shift) & (RADIX - 1);
    if (digit > middle) {
      order[i++] = order[front]!;
      order[front++] = candidate;
    } else if (digit < middle) {
      order[i] = order[--back]!;
      order[back] = candidate;
    } else i++;
  }
  return [front, back];
}

/** The digit of the k-th, counted from the largest down. */
function kthDigit(histogram: Uint32Array, before: number, k: number): number {
  let digit = RADIX - 1;
  for (let above = before; above + histogram[digit]! < k; digit--) above += histogram[digit]!;
  return digit;
}

/**
 * Adds the first so many of a candidates that pass the test, by score, and among equals by the lower product number, until k
 * are found. Tells of how many it was tested.
 */
function appendSorted(
  found: ScoredDoc[],
  { order, docs, scores, productNumberAt }: Candidates,
  count: number,
  k: number,
  accepts: ((doc: number) => boolean) | undefined,
): number {
  // As 64-bit numbers, because those are sorted natively: the larger the score, the smaller its key.
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

/** Puts equals in the order of their product numbers, with which their docs go up inside a segment only. */
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
