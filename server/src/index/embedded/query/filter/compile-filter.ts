// Criteria and exclusions as a filter of each segment. The rules are those of the wire: a negative operator is exactly NOT
// of its positive one, `||` separates alternatives, a field that is lacking fails every positive test.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { toAmount } from '../../../../product/amount.ts';
import { wordsOf } from '../../../../text/analyse.ts';
import { FLAGS, MISSING, type NumberField, type StoredNumber } from '../../format/fields.ts';
import type { Segment } from '../../format/segment.ts';
import type { SegmentView } from '../index-view.ts';
import type { WorkBudget } from '../work-budget.ts';
import { Alternatives } from './alternatives.ts';
import { findProducts } from './find-matching-docs.ts';
import { hasWordPrefixes, prefixMatcher } from './match-words.ts';
import { intersectMarks, listMarked } from './may-contain.ts';
import {
  allOf,
  CodeFilter,
  type ColumnFilter,
  type DocFilter,
  DocListFilter,
  FlagFilter,
  MATCH_NONE,
  RangeFilter,
  type SegmentFilter,
} from './segment-filter.ts';
import { compileTextCriterion, docsToVerify, parseTextCriteria, type TextCriterion } from './text-criterion.ts';

/** The filter of each segment, made when it is first asked for. */
export function compileFilter(
  criteria: readonly Criterion[],
  exclude: readonly string[],
  mayTakeShortcuts: boolean,
  budget: WorkBudget,
): (segmentView: SegmentView) => SegmentFilter {
  const made = new Map<SegmentView, SegmentFilter>();
  const wanted: Wanted = {
    texts: parseTextCriteria(criteria, budget),
    others: distinct(criteria.filter(({ value }) => typeof value !== 'string')),
    excluded: new Alternatives(
      exclude.flatMap((text) => text.split('||').map(wordsOf)).filter((words) => words.length > 0),
      budget,
    ),
    mayTakeShortcuts,
  };
  return (segmentView) => {
    let filter = made.get(segmentView);
    if (!filter) {
      filter = filterOf(segmentView, wanted, budget);
      made.set(segmentView, filter);
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
  { segment, live: { deletedFlags } }: SegmentView,
  { texts, others, excluded, mayTakeShortcuts }: Wanted,
  budget: WorkBudget,
): SegmentFilter {
  const columnFilters: ColumnFilter[] = [];
  const readers: ((doc: number) => boolean)[] = exclusionOf(segment, excluded, budget);
  const addTest = (test: DocFilter) => {
    if (typeof test === 'function') readers.push(test);
    else if (test) columnFilters.push(test);
  };
  let shortlist: Uint32Array | undefined;
  let marks: Uint8Array | undefined;
  for (const criterion of others) addTest(testOf(segment, criterion));
  for (const text of texts) {
    const found = mayTakeShortcuts ? findProducts(segment, text, budget) : undefined;
    // Nothing to leave out.
    if (found?.length === 0 && !text.isPositive) continue;
    if (found) {
      budget.allocate(found.byteLength);
      columnFilters.push(new DocListFilter(found, text.isPositive));
      if (text.isPositive && !(shortlist && shortlist.length < found.length)) shortlist = found;
      continue;
    }
    const toRead = mayTakeShortcuts ? docsToVerify(segment, text, budget) : undefined;
    addTest(compileTextCriterion(segment, text, toRead, budget));
    if (toRead && text.isPositive) marks = marks ? intersectMarks(marks, toRead) : toRead;
  }
  const few = marks && listMarked(marks);
  if (few && !(shortlist && shortlist.length < few.length)) shortlist = few;
  // Those that are marked are read in any case.
  if (marks && deletedFlags) readers.unshift((doc) => deletedFlags[doc] === 0);
  return {
    marks: marks ? { bytes: marks, accepted: 1 } : deletedFlags && { bytes: deletedFlags, accepted: 0 },
    shortlist,
    keep: allOf(columnFilters, budget),
    matches: readers.length === 0 ? undefined : (doc) => readers.every((passes) => passes(doc)),
  };
}

function testOf(segment: Segment, criterion: Criterion): DocFilter {
  const { field, operator, value } = criterion;
  if (field === 'on_sale') return new FlagFilter(segment.flags, FLAGS.on_sale, value ? FLAGS.on_sale : 0);
  if (field === 'in_stock') {
    const wanted = value ? FLAGS.in_stock : FLAGS.out_of_stock;
    return new FlagFilter(segment.flags, wanted, wanted);
  }
  return numberTest(segment, field as NumberField, operator, value as number);
}

function numberTest(segment: Segment, field: NumberField, operator: Criterion['operator'], value: number): DocFilter {
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
  if (!column) return isNegated ? undefined : MATCH_NONE;
  return new RangeFilter(column, range, isNegated);
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
  const begun = hasWordPrefixes(segment, EXCLUDED_IN, excluded, budget);
  const beginnings = prefixMatcher(excluded);
  const column = segment.codeColumn('brand');
  const brandHolds = (code: number) => {
    if (code === 0) return false;
    const held = wordsOf(segment.codedText('brand', code));
    budget.spend(BRAND_COST * (1 + held.length));
    excluded.beginText();
    return held.some((word) => beginnings(word).some((wanted) => excluded.take(wanted)));
  };
  if (column) budget.allocate(column.values.length);
  const brand = column && new CodeFilter(column.codes, column.values.length, brandHolds);
  return [(doc) => !(begun(doc) || (brand?.passes(doc) ?? false))];
}
