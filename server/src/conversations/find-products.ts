// Searches for a conversation. Without a match it drops filters, the least important first, but never an exclusion or a
// price limit.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { searchIndex, withCriteriaSets } from '../discovery/ranking.ts';
import { interpret } from '../discovery/search-products.ts';
import { rankSimilar } from '../discovery/similar-products.ts';
import type { IndexResult, TermMatches } from '../index/port.ts';
import { stem, wordsOf } from '../text/analyse.ts';
import { editDistance } from '../text/edit-distance.ts';
import { foldText } from '../text/fold-text.ts';
import { measuresOf } from '../text/units.ts';
import type { ValueField } from '../vocabulary/vocabulary.ts';
import { type ChatState, criteriaOf, textOf } from './chat-state.ts';
import { mentionOnlyProducts } from './mention-only.ts';
import { JOINTS } from './shopping-words.ts';
import type { TurnDeps } from './turn-deps.ts';

export interface Found {
  /** The search that produced the result. */
  state: ChatState;
  /** The state for the next message: dropped and reinterpreted filters are restored. */
  next_state: ChatState;
  query: string;
  criteria: Criterion[];
  product_nos: Uint32Array;
  /** Number of partial matches at the end of `product_nos`. */
  near: number;
  /** Dropped filters. */
  loosened: string[];
  /** Words that no product has. */
  missing: string[];
}

const BRAND = valueStep('brand');

/** Filters that may be dropped, the least important first. */
const LOOSENING_STEPS: { name: (state: ChatState) => string | undefined; drop: (state: ChatState) => void }[] = [
  valueStep('material'),
  valueStep('color'),
  {
    name: ({ discount }) => (Object.keys(discount).length > 0 ? 'the discount' : undefined),
    drop: (state) => {
      state.discount = {};
    },
  },
  {
    name: ({ free_shipping }) => (free_shipping ? 'free shipping' : undefined),
    drop: (state) => {
      state.free_shipping = false;
    },
  },
  valueStep('condition'),
  {
    name: ({ in_stock }) => (in_stock ? 'in stock' : undefined),
    drop: (state) => {
      state.in_stock = false;
    },
  },
  valueStep('merchant.name'),
  {
    name: ({ category }) => category,
    drop: (state) => {
      delete state.category;
    },
  },
  BRAND,
  valueStep('size'),
  valueStep('gender'),
];

function valueStep(field: ValueField) {
  return {
    name: ({ wanted }: ChatState) => {
      const values = wanted[field]?.join(' or ');
      return values && field === 'size' ? `size ${values}` : values;
    },
    drop: (state: ChatState) => {
      delete state.wanted[field];
    },
  };
}

/** Filters that may have been meant as words: "green tea" is not tea in green. */
const WORD_LIKE_FIELDS: ValueField[] = ['brand', 'merchant.name', 'color', 'gender', 'material'];

interface FindOptions {
  /** The words of this message alone, tried if they match nothing together with earlier words. */
  words_alone?: string | undefined;
  /** Whether filters may be dropped. */
  may_loosen?: boolean;
}

/** Tries other readings, then fewer filters, while the turn has searches left. */
export async function findProducts(
  deps: TurnDeps,
  requested: ChatState,
  criteria_set_ids: string[],
  { words_alone, may_loosen = true }: FindOptions = {},
): Promise<Found> {
  const search = (state: ChatState) => searchOnce(deps, state, criteria_set_ids);
  const first = await search(requested);
  if (hasFullMatches(first)) return first;
  if (words_alone !== undefined && deps.searches.left > 0) {
    const found = await search({ ...requested, words: words_alone });
    if (hasAllWords(found)) return found;
  }
  for (const state of otherReadings(requested)) {
    if (deps.searches.left <= 0) return first;
    const found = await search(state);
    if (hasAllWords(found)) return { ...found, next_state: requested };
  }
  for (const dropped of may_loosen ? loosenings(stepsFor(requested), deps.searches.left) : []) {
    const state = structuredClone(requested);
    for (const { drop } of dropped) drop(state);
    if (isEmptySearch(state)) continue;
    const found = await search(state);
    if (hasFullMatches(found))
      return { ...found, next_state: requested, loosened: dropped.map(({ name }) => name(requested)!) };
  }
  return first;
}

/** Single filters first, then growing sets. The last attempt drops all of them. */
function loosenings<T>(steps: T[], max: number): T[][] {
  const attempts = [...steps.map((step) => [step]), ...steps.slice(1).map((_, i) => steps.slice(0, i + 2))];
  if (attempts.length <= max) return attempts;
  return max > 0 ? [...attempts.slice(0, max - 1), attempts.at(-1)!] : [];
}

