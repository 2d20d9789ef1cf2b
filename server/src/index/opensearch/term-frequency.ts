// How the weight of a term is stored as its term frequency in a document, and read from the score of a query.
import { dequantiseFrequency, MAX_WEIGHT, quantiseWeight } from '../ranking/quantised-weight.ts';
import { K1 } from '../ranking/weights.ts';

/** Lucene stores integers. All weighted term frequencies are multiples of 1 / UNITS. */
const UNITS = 2 ** 13;

/** By quantised weight. */
const FREQUENCIES = Array.from({ length: MAX_WEIGHT + 1 }, (_, weight) => dequantiseFrequency(weight) * UNITS);
const WEIGHTS = new Map(FREQUENCIES.map((frequency, weight) => [String(frequency), weight]));

/** The score of a term is its weight times the boost of the query: BM25 saturation, without statistics of the index. */
export const SIMILARITY = {
  type: 'scripted',
  weight_script: { source: 'return query.boost;' },
  script: { source: `return weight * doc.freq / (doc.freq + ${K1 * UNITS});` },
};

/** Terms contain neither white space nor commas. */
const [TERM_SEPARATOR, FREQUENCY_SEPARATOR] = [' ', ','];

/** Gives a token "term,123" the term frequency 123. */
export const FREQUENCY_FILTER = { type: 'delimited_term_freq', delimiter: FREQUENCY_SEPARATOR };

const SUFFIXES = FREQUENCIES.map((frequency) => FREQUENCY_SEPARATOR + frequency);

/** A text that OpenSearch analyses into these terms. */
export function encodeWeights(weights: ReadonlyMap<string, number>): string {
  let text = '';
  for (const [term, weight] of weights) text += (text === '' ? '' : TERM_SEPARATOR) + term + SUFFIXES[weight];
  return text;
}

export function decodeWeights(text: string): Map<string, number> {
  if (text === '') return new Map();
  return new Map(
    text.split(TERM_SEPARATOR).map((token) => {
      const [term, frequency] = token.split(FREQUENCY_SEPARATOR) as [string, string];
      return [term, WEIGHTS.get(frequency)!];
    }),
  );
}

/** The quantised weight of a term, from the score of its query: the weight times `boost`, in single precision. */
export const weightOfScore = (score: number, boost: number): number => quantiseWeight(score / boost);
