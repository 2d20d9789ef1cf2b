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

/** Like `lowerBound`, without a branch in the loop: the processor cannot predict which half is taken. */
export function branchlessLowerBound(numbers: Uint16Array, wanted: number, from: number, to: number): number {
  let [low, count] = [from, to - from];
  while (count > 0) {
    const half = (count + 1) >>> 1;
    // -1 if the middle number is below `wanted`, otherwise 0.
    const isBelow = (numbers[low + half - 1]! - wanted) >> 31;
    low += half & isBelow;
    count -= half;
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
