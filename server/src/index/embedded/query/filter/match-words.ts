// Texts of many words, told by the numbers of their words: each word of a segment is judged once a search, by its bytes,
// unless it is known already which words are meant.
import { wordsOf } from '../../../../text/analyse.ts';
import { FULL_TEXT_FIELDS, type FullTextField } from '../../format/fields.ts';
import type { VarintReader } from '../../format/growable-arrays.ts';
import type { Segment } from '../../format/segment.ts';
import type { WorkBudget } from '../work-budget.ts';
import type { Alternatives, WordFinder } from './alternatives.ts';

/** A bit says that a word of the segment was judged, one that it is an alternative by itself, the others are for parts of alternatives. */
const MOST_PARTS = 6;
const JUDGED = 1 << 7;
const ALONE = 1;
/** Units for a word of a text: its number is read and what is known of it looked up. */
const WORD_COST = 15;
/** Units for splitting a word of a segment as a query is split. */
const SPLIT_COST = 1000;

interface Judge {
  /** Tells the wanted words that a word of the segment meets, by their numbers. */
  judge: (id: number, take: (wanted: number) => void) => void;
  /** Where only one word is looked for: the words that meet it, of those in more than one place, if that is known. */
  known?: readonly number[] | undefined;
}

/** Reads up to `words` words of a text, and returns early with true once an alternative has all of its words. */
type ReadText = (reader: VarintReader, words: number) => boolean;

/** Whether one of some texts of a product has, for some alternative, every one of its words. */
function everyWord(
  segment: Segment,
  fields: readonly FullTextField[],
  alternatives: Alternatives,
  judge: Judge,
  budget: WorkBudget,
): (doc: number) => boolean {
  const isAsked = FULL_TEXT_FIELDS.map((field) => fields.includes(field));
  const end = isAsked.lastIndexOf(true) + 1;
  const isMeant = byBits(segment, alternatives, judge, budget) ?? byCounting(segment, alternatives, judge, budget);
  return (doc) => {
    const reader = segment.textReader(doc);
    let words = 0;
    let isFound = false;
    for (let field = 0; field < end && !isFound; field++) {
      const count = reader.next();
      words += count;
      if (isAsked[field]) isFound = isMeant(reader, count);
      else reader.pass(count);
    }
    budget.spend(WORD_COST * (words + 1));
    return isFound;
  };
}

/** Undefined where there are too many words to have a bit each. What is known of a word is remembered, if it is in several places. */
function byBits(
  segment: Segment,
  { words, groups }: Alternatives,
  { judge, known }: Judge,
  budget: WorkBudget,
): ReadText | undefined {
  const parts = [...new Set(groups.filter(({ length }) => length > 1).flat())];
  if (parts.length > MOST_PARTS) return undefined;
  const bitsOf = new Uint8Array(words.length);
  for (const [i, part] of parts.entries()) bitsOf[part] = ALONE << (i + 1);
  const masks = groups
    .filter(({ length }) => length > 1)
    .map((group) => group.reduce((mask, part) => mask | bitsOf[part]!, 0));
  for (const group of groups) if (group.length === 1) bitsOf[group[0]!]! |= ALONE;
  budget.allocate(segment.firstUniqueWord);
  const marks = new Uint8Array(segment.firstUniqueWord);
  if (known) {
    marks.fill(JUDGED);
    for (const id of known) marks[id] = JUDGED | ALONE;
  }
  let mark = 0;
  const take = (wanted: number) => {
    mark |= bitsOf[wanted]!;
  };
  const markOf = (id: number): number => {
    if (id < marks.length && marks[id] !== 0) return marks[id]!;
    mark = JUDGED;
    judge(id, take);
    if (id < marks.length) marks[id] = mark;
    return mark;
  };
  return (reader, count) => {
    let met = 0;
    for (let left = count; left > 0; left--) {
      const bits = markOf(reader.next());
      if (bits === JUDGED) continue;
      met |= bits;
      if (met & ALONE) return true;
      for (const mask of masks) if ((met & mask) === mask) return true;
    }
    return false;
  };
}

/** Units and bytes for a list of wanted words that a word of the segment meets. */
const LIST_COST = 100;

function byCounting(segment: Segment, alternatives: Alternatives, { judge }: Judge, budget: WorkBudget): ReadText {
  /** The lists of wanted words that occurred, each once; the first is for words that meet none. */
  const lists: number[][] = [[]];
  const placeOf = new Map<string, number>([['', 0]]);
  budget.allocate(4 * segment.firstUniqueWord);
  /** By word of the segment: one more than the place of its list; 0: not judged yet. */
  const places = new Uint32Array(segment.firstUniqueWord);
  const listOf = (id: number): number[] => {
    if (id < places.length && places[id] !== 0) return lists[places[id]! - 1]!;
    const met = new Set<number>();
    judge(id, (wanted) => met.add(wanted));
    const list = [...met];
    if (id >= places.length) return list;
    const key = list.join(' ');
    let place = placeOf.get(key);
    if (place === undefined) {
      budget.allocate(LIST_COST + 8 * list.length);
      place = lists.push(list) - 1;
      placeOf.set(key, place);
    }
    places[id] = place + 1;
    return list;
  };
  return (reader, count) => {
    alternatives.beginText();
    for (let left = count; left > 0; left--) {
      for (const wanted of listOf(reader.next())) if (alternatives.take(wanted)) return true;
    }
    return false;
  };
}

/** Units for counting the words of a text, and for comparing it. */
const COUNT_COST = 100;
const COMPARE_COST = 300;

/** Whether a text equals one of some others. Most differ in their number of words, and need not be read. */
export function textEquals(
  segment: Segment,
  field: FullTextField,
  texts: readonly string[],
  budget: WorkBudget,
): (doc: number) => boolean {
  const wanted = new Set(texts);
  const counts = new Set(texts.map((text) => text.split(' ').length));
  return (doc) => {
    budget.spend(COUNT_COST);
    if (!counts.has(segment.countWords(field, doc))) return false;
    const text = segment.fullText(field, doc);
    budget.spend(COMPARE_COST + text.length);
    return wanted.has(text);
  };
}

/** Words anywhere inside the words of a text. */
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
  const judge: Judge['judge'] = (id, take) => {
    finder.find(words.bytes, words.startOf(id), words.startOf(id + 1), (wanted) => {
      take(wanted);
      return false;
    });
  };
  return everyWord(segment, fields, alternatives, { judge, known }, budget);
}

/** Words, or their beginnings. */
export function hasWordPrefixes(
  segment: Segment,
  fields: readonly FullTextField[],
  alternatives: Alternatives,
  budget: WorkBudget,
): (doc: number) => boolean {
  const begun = prefixMatcher(alternatives);
  const judge: Judge['judge'] = (id, take) => {
    budget.spend(SPLIT_COST);
    for (const word of wordsOf(segment.words.get(id))) for (const wanted of begun(word)) take(wanted);
  };
  return everyWord(segment, fields, alternatives, { judge }, budget);
}

/** Which of the words of alternatives a word begins with. */
export function prefixMatcher({ words }: Alternatives): (word: string) => number[] {
  const numbers = new Map(words.map((word, number) => [word, number]));
  const lengths = [...new Set(words.map(({ length }) => length))].sort((a, b) => a - b);
  return (word) => {
    const begun: number[] = [];
    for (const length of lengths) {
      if (length > word.length) break;
      const number = numbers.get(word.slice(0, length));
      if (number !== undefined) begun.push(number);
    }
    return begun;
  };
}
