// Which products of a segment may hold a text inside a word, told without reading any of them: words that several products
// have are known by their lists, all others by their pairs of letters.

import { type BigramKind, bigramKindOf } from '../../format/bigram-filter.ts';
import type { FullTextField, IdentifierField } from '../../format/fields.ts';
import type { PostingListRef } from '../../format/posting-lists.ts';
import type { Segment } from '../../format/segment.ts';
import type { WorkBudget } from '../work-budget.ts';
import { SCANNED_PER_UNIT } from './value-codes.ts';

/** Of more words that are looked for it is not told before: going through the dictionary for each takes longer than reading. */
const MAX_WANTED = 16;
/** More words of a segment that hold what is looked for are too many to go to their products. */
const MAX_WORDS = 20_000;
/** Nor are they gone to where their lists have more entries than this part of all products. */
const MANY = 1 / 2;
/** Pairs that more than this part of all products have tell little. */
const TELL_LITTLE = 1 / 16;
/** So few may be found among those. */
const FEW = 1 / 64;

/** More than this part of all products that are marked are many. */
const MANY_MARKED = 1 / 64;

/** Products whose pair bits are compared in a unit; units for a word that holds what is looked for. */
const PRODUCTS_PER_UNIT = 8;
const WORD_COST = 100;

export interface TextFields {
  worded: readonly FullTextField[];
  own: readonly IdentifierField[];
}

/** One for each product that may have one of some alternatives in its texts; undefined where they are many. */
export function markPossibleMatches(
  segment: Segment,
  fields: TextFields,
  alternatives: readonly string[],
  budget: WorkBudget,
): Uint8Array | undefined {
  const wanted = alternatives.map((alternative) => [...new Set(alternative.split(' '))]);
  if (wanted.flat().length > MAX_WANTED) return undefined;
  const newMarks = () => {
    budget.allocate(segment.size);
    return new Uint8Array(segment.size);
  };
  const marks = newMarks();
  for (const words of wanted) {
    if (words.length === 1) {
      if (!markWord(segment, fields, words[0]!, marks, budget)) return undefined;
      continue;
    }
    const found = words.map((word) => markWord(segment, fields, word, newMarks(), budget));
    const known = found.filter((each) => each !== undefined);
    if (known.length === 0) return undefined;
    budget.spend(segment.size * found.length);
    const common = known.reduce(intersectMarks);
    for (let doc = 0; doc < marks.length; doc++) marks[doc]! |= common[doc]!;
  }
  return marks;
}

/** Undefined where the products are many: enough are soon found by reading the best. */
function markWord(
  segment: Segment,
  { worded, own }: TextFields,
  word: string,
  marks: Uint8Array,
  budget: WorkBudget,
): Uint8Array | undefined {
  const lists = listsOf(segment, worded, word, budget);
  if (!lists) return undefined;
  for (const list of lists) segment.markDocs(list, marks);
  const needle = Buffer.from(word);
  for (const kind of new Set([...worded, ...own].map(bigramKindOf))) {
    const isOfKind = (field: FullTextField | IdentifierField) => bigramKindOf(field) === kind;
    const fields = { worded: worded.filter(isOfKind), own: own.filter(isOfKind) };
    budget.spend((segment.size * needle.length) / PRODUCTS_PER_UNIT);
    if (!markBigramMatches(segment, kind, fields, needle, marks)) return undefined;
  }
  return marks;
}

/**
 * Where their pairs leave many, as when all numbers of a shop begin alike, the few that are meant may still be found, unless
 * they have to be looked for in longer texts, too. False where they may be most of all.
 */
function markBigramMatches(
  segment: Segment,
  kind: BigramKind,
  { worded, own }: TextFields,
  needle: Buffer,
  marks: Uint8Array,
): boolean {
  const count = segment.countBigramMatches(kind, needle);
  const isTold = count <= segment.size * TELL_LITTLE;
  const found = isTold || worded.length > 0 ? undefined : linesWith(segment, own, needle, segment.size * FEW);
  if (found) for (const doc of found) marks[doc] = 1;
  else if (count > segment.size * MANY) return false;
  else segment.markBigramMatches(kind, needle, marks);
  return true;
}

/** Undefined where one of the fields has more than `most`. */
function linesWith(
  segment: Segment,
  fields: readonly IdentifierField[],
  needle: Buffer,
  most: number,
): number[] | undefined {
  const found: number[] = [];
  for (const field of fields) {
    const lines = segment.identifierTexts(field)!.linesWith(needle, most);
    if (!lines) return undefined;
    for (const line of lines) found.push(line);
  }
  return found;
}

/** Leaves those marks that others have, too. */
export function intersectMarks(marks: Uint8Array, others: Uint8Array): Uint8Array {
  for (let doc = 0; doc < marks.length; doc++) marks[doc]! &= others[doc]!;
  return marks;
}

/** The places that are marked, in order; undefined where they are many. Four are looked at at a time: most are not marked. */
export function listMarked(marks: Uint8Array): Uint32Array | undefined {
  const most = Math.ceil(marks.length * MANY_MARKED);
  const found = new Uint32Array(most + 4);
  const fours = new Uint32Array(marks.buffer, 0, marks.length >>> 2);
  let count = 0;
  const add = (from: number, to: number) => {
    for (let doc = from; doc < to; doc++) if (marks[doc] === 1) found[count++] = doc;
  };
  for (let four = 0; four < fours.length; four++) {
    if (fours[four] === 0) continue;
    add(4 * four, 4 * four + 4);
    if (count > most) return undefined;
  }
  add(4 * fours.length, marks.length);
  return count > most ? undefined : found.subarray(0, count);
}

/** Where the products stand that have one of the frequent words which hold a text; undefined where they are many. */
function listsOf(
  segment: Segment,
  fields: readonly FullTextField[],
  text: string,
  budget: WorkBudget,
): PostingListRef[] | undefined {
  budget.spend(segment.words.startOf(segment.firstUniqueWord) / SCANNED_PER_UNIT);
  const words = segment.wordsContaining(fields, text, MAX_WORDS);
  if (!words) return undefined;
  budget.spend(WORD_COST * words.length);
  const lists: PostingListRef[] = [];
  let entries = 0;
  for (const word of words) {
    const rarest = rarestOf(segment, segment.wordTerms.of(word));
    if (!rarest) return undefined;
    entries += rarest.count;
    budget.spend(rarest.count);
    if (entries > segment.size * MANY) return undefined;
    lists.push(rarest);
  }
  return lists;
}

/** The rarest of some terms; undefined where there is none: a word may be nothing but marks. */
function rarestOf(segment: Segment, terms: readonly number[]): PostingListRef | undefined {
  let rarest: PostingListRef | undefined;
  for (const term of terms) {
    const range = segment.terms.postingListAt(term);
    if (!rarest || range.count < rarest.count) rarest = range;
  }
  return rarest;
}
