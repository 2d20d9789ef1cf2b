// The order of texts by their bytes. Most differ in their first letters, and numbers are sorted natively: so a few letters
// at a time are sorted as numbers.

/** So many letters are sorted as a number, with the place of the text behind them. */
const AS_NUMBER = 5;
const MAX_PLACES = 2 ** 24;
/** Fewer are sorted one by one. */
const FEW = 24;
/** No two words are alike so far; what is must not take for ever. */
const DEEPEST = 1000;

/** Sorts places of texts that stand one behind the other: `starts` has where each begins, and at last where they end. */
export function sortByBytes(bytes: Uint8Array, starts: Uint32Array, order: Uint32Array): Uint32Array {
  const texts = { bytes, starts };
  // Those that are alike as far as they were sorted, and how far that is.
  const open: [from: number, to: number, depth: number][] = [[0, order.length, 0]];
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to, depth] = part;
    const some = order.subarray(from, to);
    if (some.length <= FEW) sortFew(texts, some, depth);
    else if (some.length > MAX_PLACES || depth > DEEPEST) some.sort((a, b) => compare(texts, a, b, depth));
    else
      for (const [first, end] of sortByLetters(texts, some, depth))
        open.push([from + first, from + end, depth + AS_NUMBER]);
  }
  return order;
}

interface Texts {
  bytes: Uint8Array;
  starts: Uint32Array;
}

/** Returns where those begin and end that are not told apart yet. */
function sortByLetters({ bytes, starts }: Texts, order: Uint32Array, depth: number): [number, number][] {
  const keys = new Uint32Array(2 * order.length);
  for (let i = 0; i < order.length; i++) {
    const end = starts[order[i]! + 1]!;
    let at = starts[order[i]!]! + depth;
    let high = 0;
    for (let letter = 1; letter < AS_NUMBER; letter++, at++) high = (high << 8) | (at < end ? bytes[at]! : 0);
    keys[2 * i] = (at < end ? bytes[at]! : 0) * MAX_PLACES + i;
    keys[2 * i + 1] = high;
  }
  new BigUint64Array(keys.buffer).sort();
  const before = order.slice();
  for (let i = 0; i < order.length; i++) order[i] = before[keys[2 * i]! % MAX_PLACES]!;
  const alike: [number, number][] = [];
  for (let from = 0, to = 1; from < order.length; from = to, to++) {
    const [low, high] = [keys[2 * from]! >>> 24, keys[2 * from + 1]];
    while (to < order.length && keys[2 * to + 1] === high && keys[2 * to]! >>> 24 === low) to++;
    if (to - from > 1) alike.push([from, to]);
  }
  return alike;
}

function sortFew(texts: Texts, order: Uint32Array, depth: number): void {
  for (let i = 1; i < order.length; i++) {
    const place = order[i]!;
    let at = i;
    for (; at > 0 && compare(texts, order[at - 1]!, place, depth) > 0; at--) order[at] = order[at - 1]!;
    order[at] = place;
  }
}

function compare({ bytes, starts }: Texts, a: number, b: number, depth: number): number {
  let [i, j] = [starts[a]! + depth, starts[b]! + depth];
  const [iEnd, jEnd] = [starts[a + 1]!, starts[b + 1]!];
  for (; i < iEnd && j < jEnd; i++, j++) if (bytes[i] !== bytes[j]) return bytes[i]! - bytes[j]!;
  return iEnd - i - (jEnd - j);
}
