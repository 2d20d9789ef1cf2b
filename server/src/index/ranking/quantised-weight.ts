// Quantises term weights (impacts, between 0 and 1) to one byte. The levels are even on the logit scale, before BM25
// saturation, so that weights close to 1 stay distinguishable.
import { K1 } from './weights.ts';

/** The highest quantised weight. */
export const MAX_WEIGHT = 255;
const [MIN_LOGIT, MAX_LOGIT] = [Math.log(0.1), Math.log(60)];
const STEP = (MAX_LOGIT - MIN_LOGIT) / MAX_WEIGHT;

/** At least 1: 0 means that the document does not have the term. */
export const quantiseWeight = (weight: number): number =>
  Math.min(MAX_WEIGHT, Math.max(1, Math.round((Math.log(weight / (1 - weight)) - MIN_LOGIT) / STEP)));

/** Quantised BM25F weight of a weighted term frequency. */
export const quantiseFrequency = (frequency: number): number => quantiseWeight(frequency / (frequency + K1));

/** Precision of a weighted term frequency. */
const SIGNIFICANT_BITS = 9;

function roundFrequency(value: number): number {
  const unit = 2 ** (Math.floor(Math.log2(value)) - SIGNIFICANT_BITS + 1);
  return Math.round(value / unit) * unit;
}

/** Weighted term frequencies, rounded by at most 0.2 % to what other engines store exactly: so all score alike. */
const FREQUENCIES = Float64Array.from({ length: MAX_WEIGHT + 1 }, (_, byte) =>
  byte === 0 ? 0 : roundFrequency(K1 * Math.exp(MIN_LOGIT + byte * STEP)),
);
const WEIGHTS = FREQUENCIES.map((frequency) => frequency / (frequency + K1));

export const dequantiseFrequency = (byte: number): number => FREQUENCIES[byte]!;
export const dequantiseWeight = (byte: number): number => WEIGHTS[byte]!;

/** Scores are fixed-point integers with this scale. */
export const SCORE_SCALE = 2 ** 18;

/** The score of a term per quantised weight. `factor`: its weight in the query. */
export function pointsByWeight(factor: number): Int32Array {
  const points = new Int32Array(MAX_WEIGHT + 1);
  for (let byte = 1; byte <= MAX_WEIGHT; byte++)
    points[byte] = Math.max(1, Math.round(factor * WEIGHTS[byte]! * SCORE_SCALE));
  return points;
}
