// Compiles a text criterion for one segment, as a column filter or as a verifier of single documents.
import {
  type CodedField,
  type IdentifierField,
  isFullText,
  isIdentifierField,
  type TextField,
} from '../../../criteria/field-kinds.ts';
import { equalsMatcher, isLiteral, likeMatcher, type MatchText } from '../../../criteria/match-text.ts';
import type { TextCriterion } from '../../../criteria/parse-filter.ts';
import type { WorkBudget } from '../../../work-budget.ts';
import { bigramKindOf } from '../../format/bigram-filter.ts';
import type { Segment } from '../../format/segment.ts';
import { Alternatives, WordFinder } from './alternatives.ts';
import { containsWords, textEquals } from './match-words.ts';
import { markPossibleMatches } from './may-contain.ts';
import { CodeFilter, type DocFilter, MATCH_NONE } from './segment-filter.ts';
import { codesContaining, codesEqualTo, valueMatcher } from './value-codes.ts';

/** A criterion with what all segments share: the words of its `like` alternatives, and a finder for all of them. */
export interface PreparedText extends TextCriterion {
  words: Alternatives;
  finder: WordFinder;
}

/** Above this number of query words, one pass for all of them is faster than one search for each. */
export const FEW_WORDS = 16;

export const prepareTexts = (criteria: readonly TextCriterion[], budget: WorkBudget): PreparedText[] =>
  criteria.flatMap((criterion) => {
    const { isLike, alternatives } = criterion;
    const words = new Alternatives(isLike ? alternatives.map((text) => text.split(' ')) : [], budget);
    return onFields({ ...criterion, words, finder: new WordFinder(words, budget) });
  });

/** A negative criterion must hold in each field, so its coded fields can be filtered by column. */
function onFields(criterion: PreparedText): PreparedText[] {
  const { fields } = criterion;
  if (criterion.isPositive || fields.length === 1) return [criterion];
  const columns = fields.filter((field) => !isFullText(field) && !isIdentifierField(field));
  const texts = fields.filter((field) => isFullText(field) || isIdentifierField(field));
  return [...columns.map((field) => [field]), texts].map((each) => ({ ...criterion, fields: each }));
}

/** Marks the documents that can match the positive form and must be verified; undefined if unknown. */
export function docsToVerify(segment: Segment, criterion: PreparedText, budget: WorkBudget): Uint8Array | undefined {
  const { fullText, identifiers, coded } = fieldsIn(segment, criterion.fields);
  if (!criterion.isLike || fullText.length + identifiers.length === 0) return undefined;
  const marks = markPossibleMatches(segment, { fullText, identifiers }, criterion.alternatives, budget);
  if (marks) for (const field of coded) markCoded(segment, field, criterion, marks, budget);
  return marks;
}

/** Up to this share of documents, marking from posting lists is faster than a scan of the column. */
const MAX_LISTED_SHARE = 1 / 16;

function markCoded(
  segment: Segment,
  field: CodedField,
  criterion: PreparedText,
  marks: Uint8Array,
  budget: WorkBudget,
): void {
  const matching = segment.codeColumn(field) && codesContaining(segment, field, criterion.alternatives, budget);
  const lists = matching && Array.from(matching, (code) => segment.docsWithCode(field, code));
  const count = lists?.reduce((sum, list) => sum + (list?.length ?? Number.POSITIVE_INFINITY), 0);
  if (matching?.size === 0) return;
  if (lists && count! <= segment.size * MAX_LISTED_SHARE) {
    for (const list of lists) for (const doc of list!) marks[doc] = 1;
    return;
  }
  budget.spend(segment.size);
  codeFilter(segment, field, criterion, true, budget)?.markAll(marks);
}

/** The fields that occur in a segment, by how they are stored. */
function fieldsIn(segment: Segment, fields: readonly TextField[]) {
  return {
    fullText: fields.filter(isFullText).filter((field) => segment.hasField(field)),
    identifiers: fields.filter(isIdentifierField).filter((field) => segment.identifierTexts(field)),
    coded: fields.filter((field): field is CodedField => !isFullText(field) && !isIdentifierField(field)),
  };
}

/** `toVerify` marks the only documents that can match the positive form. */
export function compileTextCriterion(
  segment: Segment,
  criterion: PreparedText,
  toVerify: Uint8Array | undefined,
  budget: WorkBudget,
): DocFilter {
  const { fields, isLike, isPositive } = criterion;
  const [only, ...others] = fields;
  if (others.length === 0 && !isFullText(only!) && !isIdentifierField(only!)) {
    return codeFilter(segment, only!, criterion, isPositive, budget) ?? (isPositive ? MATCH_NONE : undefined);
  }
  const readers = isLike
    ? likeReaders(segment, criterion, budget)
    : cheapestFirst(fields).map((field) => equalReader(segment, field, criterion, budget));
  return (doc) => {
    budget.spend(TEST_COST);
    return (toVerify?.[doc] !== 0 && readers.some((reader) => reader(doc))) === isPositive;
  };
}

