// How much a term weighs in a product, between 0 and 1, in one byte. The steps are even in what the term adds up to before
// it is saturated: products that are found by their names weigh nearly 1, and must still be told apart.

const LEVELS = 255;
const [LEAST, MOST] = [Math.log(0.1), Math.log(60)];
const STEP = (MOST - LEAST) / LEVELS;

/** Never 0: who has a term has some of it. */
export const quantiseWeight = (weight: number): number =>
  Math.min(LEVELS, Math.max(1, Math.round((Math.log(weight / (1 - weight)) - LEAST) / STEP)));

const WEIGHTS = Float64Array.from({ length: LEVELS + 1 }, (_, byte) =>
  byte === 0 ? 0 : 1 / (1 + Math.exp(-(LEAST + byte * STEP))),
);

export const dequantiseWeight = (byte: number): number => WEIGHTS[byte]!;

/** Scores are whole numbers: so many make one. */
export const SCORE_SCALE = 2 ** 18;

/** What a term of so much weight counts in a product, by its byte there. */
export function pointsByWeight(factor: number): Int32Array {
  const points = new Int32Array(LEVELS + 1);
  for (let byte = 1; byte <= LEVELS; byte++)
    points[byte] = Math.max(1, Math.round(factor * WEIGHTS[byte]! * SCORE_SCALE));
  return points;
}
