// A criterion on texts, in one segment: which products it means, as a filter over a column or by reading single products.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { ANY_FIELDS } from '../../../../product/text-fields.ts';
import { foldText } from '../../../../text/fold-text.ts';
import { bigramKindOf } from '../../format/bigram-filter.ts';
import {
  type CodedField,
  type IdentifierField,
  isFullText,
  isIdentifierField,
  type TextField,
} from '../../format/fields.ts';
import type { Segment } from '../../format/segment.ts';
import type { WorkBudget } from '../work-budget.ts';
import { Alternatives, WordFinder } from './alternatives.ts';
import { equalsOf, likeOf, type MatchText } from './match-text.ts';
import { containsWords, textEquals } from './match-words.ts';
import { markPossibleMatches } from './may-contain.ts';
import { CodeFilter, type DocFilter, MATCH_NONE } from './segment-filter.ts';
import { codesContaining, codesOf, isLiteral, valueLike } from './value-codes.ts';

export interface TextCriterion {
  fields: readonly TextField[];
  isLike: boolean;
  /** Otherwise it means everybody else. */
  isPositive: boolean;
  /** Each once. */
  alternatives: readonly string[];
  /** The words of the alternatives of `like`, and what finds all of them in one pass. */
  words: Alternatives;
  finder: WordFinder;
}

/** The fields that a kind looks at; other text kinds look at the field of their own name. */
const LOOKED_AT: Record<string, readonly TextField[]> = {
  any: ANY_FIELDS,
  'name||description||brand': ['name', 'description', 'brand'],
};

/** Above this many words to look for, one pass that finds all of them beats a look for each. */
export const FEW_WORDS = 16;

/**
 * The criteria on texts, those that say the same once. What several refuse in one field is refused by one:
 * neither A nor B is the same as not one of A and B.
 */
export function parseTextCriteria(criteria: readonly Criterion[], budget: WorkBudget): TextCriterion[] {
  const merged = new Map<string, { field: string; operator: string; alternatives: Set<string> }>();
  for (const { field, operator, value } of criteria) {
    if (typeof value !== 'string') continue;
    const alternatives = value.split('||').map(foldText).filter(Boolean);
    const key = isPositive(operator) ? [field, operator, ...alternatives].join('||') : `${field} ${operator}`;
    const known = merged.get(key);
    if (known) for (const alternative of alternatives) known.alternatives.add(alternative);
    else merged.set(key, { field, operator, alternatives: new Set(alternatives) });
  }
  return Array.from(merged.values()).flatMap(({ field, operator, alternatives }) => {
    const isLike = operator.endsWith('like');
    const words = new Alternatives(isLike ? Array.from(alternatives, (text) => text.split(' ')) : [], budget);
    return onFields(LOOKED_AT[field] ?? [field as TextField], {
      isLike,
      isPositive: isPositive(operator),
      alternatives: [...alternatives],
      words,
      finder: new WordFinder(words, budget),
    });
  });
}

/** A negative criterion holds where it holds in each field: those with columns are swept, whatever the texts say. */
function onFields(fields: readonly TextField[], criterion: Omit<TextCriterion, 'fields'>): TextCriterion[] {
  if (criterion.isPositive || fields.length === 1) return [{ ...criterion, fields }];
  const columns = fields.filter((field) => !isFullText(field) && !isIdentifierField(field));
  const texts = fields.filter((field) => isFullText(field) || isIdentifierField(field));
  return [...columns.map((field) => [field]), texts].map((each) => ({ ...criterion, fields: each }));
}

const isPositive = (operator: string): boolean => operator === '=' || operator === 'like';

/**
 * One for each product that has to be read to know whether it meets the positive form; nobody else does. Undefined where
 * that cannot be told.
 */
export function docsToVerify(segment: Segment, criterion: TextCriterion, budget: WorkBudget): Uint8Array | undefined {
  const { worded, own, coded } = partFields(segment, criterion.fields);
  if (!criterion.isLike || worded.length + own.length === 0) return undefined;
  const marks = markPossibleMatches(segment, { worded, own }, criterion.alternatives, budget);
  if (marks) for (const field of coded) markCoded(segment, field, criterion, marks, budget);
  return marks;
}

/** Fewer than this segmentView of all products are marked from lists; for more it is quicker to go through all. */
const FEW = 1 / 16;

function markCoded(
  segment: Segment,
  field: CodedField,
  criterion: TextCriterion,
  marks: Uint8Array,
  budget: WorkBudget,
): void {
  const meant = segment.codeColumn(field) && codesContaining(segment, field, criterion.alternatives, budget);
  const lists = meant && Array.from(meant, (code) => segment.docsWithCode(field, code));
  const count = lists?.reduce((sum, list) => sum + (list?.length ?? Number.POSITIVE_INFINITY), 0);
  if (meant?.size === 0) return;
  if (lists && count! <= segment.size * FEW) {
    for (const list of lists) for (const doc of list!) marks[doc] = 1;
    return;
  }
  budget.spend(segment.size);
  codeFilter(segment, field, criterion, true, budget)?.markAll(marks);
}

/** Of some fields those that products of the segment have, by how they are kept. */
function partFields(segment: Segment, fields: readonly TextField[]) {
  return {
    worded: fields.filter(isFullText).filter((field) => segment.hasField(field)),
    own: fields.filter(isIdentifierField).filter((field) => segment.identifierTexts(field)),
    coded: fields.filter((field): field is CodedField => !isFullText(field) && !isIdentifierField(field)),
  };
}

