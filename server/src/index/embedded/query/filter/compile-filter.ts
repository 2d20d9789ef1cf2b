// Compiles criteria and exclusions into one filter per segment. A negative operator is the negation of its positive
// one, `||` separates alternatives, and a missing field fails every positive test.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { toAmount } from '../../../../product/amount.ts';
import { wordsOf } from '../../../../text/analyse.ts';
import { FLAGS, MISSING, type NumberField, type StoredNumber } from '../../format/fields.ts';
import type { Segment } from '../../format/segment.ts';
import type { SegmentView } from '../index-view.ts';
import type { WorkBudget } from '../work-budget.ts';
import { Alternatives } from './alternatives.ts';
import { findMatchingDocs } from './find-matching-docs.ts';
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

/** Filters are compiled on first use of a segment. */
export function compileFilter(
  criteria: readonly Criterion[],
  exclude: readonly string[],
  mayTakeShortcuts: boolean,
  budget: WorkBudget,
): (segmentView: SegmentView) => SegmentFilter {
  const cache = new Map<SegmentView, SegmentFilter>();
  const parsed: ParsedFilter = {
    texts: parseTextCriteria(criteria, budget),
    others: deduplicated(criteria.filter(({ value }) => typeof value !== 'string')),
    excluded: new Alternatives(
      exclude.flatMap((text) => text.split('||').map(wordsOf)).filter((words) => words.length > 0),
      budget,
    ),
    mayTakeShortcuts,
  };
  return (segmentView) => {
    let filter = cache.get(segmentView);
    if (!filter) {
      filter = filterOf(segmentView, parsed, budget);
      cache.set(segmentView, filter);
    }
    return filter;
  };
}

/** The filter as parsed once for all segments. */
interface ParsedFilter {
  texts: readonly TextCriterion[];
  others: readonly Criterion[];
  excluded: Alternatives;
  mayTakeShortcuts: boolean;
}

const deduplicated = (criteria: readonly Criterion[]): Criterion[] => [
  ...new Map(criteria.map((criterion) => [JSON.stringify(criterion), criterion])).values(),
];

function filterOf(
  { segment, live: { deletedFlags } }: SegmentView,
  { texts, others, excluded, mayTakeShortcuts }: ParsedFilter,
  budget: WorkBudget,
): SegmentFilter {
  const columnFilters: ColumnFilter[] = [];
  const verifiers: ((doc: number) => boolean)[] = compileExclusions(segment, excluded, budget);
  const addFilter = (test: DocFilter) => {
    if (typeof test === 'function') verifiers.push(test);
    else if (test) columnFilters.push(test);
  };
  let shortlist: Uint32Array | undefined;
  let marks: Uint8Array | undefined;
  for (const criterion of others) addFilter(compileCriterion(segment, criterion));
  for (const text of texts) {
    const found = mayTakeShortcuts ? findMatchingDocs(segment, text, budget) : undefined;
    // An empty list excludes no document.
    if (found?.length === 0 && !text.isPositive) continue;
    if (found) {
      budget.allocate(found.byteLength);
      columnFilters.push(new DocListFilter(found, text.isPositive));
      if (text.isPositive && !(shortlist && shortlist.length < found.length)) shortlist = found;
      continue;
    }
    const toVerify = mayTakeShortcuts ? docsToVerify(segment, text, budget) : undefined;
    addFilter(compileTextCriterion(segment, text, toVerify, budget));
    if (toVerify && text.isPositive) marks = marks ? intersectMarks(marks, toVerify) : toVerify;
  }
  const listed = marks && listMarked(marks);
  if (listed && !(shortlist && shortlist.length < listed.length)) shortlist = listed;
  // Marks replace the deleted flags, so deletions are checked when a marked document is verified.
  if (marks && deletedFlags) verifiers.unshift((doc) => deletedFlags[doc] === 0);
  return {
    marks: marks ? { bytes: marks, accepted: 1 } : deletedFlags && { bytes: deletedFlags, accepted: 0 },
    shortlist,
    keep: allOf(columnFilters, budget),
    matches: verifiers.length === 0 ? undefined : (doc) => verifiers.every((passes) => passes(doc)),
  };
}

function compileCriterion(segment: Segment, criterion: Criterion): DocFilter {
  const { field, operator, value } = criterion;
  if (field === 'on_sale') return new FlagFilter(segment.flags, FLAGS.on_sale, value ? FLAGS.on_sale : 0);
  if (field === 'in_stock') {
    const flag = value ? FLAGS.in_stock : FLAGS.out_of_stock;
    return new FlagFilter(segment.flags, flag, flag);
  }
  return compileNumberCriterion(segment, field as NumberField, operator, value as number);
}

function compileNumberCriterion(
  segment: Segment,
  field: NumberField,
  operator: Criterion['operator'],
  value: number,
): DocFilter {
  const operand = field === 'stock_quantity' ? value : (toAmount(value) ?? value * 10_000);
  const range = rangeOf(operator, operand);
  const isNegated = operator === '!=';
  if (field === 'sale_price' || field === 'sale_discount') {
    const numberIn = field === 'sale_price' ? salePrice(segment) : discount(segment);
    return (doc) => {
      const value = numberIn(doc);
      return (value !== MISSING && value >= range[0] && value <= range[1]) !== isNegated;
    };
  }
  const column = segment.numberColumn(field as StoredNumber);
  if (!column) return isNegated ? undefined : MATCH_NONE;
  return new RangeFilter(column, range, isNegated);
}

/** Inclusive integer range. Stored values are integers; the criterion's value may not be one. */
function rangeOf(operator: Criterion['operator'], operand: number): readonly [number, number] {
  if (operator === '<') return [-Number.MAX_VALUE, Math.ceil(operand) - 1];
  if (operator === '<=') return [-Number.MAX_VALUE, operand];
  if (operator === '>') return [Math.floor(operand) + 1, Number.MAX_VALUE];
  if (operator === '>=') return [operand, Number.MAX_VALUE];
  return [operand, operand];
}

const salePrice = (segment: Segment) => (doc: number) =>
  segment.flags[doc]! & FLAGS.on_sale ? segment.number('final_price', doc) : MISSING;

const discount = (segment: Segment) => (doc: number) => {
  if (!(segment.flags[doc]! & FLAGS.on_sale)) return 0;
  const regular = segment.number('regular_price', doc);
  return Math.round(((regular - segment.number('final_price', doc)) * 10_000) / regular);
};

/** Work units for splitting a brand, and per word of it. */
const BRAND_COST = 300;
const EXCLUSION_FIELDS = ['name', 'description'] as const;

/** Excludes documents with every word in one of name, description and brand, as a word or a word prefix. */
function compileExclusions(segment: Segment, excluded: Alternatives, budget: WorkBudget): ((doc: number) => boolean)[] {
  if (excluded.groups.length === 0) return [];
  const hasExcludedPrefixes = hasWordPrefixes(segment, EXCLUSION_FIELDS, excluded, budget);
  const prefixesOf = prefixMatcher(excluded);
  const column = segment.codeColumn('brand');
  const brandHolds = (code: number) => {
    if (code === 0) return false;
    const value = wordsOf(segment.codedText('brand', code));
    budget.spend(BRAND_COST * (1 + value.length));
    excluded.beginText();
    return value.some((word) => prefixesOf(word).some((wanted) => excluded.add(wanted)));
  };
  if (column) budget.allocate(column.values.length);
  const brand = column && new CodeFilter(column.codes, column.values.length, brandHolds);
  return [(doc) => !(hasExcludedPrefixes(doc) || (brand?.passes(doc) ?? false))];
}
