// Criteria and exclusions as a filter of each segment. The rules are those of the wire: a negative operator is exactly NOT
// of its positive one, `||` separates alternatives, a field that is lacking fails every positive test.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { toAmount } from '../../../product/amount.ts';
import { wordsOf } from '../../../text/analyse.ts';
import { foldText } from '../../../text/fold-text.ts';
import {
  BETWEEN_VALUES,
  type CodedField,
  FLAGS,
  isOwn,
  isWorded,
  type KeptNumber,
  LACKING,
  type NumberField,
  type OwnField,
  type TextField,
} from '../segment/fields.ts';
import type { Segment } from '../segment/segment.ts';
import type { Part } from '../view.ts';
import { codesOf } from './codes-of-values.ts';
import { FEW, findProducts } from './find-products.ts';
import { equalsOf, likeOf } from './match-text.ts';
import { longestWord, productsWithOneOf, wordsBegun, wordsInside } from './match-words.ts';
import {
  CodeSweep,
  FlagSweep,
  ListSweep,
  NOBODY,
  NumberSweep,
  type PartFilter,
  type Sweep,
  sweepAll,
} from './part-filter.ts';

/** A criterion of one segment: told by a column, or by reading the product; undefined: all pass. */
type Test = Sweep | ((doc: number) => boolean) | undefined;

/** The fields that a kind looks at; other text kinds look at the field of their own name. */
const LOOKED_AT: Record<string, TextField[]> = {
  any: [
    ...(['name', 'description', 'brand', 'category', 'tags', 'subtitle', 'model', 'manufacturer'] as const),
    ...(['id', 'barcode', 'sku', 'mpn', 'asin'] as const),
  ],
  'name||description||brand': ['name', 'description', 'brand'],
};

/** The filter of each segment, made when it is first asked for. */
export function compileFilter(
  criteria: readonly Criterion[],
  exclude: readonly string[],
  mayTakeShortcuts: boolean,
): (part: Part) => PartFilter {
  const made = new Map<Part, PartFilter>();
  return (part) => {
    let filter = made.get(part);
    if (!filter) {
      filter = filterOf(part, criteria, exclude, mayTakeShortcuts);
      made.set(part, filter);
    }
    return filter;
  };
}

function filterOf(
  { segment, live: { isDead } }: Part,
  criteria: readonly Criterion[],
  exclude: readonly string[],
  mayTakeShortcuts: boolean,
): PartFilter {
  const sweeps: Sweep[] = [];
  const readers: ((doc: number) => boolean)[] = exclude.flatMap((text) => exclusionOf(segment, text));
  let candidates: Uint32Array | undefined;
  let marks: Uint8Array | undefined;
  for (const criterion of criteria) {
    const found = mayTakeShortcuts ? foundBy(segment, criterion) : undefined;
    const test = found ? new ListSweep(found, isPositive(criterion)) : testOf(segment, criterion);
    if (found && isPositive(criterion) && found.length < (candidates?.length ?? Number.POSITIVE_INFINITY))
      candidates = found;
    if (typeof test === 'function') readers.push(test);
    else if (test) sweeps.push(test);
    const more = found || !mayTakeShortcuts ? undefined : marksOf(segment, criterion);
    if (more && marks) for (let doc = 0; doc < marks.length; doc++) marks[doc]! &= more[doc]!;
    else marks ??= more;
  }
  // Those that are marked are read in any case.
  if (marks && isDead) readers.unshift((doc) => isDead[doc] === 0);
  return {
    marks: marks ? { bytes: marks, wanted: 1 } : isDead && { bytes: isDead, wanted: 0 },
    candidates,
    keep: sweepAll(sweeps),
    isWanted: readers.length === 0 ? undefined : (doc) => readers.every((passes) => passes(doc)),
  };
}

const isPositive = ({ operator }: Criterion): boolean => operator === '=' || operator === 'like';

/** The few products that the positive form of a text criterion means, where they can be found. */
function foundBy(segment: Segment, { field, operator, value }: Criterion): Uint32Array | undefined {
  if (typeof value !== 'string') return undefined;
  const fields = LOOKED_AT[field] ?? [field as TextField];
  const alternatives = alternativesOf(value);
  return findProducts(segment, { fields, isLike: operator.endsWith('like'), alternatives });
}

