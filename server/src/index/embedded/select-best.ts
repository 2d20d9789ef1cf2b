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
  /** Changes their order. */
  places: Uint32Array;
  scores: Int32Array;
  numberAt: (place: number) => number;
}

/**
 * The best that also pass a test, in order. The test is asked of the better ones first, and of no more than needed: of as
 * many as are wanted at first, then of ever more. `most` is what the score of all but a few cannot be above.
 */
export function selectBest(
  { places, scores, numberAt }: Contest,
  count: number,
  most: number,
  k: number,
  isWanted: ((place: number) => boolean) | undefined,
): Place[] {
  const { histogram, shift } = histogramOf(places, count, scores, most);
  const found: Place[] = [];
  let above = histogram.length;
  for (let some = k; above > 0 && found.length < k; some *= 4) {
    let [bucket, size] = [above, 0];
    while (bucket > 0 && size < some) size += histogram[--bucket]!;
    const near = { places: between(places, count, scores, shift, bucket, above, size), scores, numberAt };
    // Without a test the last ones need not be told apart from those that are not wanted.
    const taken = isWanted ? size : moveBestToFront(near, size, Math.min(k, size));
    for (const best of sorted(near, 0, taken)) {
      if (found.length === k) break;
      if (!isWanted || isWanted(best.place)) found.push(best);
    }
    above = bucket;
  }
  return found;
}

/** How many have how much, in steps that are powers of two. Whoever has nothing, or less, is not counted. */
export function histogramOf(
  places: Uint32Array,
  count: number,
  scores: Int32Array,
  most: number,
): { histogram: Uint32Array; shift: number } {
  const shift = Math.max(0, 32 - Math.clz32(most) - DIGIT);
  const histogram = new Uint32Array(DIGITS);
  const last = DIGITS - 1;
  for (let i = 0; i < count; i++) {
    const score = scores[places[i]!]!;
    if (score <= 0) continue;
    const bucket = score >> shift;
    histogram[Math.min(bucket, last)]!++;
  }
  return { histogram, shift };
}

/** The places of some steps. */
function between(
  places: Uint32Array,
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
    const place = places[i]!;
    const score = scores[place]!;
    if (score >= least && score < below) found[at++] = place;
  }
  return found;
}

/** Moves the best `k` before the others, in any order, and tells how many they are. */
function moveBestToFront(contest: Contest, count: number, k: number): number {
  if (k >= count) return count;
  const { places, scores } = contest;
  let largest = 0;
  for (let i = 0; i < count; i++) {
    const score = scores[places[i]!]!;
    if (score > largest) largest = score;
  }
  // Between `from` and `to` it is not yet known who is among the best; before them all are, behind them none.
  let [from, to] = [0, count];
  for (let shift = Math.max(0, 32 - Math.clz32(largest) - DIGIT); ; shift = Math.max(0, shift - DIGIT)) {
    [from, to] = divideByScore(contest, from, to, shift, k);
    if (shift === 0 || to - from <= FEW) break;
  }
  // Equal scores: the lower product number is the better one.
  for (let shift = 32 - DIGIT; to - from > FEW; shift = Math.max(0, shift - DIGIT)) {
    [from, to] = divideByNumber(contest, from, to, shift, k);
    if (shift === 0) break;
  }
  for (const { place } of sorted(contest, from, to)) places[from++] = place;
  return k;
}

/** Larger digits to the front, smaller ones to the back; tells where those stand among which the k-th is. */
function divideByScore(
  { places, scores }: Contest,
  from: number,
  to: number,
  shift: number,
  k: number,
): [from: number, to: number] {
  const histogram = new Uint32Array(DIGITS);
  for (let i = from; i < to; i++) histogram[(scores[places[i]!]! >> shift) & (DIGITS - 1)]!++;
  const middle = digitOf(histogram, from, k);
  let [front, back] = [from, to];
  for (let i = from; i < back; ) {
    const place = places[i]!;
    const digit = (scores[place]! >> shift) & (DIGITS - 1);
    if (digit > middle) {
      places[i++] = places[front]!;
      places[front++] = place;
    } else if (digit < middle) {
      places[i] = places[--back]!;
      places[back] = place;
    } else i++;
  }
  return [front, back];
}

/** The same by product numbers, the smaller ones to the front. */
function divideByNumber(
  { places, numberAt }: Contest,
  from: number,
  to: number,
  shift: number,
  k: number,
): [from: number, to: number] {
  const histogram = new Uint32Array(DIGITS);
  const digits = new Uint16Array(to - from);
  for (let i = from; i < to; i++) {
    const digit = DIGITS - 1 - ((numberAt(places[i]!) >>> shift) & (DIGITS - 1));
    digits[i - from] = digit;
    histogram[digit]!++;
  }
  const middle = digitOf(histogram, from, k);
  const groups: [number[], number[], number[]] = [[], [], []];
  for (let i = from; i < to; i++) {
    const digit = digits[i - from]!;
    groups[digit > middle ? 0 : digit === middle ? 1 : 2].push(places[i]!);
  }
  let at = from;
  for (const group of groups) for (const place of group) places[at++] = place;
  return [from + groups[0].length, from + groups[0].length + groups[1].length];
}

/** The digit of the k-th, counted from the largest down. */
function digitOf(histogram: Uint32Array, before: number, k: number): number {
  let digit = DIGITS - 1;
  for (let above = before; above + histogram[digit]! < k; digit--) above += histogram[digit]!;
  return digit;
}

/** By score, and among equals by the lower product number. */
function sorted({ places, scores, numberAt }: Contest, from: number, to: number): Place[] {
  const count = to - from;
  // As 64-bit numbers, because those are sorted natively: the larger the score, the smaller its key.
  const keys = new Uint32Array(2 * count);
  for (let i = 0; i < count; i++) {
    const place = places[from + i]!;
    keys[2 * i] = place;
    keys[2 * i + 1] = 2 ** 31 - scores[place]!;
  }
  new BigUint64Array(keys.buffer).sort();
  const best = new Array<Place>(count);
  let [run, isInOrder, before] = [0, true, 0];
  for (let i = 0; i < count; i++) {
    const [place, score] = [keys[2 * i]!, 2 ** 31 - keys[2 * i + 1]!];
    if (i > run && score !== best[run]!.score) {
      if (!isInOrder) sortByNumber(best, run, i);
      [run, isInOrder] = [i, true];
    }
    const number = numberAt(place);
    best[i] = { place, score, number };
    // Places go up with numbers inside a segment only.
    if (i > run && number < before) isInOrder = false;
    before = number;
  }
  if (!isInOrder) sortByNumber(best, run, count);
  return best;
}

function sortByNumber(best: Place[], from: number, to: number): void {
  const run = best.slice(from, to).sort((a, b) => a.number - b.number);
  for (const [i, each] of run.entries()) best[from + i] = each;
}