/** `toRead`: nobody else can meet the positive form. */
export function compileTextCriterion(
  segment: Segment,
  criterion: TextCriterion,
  toRead: Uint8Array | undefined,
  budget: WorkBudget,
): DocFilter {
  const { fields, isLike, isPositive } = criterion;
  const [only, ...others] = fields;
  if (others.length === 0 && !isFullText(only!) && !isIdentifierField(only!)) {
    return codeFilter(segment, only!, criterion, isPositive, budget) ?? (isPositive ? MATCH_NONE : undefined);
  }
  const readers = isLike
    ? likeReaders(segment, criterion, budget)
    : quickestFirst(fields).map((field) => equalReader(segment, field, criterion, budget));
  return (doc) => {
    budget.spend(TEST_COST);
    return (toRead?.[doc] !== 0 && readers.some((meets) => meets(doc))) === isPositive;
  };
}

/** Units for asking a product, and for each byte or word of its texts that is read to compare it. */
const TEST_COST = 200;
const OWN_COST = 150;
const WORDED_COST = 300;

type Reader = (doc: number) => boolean;

/** Columns are compared before texts are read. */
const quickestFirst = (fields: readonly TextField[]): TextField[] => [
  ...fields.filter((field) => !isFullText(field) && !isIdentifierField(field)),
  ...fields.filter(isFullText),
  ...fields.filter(isIdentifierField),
];

/** Words inside texts are looked for in all texts of a kind at once. */
function likeReaders(segment: Segment, criterion: TextCriterion, budget: WorkBudget): Reader[] {
  const { words, finder } = criterion;
  const { worded, own, coded } = partFields(segment, criterion.fields);
  return [
    ...coded.map((field) => codedReader(segment, field, criterion, budget)),
    ...(worded.length > 0 ? [containsWords(segment, worded, words, finder, budget)] : []),
    ...own.flatMap((field) => ownReaders(segment, field, criterion, budget)),
  ];
}

/** Few words: pairs of letters tell most products apart that need not be read. Many: each product is read once for all. */
function ownReaders(segment: Segment, field: IdentifierField, criterion: TextCriterion, budget: WorkBudget): Reader[] {
  const texts = segment.identifierTexts(field)!;
  if (criterion.words.words.length > FEW_WORDS) {
    return [
      (doc) => {
        budget.spend(OWN_COST);
        const { from, to } = texts.rangeOf(doc);
        return criterion.finder.holdsOne(texts.bytes, from, to);
      },
    ];
  }
  return criterion.alternatives.map((alternative) => {
    const needles = alternative.split(' ').map((word) => Buffer.from(word));
    const tests = needles.map((needle) => segment.bigramTester(bigramKindOf(field), needle));
    return (doc) => {
      budget.spend(OWN_COST);
      return tests.every((mayHold) => mayHold(doc)) && segment.identifierContains(field, doc, needles);
    };
  });
}

function equalReader(segment: Segment, field: TextField, criterion: TextCriterion, budget: WorkBudget): Reader {
  if (!isFullText(field) && !isIdentifierField(field)) return codedReader(segment, field, criterion, budget);
  if (isFullText(field)) return textEquals(segment, field, criterion.alternatives, budget);
  const equals = equalsOf(field, criterion.alternatives);
  return (doc) => {
    budget.spend(2 * OWN_COST);
    const held = segment.identifierText(field, doc);
    return held !== '' && equals(held);
  };
}

function codedReader(segment: Segment, field: CodedField, criterion: TextCriterion, budget: WorkBudget): Reader {
  const filter = codeFilter(segment, field, criterion, true, budget);
  return filter ? (doc) => filter.passes(doc) : () => false;
}

/** Undefined where no product of the segment has the field. */
function codeFilter(
  segment: Segment,
  field: CodedField,
  criterion: TextCriterion,
  isPositive: boolean,
  budget: WorkBudget,
): CodeFilter | undefined {
  const column = segment.codeColumn(field);
  if (!column) return undefined;
  const { isLike, alternatives, words, finder } = criterion;
  budget.allocate(column.values.length);
  const isMany = isLike && words.words.length > FEW_WORDS && isLiteral(field);
  if (isMany) {
    const isLike = valueLike(field, column.values, finder);
    const holds = (code: number) => code !== 0 && isLike(code - 1);
    return new CodeFilter(column.codes, column.values.length, (code) => holds(code) === isPositive);
  }
  const meant = isLike ? codesContaining(segment, field, alternatives, budget) : codesOf(segment, field, alternatives);
  if (meant) return CodeFilter.ofCodes(column.codes, column.values.length, meant, isPositive);
  const matches = isLike ? likeOf(field, alternatives) : equalsOf(field, alternatives);
  const holds = (code: number) => code !== 0 && holdsOne(segment.codedText(field, code), matches, alternatives, budget);
  return new CodeFilter(column.codes, column.values.length, (code) => holds(code) === isPositive);
}

function holdsOne(text: string, matches: MatchText, alternatives: readonly string[], budget: WorkBudget): boolean {
  budget.spend(WORDED_COST + text.length * (1 + alternatives.length));
  return matches(text);
}