/** Without words the brand is the subject, so it is dropped last. */
function stepsFor(requested: ChatState) {
  const steps = LOOSENING_STEPS.filter(({ name }) => name(requested));
  return requested.words
    ? steps
    : [...steps.filter((step) => step !== BRAND), ...steps.filter((step) => step === BRAND)];
}

const hasFullMatches = ({ product_nos, near }: Found) => product_nos.length > near;

const hasAllWords = (found: Found) => hasFullMatches(found) && found.missing.length === 0;

function otherReadings(requested: ChatState): ChatState[] {
  const single = WORD_LIKE_FIELDS.filter((field) => requested.wanted[field]?.length === 1);
  const readings: ChatState[] = [];
  if (requested.words) readings.push(...sizeAsWord(requested), ...single.map((field) => asWords(requested, [field])));
  // A gender is never a word of a name.
  const names = single.filter((field) => field !== 'gender');
  if (names.length > 1) readings.push(asWords(requested, names));
  return readings;
}

const SIZE_WORDS: Record<string, string> = { S: 'small', M: 'medium', L: 'large' };

/** A "large dog bed" does not have the size L. */
function sizeAsWord(requested: ChatState): ChatState[] {
  const { size: [size = ''] = [], ...wanted } = requested.wanted;
  const word = requested.wanted.size?.length === 1 ? SIZE_WORDS[size.toUpperCase()] : undefined;
  return word ? [{ ...requested, wanted, words: `${word} ${requested.words}` }] : [];
}

function asWords(requested: ChatState, fields: ValueField[]): ChatState {
  const state = structuredClone(requested);
  for (const field of fields) delete state.wanted[field];
  const values = fields.map((field) => requested.wanted[field]![0]!.toLowerCase());
  return { ...state, words: [...values, requested.words].filter(Boolean).join(' ') };
}

const isEmptySearch = ({ words, wanted, similar_to, category }: ChatState) =>
  !words && !similar_to && !category && Object.keys(wanted).length === 0;

async function searchOnce(deps: TurnDeps, state: ChatState, criteria_set_ids: string[]): Promise<Found> {
  const vocabulary = deps.vocabulary();
  const request = await withCriteriaSets(deps, {
    text: textOf(state, vocabulary),
    criteria: criteriaOf(state, vocabulary),
    criteria_set_ids,
  });
  const found: Omit<Found, 'product_nos'> = {
    state,
    next_state: state,
    query: state.words,
    criteria: request.criteria,
    near: 0,
    loosened: [],
    missing: [],
  };
  if (state.similar_to) {
    const [stored] = await deps.store.getProducts({ product_nos: [state.similar_to.product_no] });
    const product_nos = stored ? await rankSimilar(deps, stored, request.criteria) : new Uint32Array();
    return { ...found, product_nos };
  }
  const result = await searchIndex(deps, request, { report_matches: state.words !== '' });
  if (!state.words) return { ...found, product_nos: result.product_nos };
  const isNoun = (word: string) => vocabulary.isNoun(word);
  const { meant, others } = Object.groupBy(result.corrections, ([typed, word]) =>
    isNoun(word) || isMisspelt(typed, word) ? 'meant' : 'others',
  );
  const query = interpret(state.words, meant ?? []);
  const subjects = subjectsIn(state.words, isNoun);
  const mentionOnly = subjects.length > 0 ? await mentionOnlyProducts(deps, subjects, result) : new Set<number>();
  return {
    ...found,
    query,
    ...matching(state.words, result, { isNoun, subjects, mentionOnly, others: new Map(others) }),
  };
}

/** A short word with one different letter is another word: "mail" is not "main". */
const MIN_MISSPELT = 7;
const isMisspelt = (typed: string, word: string) => typed.length >= MIN_MISSPELT && editDistance(typed, word, 1) <= 1;

/** The subject: the last noun before any "with" or "for", and its alternatives joined by "or". */
function subjectsIn(words: string, isNoun: (word: string) => boolean): string[] {
  const [main = ''] = words.split(/(?:^| )(?:for|with|without) /);
  return alternativesIn(main, isNoun).findLast((alternatives) => alternatives.some(isNoun)) ?? [];
}

