// The hits of a search request as a retrieval: scores from the weights of their terms, features from their records.
import type { Purchase } from '../ranking/deduplicate.ts';
import type { QueryPlan } from '../ranking/plan-query.ts';
import type { ProductFeatures } from '../ranking/product-features.ts';
import { SCORE_SCALE } from '../ranking/quantised-weight.ts';
import { type Hit, lexicalScore, matchingAlternative, type Retrieval } from '../ranking/retrieval.ts';
import { MAX_EXACT_NAMES } from '../ranking/weights.ts';
import { decodeRecord, type ProductRecord } from './product-record.ts';
import { duplicateKey, type RecordFeatures } from './record-features.ts';
import type { SearchRequest, SortKey } from './search-request.ts';

/** Relative error of OpenSearch's scores. */
const SCORE_PRECISION = 2 ** -20;

/** A hit as OpenSearch returns it. */
export interface RawHit {
  sort: SortKey;
  matched_queries?: Record<string, number>;
  fields: { record: [base64: string] };
}

export class FetchedHit implements Hit {
  score = 0;
  readonly product_no: number;
  /** See `NamedQueries.readMatches`. */
  readonly matches: Uint8Array;
  readonly encoded_record: string;
  #record: ProductRecord | undefined;

  constructor({ sort, matched_queries = {}, fields }: RawHit, { named }: SearchRequest) {
    this.product_no = sort[1];
    this.matches = named.readMatches(matched_queries);
    this.encoded_record = fields.record[0];
  }

  /** Decoded when it is needed: most hits are not re-ranked. */
  get record(): ProductRecord {
    this.#record ??= decodeRecord(this.encoded_record);
    return this.#record;
  }
}

export class FetchedHits implements Retrieval<FetchedHit> {
  readonly hits: readonly FetchedHit[];
  readonly #plan: QueryPlan;
  readonly #request: SearchRequest;
  readonly #unwanted: readonly { term: number; negation: number }[];
  /** By slot. */
  readonly #negations: readonly (number | undefined)[];
  readonly #named: ReadonlySet<FetchedHit>;
  readonly #featuresOf: (record: ProductRecord) => ProductFeatures;

  constructor(plan: QueryPlan, request: SearchRequest, hits: readonly RawHit[], features: RecordFeatures) {
    this.#plan = plan;
    this.#request = request;
    this.#featuresOf = features.forQuery(plan);
    const numberOf = (term: string) => request.named.numberOf(term)!;
    this.#unwanted = plan.unwanted.map(({ term, negation }) => ({
      term: numberOf(term),
      negation: numberOf(negation),
    }));
    this.#negations = plan.negations.map((term) => (term === null ? undefined : numberOf(term)));
    const fetched = hits.map((hit) => new FetchedHit(hit, request));
    this.#named = new Set(exactNames(fetched, request));
    for (const hit of fetched) hit.score = lexicalScore(plan, this, hit);
    this.hits = fetched
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.product_no - b.product_no)
      .slice(0, plan.k);
  }

  /** Whether no product that OpenSearch sorts after this key is among the best. */
  isComplete([score, product_no]: SortKey): boolean {
    const last = this.hits[this.#plan.k - 1];
    if (!last) return false;
    const upperBound = score * SCORE_SCALE;
    // Points are integers, and OpenSearch adds single-precision numbers.
    const tolerance = this.#plan.slots.length + upperBound * SCORE_PRECISION;
    if (last.score > upperBound + tolerance) return true;
    // Products that match alike have equal scores, and are sorted by number. Sums of other matches that differ by less than
    // the tolerance are taken as different: at rank k, the choice between such products may differ between engines.
    return last.score >= upperBound - tolerance && last.product_no <= product_no;
  }

  isPinned(hit: FetchedHit): boolean {
    return this.#named.has(hit) || this.isIdentified(hit);
  }

  isIdentified(hit: FetchedHit): boolean {
    return this.#request.identifiers.some(
      (number, i) =>
        number !== undefined &&
        hit.matches[number]! > 0 &&
        this.#plan.identifiers[i]!.otherSlots.every((slot) => matchingAlternative(this.#plan, this, hit, slot) >= 0),
    );
  }

  weight({ matches }: FetchedHit, slot: number, alternative: number): number {
    const numbers = this.#request.alternatives[slot]![alternative];
    if (numbers === undefined) return 0;
    let lowest = matches[numbers[0]!]!;
    for (let i = 1; i < numbers.length; i++) lowest = Math.min(lowest, matches[numbers[i]!]!);
    return lowest;
  }

  unwantedWeight({ matches }: FetchedHit, unwanted: number): number {
    const { term, negation } = this.#unwanted[unwanted]!;
    return matches[negation]! > 0 ? 0 : matches[term]!;
  }

  isNegated({ matches }: FetchedHit, slot: number): boolean {
    const negation = this.#negations[slot];
    return negation !== undefined && matches[negation]! > 0;
  }

  features({ record }: FetchedHit): ProductFeatures {
    return this.#featuresOf(record);
  }

  duplicateKey({ record }: FetchedHit): string {
    return duplicateKey(record);
  }

  purchase({ record: { currency, amount, out_of_stock } }: FetchedHit): Purchase {
    return { currency, amount, out_of_stock };
  }
}

/** The products whose name equals the query: those with the lowest numbers if there are many. */
function exactNames(hits: readonly FetchedHit[], { name }: SearchRequest): FetchedHit[] {
  if (name === undefined) return [];
  return hits
    .filter(({ matches }) => matches[name]! > 0)
    .sort((a, b) => a.product_no - b.product_no)
    .slice(0, MAX_EXACT_NAMES);
}
