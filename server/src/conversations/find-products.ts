// Searches for a conversation. Without a match it drops filters, the least important first, but never an exclusion or a
// price limit.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { isCarried, mentionOnlyProducts } from '../discovery/named-products.ts';
import { type ResolvedSearch, searchIndex, withCriteriaSets } from '../discovery/ranking.ts';
import { interpret } from '../discovery/search-products.ts';
import { rankSimilar } from '../discovery/similar-products.ts';
import { mentionCriterion, productsStating } from '../discovery/stated-words.ts';
import type { IndexResult } from '../index/port.ts';
import * as english from '../language/english.ts';
import { spaced } from '../language/lexicon.ts';
import { stem, wordsOf } from '../text/analyse.ts';
import { editDistance } from '../text/edit-distance.ts';
import { list } from '../text/list-words.ts';
import { measuresOf } from '../text/units.ts';
import { isKnownWord } from '../vocabulary/synonym-words.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { type ChatState, emptyState } from './chat-state.ts';
import { criteriaOf, textOf } from './criteria.ts';
import { isLimit, LIMITS, VALUES, withValues } from './filters.ts';
import { matchWords, subjectOf, type WordMatches } from './match-words.ts';
import type { TurnDeps } from './turn-deps.ts';

export interface Found extends WordMatches {
  /** The search that produced the result. */
  state: ChatState;
  /** The state for the next message: dropped and reinterpreted filters are restored. */
  next_state: ChatState;
  query: string;
  criteria: Criterion[];
  /** Filters that were dropped. */
  loosened: string[];
  /** Excluded words that neither the catalogue nor one of the products knows. */
  unmet_exclusions: string[];
  /** What the words name, if no product is that, although some may mention it. */
  not_carried: string | null;
}

const QUALIFIERS = spaced(english.QUALIFIERS);
const GENDERS = new Set(Object.values(english.GENDER_WORDS).flat());

/** Green tea is not tea in green: without a match, these rank as words. */
const MAY_BE_WORDS = ['material', 'color', 'brand'] as const;
/** Filters that may be dropped, the least important first. */
const LOOSENED = [
  ...(['material', 'color', 'discount', 'free_shipping', 'condition', 'in_stock'] as const),
  ...(['merchant.name', 'category', 'brand', 'size', 'gender'] as const),
];

const textFor = (name: (typeof LOOSENED)[number], state: ChatState): string =>
  isLimit(name) ? LIMITS[name].text(state) : list((state.wanted[name] ?? []).map(VALUES[name].text), 'or');

function without(requested: ChatState, names: readonly (typeof LOOSENED)[number][]): ChatState {
  const asWords = MAY_BE_WORDS.flatMap((field) => (names.includes(field) ? (requested.wanted[field] ?? []) : []));
  const state = { ...requested, soft: [...requested.soft, ...asWords] };
  return names.reduce(
    (left, name) => (isLimit(name) ? LIMITS[name].drop(left) : withValues(left, 'wanted', name, [])),
    state,
  );
}

/** `may_loosen`: whether filters may be dropped. */
export async function findProducts(
  deps: TurnDeps,
  requested: ChatState,
  criteria_set_ids: string[],
  { may_loosen = true } = {},
): Promise<Found> {
  const search = (state: ChatState) => searchOnce(deps, state, criteria_set_ids);
  const found = await searchLoosely(deps, requested, search, may_loosen);
  if (!found.not_carried || found.criteria.length === 0 || deps.searches.left <= 0) return found;
  // The filters may hide what the words name.
  const anywhere = await searchOnce(deps, { ...emptyState(), words: found.state.words }, []);
  return anywhere.not_carried ? found : { ...found, product_nos: new Uint32Array(), not_carried: null };
}

/** Tries fewer filters while the turn has searches left. */
async function searchLoosely(
  deps: TurnDeps,
  requested: ChatState,
  search: (state: ChatState) => Promise<Found>,
  mayLoosen: boolean,
): Promise<Found> {
  const first = await search(requested);
  if (first.product_nos.length > 0) return first;
  const names = mayLoosen ? LOOSENED.filter((name) => textFor(name, requested)) : [];
  // Each alone, then all of them.
  for (const dropped of [...names.map((name) => [name]), names]) {
    const state = without(requested, dropped);
    if (deps.searches.left <= 0 || isEmptySearch(state)) continue;
    const found = await search(state);
    if (found.product_nos.length === 0) continue;
    // What ranks as a word is reported as one.
    const told = dropped.filter((name) => !MAY_BE_WORDS.some((field) => field === name));
    return { ...found, next_state: requested, loosened: told.map((name) => textFor(name, requested)) };
  }
  return first;
}

const isEmptySearch = ({ words, wanted, similar_to, category }: ChatState) =>
  !words && !similar_to && !category && Object.keys(wanted).length === 0;

