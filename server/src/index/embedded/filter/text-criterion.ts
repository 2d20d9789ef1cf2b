// A criterion on texts, in one segment: which products it means, as a sweep over a column or by reading single products.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { foldText } from '../../../text/fold-text.ts';
import { BETWEEN_VALUES, type CodedField, isOwn, isWorded, type OwnField, type TextField } from '../segment/fields.ts';
import { pairKindOf } from '../segment/pairs.ts';
import type { Segment } from '../segment/segment.ts';
import { codesLike, codesOf } from './codes-of-values.ts';
import { equalsOf, likeOf } from './match-text.ts';
import { wordsInside } from './match-words.ts';
import { productsThatMayHold } from './may-hold.ts';
import { CodeSweep, NOBODY, type Test } from './part-filter.ts';

export interface TextCriterion {
  fields: readonly TextField[];
  isLike: boolean;
  /** Otherwise it means everybody else. */
  isPositive: boolean;
  alternatives: readonly string[];
}

/** The fields that a kind looks at; other text kinds look at the field of their own name. */
const LOOKED_AT: Record<string, TextField[]> = {
  any: [
    ...(['name', 'description', 'brand', 'category', 'tags', 'subtitle', 'model', 'manufacturer'] as const),
    ...(['id', 'barcode', 'sku', 'mpn', 'asin'] as const),
  ],
  'name||description||brand': ['name', 'description', 'brand'],
};

/** Undefined where it is no criterion on texts. */
export function readTextCriterion({ field, operator, value }: Criterion): TextCriterion | undefined {
  if (typeof value !== 'string') return undefined;
  return {
    fields: LOOKED_AT[field] ?? [field as TextField],
    isLike: operator.endsWith('like'),
    isPositive: operator === '=' || operator === 'like',
    alternatives: value.split('||').map(foldText).filter(Boolean),
  };
}

/**
 * One for each product that has to be read to know whether it meets the positive form; nobody else does. Undefined where
 * that cannot be told.
 */
export function productsToRead(segment: Segment, criterion: TextCriterion): Uint8Array | undefined {
  const { worded, own, coded } = partFields(segment, criterion.fields);
  if (!criterion.isLike || worded.length + own.length === 0) return undefined;
  const marks = productsThatMayHold(segment, { worded, own }, criterion.alternatives);
  if (marks) for (const field of coded) markCoded(segment, field, criterion, marks);
  return marks;
}

/** Fewer than this part of all products are marked from lists; for more it is quicker to go through all. */
const FEW = 1 / 16;

function markCoded(segment: Segment, field: CodedField, criterion: TextCriterion, marks: Uint8Array): void {
  const meant = segment.codeColumn(field) && codesLike(segment, field, criterion.alternatives);
  const lists = meant && Array.from(meant, (code) => segment.docsWithCode(field, code));
  const count = lists?.reduce((sum, list) => sum + (list?.length ?? Number.POSITIVE_INFINITY), 0);
  if (!lists || count! > segment.size * FEW) codeSweep(segment, field, criterion, true)?.markAll(marks);
  else for (const list of lists) for (const doc of list!) marks[doc] = 1;
}

/** Of some fields those that products of the segment have, by how they are kept. */
function partFields(segment: Segment, fields: readonly TextField[]) {
  return {
    worded: fields.filter(isWorded).filter((field) => segment.hasField(field)),
    own: fields.filter(isOwn).filter((field) => segment.ownTexts(field)),
    coded: fields.filter((field): field is CodedField => !isWorded(field) && !isOwn(field)),
  };
}

/** `toRead`: nobody else can meet the positive form. */
export function textTest(segment: Segment, criterion: TextCriterion, toRead: Uint8Array | undefined): Test {
  const { fields, isLike, isPositive } = criterion;
  const [only, ...others] = fields;
  if (others.length === 0 && !isWorded(only!) && !isOwn(only!)) {
    return codeSweep(segment, only!, criterion, isPositive) ?? (isPositive ? NOBODY : undefined);
  }
  const readers = isLike
    ? likeReaders(segment, criterion)
    : fields.map((field) => equalReader(segment, field, criterion));
  return (doc) => (toRead?.[doc] !== 0 && readers.some((meets) => meets(doc))) === isPositive;
}

type Reader = (doc: number) => boolean;

/** Words inside texts are looked for in all texts of a kind at once. */
function likeReaders(segment: Segment, criterion: TextCriterion): Reader[] {
  const { worded, own, coded } = partFields(segment, criterion.fields);
  const words = criterion.alternatives.map((text) => text.split(' ').map((word) => Buffer.from(word)));
  return [
    ...coded.map((field) => codedReader(segment, field, criterion)),
    ...(worded.length > 0 ? [wordsInside(segment, worded, criterion.alternatives)] : []),
    ...words.flatMap((needles) => own.map((field) => ownReader(segment, field, needles))),
  ];
}

/** Pairs of letters tell most products apart that need not be read. */
function ownReader(segment: Segment, field: OwnField, needles: readonly Buffer[]): Reader {
  const tests = needles.map((needle) => segment.singleTester(pairKindOf(field), needle));
  return (doc) => tests.every((mayHold) => mayHold(doc)) && segment.ownHolds(field, doc, needles);
}

function equalReader(segment: Segment, field: TextField, criterion: TextCriterion): Reader {
  if (!isWorded(field) && !isOwn(field)) return codedReader(segment, field, criterion);
  const equals = equalsOf(field, criterion.alternatives);
  if (isWorded(field)) return (doc) => equals(segment.wordedText(field, doc));
  return (doc) => {
    const held = segment.ownText(field, doc);
    return held !== '' && equals(held);
  };
}

function codedReader(segment: Segment, field: CodedField, criterion: TextCriterion): Reader {
  const sweep = codeSweep(segment, field, criterion, true);
  return sweep ? (doc) => sweep.passes(doc) : () => false;
}

/** Undefined where no product of the segment has the field. */
function codeSweep(
  segment: Segment,
  field: CodedField,
  { isLike, alternatives }: TextCriterion,
  isPositive: boolean,
): CodeSweep | undefined {
  const column = segment.codeColumn(field);
  if (!column) return undefined;
  const meant = (isLike ? codesLike : codesOf)(segment, field, alternatives);
  if (meant) return CodeSweep.ofCodes(column.codes, column.values.length, meant, isPositive);
  const matches = isLike ? likeOf(field, alternatives) : equalsOf(field, alternatives);
  const holds = (code: number) => code !== 0 && segment.codedText(field, code).split(BETWEEN_VALUES).some(matches);
  return new CodeSweep(column.codes, column.values.length, (code) => holds(code) === isPositive);
}
