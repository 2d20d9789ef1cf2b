// How a term and its weight are stored in the `rank_features` field of a document, and read from the score of a query.
import { dequantiseWeight, quantiseWeight } from '../ranking/quantised-weight.ts';
import { K1 } from '../ranking/weights.ts';

/** Names of features may not contain a dot. Terms may ("12.5v"), but they never contain a comma. */
export const featureName = (term: string): string => term.replaceAll('.', ',');

/**
 * The value whose saturation with pivot K1 is the weight. OpenSearch keeps 9 significant bits of it, a sixth of a
 * quantisation step.
 */
export function featureValue(quantisedWeight: number): number {
  const weight = dequantiseWeight(quantisedWeight);
  return (K1 * weight) / (1 - weight);
}

/** The quantised weight of a term, from the score of its query: the weight times `boost`, in single precision. */
export const weightOfScore = (score: number, boost: number): number => quantiseWeight(score / boost);
