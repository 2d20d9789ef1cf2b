// Which products a sample of the catalogue takes.

/**
 * Evenly spaced product numbers from 1 to `last`, at most `limit`. For each, the first product at or after it is sampled:
 * seeking is faster than scanning the table.
 */
export function samplePositions(last: number, limit: number): number[] {
  const step = Math.max(1, last / limit);
  const positions: number[] = [];
  for (let no = 1; no <= last; no += step) positions.push(Math.floor(no));
  return positions;
}