/** The content words, each with its alternatives joined by "or". "desk or coffee table" is (desk|coffee) and (desk|table). */
function alternativesIn(words: string, isNoun: (word: string) => boolean): string[][] {
  const [main = '', ...rest] = words.split(/ (?=(?:for|with|without) )/);
  const [first = [], ...others] = main.split(' or ').map(wordsOf);
  // "round or square table" means tables in both cases.
  if (others.every(({ length }) => length < 2) || !isNoun(first.at(-1) ?? '')) return joinedByOr(words);
  const crossed = others.reduce(
    (pairs, phrase) => pairs.flatMap((pair) => phrase.map((word) => [...pair, word])),
    first.map((word) => [word]),
  );
  return [...crossed.slice(0, MAX_CROSSED), ...joinedByOr(rest.join(' '))];
}

/** Limits the cross product of long alternatives. */
const MAX_CROSSED = 30;

function joinedByOr(words: string): string[][] {
  const content: string[][] = [];
  let isJoined = false;
  for (const word of wordsOf(words)) {
    if (word === 'or') isJoined = content.length > 0;
    else if (isJoined) isJoined = !content.at(-1)!.push(word);
    else if (!JOINTS.has(word) && !content.some(([known]) => known === word)) content.push([word]);
  }
  return content;
}

/** The index has "55 inch" as one term. */
function measuresWith(word: string, words: string): string[] {
  const folded = foldText(words);
  return measuresOf(folded)
    .filter(({ start, end }) => wordsOf(folded.slice(start, end)).includes(word))
    .map(({ token }) => token);
}

/** With fewer full matches, partial matches are appended. */
const MIN_FULL_MATCHES = 5;
const MAX_NEAR = 20;

interface SearchContext {
  isNoun: (word: string) => boolean;
  /** Nouns of the subject. */
  subjects: string[];
  /** Products that only mention the subject. */
  mentionOnly: ReadonlySet<number>;
  /** Doubtful corrections by the index: distant words that are not nouns. */
  others: ReadonlyMap<string, string>;
}

/**
 * The index returns products with any of the words. A full match has all words that some product has. A partial match
 * has the subject's noun and half of the words, or only mentions the subject.
 */
function matching(
  words: string,
  { product_nos, term_matches }: IndexResult,
  { isNoun, subjects, mentionOnly, others }: SearchContext,
): Pick<Found, 'product_nos' | 'near' | 'missing'> {
  const content = alternativesIn(words, isNoun);
  const known = content.map((alternatives) => alternatives.filter((word) => !others.has(word)));
  const has = wordMatcher(words, known, term_matches!);
  const missing = content.filter((_, c) => !product_nos.some((_, i) => has(i, c)));
  const wanted = content.length - missing.length;
  if (missing.length > 0 && wanted === 0) return { product_nos: new Uint32Array(), near: 0, missing: missing.flat() };
  const lastOf = (isIt: (word: string) => boolean) =>
    content.findLastIndex((alternatives) => alternatives.some(isIt) && !missing.includes(alternatives));
  // For "machine with grinder", a machine is a partial match and a grinder is not.
  const subject = lastOf((word) => subjects.includes(word));
  const noun = subject < 0 ? lastOf(isNoun) : subject;
  const counts = Array.from(product_nos, (_, i) => content.reduce((sum, _, c) => sum + (has(i, c) ? 1 : 0), 0));
  const isFull = (product_no: number, i: number) => counts[i] === wanted && !mentionOnly.has(product_no);
  const isNear = (product_no: number, i: number) =>
    !isFull(product_no, i) && counts[i]! >= wanted / 2 && (noun < 0 || has(i, noun));
  const full = product_nos.filter(isFull);
  const near = full.length < MIN_FULL_MATCHES ? product_nos.filter(isNear).subarray(0, MAX_NEAR) : [];
  return { product_nos: Uint32Array.from([...full, ...near]), near: near.length, missing: missing.flat() };
}

/** Tests whether a product has a content word, both by position. */
function wordMatcher(
  words: string,
  content: string[][],
  { alternatives, slot_count, matched_by }: TermMatches,
): (product: number, word: number) => boolean {
  const spellings = content.map((alternatives) =>
    alternatives.flatMap((word) => [stem(word), ...measuresWith(word, words)]).map((spelling) => ` ${spelling}`),
  );
  // Indexed by alternative and word; alternative 0 means no match.
  const matches = new Uint8Array((alternatives.length + 1) * content.length);
  for (const [w, { word, by }] of alternatives.entries()) {
    const hits = ` ${word} ${stem(word)} ${by}`;
    for (const [c, known] of spellings.entries()) {
      if (known.some((spelling) => hits.includes(spelling))) matches[(w + 1) * content.length + c] = 1;
    }
  }
  return (product, word) => {
    for (let at = product * slot_count; at < (product + 1) * slot_count; at++) {
      if (matches[matched_by[at]! * content.length + word] === 1) return true;
    }
    return false;
  };
}
