// How a term and its weight are stored in the `rank_features` field of a document, and read from the score of a query.
import { dequantiseFrequency, quantiseWeight } from '../ranking/quantised-weight.ts';

/** Names of features may not contain a dot. Terms may ("12.5v"), but they never contain a comma. */
export const featureName = (term: string): string => term.replaceAll('.', ',');

/**
 * A weighted term frequency, as JSON. Its saturation with pivot K1 is the weight of the term. OpenSearch cuts a number off
 * after 9 significant bits, so it is written slightly too high.
 */
export const featureValue = (quantisedWeight: number): string =>
  (dequantiseFrequency(quantisedWeight) * (1 + 2 ** -10)).toPrecision(4);

/** The quantised weight of a term, from the score of its query: the weight times `boost`, in single precision. */
export const weightOfScore = (score: number, boost: number): number => quantiseWeight(score / boost);
