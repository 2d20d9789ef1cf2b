// Translates a query plan into a search request. OpenSearch's score is an upper bound of the lexical score: it takes the
// best alternative of a slot where a plan takes the first that matches, and subtracts nothing for unwanted terms.
import { nameIdentity } from '../ranking/identities.ts';
import type { PlannedAlternative, QueryPlan } from '../ranking/plan-query.ts';
import { SCORE_SCALE } from '../ranking/quantised-weight.ts';
import { PINNED_SCORE } from '../ranking/retrieval.ts';
import { filterQuery } from './filter-query.ts';
import { NamedQueries, termQuery } from './named-queries.ts';
import { refuseCostly } from './query-cost.ts';
import { keywordOf } from './value-terms.ts';

/** Share of further candidates, so that a second page is seldom needed where OpenSearch's score is an upper bound. */
const MARGIN = 0.1;
/**
 * The clauses of a query are limited (query-cost.ts). With identifiers the alternatives occur twice, and filters need some
 * as well. Beyond these limits, the alternatives with the lowest factors are dropped.
 */
const MAX_TERMS = 300;
const MAX_IDENTIFIERS = 100;

/** A hit consists of its sort values, its named queries and its record. */
const RECORDS_ONLY = {
  track_total_hits: false,
  _source: false,
  stored_fields: '_none_',
  docvalue_fields: ['record'],
};

/** Sort values of a hit. */
export type SortKey = [score: number, product_no: number];

export interface SearchRequest {
  /** False if no product can match. */
  canMatch: boolean;
  /** Number of hits on the first page. */
  size: number;
  /** The body for a page of hits: the first, or the one after a hit. */
  page(size: number, after?: SortKey): string;
  named: NamedQueries;
  /** By slot and alternative: the numbers of the queries that must match; undefined if it was dropped. */
  alternatives: readonly (readonly (readonly number[] | undefined)[])[];
  /** By identifier of the plan; undefined if no product can match its other slots. */
  identifiers: readonly (number | undefined)[];
  /** The query for the exact name. */
  name: number | undefined;
}

/**
 * Throws `search_too_costly` for filters that OpenSearch would refuse. `pins_names`: products whose name equals the
 * query come before all others; otherwise they are only named.
 */
export function searchRequest(plan: QueryPlan, { pins_names }: { pins_names: boolean }): SearchRequest {
  const named = new NamedQueries();
  const kept = keptAlternatives(plan);
  const slots = plan.slots.map(({ alternatives }) =>
    alternatives.map((each) => (kept.has(each) ? alternativeQuery(each, named) : undefined)),
  );
  const queries = slots.map((alternatives) => alternatives.flatMap((each) => each?.query ?? []));
  const identified = identifiedQuery(plan, kept, named);
  const exact =
    plan.name.length > 0
      ? named.name((_name) => ({ term: { ident: { value: keywordOf(nameIdentity(plan.name)), _name } } }))
      : undefined;
  const pinned = [identified.query, pins_names ? exact?.query : undefined].filter((query) => query !== undefined);
  const unscored = [...unwantedQueries(plan, named), ...(exact && !pins_names ? [exact.query] : [])];
  const should = [...queries.filter(({ length }) => length > 0), pinned.map(pin)].filter(({ length }) => length > 0);
  const query = {
    bool: {
      must: [{ bool: { should: should.map(bestOf), minimum_should_match: 1 } }],
      // Scores nothing and excludes nothing: only its names matter.
      should: unscored.length > 0 ? [{ bool: { should: unscored, boost: 0 } }] : [],
      ...filterQuery(plan.filter),
    },
  };
  refuseCostly(query);
  const sort = [{ _score: 'desc' }, { n: 'asc' }];
  return {
    canMatch: should.length > 0,
    size: isScoreExact(plan) ? plan.k : Math.ceil(plan.k * (1 + MARGIN)),
    page: (size, search_after) => JSON.stringify({ query, size, sort, search_after, ...RECORDS_ONLY }),
    named,
    alternatives: slots.map((alternatives) => alternatives.map((each) => each?.numbers)),
    identifiers: identified.numbers,
    name: exact?.number,
  };
}

