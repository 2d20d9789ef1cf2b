// Looking numbers up that stand in ascending order.

type Numbers = Uint32Array | Uint16Array;

/** Where in ascending numbers the first stands that is not below this one. */
export function lowerBound(numbers: Numbers, wanted: number, from: number, to: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Like `firstFrom`, for short numbers: which half is taken no processor can foresee, so it is told without a branch. */
export function branchlessLowerBound(numbers: Uint16Array, wanted: number, from: number, to: number): number {
  let [low, count] = [from, to - from];
  while (count > 0) {
    const half = (count + 1) >>> 1;
    // All ones where the number in the middle is below, else nothing.
    const isBelow = (numbers[low + half - 1]! - wanted) >> 31;
    low += half & isBelow;
    count -= half;
  }
  return low;
}

/** Like `firstFrom`, quicker where what is looked for is near. */
export function gallop(numbers: Uint32Array, wanted: number, from: number, to: number): number {
  let step = 1;
  let low = from;
  while (low + step < to && numbers[low + step]! < wanted) {
    low += step;
    step *= 2;
  }
  return lowerBound(numbers, wanted, low, Math.min(to, low + step + 1));
}
