// Compiles criteria and exclusions into one filter per segment.
import { wordsOf } from '../../../../text/analyse.ts';
import { isFullText } from '../../../criteria/field-kinds.ts';
import {
  EXCLUSION_FIELDS,
  type FlagCriterion,
  type NumberCriterion,
  type ParsedFilter,
} from '../../../criteria/parse-filter.ts';
import { numberOf } from '../../../criteria/product-values.ts';
import type { WorkBudget } from '../../../work-budget.ts';
import { FLAGS, MISSING } from '../../format/fields.ts';
import type { Segment } from '../../format/segment.ts';
import type { SegmentView } from '../index-view.ts';
import { Alternatives } from './alternatives.ts';
import { findMatchingDocs } from './find-matching-docs.ts';
import { hasWordPrefixes, prefixMatcher } from './match-words.ts';
import { intersectMarks, listMarked } from './may-contain.ts';
import {
  allOf,
  CodeFilter,
  type ColumnFilter,
  type DocFilter,
  docListFilter,
  flagFilter,
  MATCH_NONE,
  rangeFilter,
  type SegmentFilter,
} from './segment-filter.ts';
import { compileTextCriterion, docsToVerify, type PreparedText, prepareTexts } from './text-criterion.ts';

/** Filters are compiled on first use of a segment. */
export function compileFilter(
  parsed: ParsedFilter,
  mayTakeShortcuts: boolean,
  budget: WorkBudget,
): (segmentView: SegmentView) => SegmentFilter {
  const cache = new Map<SegmentView, SegmentFilter>();
  const prepared: PreparedFilter = {
    ...parsed,
    texts: prepareTexts(parsed.texts, budget),
    exclusions: new Alternatives(parsed.exclusions, budget),
    mayTakeShortcuts,
  };
  return (segmentView) => {
    let filter = cache.get(segmentView);
    if (!filter) {
      filter = filterOf(segmentView, prepared, budget);
      cache.set(segmentView, filter);
    }
    return filter;
  };
}

/** The filter as prepared once for all segments. */
interface PreparedFilter extends Pick<ParsedFilter, 'numbers' | 'flags'> {
  texts: readonly PreparedText[];
  exclusions: Alternatives;
  mayTakeShortcuts: boolean;
}

function filterOf(
  { segment, live: { deletedFlags } }: SegmentView,
  { texts, numbers, flags, exclusions, mayTakeShortcuts }: PreparedFilter,
  budget: WorkBudget,
): SegmentFilter {
  const columnFilters: ColumnFilter[] = [];
  const verifiers: ((doc: number) => boolean)[] = compileExclusions(segment, exclusions, budget);
  const addFilter = (test: DocFilter) => {
    if (typeof test === 'function') verifiers.push(test);
    else if (test) columnFilters.push(test);
  };
  let shortlist: Uint32Array | undefined;
  let marks: Uint8Array | undefined;
  for (const flag of flags) addFilter(compileFlag(segment, flag));
  for (const number of numbers) addFilter(compileNumber(segment, number));
  for (const text of texts) {
    const found = mayTakeShortcuts ? findMatchingDocs(segment, text, budget) : undefined;
    // An empty list excludes no document.
    if (found?.length === 0 && !text.isPositive) continue;
    if (found) {
      budget.allocate(found.byteLength);
      columnFilters.push(docListFilter(found, text.isPositive));
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

function compileFlag(segment: Segment, { field, value }: FlagCriterion): ColumnFilter {
  if (field === 'on_sale') return flagFilter(segment.flags, FLAGS.on_sale, value ? FLAGS.on_sale : 0);
  const flag = value ? FLAGS.in_stock : FLAGS.out_of_stock;
  return flagFilter(segment.flags, flag, flag);
}

function compileNumber(segment: Segment, { field, range, isPositive }: NumberCriterion): DocFilter {
  if (field === 'sale_price' || field === 'sale_discount') {
    const amount = (field: 'regular_price' | 'final_price', doc: number) => {
      const stored = segment.number(field, doc);
      return stored === MISSING ? undefined : stored;
    };
    return (doc) => {
      const prices = { regular_amount: amount('regular_price', doc), final_amount: amount('final_price', doc) };
      const number = numberOf(prices, field);
      return (number !== undefined && number >= range[0] && number <= range[1]) === isPositive;
    };
  }
  const column = segment.numberColumn(field);
  if (!column) return isPositive ? MATCH_NONE : undefined;
  return rangeFilter(column, range, !isPositive);
}

/** Work units for splitting a brand, and per word of it. */
const BRAND_COST = 300;

function compileExclusions(segment: Segment, excluded: Alternatives, budget: WorkBudget): ((doc: number) => boolean)[] {
  if (excluded.groups.length === 0) return [];
  const hasExcludedPrefixes = hasWordPrefixes(segment, EXCLUSION_FIELDS.filter(isFullText), excluded, budget);
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