/** Whether OpenSearch's score is the lexical score; otherwise it is an upper bound. */
const isScoreExact = ({ slots, unwanted }: QueryPlan): boolean =>
  unwanted.length === 0 && slots.every(({ alternatives }) => alternatives.length <= 1);

/** Fetches the records of products. */
export const recordRequest = (product_nos: readonly number[]): string =>
  JSON.stringify({
    query: { ids: { values: product_nos.map(String) } },
    size: product_nos.length,
    sort: ['_score', 'n'],
    ...RECORDS_ONLY,
  });

function keptAlternatives({ slots }: QueryPlan): ReadonlySet<PlannedAlternative> {
  const all = slots.flatMap(({ alternatives }) => alternatives).sort((a, b) => b.factor - a.factor);
  const kept = new Set<PlannedAlternative>();
  let count = 0;
  for (const alternative of all) {
    count += alternative.terms.length;
    if (count > MAX_TERMS) break;
    kept.add(alternative);
  }
  return kept;
}

/** The parts of a split word must be adjacent in the name; other terms may be anywhere. */
function alternativeQuery(
  { terms, why, factor }: PlannedAlternative,
  named: NamedQueries,
): { query: object; numbers: number[] } {
  const must = terms.map((term) => named.term(term, factor / terms.length));
  const numbers = terms.map((term) => named.numberOf(term)!);
  if (must.length === 1) return { query: must[0]!, numbers };
  if (why !== 'split') return { query: { bool: { must } }, numbers };
  const phrase = named.name((_name) => ({ match_phrase: { nt: { query: terms.join(' '), _name } } }));
  return { query: { bool: { must, filter: [phrase.query] } }, numbers: [...numbers, phrase.number] };
}

/**
 * Products with an identifier that match at least as many slots as one of the identifiers requires. Which slots those
 * are is checked for the hits: a clause per identifier and slot would exceed the limit.
 */
function identifiedQuery(plan: QueryPlan, kept: ReadonlySet<PlannedAlternative>, named: NamedQueries) {
  const keptIn = (slot: number) => plan.slots[slot]!.alternatives.filter((each) => kept.has(each));
  const usable = plan.identifiers
    .map(({ identities, otherSlots }, i) => ({ i, identities, otherSlots }))
    .filter(({ otherSlots }) => otherSlots.every((slot) => keptIn(slot).length > 0))
    .slice(0, MAX_IDENTIFIERS);
  const numbers = new Array<number | undefined>(plan.identifiers.length).fill(undefined);
  if (usable.length === 0) return { query: undefined, numbers };
  const identifiers = usable.map(({ i, identities }) => {
    const { query, number } = named.name((_name) => ({ terms: { ident: identities.map(keywordOf), _name } }));
    numbers[i] = number;
    return query;
  });
  const minimum_should_match = Math.min(...usable.map(({ otherSlots }) => otherSlots.length));
  const slots = [...new Set(usable.flatMap(({ otherSlots }) => otherSlots))];
  const matchesSlot = (slot: number) => ({ bool: { should: keptIn(slot).map(({ terms }) => matchesAll(terms)) } });
  const should = minimum_should_match > 0 ? slots.map(matchesSlot) : [];
  const filter = [{ bool: { should: identifiers } }];
  return { query: { bool: { filter, should, minimum_should_match } }, numbers };
}

const matchesAll = (terms: readonly string[]): object =>
  terms.length === 1 ? termQuery(terms[0]!, 1) : { bool: { filter: terms.map((term) => termQuery(term, 1)) } };

const unwantedQueries = ({ unwanted, negations }: QueryPlan, named: NamedQueries): object[] => [
  ...unwanted.flatMap(({ term, negation }) => [named.term(term, 1), named.term(negation, 1)]),
  ...negations.flatMap((term) => (term === null ? [] : [named.term(term, 1)])),
];

const pin = (filter: object): object => ({ constant_score: { filter, boost: PINNED_SCORE / SCORE_SCALE } });

const bestOf = (queries: readonly object[]): object => (queries.length === 1 ? queries[0]! : { dis_max: { queries } });
