// Searches for what a conversation asks for. Where nothing matches, the least important filter is left out first, and
// never a negation or a price limit.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { searchIndex, withCriteriaSets } from '../discovery/ranking.ts';
import { interpret } from '../discovery/search-products.ts';
import { rankSimilar } from '../discovery/similar-products.ts';
import type { IndexResult, WordsFound } from '../index/port.ts';
import { stem, wordsOf } from '../text/analyse.ts';
import { editDistance } from '../text/edit-distance.ts';
import { foldText } from '../text/fold-text.ts';
import { measuresOf } from '../text/units.ts';
import { type ChatState, criteriaOf, textOf } from './chat-state.ts';
import { mentionOnlyProducts } from './mention-only.ts';
import { JOINTS } from './shopping-words.ts';
import type { TurnDeps } from './turn-deps.ts';
import type { ValueField } from './vocabulary.ts';

export interface Found {
  /** What was searched for in the end. */
  state: ChatState;
  /** What the next message goes on from: filters that were left out, or read as words, are asked for again. */
  kept: ChatState;
  query: string;
  criteria: Criterion[];
  product_nos: Uint32Array;
  /** The last ones of them match in part only. */
  near: number;
  /** Filters that were left out because nothing matched. */
  loosened: string[];
  /** Words that none of them has. */
  missing: string[];
}

const BRAND = valueStep('brand');

