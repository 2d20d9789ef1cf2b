// Filters of one segment, in two phases like Lucene's TwoPhaseIterator: columns filter many candidates at once, and
// documents whose text must be read are verified last, best first.

import { gallop } from '../../../dictionary/lower-bound.ts';
import type { WorkBudget } from '../../../work-budget.ts';

/**
 * Moves the candidates that pass to the front, keeping their order, and returns where they end. Rejected candidates get
 * `rejectedScore`. A candidate minus `base` is the document id within the segment.
 */
export interface ColumnFilter {
  keep(
    candidates: Uint32Array,
    from: number,
    to: number,
    base: number,
    scores: Int32Array,
    rejectedScore: number,
  ): number;
}

/** A compiled criterion: by column, or by reading the document. Undefined accepts all documents. */
export type DocFilter = ColumnFilter | ((doc: number) => boolean) | undefined;

/** One byte per document. Documents with a byte other than `accepted` are never scored. */
interface Marks {
  bytes: Uint8Array;
  accepted: number;
}

export interface SegmentFilter extends ColumnFilter {
  marks: Marks | undefined;
  /** Sorted superset of the matching documents, set if it is small. */
  shortlist: Uint32Array | undefined;
  /** Verification of a single document; undefined if the columns decide. */
  matches: ((doc: number) => boolean) | undefined;
}

/** Filters a coded column. Each distinct value is tested once. */
export class CodeFilter implements ColumnFilter {
  readonly #codes: ArrayLike<number>;
  /** By code: 0 unknown, 1 rejected, 2 accepted. */
  readonly #verdicts: Uint8Array;
  readonly #test: (code: number) => boolean;

  constructor(codes: ArrayLike<number>, values: number, test: (code: number) => boolean) {
    this.#codes = codes;
    this.#verdicts = new Uint8Array(values + 1);
    this.#test = test;
  }

  /** For a known set of matching codes. */
  static ofCodes(
    codes: ArrayLike<number>,
    values: number,
    matching: Iterable<number>,
    isPositive: boolean,
  ): CodeFilter {
    const filter = new CodeFilter(codes, values, () => false);
    filter.#verdicts.fill(isPositive ? 1 : 2);
    for (const code of matching) filter.#verdicts[code] = isPositive ? 2 : 1;
    return filter;
  }

  passes(doc: number): boolean {
    return this.#verdict(this.#codes[doc]!) === 2;
  }

  /** Marks all matching documents. Tests every value first: there are fewer values than documents. */
  markAll(marks: Uint8Array): void {
    const [codes, verdicts] = [this.#codes, this.#verdicts];
    let matchesAny = false;
    for (let code = 0; code < verdicts.length; code++) matchesAny = this.#verdict(code) === 2 || matchesAny;
    if (!matchesAny) return;
    for (let doc = 0; doc < marks.length; doc++) if (verdicts[codes[doc]!] === 2) marks[doc] = 1;
  }

  #verdict(code: number): number {
    let verdict = this.#verdicts[code]!;
    if (verdict === 0) {
      verdict = this.#test(code) ? 2 : 1;
      this.#verdicts[code] = verdict;
    }
    return verdict;
  }

  keep(
    candidates: Uint32Array,
    from: number,
    to: number,
    base: number,
    scores: Int32Array,
    rejectedScore: number,
  ): number {
    const [codes, verdicts] = [this.#codes, this.#verdicts];
    let kept = from;
    for (let i = from; i < to; i++) {
      const candidate = candidates[i]!;
      const verdict = verdicts[codes[candidate - base]!]!;
      if (verdict === 2 || (verdict === 0 && this.passes(candidate - base))) candidates[kept++] = candidate;
      else scores[candidate] = rejectedScore;
    }
    return kept;
  }
}

/** Filters a number column by an inclusive range. A missing number is outside the range. */
export const rangeFilter = (
  { column, missing }: { column: Uint32Array | Float64Array; missing: number },
  [low, high]: readonly [number, number],
  isNegated: boolean,
): ColumnFilter => ({
  keep(candidates, from, to, base, scores, rejectedScore) {
    let kept = from;
    for (let i = from; i < to; i++) {
      const candidate = candidates[i]!;
      const value = column[candidate - base]!;
      const isInRange = value !== missing && value >= low && value <= high;
      if (isInRange !== isNegated) candidates[kept++] = candidate;
      else scores[candidate] = rejectedScore;
    }
    return kept;
  },
});

/** Filters by bits of the flags column. */
export const flagFilter = (flags: Uint8Array, mask: number, expected: number): ColumnFilter => ({
  keep(candidates, from, to, base, scores, rejectedScore) {
    let kept = from;
    for (let i = from; i < to; i++) {
      const candidate = candidates[i]!;
      if ((flags[candidate - base]! & mask) === expected) candidates[kept++] = candidate;
      else scores[candidate] = rejectedScore;
    }
    return kept;
  },
});

/** Filters by a sorted list of documents. Candidates are sorted too, so both are merged. */
export const docListFilter = (list: Uint32Array, isPositive: boolean): ColumnFilter => ({
  keep(candidates, from, to, base, scores, rejectedScore) {
    let [kept, at] = [from, 0];
    for (let i = from; i < to; i++) {
      const candidate = candidates[i]!;
      const doc = candidate - base;
      at = gallop(list, doc, at, list.length);
      const isListed = at < list.length && list[at] === doc;
      if (isListed === isPositive) candidates[kept++] = candidate;
      else scores[candidate] = rejectedScore;
    }
    return kept;
  },
});

export const MATCH_NONE: ColumnFilter = {
  keep(candidates, from, to, _base, scores, rejectedScore) {
    for (let i = from; i < to; i++) scores[candidates[i]!] = rejectedScore;
    return from;
  },
};

/** Work units per candidate and column filter. */
const FILTER_COST = 3;

export function allOf(columnFilters: readonly ColumnFilter[], budget: WorkBudget): ColumnFilter['keep'] {
  return (candidates, from, to, base, scores, rejectedScore) => {
    let end = to;
    for (const filter of columnFilters) {
      if (end === from) return end;
      budget.spend(FILTER_COST * (end - from));
      end = filter.keep(candidates, from, end, base, scores, rejectedScore);
    }
    return end;
  };
}
