// A stable radix sort, least significant digit first. For the keys of a result set it beats a comparison sort, whose
// branches are unpredictable.

const DIGIT_BITS = 11;
const RADIX = 1 << DIGIT_BITS;

/** The indexes in ascending order of their keys; equal keys keep their order. */
export function sortByKey(indexes: Uint32Array, keys: Uint32Array): Uint32Array {
  let from = indexes;
  let to: Uint32Array = new Uint32Array(indexes.length);
  for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
    const starts = digitStarts(keys, shift);
    if (!starts) continue;
    for (let i = 0; i < from.length; i++) {
      const index = from[i]!;
      to[starts[(keys[index]! >>> shift) & (RADIX - 1)]!++] = index;
    }
    // The caller's array is not overwritten.
    [from, to] = [to, from === indexes ? new Uint32Array(indexes.length) : from];
  }
  return from;
}

/** Where each digit starts in the result; undefined if all keys have the same digit. */
function digitStarts(keys: Uint32Array, shift: number): Uint32Array | undefined {
  const starts = new Uint32Array(RADIX);
  for (let i = 0; i < keys.length; i++) starts[(keys[i]! >>> shift) & (RADIX - 1)]!++;
  if (starts[(keys[0]! >>> shift) & (RADIX - 1)] === keys.length) return undefined;
  let sum = 0;
  for (let digit = 0; digit < RADIX; digit++) {
    const count = starts[digit]!;
    starts[digit] = sum;
    sum += count;
  }
  return starts;
}
