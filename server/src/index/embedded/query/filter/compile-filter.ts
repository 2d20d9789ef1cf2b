// Criteria and exclusions as a filter of each segment. The rules are those of the wire: a negative operator is exactly NOT
// of its positive one, `||` separates alternatives, a field that is lacking fails every positive test.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { toAmount } from '../../../../product/amount.ts';
import { wordsOf } from '../../../../text/analyse.ts';
import { FLAGS, MISSING, type NumberField, type StoredNumber } from '../../format/fields.ts';
import type { Segment } from '../../format/segment.ts';
import type { Part } from '../index-view.ts';
import type { WorkBudget } from '../work-budget.ts';
import { Alternatives } from './alternatives.ts';
import { findProducts } from './find-matching-docs.ts';
import { beginningsIn, wordsBegun } from './match-words.ts';
import { fewMarked, keepCommon } from './may-contain.ts';
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
} from './segment-filter.ts';
import { productsToRead, readTextCriteria, type TextCriterion, textTest } from './text-criterion.ts';

/** The filter of each segment, made when it is first asked for. */
export function compileFilter(
  criteria: readonly Criterion[],
  exclude: readonly string[],
  mayTakeShortcuts: boolean,
  budget: WorkBudget,
): (part: Part) => PartFilter {
  const made = new Map<Part, PartFilter>();
  const wanted: Wanted = {
    texts: readTextCriteria(criteria, budget),
    others: distinct(criteria.filter(({ value }) => typeof value !== 'string')),
    excluded: new Alternatives(
      exclude.flatMap((text) => text.split('||').map(wordsOf)).filter((words) => words.length > 0),
      budget,
    ),
    mayTakeShortcuts,
  };
  return (part) => {
    let filter = made.get(part);
    if (!filter) {
      filter = filterOf(part, wanted, budget);
      made.set(part, filter);
    }
    return filter;
  };
}

/** What a search filters by, read once for all segments. */
interface Wanted {
  texts: readonly TextCriterion[];
  others: readonly Criterion[];
  excluded: Alternatives;
  mayTakeShortcuts: boolean;
}

const distinct = (criteria: readonly Criterion[]): Criterion[] => [
  ...new Map(criteria.map((criterion) => [JSON.stringify(criterion), criterion])).values(),
];

function filterOf(
  { segment, live: { deletedFlags } }: Part,
  { texts, others, excluded, mayTakeShortcuts }: Wanted,
  budget: WorkBudget,
): PartFilter {
  const sweeps: Sweep[] = [];
  const readers: ((doc: number) => boolean)[] = exclusionOf(segment, excluded, budget);
  const addTest = (test: Test) => {
    if (typeof test === 'function') readers.push(test);
    else if (test) sweeps.push(test);
  };
  let candidates: Uint32Array | undefined;
  let marks: Uint8Array | undefined;
  for (const criterion of others) addTest(testOf(segment, criterion));
  for (const text of texts) {
    const found = mayTakeShortcuts ? findProducts(segment, text, budget) : undefined;
    // Nothing to leave out.
    if (found?.length === 0 && !text.isPositive) continue;
    if (found) {
      budget.allocate(found.byteLength);
      sweeps.push(new ListSweep(found, text.isPositive));
      if (text.isPositive && !(candidates && candidates.length < found.length)) candidates = found;
      continue;
    }
    const toRead = mayTakeShortcuts ? productsToRead(segment, text, budget) : undefined;
    addTest(textTest(segment, text, toRead, budget));
    if (toRead && text.isPositive) marks = marks ? keepCommon(marks, toRead) : toRead;
  }
  const few = marks && fewMarked(marks);
  if (few && !(candidates && candidates.length < few.length)) candidates = few;
  // Those that are marked are read in any case.
  if (marks && deletedFlags) readers.unshift((doc) => deletedFlags[doc] === 0);
  return {
    marks: marks ? { bytes: marks, wanted: 1 } : deletedFlags && { bytes: deletedFlags, wanted: 0 },
    candidates,
    keep: sweepAll(sweeps, budget),
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
      return (held !== MISSING && held >= range[0] && held <= range[1]) !== isNegated;
    };
  }
  const column = segment.numberColumn(field as StoredNumber);
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
  segment.flags[doc]! & FLAGS.on_sale ? segment.number('final_price', doc) : MISSING;

const discountOf = (segment: Segment) => (doc: number) => {
  if (!(segment.flags[doc]! & FLAGS.on_sale)) return 0;
  const regular = segment.number('regular_price', doc);
  return Math.round(((regular - segment.number('final_price', doc)) * 10_000) / regular);
};

/** Units for splitting a brand, and for each of its words. */
const BRAND_COST = 300;
const EXCLUDED_IN = ['name', 'description'] as const;

/** Leaves out a product one of whose three texts has every word, as a word or the beginning of one. */
function exclusionOf(segment: Segment, excluded: Alternatives, budget: WorkBudget): ((doc: number) => boolean)[] {
  if (excluded.groups.length === 0) return [];
  const begun = wordsBegun(segment, EXCLUDED_IN, excluded, budget);
  const beginnings = beginningsIn(excluded);
  const column = segment.codeColumn('brand');
  const brandHolds = (code: number) => {
    if (code === 0) return false;
    const held = wordsOf(segment.codedText('brand', code));
    budget.spend(BRAND_COST * (1 + held.length));
    excluded.beginText();
    return held.some((word) => beginnings(word).some((wanted) => excluded.take(wanted)));
  };
  if (column) budget.allocate(column.values.length);
  const brand = column && new CodeSweep(column.codes, column.values.length, brandHolds);
  return [(doc) => !(begun(doc) || (brand?.passes(doc) ?? false))];
}
