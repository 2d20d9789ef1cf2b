// Matches full-text fields by word number. Each distinct word of a segment is classified at most once per search.
import { wordsOf } from '../../../../text/analyse.ts';
import { FULL_TEXT_FIELDS, type FullTextField } from '../../../criteria/field-kinds.ts';
import type { VarintReader } from '../../../dictionary/growable-arrays.ts';
import type { WorkBudget } from '../../../work-budget.ts';
import type { Segment } from '../../format/segment.ts';
import type { Alternatives, WordFinder } from './alternatives.ts';

/**
 * A classification byte: one bit for "classified", one for a complete alternative, the others for parts of
 * alternatives.
 */
const MAX_PARTS = 6;
const CLASSIFIED = 1 << 7;
const ALONE = 1;
/** Work units per word of a text. */
const WORD_COST = 15;
/** Work units for tokenising a word of the segment. */
const SPLIT_COST = 1000;

interface WordMatcher {
  /** Calls `onMatch` with each query word that a word of the segment matches. */
  match: (id: number, onMatch: (queryWord: number) => void) => void;
  /** For a single query word: the matching words among those that occur more than once, if already known. */
  known?: readonly number[] | undefined;
}

/** Reads up to `words` words of a text; returns true as soon as an alternative is complete. */
type ReadText = (reader: VarintReader, words: number) => boolean;

/** Whether one of the fields contains every word of an alternative. */
function matchAllWords(
  segment: Segment,
  fields: readonly FullTextField[],
  alternatives: Alternatives,
  match: WordMatcher,
  budget: WorkBudget,
): (doc: number) => boolean {
  const isSearched = FULL_TEXT_FIELDS.map((field) => fields.includes(field));
  const end = isSearched.lastIndexOf(true) + 1;
  const matchesText =
    matchByBitmask(segment, alternatives, match, budget) ?? matchByCounting(segment, alternatives, match, budget);
  return (doc) => {
    const reader = segment.textReader(doc);
    let words = 0;
    let isFound = false;
    for (let field = 0; field < end && !isFound; field++) {
      const count = reader.next();
      words += count;
      if (isSearched[field]) isFound = matchesText(reader, count);
      else reader.skipNumbers(count);
    }
    budget.spend(WORD_COST * (words + 1));
    return isFound;
  };
}

/** Undefined if there are too many query words for one bit each. Words that occur only once are not cached. */
function matchByBitmask(
  segment: Segment,
  { words, groups }: Alternatives,
  { match, known }: WordMatcher,
  budget: WorkBudget,
): ReadText | undefined {
  const parts = [...new Set(groups.filter(({ length }) => length > 1).flat())];
  if (parts.length > MAX_PARTS) return undefined;
  const bitsOf = new Uint8Array(words.length);
  for (const [i, part] of parts.entries()) bitsOf[part] = ALONE << (i + 1);
  const masks = groups
    .filter(({ length }) => length > 1)
    .map((group) => group.reduce((mask, part) => mask | bitsOf[part]!, 0));
  for (const group of groups) if (group.length === 1) bitsOf[group[0]!]! |= ALONE;
  budget.allocate(segment.firstUniqueWord);
  const marks = new Uint8Array(segment.firstUniqueWord);
  if (known) {
    marks.fill(CLASSIFIED);
    for (const id of known) marks[id] = CLASSIFIED | ALONE;
  }
  let mark = 0;
  const onMatch = (queryWord: number) => {
    mark |= bitsOf[queryWord]!;
  };
  const markOf = (id: number): number => {
    if (id < marks.length && marks[id] !== 0) return marks[id]!;
    mark = CLASSIFIED;
    match(id, onMatch);
    if (id < marks.length) marks[id] = mark;
    return mark;
  };
  return (reader, count) => {
    let met = 0;
    for (let left = count; left > 0; left--) {
      const bits = markOf(reader.next());
      if (bits === CLASSIFIED) continue;
      met |= bits;
      if (met & ALONE) return true;
      for (const mask of masks) if ((met & mask) === mask) return true;
    }
    return false;
  };
}

