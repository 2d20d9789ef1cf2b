// Re-ranks the best candidates by features beyond BM25F, with pseudo-relevance feedback from the first hits
// (https://nlp.stanford.edu/IR-book/html/htmledition/pseudo-relevance-feedback-1.html).
import { DIMENSIONS } from './learn-word-vectors.ts';
import type { ProductFeatures } from './product-features.ts';
import { type Contributions, RERANK_WEIGHTS } from './weights.ts';
import { normalise, type WordVectors } from './word-vectors.ts';

/** A hit with the features that depend on the words of the query. */
export interface Candidate<H> {
  hit: H;
  /** BM25F score. */
  lexical: number;
  has_all_words: boolean;
  /** Sum of the unwanted terms' weights. */
  unwanted: number;
  is_identified: boolean;
}

export interface RerankContext<H> {
  features(hit: H): ProductFeatures;
  wordVectors: WordVectors | undefined;
}

/** Number of first hits used as feedback. */
const FEEDBACK_HITS = 10;
const CATEGORY_FEEDBACK_HITS = 15;
/** Softmax temperature of the feedback weights. */
const TEMPERATURE = 0.1;

export function rerank<H>(
  candidates: Candidate<H>[],
  /** Number of slots that are not optional. */
  required_words: number,
  context: RerankContext<H>,
  without: ReadonlySet<string>,
): { hit: H; score: number; contributions: Contributions }[] {
  const best = candidates[0]?.lexical || 1;
  const features = candidates.map(({ hit }) => context.features(hit));
  const weights = candidates.map(
    ({ lexical }, i) => Math.exp(lexical / best / TEMPERATURE) * (0.1 + features[i]!.main_part ** 2),
  );
  const categoryWeights = weighCategories(candidates, features, best);
  const similarities = context.wordVectors ? similaritiesOf(features, weights, context.wordVectors) : undefined;
  const feedback = required_words <= 1 ? RERANK_WEIGHTS.single_word_feedback : 1;
  const points = without.size === 0 ? RERANK_WEIGHTS : ablatedWeights(without);
  return candidates.map((candidate, i) => {
    const product = features[i]!;
    const contributions: Contributions = {
      lexical: candidate.lexical / best,
      word_vectors: similarities ? points.word_vectors * feedback * similarities[i]! : 0,
      category: points.category * feedback * meanWeight(product.nodes, categoryWeights),
      main_part: points.main_part * product.main_part,
      brand: product.is_brand_named ? points.brand : 0,
      all_words: candidate.has_all_words ? points.all_words : 0,
      long_name: points.long_name * Math.log(1 + product.name_length),
      unwanted: points.unwanted * candidate.unwanted,
      out_of_stock: product.out_of_stock ? points.out_of_stock : 0,
      identifier: candidate.is_identified ? points.identifier : 0,
      exact_name: product.is_exact_name ? points.exact_name : 0,
    };
    return { hit: candidate.hit, score: sumOf(contributions), contributions };
  });
}

const ablatedWeights = (without: ReadonlySet<string>) =>
  Object.fromEntries(
    Object.entries(RERANK_WEIGHTS).map(([name, points]) => [name, without.has(name) ? 0 : points]),
  ) as Record<keyof typeof RERANK_WEIGHTS, number>;

/** A plain sum is faster than iterating over the properties, and runs for every candidate. */
const sumOf = (p: Contributions): number =>
  p.lexical +
  p.word_vectors +
  p.category +
  p.main_part +
  p.brand +
  p.all_words +
  p.long_name +
  p.unwanted +
  p.out_of_stock +
  p.identifier +
  p.exact_name;

/** Distribution over category nodes among the first hits. */
function weighCategories(
  candidates: Candidate<unknown>[],
  features: ProductFeatures[],
  best: number,
): Map<string, number> {
  const categoryWeights = new Map<string, number>();
  let all = 0;
  for (let i = 0; i < Math.min(CATEGORY_FEEDBACK_HITS, candidates.length); i++) {
    const weight = Math.exp(candidates[i]!.lexical / best / TEMPERATURE);
    all += weight;
    for (const node of features[i]!.nodes) categoryWeights.set(node, (categoryWeights.get(node) ?? 0) + weight);
  }
  for (const [node, weight] of categoryWeights) categoryWeights.set(node, weight / all);
  return categoryWeights;
}

function meanWeight(nodes: readonly string[], categoryWeights: ReadonlyMap<string, number>): number {
  if (nodes.length === 0) return 0;
  let sum = 0;
  for (const node of nodes) sum += categoryWeights.get(node) ?? 0;
  return sum / nodes.length;
}

/** Cosine similarity of each product with the weighted centroid of the first hits. */
function similaritiesOf(features: ProductFeatures[], weights: readonly number[], wordVectors: WordVectors): number[] {
  const centroid = new Float64Array(DIMENSIONS);
  for (const [i, { rows }] of features.slice(0, FEEDBACK_HITS).entries()) {
    const direction = wordVectors.direction(rows);
    for (let d = 0; d < DIMENSIONS; d++) centroid[d]! += weights[i]! * direction[d]!;
  }
  normalise(centroid);
  return features.map(({ rows }) => wordVectors.similarity(rows, centroid));
}
