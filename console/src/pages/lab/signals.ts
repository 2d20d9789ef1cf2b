// The parts of a score, and how the person reads them.
import type { ExplainedHit, RankingSignals } from '@finderfee/client';
import type { BarPart } from '../../ui/bar.tsx';

type Signal = keyof RankingSignals;

/** In the order of the bars. A new signal of the API is an error of types here. */
const LABELS: Readonly<Record<Signal, [name: string, text: string]>> = {
  lexical: ['Words', 'How well the words match, as a share of the best candidate'],
  all_words: ['All words', 'The product has every word of the query'],
  main_part: ['Main part', 'The query is in the name before words like “for” and “with”'],
  category: ['Category', 'In the category of the best hits'],
  word_vectors: ['Meaning', 'Similar to the best hits, by word vectors'],
  brand: ['Brand', 'The query names the brand'],
  identifier: ['Identifier', 'A word of the query is an identifier of the product'],
  exact_name: ['Exact name', 'The query is the name of the product'],
  long_name: ['Long name', 'Length of the name'],
  unwanted: ['Unwanted', 'Has words that the query excludes'],
  out_of_stock: ['Out of stock', 'The product is out of stock'],
};

const SIGNALS = Object.keys(LABELS) as Signal[];

export interface ScorePart extends BarPart {
  text: string;
  /** Its colour. */
  series: number;
}

/** Signals that say nothing about this product are left out. */
export function partsOf({ signals, words }: ExplainedHit): ScorePart[] {
  if (!signals) {
    const value = words.reduce((sum, { points }) => sum + points, 0);
    return [
      { name: 'Words', text: 'Beyond the 200 best candidates, the score is that of the words', value, series: 0 },
    ];
  }
  return SIGNALS.map((signal, series) => {
    const [name, text] = LABELS[signal];
    return { name, text, series, value: signals[signal] };
  }).filter(({ value }) => value !== 0);
}

/** The parts that occur in any of the products. */
export function legendOf(hits: readonly ExplainedHit[]): ScorePart[] {
  const parts = hits.flatMap(partsOf).filter(({ value }) => value > 0);
  return [...new Map(parts.map((part) => [part.name, part])).values()].sort((a, b) => a.series - b.series);
}

/** The length of the longest bar: what is taken off is drawn, too. */
export const longestBar = (hits: readonly ExplainedHit[]): number =>
  Math.max(0, ...hits.map((hit) => partsOf(hit).reduce((sum, { value }) => sum + Math.max(0, value), 0)));
