// A superset of the documents that contain a substring, computed without reading texts: words of several documents come
// from the dictionary, words of one document from the bigram filter.

import type { FullTextField, IdentifierField } from '../../../criteria/field-kinds.ts';
import type { PostingListRef } from '../../../dictionary/posting-list-ref.ts';
import type { WorkBudget } from '../../../work-budget.ts';
import { type BigramKind, bigramKindOf } from '../../format/bigram-filter.ts';
import type { Segment } from '../../format/segment.ts';
import { SCANNED_PER_UNIT } from './value-codes.ts';

/** Above this number, scanning the dictionary for each query word costs more than reading documents. */
const MAX_QUERY_WORDS = 16;
/** Maximum number of matching dictionary words to expand. */
const MAX_WORDS = 20_000;
/** Maximum share of documents to mark. */
const MAX_SHARE = 1 / 2;
/** Below this share, the bigram filter is selective enough to be used alone. */
const SELECTIVE_SHARE = 1 / 16;
/** Maximum share of documents to collect by scanning identifiers. */
const MAX_SCANNED_SHARE = 1 / 64;

/** Maximum share of documents to list as a shortlist. */
const MAX_SHORTLIST_SHARE = 1 / 64;

/** Documents whose bigram bits are tested per work unit, and work units per matching word. */
const DOCS_PER_UNIT = 8;
const WORD_COST = 100;

export interface TextFields {
  fullText: readonly FullTextField[];
  identifiers: readonly IdentifierField[];
}

/** Marks documents that may contain one of the alternatives; undefined if there are too many. */
export function markPossibleMatches(
  segment: Segment,
  fields: TextFields,
  alternatives: readonly string[],
  budget: WorkBudget,
): Uint8Array | undefined {
  const queryWords = alternatives.map((alternative) => [...new Set(alternative.split(' '))]);
  if (queryWords.flat().length > MAX_QUERY_WORDS) return undefined;
  const newMarks = () => {
    budget.allocate(segment.size);
    return new Uint8Array(segment.size);
  };
  const marks = newMarks();
  for (const words of queryWords) {
    if (words.length === 1) {
      if (!markWord(segment, fields, words[0]!, marks, budget)) return undefined;
      continue;
    }
    const found = words.map((word) => markWord(segment, fields, word, newMarks(), budget));
    const marked = found.filter((each) => each !== undefined);
    if (marked.length === 0) return undefined;
    budget.spend(segment.size * found.length);
    const common = marked.reduce(intersectMarks);
    for (let doc = 0; doc < marks.length; doc++) marks[doc]! |= common[doc]!;
  }
  return marks;
}

/** Undefined if there are too many documents: verifying the best candidates finds enough of them sooner. */
function markWord(
  segment: Segment,
  { fullText, identifiers }: TextFields,
  word: string,
  marks: Uint8Array,
  budget: WorkBudget,
): Uint8Array | undefined {
  const lists = wordPostingLists(segment, fullText, word, budget);
  if (!lists) return undefined;
  for (const list of lists) segment.markDocs(list, marks);
  const needle = Buffer.from(word);
  for (const kind of new Set([...fullText, ...identifiers].map(bigramKindOf))) {
    const isOfKind = (field: FullTextField | IdentifierField) => bigramKindOf(field) === kind;
    const fields = { fullText: fullText.filter(isOfKind), identifiers: identifiers.filter(isOfKind) };
    budget.spend((segment.size * needle.length) / DOCS_PER_UNIT);
    if (!markBigramMatches(segment, kind, fields, needle, marks)) return undefined;
  }
  return marks;
}

/**
 * If bigrams are not selective, as when a merchant's numbers share a prefix, scanning the identifiers may find the few
 * matches. Full text cannot be scanned. Returns false if there are too many documents.
 */
function markBigramMatches(
  segment: Segment,
  kind: BigramKind,
  { fullText, identifiers }: TextFields,
  needle: Buffer,
  marks: Uint8Array,
): boolean {
  const count = segment.countBigramMatches(kind, needle);
  const isSelective = count <= segment.size * SELECTIVE_SHARE;
  const found =
    isSelective || fullText.length > 0
      ? undefined
      : linesWith(segment, identifiers, needle, segment.size * MAX_SCANNED_SHARE);
  if (found) for (const doc of found) marks[doc] = 1;
  else if (count > segment.size * MAX_SHARE) return false;
  else segment.markBigramMatches(kind, needle, marks);
  return true;
}

/** Undefined if a field has more than `maxDocs` matches. */
function linesWith(
  segment: Segment,
  fields: readonly IdentifierField[],
  needle: Buffer,
  maxDocs: number,
): number[] | undefined {
  const found: number[] = [];
  for (const field of fields) {
    const lines = segment.identifierTexts(field)!.linesWith(needle, maxDocs);
    if (!lines) return undefined;
    for (const line of lines) found.push(line);
  }
  return found;
}

export function intersectMarks(marks: Uint8Array, others: Uint8Array): Uint8Array {
  for (let doc = 0; doc < marks.length; doc++) marks[doc]! &= others[doc]!;
  return marks;
}

/** Sorted marked documents; undefined if there are too many. Reads four marks at a time, as most are 0. */
export function listMarked(marks: Uint8Array): Uint32Array | undefined {
  const maxDocs = Math.ceil(marks.length * MAX_SHORTLIST_SHARE);
  const found = new Uint32Array(maxDocs + 4);
  const packed = new Uint32Array(marks.buffer, 0, marks.length >>> 2);
  let count = 0;
  const add = (from: number, to: number) => {
    for (let doc = from; doc < to; doc++) if (marks[doc] === 1) found[count++] = doc;
  };
  for (let quad = 0; quad < packed.length; quad++) {
    if (packed[quad] === 0) continue;
    add(4 * quad, 4 * quad + 4);
    if (count > maxDocs) return undefined;
  }
  add(4 * packed.length, marks.length);
  return count > maxDocs ? undefined : found.subarray(0, count);
}

/** Posting lists of the shared words that contain a text; undefined if they are too long. */
function wordPostingLists(
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
  let postingCount = 0;
  for (const word of words) {
    const rarest = rarestOf(segment, segment.wordTerms.of(word));
    if (!rarest) return undefined;
    postingCount += rarest.count;
    budget.spend(rarest.count);
    if (postingCount > segment.size * MAX_SHARE) return undefined;
    lists.push(rarest);
  }
  return lists;
}

/** Undefined if there are no terms: a word may consist of punctuation. */
function rarestOf(segment: Segment, terms: readonly number[]): PostingListRef | undefined {
  let rarest: PostingListRef | undefined;
  for (const term of terms) {
    const list = segment.terms.postingListAt(term);
    if (!rarest || list.count < rarest.count) rarest = list;
  }
  return rarest;
}
