// Criteria and exclusions as a filter of each segment. The rules are those of the wire: a negative operator is exactly NOT
// of its positive one, `||` separates alternatives, a field that is lacking fails every positive test.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { toAmount } from '../../../product/amount.ts';
import { wordsOf } from '../../../text/analyse.ts';
import { FLAGS, type KeptNumber, LACKING, type NumberField } from '../segment/fields.ts';
import type { Segment } from '../segment/segment.ts';
import type { Part } from '../view.ts';
import { findProducts } from './find-products.ts';
import { wordsBegun } from './match-words.ts';
import { fewMarked, keepCommon } from './may-hold.ts';
import {
  CodeSweep,
  FlagSweep,
  ListSweep,
  NOBODY,
  NumberSweep,
  type PartFilter,
  type Sweep,
  sweepAll,
  type Test,
} from './part-filter.ts';
import { productsToRead, readTextCriterion, textTest } from './text-criterion.ts';

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
  const addTest = (test: Test) => {
    if (typeof test === 'function') readers.push(test);
    else if (test) sweeps.push(test);
  };
  let candidates: Uint32Array | undefined;
  let marks: Uint8Array | undefined;
  for (const criterion of criteria) {
    const text = readTextCriterion(criterion);
    if (!text) {
      addTest(testOf(segment, criterion));
      continue;
    }
    const found = mayTakeShortcuts ? findProducts(segment, text) : undefined;
    if (found) {
      sweeps.push(new ListSweep(found, text.isPositive));
      if (text.isPositive && !(candidates && candidates.length < found.length)) candidates = found;
      continue;
    }
    const toRead = mayTakeShortcuts ? productsToRead(segment, text) : undefined;
    addTest(textTest(segment, text, toRead));
    if (toRead && text.isPositive) marks = marks ? keepCommon(marks, toRead) : toRead;
  }
  const few = marks && fewMarked(marks);
  if (few && !(candidates && candidates.length < few.length)) candidates = few;
  // Those that are marked are read in any case.
  if (marks && isDead) readers.unshift((doc) => isDead[doc] === 0);
  return {
    marks: marks ? { bytes: marks, wanted: 1 } : isDead && { bytes: isDead, wanted: 0 },
    candidates,
    keep: sweepAll(sweeps),
    isWanted: readers.length === 0 ? undefined : (doc) => readers.every((passes) => passes(doc)),
  };
}

function testOf(segment: Segment, criterion: Criterion): Test {
  const { field, operator, value } = criterion;
  if (field === 'on_sale') return new FlagSweep(segment.flags, FLAGS.on_sale, value ? FLAGS.on_sale : 0);
  if (field === 'in_stock') {
    const wanted = value ? FLAGS.in_stock : FLAGS.out_of_stock;
    return new FlagSweep(segment.flags, wanted, wanted);
  }
  return numberTest(segment, field as NumberField, operator, value as number);
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
  const begun = wordsBegun(segment, EXCLUDED_IN, alternatives);
  const column = segment.codeColumn('brand');
  const brandHolds = (code: number) => {
    const held = code === 0 ? [] : wordsOf(segment.codedText('brand', code));
    return alternatives.some((words) => words.every((word) => held.some((own) => own.startsWith(word))));
  };
  const brand = column && new CodeSweep(column.codes, column.values.length, brandHolds);
  return [(doc) => !(begun(doc) || (brand?.passes(doc) ?? false))];
}
