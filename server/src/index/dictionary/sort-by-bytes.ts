// Sorts byte strings with a most-significant-digit radix sort of five bytes a pass. A pass packs five bytes and the position
// into a 64-bit integer, because V8 sorts typed arrays natively.

const BYTES_PER_PASS = 5;
/** The position takes the other 24 bits of the key. */
const MAX_POSITIONS = 2 ** 24;
/** Up to this many, insertion sort is faster. */
const INSERTION_SORT_MAX = 24;
/** Beyond this shared prefix, a comparison sort bounds the number of passes. */
const MAX_RADIX_DEPTH = 1000;

/** Sorts ids in place. String i is `bytes` from `starts[i]` to `starts[i + 1]`. */
export function sortByBytes(bytes: Uint8Array, starts: Uint32Array, order: Uint32Array): Uint32Array {
  const texts = { bytes, starts };
  // Ranges of `order` that share their first `depth` bytes.
  const open: [from: number, to: number, depth: number][] = [[0, order.length, 0]];
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to, depth] = part;
    const range = order.subarray(from, to);
    if (range.length <= INSERTION_SORT_MAX) insertionSort(texts, range, depth);
    else if (range.length > MAX_POSITIONS || depth > MAX_RADIX_DEPTH) range.sort((a, b) => compare(texts, a, b, depth));
    else
      for (const [first, end] of radixPass(texts, range, depth))
        open.push([from + first, from + end, depth + BYTES_PER_PASS]);
  }
  return order;
}

interface Texts {
  bytes: Uint8Array;
  starts: Uint32Array;
}

/** Returns the ranges that are still equal. */
function radixPass({ bytes, starts }: Texts, order: Uint32Array, depth: number): [number, number][] {
  const keys = new Uint32Array(2 * order.length);
  for (let i = 0; i < order.length; i++) {
    const end = starts[order[i]! + 1]!;
    let at = starts[order[i]!]! + depth;
    let high = 0;
    for (let k = 1; k < BYTES_PER_PASS; k++, at++) high = (high << 8) | (at < end ? bytes[at]! : 0);
    keys[2 * i] = (at < end ? bytes[at]! : 0) * MAX_POSITIONS + i;
    keys[2 * i + 1] = high;
  }
  new BigUint64Array(keys.buffer).sort();
  const before = order.slice();
  for (let i = 0; i < order.length; i++) order[i] = before[keys[2 * i]! % MAX_POSITIONS]!;
  const equal: [number, number][] = [];
  for (let from = 0, to = 1; from < order.length; from = to, to++) {
    const [low, high] = [keys[2 * from]! >>> 24, keys[2 * from + 1]];
    while (to < order.length && keys[2 * to + 1] === high && keys[2 * to]! >>> 24 === low) to++;
    if (to - from > 1) equal.push([from, to]);
  }
  return equal;
}

function insertionSort(texts: Texts, order: Uint32Array, depth: number): void {
  for (let i = 1; i < order.length; i++) {
    const id = order[i]!;
    let at = i;
    for (; at > 0 && compare(texts, order[at - 1]!, id, depth) > 0; at--) order[at] = order[at - 1]!;
    order[at] = id;
  }
}

function compare({ bytes, starts }: Texts, a: number, b: number, depth: number): number {
  let [i, j] = [starts[a]! + depth, starts[b]! + depth];
  const [iEnd, jEnd] = [starts[a + 1]!, starts[b + 1]!];
  for (; i < iEnd && j < jEnd; i++, j++) if (bytes[i] !== bytes[j]) return bytes[i]! - bytes[j]!;
  return iEnd - i - (jEnd - j);
}