/** Work units for testing a document, and for comparing its texts. */
const TEST_COST = 200;
const IDENTIFIER_COST = 150;
const VALUE_COST = 300;

type Reader = (doc: number) => boolean;

/** Comparing a code is cheaper than reading a text. */
const cheapestFirst = (fields: readonly TextField[]): TextField[] => [
  ...fields.filter((field) => !isFullText(field) && !isIdentifierField(field)),
  ...fields.filter(isFullText),
  ...fields.filter(isIdentifierField),
];

function likeReaders(segment: Segment, criterion: PreparedText, budget: WorkBudget): Reader[] {
  const { words, finder } = criterion;
  const { fullText, identifiers, coded } = fieldsIn(segment, criterion.fields);
  return [
    ...coded.map((field) => codedReader(segment, field, criterion, budget)),
    ...(fullText.length > 0 ? [containsWords(segment, fullText, words, finder, budget)] : []),
    ...identifiers.flatMap((field) => identifierReaders(segment, field, criterion, budget)),
  ];
}

/**
 * With few query words the bigram filter rejects most documents; with many, each text is scanned once for all words.
 */
function identifierReaders(
  segment: Segment,
  field: IdentifierField,
  criterion: PreparedText,
  budget: WorkBudget,
): Reader[] {
  const texts = segment.identifierTexts(field)!;
  if (criterion.words.words.length > FEW_WORDS) {
    return [
      (doc) => {
        budget.spend(IDENTIFIER_COST);
        const { from, to } = texts.rangeOf(doc);
        return criterion.finder.containsOne(texts.bytes, from, to);
      },
    ];
  }
  return criterion.alternatives.map((alternative) => {
    const needles = alternative.split(' ').map((word) => Buffer.from(word));
    const tests = needles.map((needle) => segment.bigramTester(bigramKindOf(field), needle));
    return (doc) => {
      budget.spend(IDENTIFIER_COST);
      return tests.every((mayContain) => mayContain(doc)) && segment.identifierContains(field, doc, needles);
    };
  });
}

function equalReader(segment: Segment, field: TextField, criterion: PreparedText, budget: WorkBudget): Reader {
  if (!isFullText(field) && !isIdentifierField(field)) return codedReader(segment, field, criterion, budget);
  if (isFullText(field)) return textEquals(segment, field, criterion.alternatives, budget);
  const equals = equalsMatcher(field, criterion.alternatives);
  return (doc) => {
    budget.spend(2 * IDENTIFIER_COST);
    const text = segment.identifierText(field, doc);
    return text !== '' && equals(text);
  };
}

function codedReader(segment: Segment, field: CodedField, criterion: PreparedText, budget: WorkBudget): Reader {
  const filter = codeFilter(segment, field, criterion, true, budget);
  return filter ? (doc) => filter.passes(doc) : () => false;
}

/** Undefined if no document of the segment has the field. */
function codeFilter(
  segment: Segment,
  field: CodedField,
  criterion: PreparedText,
  isPositive: boolean,
  budget: WorkBudget,
): CodeFilter | undefined {
  const column = segment.codeColumn(field);
  if (!column) return undefined;
  const { isLike, alternatives, words, finder } = criterion;
  budget.allocate(column.values.length);
  const isMany = isLike && words.words.length > FEW_WORDS && isLiteral(field);
  if (isMany) {
    const isLike = valueMatcher(field, column.values, finder);
    const holds = (code: number) => code !== 0 && isLike(code - 1);
    return new CodeFilter(column.codes, column.values.length, (code) => holds(code) === isPositive);
  }
  const matching = isLike
    ? codesContaining(segment, field, alternatives, budget)
    : codesEqualTo(segment, field, alternatives);
  if (matching) return CodeFilter.ofCodes(column.codes, column.values.length, matching, isPositive);
  const matches = isLike ? likeMatcher(field, alternatives) : equalsMatcher(field, alternatives);
  const holds = (code: number) =>
    code !== 0 && containsOne(segment.codedText(field, code), matches, alternatives, budget);
  return new CodeFilter(column.codes, column.values.length, (code) => holds(code) === isPositive);
}

function containsOne(text: string, matches: MatchText, alternatives: readonly string[], budget: WorkBudget): boolean {
  budget.spend(VALUE_COST + text.length * (1 + alternatives.length));
  return matches(text);
}
