// What an engine retrieves for a plan. An engine that asks another process fetches all of it before the ranking starts.
import type { Purchase } from './deduplicate.ts';
import type { QueryPlan } from './plan-query.ts';
import type { ProductFeatures } from './product-features.ts';

/** Lifts pinned products into the re-ranking, whatever their terms score. */
export const PINNED_SCORE = 2 ** 29;

/** A product that an engine retrieved. */
export interface Hit {
  product_no: number;
  /** `lexicalScore`. */
  score: number;
}

export interface Retrieval<H extends Hit> {
  /** Best first, ties by product number: the best `k` of the plan, or all if there are fewer. */
  readonly hits: readonly H[];
  isPinned(hit: H): boolean;
  /** Pinned by an identifier of the plan. */
  isIdentified(hit: H): boolean;
  /** Quantised weight of an alternative of a slot, the lowest of its terms; 0 if the product does not match it. */
  weight(hit: H, slot: number, alternative: number): number;
  /** Quantised weight of an unwanted term; 0 if the product does not have it, or has its negation. */
  unwantedWeight(hit: H, unwanted: number): number;
  /** Whether a product has the negation of a slot. */
  isNegated(hit: H, slot: number): boolean;
  features(hit: H): ProductFeatures;
  /** Equal for offers of the same product (`duplicateKeyOf`). */
  duplicateKey(hit: H): string | number;
  purchase(hit: H): Purchase;
}

/** Index of the alternative by which a product scores in a slot; -1 if it does not match. */
export function matchingAlternative<H extends Hit>(
  plan: QueryPlan,
  retrieval: Pick<Retrieval<H>, 'weight'>,
  hit: H,
  slot: number,
): number {
  const { length } = plan.slots[slot]!.alternatives;
  for (let a = 0; a < length; a++) if (retrieval.weight(hit, slot, a) > 0) return a;
  return -1;
}

/**
 * BM25F score of a product, in units of 1/SCORE_SCALE. Products that do not score above 0 are not retrieved. An engine
 * with its own scorer computes the same integer.
 */
export function lexicalScore<H extends Hit>(
  plan: QueryPlan,
  retrieval: Pick<Retrieval<H>, 'isPinned' | 'weight' | 'unwantedWeight'>,
  hit: H,
): number {
  let score = retrieval.isPinned(hit) ? PINNED_SCORE : 0;
  for (const [s, { alternatives }] of plan.slots.entries()) {
    const a = matchingAlternative(plan, retrieval, hit, s);
    if (a >= 0) score += alternatives[a]!.points[retrieval.weight(hit, s, a)]!;
  }
  for (const [u, { points }] of plan.unwanted.entries()) score -= points[retrieval.unwantedWeight(hit, u)]!;
  return score;
}