/** Work units and bytes per distinct list of matched query words. */
const LIST_COST = 100;

function matchByCounting(
  segment: Segment,
  alternatives: Alternatives,
  { match }: WordMatcher,
  budget: WorkBudget,
): ReadText {
  /** Distinct lists of matched query words; the first is empty. */
  const lists: number[][] = [[]];
  const indexOfList = new Map<string, number>([['', 0]]);
  budget.allocate(4 * segment.firstUniqueWord);
  /** By word of the segment: index of its list plus 1; 0 if not classified. */
  const listByWord = new Uint32Array(segment.firstUniqueWord);
  const listOf = (id: number): number[] => {
    if (id < listByWord.length && listByWord[id] !== 0) return lists[listByWord[id]! - 1]!;
    const met = new Set<number>();
    match(id, (queryWord) => met.add(queryWord));
    const list = [...met];
    if (id >= listByWord.length) return list;
    const key = list.join(' ');
    let index = indexOfList.get(key);
    if (index === undefined) {
      budget.allocate(LIST_COST + 8 * list.length);
      index = lists.push(list) - 1;
      indexOfList.set(key, index);
    }
    listByWord[id] = index + 1;
    return list;
  };
  return (reader, count) => {
    alternatives.beginText();
    for (let left = count; left > 0; left--) {
      for (const queryWord of listOf(reader.next())) if (alternatives.add(queryWord)) return true;
    }
    return false;
  };
}

/** Work units for counting the words of a text, and for comparing it. */
const COUNT_COST = 100;
const COMPARE_COST = 300;

/** Whether a text equals one of several. Most texts are rejected by their word count. */
export function textEquals(
  segment: Segment,
  field: FullTextField,
  texts: readonly string[],
  budget: WorkBudget,
): (doc: number) => boolean {
  const expected = new Set(texts);
  const counts = new Set(texts.map((text) => text.split(' ').length));
  return (doc) => {
    budget.spend(COUNT_COST);
    if (!counts.has(segment.countWords(field, doc))) return false;
    const text = segment.fullText(field, doc);
    budget.spend(COMPARE_COST + text.length);
    return expected.has(text);
  };
}

/** Matches query words as substrings of words. */
export function containsWords(
  segment: Segment,
  fields: readonly FullTextField[],
  alternatives: Alternatives,
  finder: WordFinder,
  budget: WorkBudget,
): (doc: number) => boolean {
  const { words } = segment;
  const [only, ...others] = alternatives.words;
  const known = only !== undefined && others.length === 0 ? segment.lastWordsContaining(only) : undefined;
  const match: WordMatcher['match'] = (id, onMatch) => {
    finder.find(words.bytes, words.startOf(id), words.startOf(id + 1), (queryWord) => {
      onMatch(queryWord);
      return false;
    });
  };
  return matchAllWords(segment, fields, alternatives, { match, known }, budget);
}

/** Matches query words as words or word prefixes. */
export function hasWordPrefixes(
  segment: Segment,
  fields: readonly FullTextField[],
  alternatives: Alternatives,
  budget: WorkBudget,
): (doc: number) => boolean {
  const prefixes = prefixMatcher(alternatives);
  const match: WordMatcher['match'] = (id, onMatch) => {
    budget.spend(SPLIT_COST);
    for (const word of wordsOf(segment.words.get(id))) for (const queryWord of prefixes(word)) onMatch(queryWord);
  };
  return matchAllWords(segment, fields, alternatives, { match }, budget);
}

/** Returns the query words that a word starts with. */
export function prefixMatcher({ words }: Alternatives): (word: string) => number[] {
  const numbers = new Map(words.map((word, number) => [word, number]));
  const lengths = [...new Set(words.map(({ length }) => length))].sort((a, b) => a - b);
  return (word) => {
    const prefixes: number[] = [];
    for (const length of lengths) {
      if (length > word.length) break;
      const number = numbers.get(word.slice(0, length));
      if (number !== undefined) prefixes.push(number);
    }
    return prefixes;
  };
}
