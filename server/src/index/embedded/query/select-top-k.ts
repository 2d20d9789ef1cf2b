// The best k of many without sorting them all: by their scores, digit by digit, and among equals by their product numbers.

export interface Place {
  place: number;
  score: number;
  /** Of the product. */
  number: number;
}

const DIGIT = 10;
const DIGITS = 1 << DIGIT;
/** So few are simply sorted. */
const FEW = 64;

interface Contest {
  /** Who takes part, by where they stand in the lists of places and scores. Is changed. */
  order: Uint32Array;
  places: Uint32Array;
  scores: Int32Array;
  numberAt: (place: number) => number;
}

/** So many more are looked at than it should take to find the rest; and never more than so many times as many as before. */
const [SPARE, GROWTH] = [1.2, 4];

/**
 * The best that also pass a test, in order. The test is asked of the better ones first, and of no more than needed: of as
 * many as are wanted at first, then of ever more. `most` is what the score of all but a few cannot be above.
 */
export function selectBest(
  contest: Contest,
  count: number,
  most: number,
  k: number,
  isWanted: ((place: number) => boolean) | undefined,
): Place[] {
  const { order, scores } = contest;
  const { histogram, shift } = histogramOf(order, count, scores, most);
  const found: Place[] = [];
  let [above, some, asked] = [histogram.length, k, 0];
  while (above > 0 && found.length < k) {
    let [bucket, size] = [above, 0];
    while (bucket > 0 && size < some) size += histogram[--bucket]!;
    const near = { ...contest, order: between(order, count, scores, shift, bucket, above, size) };
    // Without a test the last ones need not be told apart from those that are not wanted.
    const taken = isWanted ? size : moveBestToFront(near, size, Math.min(k, size));
    asked += addSorted(found, near, taken, k, isWanted);
    above = bucket;
    some = Math.min(GROWTH * some, Math.ceil((SPARE * (k - found.length) * asked) / Math.max(1, found.length)));
  }
  return found;
}

/** How many have how much, in steps that are powers of two. Whoever has nothing, or less, is not counted. */
function histogramOf(
  order: Uint32Array,
  count: number,
  scores: Int32Array,
  most: number,
): { histogram: Uint32Array; shift: number } {
  const shift = Math.max(0, 32 - Math.clz32(most) - DIGIT);
  const histogram = new Uint32Array(DIGITS);
  const last = DIGITS - 1;
  for (let i = 0; i < count; i++) {
    const score = scores[order[i]!]!;
    if (score <= 0) continue;
    const bucket = score >> shift;
    histogram[Math.min(bucket, last)]!++;
  }
  return { histogram, shift };
}

/** So much has the k-th best, or a little less where that leaves few who are not; 0 where they are fewer. */
export function leastOfBest(order: Uint32Array, count: number, scores: Int32Array, most: number, k: number): number {
  const { histogram, shift } = histogramOf(order, count, scores, most);
  let [bucket, found] = [histogram.length, 0];
  while (bucket > 0 && found < k) found += histogram[--bucket]!;
  if (found < k) return 0;
  const size = histogram[bucket]!;
  let step = { value: bucket, shift, size, k: k - (found - size) };
  // Many with about as much, as where only a word has been counted that says little: those are told apart by further digits.
  while (step.shift > 0 && step.size > k && bucket < DIGITS - 1) step = finerStep(order, count, scores, step);
  return step.value << step.shift;
}

/** Scores that begin with the same digits, and how many have such a one. */
interface Step {
  value: number;
  shift: number;
  size: number;
  /** Which of them is looked for. */
  k: number;
}

/** The same, a digit further. */
function finerStep(order: Uint32Array, count: number, scores: Int32Array, { value, shift, k }: Step): Step {
  const finer = Math.max(0, shift - DIGIT);
  const histogram = new Uint32Array(DIGITS);
  const first = value << (shift - finer);
  for (let i = 0; i < count; i++) {
    const score = scores[order[i]!]!;
    if (score > 0 && score >> shift === value) histogram[(score >> finer) - first]!++;
  }
  let [digit, found] = [DIGITS, 0];
  while (found < k) found += histogram[--digit]!;
  const size = histogram[digit]!;
  return { value: first + digit, shift: finer, size, k: k - (found - size) };
}

/** The k-th smallest of some numbers, from 1: digit by digit, because they are not needed in order. */
export function smallestOf(numbers: Uint32Array, k: number): number {
  let [first, last] = [2 ** 32 - 1, 0];
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i]!;
    if (number < first) first = number;
    if (number > last) last = number;
  }
  const shift = Math.max(0, 32 - Math.clz32(last - first) - DIGIT);
  const histogram = new Uint32Array(DIGITS);
  for (let i = 0; i < numbers.length; i++) histogram[(numbers[i]! - first) >>> shift]!++;
  let [digit, left] = [0, k];
  while (histogram[digit]! < left) left -= histogram[digit++]!;
  if (shift === 0) return first + digit;
  return smallestOf(
    numbers.filter((number) => (number - first) >>> shift === digit),
    left,
  );
}

