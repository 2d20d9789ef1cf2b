// Binary searches in ascending numbers.

type Numbers = Uint32Array | Uint16Array;

/** The index of the first number that is at least `wanted`; `to` if there is none. */
export function lowerBound(numbers: Numbers, wanted: number, from: number, to: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Galloping search: like `lowerBound`, faster if the result is near `from`. */
export function gallop(numbers: Uint32Array, wanted: number, from: number, to: number): number {
  let step = 1;
  let low = from;
  while (low + step < to && numbers[low + step]! < wanted) {
    low += step;
    step *= 2;
  }
  return lowerBound(numbers, wanted, low, Math.min(to, low + step + 1));
}
