// The second context: the best by their words, once more, by what words alone do not tell.
import { DIMENSIONS } from './learn-word-vectors.ts';
import { PIECES } from './weights.ts';
import { toUnit, type WordVectors } from './word-vectors.ts';

/** What the second context knows of a product. */
export interface Candidate {
  globalDoc: number;
  /** Of the product. */
  product_no: number;
  /** The score of its words. */
  lex: number;
  has_all_words: boolean;
  /** Unwanted words that it has, by their weight. */
  unwanted: number;
  is_identified: boolean;
}

export interface ProductFeatures {
  /** The share of what the query asks that the name says before "for" or "with". */
  main_part: number;
  /** How many terms the name has. */
  name_length: number;
  /** They are the terms of the query, in its order. */
  is_exact_name: boolean;
  /** Where the words of its name and category stand in the word wordVectors. */
  rows: readonly number[];
  /** The nodes of the category's path, from the top. */
  nodes: readonly string[];
  is_brand_named: boolean;
  out_of_stock: boolean;
}

export interface RerankContext {
  features(globalDoc: number): ProductFeatures;
  wordVectors: WordVectors | undefined;
}

export type Pieces = Record<Exclude<keyof typeof PIECES, 'feedback_of_one_word'> | 'words', number>;

/** How many of the first hits tell what the query is about. */
const FEEDBACK = 10;
const CATEGORY_FEEDBACK = 15;
/** How much less a hit tells whose words score less. */
const TEMPERATURE = 0.1;

export function rerank(
  candidates: Candidate[],
  /** How many words of the query tell something. */
  major_words: number,
  context: RerankContext,
  without: ReadonlySet<string>,
): { globalDoc: number; product_no: number; score: number; pieces: Pieces }[] {
  const best = candidates[0]?.lex || 1;
  const features = candidates.map(({ globalDoc }) => context.features(globalDoc));
  const weights = candidates.map(
    ({ lex }, i) => Math.exp(lex / best / TEMPERATURE) * (0.1 + features[i]!.main_part ** 2),
  );
  const likely = likelyCategories(candidates, features, best);
  const similarities = context.wordVectors ? similaritiesOf(features, weights, context.wordVectors) : undefined;
  const feedback = major_words <= 1 ? PIECES.feedback_of_one_word : 1;
  const points = without.size === 0 ? PIECES : pointsWithout(without);
  return candidates.map((candidate, i) => {
    const product = features[i]!;
    const pieces: Pieces = {
      words: candidate.lex / best,
      word_space: similarities ? points.word_space * feedback * similarities[i]! : 0,
      category: points.category * feedback * meanOf(product.nodes, likely),
      main_part: points.main_part * product.main_part,
      brand: product.is_brand_named ? points.brand : 0,
      all_words: candidate.has_all_words ? points.all_words : 0,
      long_name: points.long_name * Math.log(1 + product.name_length),
      unwanted: points.unwanted * candidate.unwanted,
      out_of_stock: product.out_of_stock ? points.out_of_stock : 0,
      identifier: candidate.is_identified ? points.identifier : 0,
      exact_name: product.is_exact_name ? points.exact_name : 0,
    };
    return { globalDoc: candidate.globalDoc, product_no: candidate.product_no, score: sumOf(pieces), pieces };
  });
}

const pointsWithout = (without: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(PIECES).map(([name, points]) => [name, without.has(name) ? 0 : points])) as Record<
    keyof typeof PIECES,
    number
  >;

/** Written out, because it is asked for two hundred products in every search. */
const sumOf = (p: Pieces): number =>
  p.words +
  p.word_space +
  p.category +
  p.main_part +
  p.brand +
  p.all_words +
  p.long_name +
  p.unwanted +
  p.out_of_stock +
  p.identifier +
  p.exact_name;

/** How likely each category is meant, by the first hits. */
function likelyCategories(candidates: Candidate[], features: ProductFeatures[], best: number): Map<string, number> {
  const likely = new Map<string, number>();
  let all = 0;
  for (let i = 0; i < Math.min(CATEGORY_FEEDBACK, candidates.length); i++) {
    const weight = Math.exp(candidates[i]!.lex / best / TEMPERATURE);
    all += weight;
    for (const node of features[i]!.nodes) likely.set(node, (likely.get(node) ?? 0) + weight);
  }
  for (const [node, weight] of likely) likely.set(node, weight / all);
  return likely;
}

function meanOf(nodes: readonly string[], likely: ReadonlyMap<string, number>): number {
  if (nodes.length === 0) return 0;
  let sum = 0;
  for (const node of nodes) sum += likely.get(node) ?? 0;
  return sum / nodes.length;
}

/** How near each product is, in the word wordVectors, to the middle of the first hits. */
function similaritiesOf(features: ProductFeatures[], weights: readonly number[], wordVectors: WordVectors): number[] {
  const middle = new Float64Array(DIMENSIONS);
  for (const [i, { rows }] of features.slice(0, FEEDBACK).entries()) {
    const direction = wordVectors.direction(rows);
    for (let d = 0; d < DIMENSIONS; d++) middle[d]! += weights[i]! * direction[d]!;
  }
  toUnit(middle);
  return features.map(({ rows }) => wordVectors.similarity(rows, middle));
}