/** The least important first. */
const LOOSENED: { name: (state: ChatState) => string | undefined; drop: (state: ChatState) => void }[] = [
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

/** Filters that may have been words: "green tea" is no tea that is green. */
const READ_AGAIN: ValueField[] = ['brand', 'merchant.name', 'color', 'gender', 'material'];

interface Ways {
  /** The words of the message without those before, for when together they find nothing. */
  words_alone?: string | undefined;
  /** Whether filters may be left out. */
  may_loosen?: boolean;
}

/** Tries other readings, then fewer filters, for as long as the turn has searches left. */
export async function findProducts(
  deps: TurnDeps,
  asked: ChatState,
  criteria_set_ids: string[],
  { words_alone, may_loosen = true }: Ways = {},
): Promise<Found> {
  const search = (state: ChatState) => searchOnce(deps, state, criteria_set_ids);
  const first = await search(asked);
  if (isFull(first)) return first;
  if (words_alone !== undefined && deps.searches.left > 0) {
    const found = await search({ ...asked, words: words_alone });
    if (isMet(found)) return found;
  }
  for (const state of otherReadings(asked)) {
    if (deps.searches.left <= 0) return first;
    const found = await search(state);
    if (isMet(found)) return { ...found, kept: asked };
  }
  for (const dropped of may_loosen ? triesOf(stepsFor(asked), deps.searches.left) : []) {
    const state = structuredClone(asked);
    for (const { drop } of dropped) drop(state);
    if (isBlank(state)) continue;
    const found = await search(state);
    if (isFull(found)) return { ...found, kept: asked, loosened: dropped.map(({ name }) => name(asked)!) };
  }
  return first;
}

/** One filter at a time first, so that no more is left out than has to be. The last try leaves out all of them. */
function triesOf<T>(steps: T[], most: number): T[][] {
  const tries = [...steps.map((step) => [step]), ...steps.slice(1).map((_, i) => steps.slice(0, i + 2))];
  if (tries.length <= most) return tries;
  return most > 0 ? [...tries.slice(0, most - 1), tries.at(-1)!] : [];
}

/** Without other words the brand is what is looked for: it goes last. */
function stepsFor(asked: ChatState) {
  const steps = LOOSENED.filter(({ name }) => name(asked));
  return asked.words ? steps : [...steps.filter((step) => step !== BRAND), ...steps.filter((step) => step === BRAND)];
}

const isFull = ({ product_nos, near }: Found) => product_nos.length > near;

const isMet = (found: Found) => isFull(found) && found.missing.length === 0;

function otherReadings(asked: ChatState): ChatState[] {
  const single = READ_AGAIN.filter((field) => asked.wanted[field]?.length === 1);
  const readings: ChatState[] = [];
  if (asked.words) readings.push(...sizeAsWord(asked), ...single.map((field) => asWords(asked, [field])));
  // For whom a thing is stays for whom it is.
  const names = single.filter((field) => field !== 'gender');
  if (names.length > 1) readings.push(asWords(asked, names));
  return readings;
}

const SIZE_WORDS: Record<string, string> = { S: 'small', M: 'medium', L: 'large' };

/** A large dog bed is of no size L. */
function sizeAsWord(asked: ChatState): ChatState[] {
  const { size: [size = ''] = [], ...wanted } = asked.wanted;
  const word = asked.wanted.size?.length === 1 ? SIZE_WORDS[size.toUpperCase()] : undefined;
  return word ? [{ ...asked, wanted, words: `${word} ${asked.words}` }] : [];
}

function asWords(asked: ChatState, fields: ValueField[]): ChatState {
  const state = structuredClone(asked);
  for (const field of fields) delete state.wanted[field];
  const values = fields.map((field) => asked.wanted[field]![0]!.toLowerCase());
  return { ...state, words: [...values, asked.words].filter(Boolean).join(' ') };
}

const isBlank = ({ words, wanted, similar_to, category }: ChatState) =>
  !words && !similar_to && !category && Object.keys(wanted).length === 0;

async function searchOnce(deps: TurnDeps, state: ChatState, criteria_set_ids: string[]): Promise<Found> {
  const vocabulary = deps.vocabulary();
  const wish = await withCriteriaSets(deps, {
    text: textOf(state, vocabulary),
    criteria: criteriaOf(state, vocabulary),
    criteria_set_ids,
  });
  const found: Omit<Found, 'product_nos'> = {
    state,
    kept: state,
    query: state.words,
    criteria: wish.criteria,
    near: 0,
    loosened: [],
    missing: [],
  };
  if (state.similar_to) {
    const [stored] = await deps.store.getProducts({ product_nos: [state.similar_to.product_no] });
    const product_nos = stored ? await rankSimilar(deps, stored, wish.criteria) : new Uint32Array();
    return { ...found, product_nos };
  }
  const result = await searchIndex(deps, wish, { tell_words: state.words !== '' });
  if (!state.words) return { ...found, product_nos: result.product_nos };
  const isNoun = (word: string) => vocabulary.isNoun(word);
  const { meant, others } = Object.groupBy(result.corrections, ([typed, word]) =>
    isNoun(word) || isMisspelt(typed, word) ? 'meant' : 'others',
  );
  const query = interpret(state.words, meant ?? []);
  const things = thingsIn(state.words, isNoun);
  const speaking = things.length > 0 ? await mentionOnlyProducts(deps, things, result) : new Set<number>();
  return { ...found, query, ...matching(state.words, result, { isNoun, things, speaking, others: new Map(others) }) };
}

/** A shorter word that is one letter off is another word: "mail" is not "main". */
const MIN_MISSPELT = 7;
const isMisspelt = (typed: string, word: string) => typed.length >= MIN_MISSPELT && editDistance(typed, word, 1) <= 1;

/** What is looked for: the last noun that no "with" or "for" stands before, and those that "or" joins to it. */
function thingsIn(words: string, isNoun: (word: string) => boolean): string[] {
  const [main = ''] = words.split(/(?:^| )(?:for|with|without) /);
  return alternativesIn(main, isNoun).findLast((alternatives) => alternatives.some(isNoun)) ?? [];
}

/** The words that count, each with those that "or" joins to it. Of "desk or coffee table" each is "desk" or one of the table's. */
function alternativesIn(words: string, isNoun: (word: string) => boolean): string[][] {
  const [main = '', ...rest] = words.split(/ (?=(?:for|with|without) )/);
  const [first = [], ...others] = main.split(' or ').map(wordsOf);
  // Of "round or square table" both are tables.
  if (others.every(({ length }) => length < 2) || !isNoun(first.at(-1) ?? '')) return joinedByOr(words);
  const crossed = others.reduce(
    (pairs, phrase) => pairs.flatMap((pair) => phrase.map((word) => [...pair, word])),
    first.map((word) => [word]),
  );
  return [...crossed.slice(0, MAX_CROSSED), ...joinedByOr(rest.join(' '))];
}

/** More than these nobody means. */
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

/** The index knows "55 inch" as one word. */
function measuresWith(word: string, words: string): string[] {
  const folded = foldText(words);
  return measuresOf(folded)
    .filter(({ start, end }) => wordsOf(folded.slice(start, end)).includes(word))
    .map(({ token }) => token);
}

/** Fewer than this, and those that match in part are shown behind the others. */
const FEW = 5;
const MAX_NEAR = 20;

interface Meaning {
  isNoun: (word: string) => boolean;
  /** What is looked for. */
  things: string[];
  /** Products that only speak of it. */
  speaking: ReadonlySet<number>;
  /** Words that the index took for others, which are far from them and name no thing. The reader has put right the rest. */
  others: ReadonlyMap<string, string>;
}

/**
 * The index finds whatever has one of the words. Asked for are those that have all of them, but for words that none has;
 * those that are the same kind of thing and have half of the words come close, and so do those that only speak of it.
 */
function matching(
  words: string,
  { product_nos, words_found }: IndexResult,
  { isNoun, things, speaking, others }: Meaning,
): Pick<Found, 'product_nos' | 'near' | 'missing'> {
  const content = alternativesIn(words, isNoun);
  const known = content.map((alternatives) => alternatives.filter((word) => !others.has(word)));
  const has = whatTheyHave(words, known, words_found!);
  const missing = content.filter((_, c) => !product_nos.some((_, i) => has(i, c)));
  const wanted = content.length - missing.length;
  if (missing.length > 0 && wanted === 0) return { product_nos: new Uint32Array(), near: 0, missing: missing.flat() };
  const lastOf = (isIt: (word: string) => boolean) =>
    content.findLastIndex((alternatives) => alternatives.some(isIt) && !missing.includes(alternatives));
  // Of a machine with a grinder the machine comes close, the grinder does not.
  const thing = lastOf((word) => things.includes(word));
  const noun = thing < 0 ? lastOf(isNoun) : thing;
  const counts = Array.from(product_nos, (_, i) => content.reduce((sum, _, c) => sum + (has(i, c) ? 1 : 0), 0));
  const isFull = (product_no: number, i: number) => counts[i] === wanted && !speaking.has(product_no);
  const isNear = (product_no: number, i: number) =>
    !isFull(product_no, i) && counts[i]! >= wanted / 2 && (noun < 0 || has(i, noun));
  const full = product_nos.filter(isFull);
  const near = full.length < FEW ? product_nos.filter(isNear).subarray(0, MAX_NEAR) : [];
  return { product_nos: Uint32Array.from([...full, ...near]), near: near.length, missing: missing.flat() };
}

/** Whether a product has one of the words that count, by their numbers. */
function whatTheyHave(
  words: string,
  content: string[][],
  { ways, words_asked, way_of }: WordsFound,
): (product: number, word: number) => boolean {
  const spellings = content.map((alternatives) =>
    alternatives.flatMap((word) => [stem(word), ...measuresWith(word, words)]).map((spelling) => ` ${spelling}`),
  );
  // By way and word; the way 0 leads to none.
  const leads = new Uint8Array((ways.length + 1) * content.length);
  for (const [w, { word, by }] of ways.entries()) {
    const hits = ` ${word} ${stem(word)} ${by}`;
    for (const [c, known] of spellings.entries()) {
      if (known.some((spelling) => hits.includes(spelling))) leads[(w + 1) * content.length + c] = 1;
    }
  }
  return (product, word) => {
    for (let at = product * words_asked; at < (product + 1) * words_asked; at++) {
      if (leads[way_of[at]! * content.length + word] === 1) return true;
    }
    return false;
  };
}