/** Those of some steps. */
function between(
  order: Uint32Array,
  count: number,
  scores: Int32Array,
  shift: number,
  from: number,
  to: number,
  size: number,
): Uint32Array {
  const found = new Uint32Array(size);
  const least = Math.max(1, from << shift);
  const below = to >= DIGITS ? 2 ** 31 - 1 : to << shift;
  let at = 0;
  for (let i = 0; i < count; i++) {
    const one = order[i]!;
    const score = scores[one]!;
    if (score >= least && score < below) found[at++] = one;
  }
  return found;
}

/** Moves the best `k` to the front, in any order, and tells how many they are. Others may be lost. */
function moveBestToFront(contest: Contest, count: number, k: number): number {
  if (k >= count) return count;
  const { order, scores } = contest;
  let largest = 0;
  for (let i = 0; i < count; i++) {
    const score = scores[order[i]!]!;
    if (score > largest) largest = score;
  }
  // Between `from` and `to` it is not yet known who is among the best; before them all are, behind them none.
  let [from, to] = [0, count];
  for (let shift = Math.max(0, 32 - Math.clz32(largest) - DIGIT); ; shift = Math.max(0, shift - DIGIT)) {
    [from, to] = divideByScore(contest, from, to, shift, k);
    if (shift === 0 || to - from <= FEW) break;
  }
  if (to - from <= FEW)
    order.set(
      order.slice(from, to).sort((a, b) => compare(contest, a, b)),
      from,
    );
  else moveLowestToFront(contest, from, to, k - from);
  return k;
}

/** Equal scores: the lower product number is the better one. */
function moveLowestToFront({ order, places, numberAt }: Contest, from: number, to: number, k: number): void {
  const numbers = new Uint32Array(to - from);
  for (let i = from; i < to; i++) numbers[i - from] = numberAt(places[order[i]!]!);
  const last = smallestOf(numbers, k);
  let front = from;
  for (let i = from; i < to; i++) if (numbers[i - from]! <= last) order[front++] = order[i]!;
}

/** The larger score is the better one, then the lower product number. */
const compare = ({ places, scores, numberAt }: Contest, a: number, b: number): number =>
  scores[b]! - scores[a]! || numberAt(places[a]!) - numberAt(places[b]!);

/** Larger digits to the front, smaller ones to the back; tells where those stand among which the k-th is. */
function divideByScore(
  { order, scores }: Contest,
  from: number,
  to: number,
  shift: number,
  k: number,
): [from: number, to: number] {
  const histogram = new Uint32Array(DIGITS);
  for (let i = from; i < to; i++) histogram[(scores[order[i]!]! >> shift) & (DIGITS - 1)]!++;
  const middle = digitOf(histogram, from, k);
  let [front, back] = [from, to];
  for (let i = from; i < back; ) {
    const one = order[i]!;
    const digit = (scores[one]! >> shift) & (DIGITS - 1);
    if (digit > middle) {
      order[i++] = order[front]!;
      order[front++] = one;
    } else if (digit < middle) {
      order[i] = order[--back]!;
      order[back] = one;
    } else i++;
  }
  return [front, back];
}

/** The digit of the k-th, counted from the largest down. */
function digitOf(histogram: Uint32Array, before: number, k: number): number {
  let digit = DIGITS - 1;
  for (let above = before; above + histogram[digit]! < k; digit--) above += histogram[digit]!;
  return digit;
}

/**
 * Adds the first so many of a contest that pass the test, by score, and among equals by the lower product number, until k
 * are found. Tells of how many it was asked.
 */
function addSorted(
  found: Place[],
  { order, places, scores, numberAt }: Contest,
  count: number,
  k: number,
  isWanted: ((place: number) => boolean) | undefined,
): number {
  // As 64-bit numbers, because those are sorted natively: the larger the score, the smaller its key.
  const keys = new Uint32Array(2 * count);
  for (let i = 0; i < count; i++) {
    const one = order[i]!;
    keys[2 * i] = places[one]!;
    keys[2 * i + 1] = 2 ** 31 - scores[one]!;
  }
  new BigUint64Array(keys.buffer).sort();
  let asked = 0;
  while (asked < count && found.length < k) {
    const equal = keys[2 * asked + 1]!;
    let end = asked + 1;
    while (end < count && keys[2 * end + 1] === equal) end++;
    if (end - asked > 1) orderByNumber(keys, asked, end, numberAt);
    for (; asked < end && found.length < k; asked++) {
      const place = keys[2 * asked]!;
      if (!isWanted || isWanted(place)) found.push({ place, score: 2 ** 31 - equal, number: numberAt(place) });
    }
  }
  return asked;
}

/** Puts equals in the order of their product numbers, with which their places go up inside a segment only. */
function orderByNumber(keys: Uint32Array, from: number, to: number, numberAt: (place: number) => number): void {
  const numbered = new Uint32Array(2 * (to - from));
  let [isInOrder, last] = [true, 0];
  for (let i = from; i < to; i++) {
    const place = keys[2 * i]!;
    const number = numberAt(place);
    if (number < last) isInOrder = false;
    last = number;
    numbered[2 * (i - from)] = place;
    numbered[2 * (i - from) + 1] = number;
  }
  if (isInOrder) return;
  new BigUint64Array(numbered.buffer).sort();
  for (let i = from; i < to; i++) keys[2 * i] = numbered[2 * (i - from)]!;
}
