/** Three rows of the dynamic-programming table, reused between calls. */
const MAX_LETTERS = 64;
const rows = [0, 1, 2].map(() => new Uint8Array(MAX_LETTERS + 2)) as [Uint8Array, Uint8Array, Uint8Array];

/**
 * Damerau-Levenshtein distance (optimal string alignment). Returns any number above `max` if the distance exceeds it.
 */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max || a.length > MAX_LETTERS || b.length > MAX_LETTERS) {
    return a === b ? 0 : max + 1;
  }
  const overLimit = max + 1;
  let [before, last, row] = rows;
  for (let j = 0; j <= b.length; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    // Cells further from the diagonal exceed the limit.
    const [from, to] = [Math.max(1, i - max), Math.min(b.length, i + max)];
    const letter = a.charCodeAt(i - 1);
    row[from - 1] = from === 1 ? i : overLimit;
    let rowMinimum = row[from - 1]!;
    for (let j = from; j <= to; j++) {
      let cost = last[j - 1]! + (letter === b.charCodeAt(j - 1) ? 0 : 1);
      if (last[j]! < cost) cost = last[j]! + 1;
      if (row[j - 1]! < cost) cost = row[j - 1]! + 1;
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1)) {
        cost = Math.min(cost, before[j - 2]! + 1);
      }
      row[j] = cost;
      if (cost < rowMinimum) rowMinimum = cost;
    }
    row[to + 1] = overLimit;
    if (rowMinimum > max) return overLimit;
    [before, last, row] = [last, row, before];
  }
  return last[b.length]!;
}