async function searchOnce(deps: TurnDeps, requested: ChatState, criteria_set_ids: string[]): Promise<Found> {
  const vocabulary = deps.vocabulary();
  const state = withSubject(requested, vocabulary);
  const criteria = criteriaOf({ ...state, unwanted_words: [] }, vocabulary);
  // Excluded words are reported as criteria, although their products are found by reading them.
  const reported = state.unwanted_words.length > 0 ? criteriaOf(state, vocabulary) : criteria;
  const request = await withCriteriaSets(deps, { text: textOf(state, vocabulary), criteria, criteria_set_ids });
  const query = queryOf(state);
  const found: Omit<Found, 'product_nos'> = {
    state,
    next_state: requested,
    query,
    criteria: [...reported, ...request.criteria.slice(criteria.length)],
    unconfirmed: [],
    mentioned: [],
    apart: [],
    said: state.words,
    loosened: [],
    unmet_exclusions: [],
    not_carried: null,
  };
  if (state.similar_to) {
    const [stored] = await deps.store.getProducts({ product_nos: [state.similar_to.product_no] });
    const similar = stored ? await rankSimilar(deps, stored, request.criteria) : new Uint32Array();
    const stating = await productsStating(deps, state.unwanted_words, [...similar]);
    return { ...found, product_nos: similar.filter((no) => !stating.has(no)) };
  }
  const [result, stating] = await Promise.all([
    searchIndex(deps, request, { report_matches: query !== '' }),
    excludedBy(deps, request, state.unwanted_words),
  ]);
  const isKnown = (phrase: string) => wordsOf(phrase).some((word) => isKnownTo(vocabulary, word));
  const stated = new Set([...stating.values()].flat());
  const unmet_exclusions = state.unwanted_words.filter((phrase) => !stated.has(phrase) && !isKnown(phrase));
  if (query === '')
    return { ...found, unmet_exclusions, product_nos: result.product_nos.filter((no) => !stating.has(no)) };
  return { ...found, unmet_exclusions, ...(await matchesOf(deps, state, result, stating)) };
}

/** Products that state an excluded word. */
async function excludedBy(deps: TurnDeps, request: ResolvedSearch, phrases: readonly string[]) {
  if (phrases.length === 0) return new Map<number, string[]>();
  const criteria = [...request.criteria, mentionCriterion(phrases)];
  const { product_nos } = await searchIndex(deps, { ...request, criteria });
  return productsStating(deps, phrases, [...product_nos]);
}

/** Without anything else to search for, unknown phrases are the subject. */
const withSubject = (state: ChatState, vocabulary: Vocabulary): ChatState =>
  isEmptySearch(state) && state.soft.length > 0 && criteriaOf(state, vocabulary).length === 0
    ? { ...state, words: state.soft.join(' '), soft: [] }
    : state;

const queryOf = ({ words, soft }: ChatState) => [words, ...soft].filter(Boolean).join(' ');

async function matchesOf(deps: TurnDeps, state: ChatState, result: IndexResult, stating: ReadonlyMap<number, unknown>) {
  const vocabulary = deps.vocabulary();
  // A knife set is about knives.
  const isNoun = (word: string) => vocabulary.isNoun(word) && !QUALIFIERS.has(word);
  const softWords = new Set(state.soft.flatMap(wordsOf));
  const { meant = [], others = [] } = Object.groupBy(result.corrections, ([typed, word]) =>
    !softWords.has(typed) && (isNoun(word) || isMisspelt(typed, word)) ? 'meant' : 'others',
  );
  const corrected = new Set(meant.map(([typed]) => typed));
  // Without a field for it, whom a product is for ranks only.
  const hasGenders = vocabulary.valuesOf('gender').length > 0;
  const isKnown = (word: string) =>
    (hasGenders || !GENDERS.has(word)) && (corrected.has(word) || isKnownTo(vocabulary, word));
  // A garden hose is not a garden.
  const isThing = (word: string) => isKnown(word) && !QUALIFIERS.has(word);
  const { subject, is_noun } = subjectOf(state.words, isNoun, isThing);
  const isOther = new Set(others.map(([typed]) => typed));
  const denied = await deniedMatches(deps, result);
  const mentionOnly = is_noun ? await mentionOnlyProducts(deps, subject, result) : new Set<number>();
  const search = { words: state.words, soft: state.soft, isKnown, subject, others: isOther, denied };
  const matches = matchWords({ ...search, excluded: (no) => mentionOnly.has(no) || stating.has(no) }, result);
  // Words that no product has together, none of which names a thing.
  const isApart = !is_noun && matches.apart.length > 1 && criteriaOf(state, vocabulary).length === 0;
  const isFrequent = (word: string) => vocabulary.countOf(word) + vocabulary.countOf(stem(word)) > FEW_NAMES;
  const mayLack = !is_noun && subject.length > 0 && !subject.some(isFrequent);
  const lacks = mayLack && (subject.every((word) => isOther.has(word)) || !(await isCarried(deps, subject, result)));
  return {
    ...matches,
    query: interpret(queryOf(state), meant),
    said: interpret(matches.said, meant),
    not_carried: lacks ? subject.join(' or ') : isApart ? state.words : null,
  };
}

/** A word of more names than this is what products are called; a word of fewer may be a part of a title. */
const FEW_NAMES = 5;

/** Positions of matches whose product only denies the word: "not waterproof". Few products deny a word of a query. */
async function deniedMatches(deps: TurnDeps, { product_nos, term_matches }: IndexResult): Promise<Set<number>> {
  const { alternatives, slot_count, matched_by, negated } = term_matches!;
  if (negated.length === 0) return new Set();
  const wordAt = (at: number) => alternatives[matched_by[at]! - 1]!.by;
  const productAt = (at: number) => product_nos[Math.floor(at / slot_count)]!;
  const words = [...new Set(negated.map(wordAt))];
  const stating = await productsStating(deps, words, [...new Set(negated.map(productAt))]);
  return new Set(negated.filter((at) => !stating.get(productAt(at))?.includes(wordAt(at))));
}

/** "inch" of "15 inch" is known too: a measure filters if products have it. */
export const isKnownTo = (vocabulary: Vocabulary, word: string) =>
  isKnownWord(word, vocabulary) || measuresOf(`1 ${word}`).length > 0;

/** A short word with one different letter is another word: "mail" is not "main". */
const MIN_MISSPELT = 7;
const isMisspelt = (typed: string, word: string) => typed.length >= MIN_MISSPELT && editDistance(typed, word, 1) <= 1;