/** One for each product that may meet a criterion which has to read it; undefined where that cannot be told. */
function marksOf(segment: Segment, criterion: Criterion): Uint8Array | undefined {
  const { field, operator, value } = criterion;
  const fields = LOOKED_AT[field] ?? [field as TextField];
  if (operator !== 'like' || !fields.some(isWorded)) return undefined;
  const alternatives = alternativesOf(value as string);
  const marks = productsWithOneOf(segment, fields.filter(isWorded), alternatives)?.slice();
  if (!marks || !markOwn(segment, fields.filter(isOwn), alternatives, marks)) return undefined;
  for (const other of fields) {
    if (isWorded(other) || isOwn(other)) continue;
    codeSweep(segment, other, true, alternatives, true)?.markAll(marks);
  }
  return marks;
}

/** Says whether it could: where there are many, enough are soon found by reading the best. */
function markOwn(
  segment: Segment,
  fields: readonly OwnField[],
  alternatives: readonly string[],
  marks: Uint8Array,
): boolean {
  if (fields.length === 0) return true;
  for (const alternative of alternatives) {
    const docs = segment.docsWithOwn(fields, Buffer.from(longestWord(alternative)), segment.size * FEW);
    if (!docs) return false;
    for (const doc of docs) marks[doc] = 1;
  }
  return true;
}

const alternativesOf = (value: string): string[] => value.split('||').map(foldText).filter(Boolean);

function testOf(segment: Segment, criterion: Criterion): Test {
  const { field, operator, value } = criterion;
  if (field === 'on_sale') return new FlagSweep(segment.flags, FLAGS.on_sale, value ? FLAGS.on_sale : 0);
  if (field === 'in_stock') {
    const wanted = value ? FLAGS.in_stock : FLAGS.out_of_stock;
    return new FlagSweep(segment.flags, wanted, wanted);
  }
  if (typeof value === 'number') return numberTest(segment, field as NumberField, operator, value);
  const alternatives = alternativesOf(value as string);
  const isLike = operator.endsWith('like');
  const fields = LOOKED_AT[field];
  if (!fields) return textTest(segment, field as TextField, isLike, alternatives, isPositive(criterion));
  const tests = readersOf(segment, fields, isLike, alternatives);
  return (doc) => tests.some((test) => test(doc)) === isPositive(criterion);
}

/** The positive tests of several fields. Words inside texts are looked for in all texts of a kind at once. */
function readersOf(
  segment: Segment,
  fields: readonly TextField[],
  isLike: boolean,
  alternatives: readonly string[],
): ((doc: number) => boolean)[] {
  if (!isLike) return fields.map((field) => readerOf(segment, field, isLike, alternatives));
  const own = fields.filter(isOwn);
  const worded = fields.filter(isWorded).filter((field) => segment.hasField(field));
  const others = fields.filter((field) => !isOwn(field) && !isWorded(field));
  return [
    ...ownReadersOf(segment, own, alternatives),
    ...others.map((field) => readerOf(segment, field, isLike, alternatives)),
    ...(worded.length > 0 ? [wordsInside(segment, worded, alternatives)] : []),
  ];
}

/** Single words are looked for in all own texts at once, and without making texts of them. */
function ownReadersOf(
  segment: Segment,
  fields: readonly OwnField[],
  alternatives: readonly string[],
): ((doc: number) => boolean)[] {
  if (fields.length === 0) return [];
  const needles = alternatives.map((alternative) => Buffer.from(longestWord(alternative)));
  const mayHold = (doc: number) => needles.some((needle) => segment.ownHolds(fields, doc, needle));
  if (alternatives.every((alternative) => !alternative.includes(' '))) return [mayHold];
  const readers = fields.map((field) => readerOf(segment, field, true, alternatives));
  return [(doc) => mayHold(doc) && readers.some((passes) => passes(doc))];
}

function textTest(
  segment: Segment,
  field: TextField,
  isLike: boolean,
  alternatives: readonly string[],
  isPositive: boolean,
): Test {
  if (isWorded(field) || isOwn(field)) {
    const [passes = () => false] = readersOf(segment, [field], isLike, alternatives);
    return isPositive ? passes : (doc) => !passes(doc);
  }
  return codeSweep(segment, field, isLike, alternatives, isPositive) ?? (isPositive ? NOBODY : undefined);
}

/** Undefined where no product of the segment has the field. */
function codeSweep(
  segment: Segment,
  field: CodedField,
  isLike: boolean,
  alternatives: readonly string[],
  isPositive: boolean,
): CodeSweep | undefined {
  const column = segment.codeColumn(field);
  if (!column) return undefined;
  if (!isLike) {
    const meant = codesOf(segment, field, alternatives);
    if (meant) return CodeSweep.ofCodes(column.codes, column.values.length, meant, isPositive);
  }
  const matches = isLike ? likeOf(field, alternatives) : equalsOf(field, alternatives);
  const holds = (code: number) => code !== 0 && segment.codedText(field, code).split(BETWEEN_VALUES).some(matches);
  return new CodeSweep(column.codes, column.values.length, (code) => holds(code) === isPositive);
}

/** The positive test of any field, for one product. */
function readerOf(
  segment: Segment,
  field: TextField,
  isLike: boolean,
  alternatives: readonly string[],
): (doc: number) => boolean {
  if (isWorded(field)) {
    const equals = equalsOf(field, alternatives);
    return (doc) => equals(segment.wordedText(field, doc));
  }
  if (isOwn(field)) return ownReader(segment, field, isLike, alternatives);
  const sweep = codeSweep(segment, field, isLike, alternatives, true);
  return sweep ? (doc) => sweep.passes(doc) : () => false;
}

function ownReader(
  segment: Segment,
  field: OwnField,
  isLike: boolean,
  alternatives: readonly string[],
): (doc: number) => boolean {
  const matches = isLike ? likeOf(field, alternatives) : equalsOf(field, alternatives);
  return (doc) => {
    const held = segment.ownText(field, doc);
    return held !== '' && matches(held);
  };
}

function numberTest(segment: Segment, field: NumberField, operator: Criterion['operator'], value: number): Test {
  const wanted = field === 'stock_quantity' ? value : (toAmount(value) ?? value * 10_000);
  const range = rangeOf(operator, wanted);
  const isNegated = operator === '!=';
  if (field === 'sale_price' || field === 'sale_discount') {
    const heldBy = field === 'sale_price' ? salePriceOf(segment) : discountOf(segment);
    return (doc) => {
      const held = heldBy(doc);
      return (held !== LACKING && held >= range[0] && held <= range[1]) !== isNegated;
    };
  }
  const column = segment.numberColumn(field as KeptNumber);
  if (!column) return isNegated ? undefined : NOBODY;
  return new NumberSweep(column, range, isNegated);
}

/** From which to which whole number, both included. What is kept is whole; what is asked for may not be. */
function rangeOf(operator: Criterion['operator'], wanted: number): readonly [number, number] {
  if (operator === '<') return [-Number.MAX_VALUE, Math.ceil(wanted) - 1];
  if (operator === '<=') return [-Number.MAX_VALUE, wanted];
  if (operator === '>') return [Math.floor(wanted) + 1, Number.MAX_VALUE];
  if (operator === '>=') return [wanted, Number.MAX_VALUE];
  return [wanted, wanted];
}

const salePriceOf = (segment: Segment) => (doc: number) =>
  segment.flags[doc]! & FLAGS.on_sale ? segment.number('final_price', doc) : LACKING;

const discountOf = (segment: Segment) => (doc: number) => {
  if (!(segment.flags[doc]! & FLAGS.on_sale)) return 0;
  const regular = segment.number('regular_price', doc);
  return Math.round(((regular - segment.number('final_price', doc)) * 10_000) / regular);
};

const EXCLUDED_IN = ['name', 'description'] as const;

/** Leaves out a product one of whose three texts has every word, as a word or the beginning of one. */
function exclusionOf(segment: Segment, text: string): ((doc: number) => boolean)[] {
  const alternatives = text
    .split('||')
    .map(wordsOf)
    .filter((words) => words.length > 0);
  if (alternatives.length === 0) return [];
  const begun = wordsBegun(segment, alternatives);
  const column = segment.codeColumn('brand');
  const brandHolds = (code: number) => {
    const held = code === 0 ? [] : wordsOf(segment.codedText('brand', code));
    return alternatives.some((words) => words.every((word) => held.some((own) => own.startsWith(word))));
  };
  const brand = column && new CodeSweep(column.codes, column.values.length, brandHolds);
  return [(doc) => !(begun(EXCLUDED_IN, doc) || (brand?.passes(doc) ?? false))];
}
