// What filters ask of the products of one segment. Most is told by a column: those tests filter over many products at once.
// What has to read texts is asked of single products, and only when it comes to that.

import { gallop } from '../../format/lower-bound.ts';
import type { WorkBudget } from '../work-budget.ts';

/** Which of some products, in order, pass: moves them to the front and tells where they end; gives the others the score of losers. */
export interface ColumnFilter {
  keep(docs: Uint32Array, from: number, to: number, base: number, scores: Int32Array, rejectedScore: number): number;
}

/** A criterion in one segment: told by a column, or by reading the product; undefined: all pass. */
export type DocFilter = ColumnFilter | ((doc: number) => boolean) | undefined;

/** A byte for each product of a segment: who has another one than this is left out before any word is counted. */
interface Marks {
  bytes: Uint8Array;
  accepted: number;
}

export interface SegmentFilter extends ColumnFilter {
  marks: Marks | undefined;
  /** Where few pass one of its tests: those, by their docs in the segment, in order. */
  shortlist: Uint32Array | undefined;
  /** Asked of a place in the segment; undefined: nothing is left to ask. */
  matches: ((doc: number) => boolean) | undefined;
}

/** By the code of a value: each value is judged once. */
export class CodeFilter implements ColumnFilter {
  readonly #codes: ArrayLike<number>;
  /** 0 while it is not known, 1 for no, 2 for yes. */
  readonly #verdicts: Uint8Array;
  readonly #judge: (code: number) => boolean;

  constructor(codes: ArrayLike<number>, values: number, judge: (code: number) => boolean) {
    this.#codes = codes;
    this.#verdicts = new Uint8Array(values + 1);
    this.#judge = judge;
  }

  /** Where it is known which values are meant: nothing is left to judge. */
  static ofCodes(codes: ArrayLike<number>, values: number, meant: Iterable<number>, isPositive: boolean): CodeFilter {
    const filter = new CodeFilter(codes, values, () => false);
    filter.#verdicts.fill(isPositive ? 1 : 2);
    for (const code of meant) filter.#verdicts[code] = isPositive ? 2 : 1;
    return filter;
  }

  passes(doc: number): boolean {
    return this.#verdict(this.#codes[doc]!) === 2;
  }

  /** Marks whoever passes. Every value is judged before, of which there are fewer than products. */
  markAll(marks: Uint8Array): void {
    const [codes, verdicts] = [this.#codes, this.#verdicts];
    let isAny = false;
    for (let code = 0; code < verdicts.length; code++) isAny = this.#verdict(code) === 2 || isAny;
    if (!isAny) return;
    for (let doc = 0; doc < marks.length; doc++) if (verdicts[codes[doc]!] === 2) marks[doc] = 1;
  }

  #verdict(code: number): number {
    let verdict = this.#verdicts[code]!;
    if (verdict === 0) {
      verdict = this.#judge(code) ? 2 : 1;
      this.#verdicts[code] = verdict;
    }
    return verdict;
  }

  keep(docs: Uint32Array, from: number, to: number, base: number, scores: Int32Array, rejectedScore: number): number {
    const [codes, verdicts] = [this.#codes, this.#verdicts];
    let kept = from;
    for (let i = from; i < to; i++) {
      const place = docs[i]!;
      const verdict = verdicts[codes[place - base]!]!;
      if (verdict === 2 || (verdict === 0 && this.passes(place - base))) docs[kept++] = place;
      else scores[place] = rejectedScore;
    }
    return kept;
  }
}

/** Between two numbers, or not between them; who lacks the number passes or does not. */
export class RangeFilter implements ColumnFilter {
  readonly #column: Uint32Array | Float64Array;
  readonly #lacking: number;
  readonly #low: number;
  readonly #high: number;
  readonly #isNegated: boolean;

  constructor(
    { column, lacking }: { column: Uint32Array | Float64Array; lacking: number },
    [low, high]: readonly [number, number],
    isNegated: boolean,
  ) {
    this.#column = column;
    this.#lacking = lacking;
    this.#low = low;
    this.#high = high;
    this.#isNegated = isNegated;
  }

  keep(docs: Uint32Array, from: number, to: number, base: number, scores: Int32Array, rejectedScore: number): number {
    const column = this.#column;
    const [lacking, low, high, isNegated] = [this.#lacking, this.#low, this.#high, this.#isNegated];
    let kept = from;
    for (let i = from; i < to; i++) {
      const place = docs[i]!;
      const value = column[place - base]!;
      const isInside = value !== lacking && value >= low && value <= high;
      if (isInside !== isNegated) docs[kept++] = place;
      else scores[place] = rejectedScore;
    }
    return kept;
  }
}

/** By the bits of a byte. */
export class FlagFilter implements ColumnFilter {
  readonly #flags: Uint8Array;
  readonly #mask: number;
  readonly #wanted: number;

  constructor(flags: Uint8Array, mask: number, wanted: number) {
    this.#flags = flags;
    this.#mask = mask;
    this.#wanted = wanted;
  }

  keep(docs: Uint32Array, from: number, to: number, base: number, scores: Int32Array, rejectedScore: number): number {
    let kept = from;
    for (let i = from; i < to; i++) {
      const place = docs[i]!;
      if ((this.#flags[place - base]! & this.#mask) === this.#wanted) docs[kept++] = place;
      else scores[place] = rejectedScore;
    }
    return kept;
  }
}

/** Who is on a list passes, or everybody else. The list and the docs are in order, so one is read along with the other. */
export class DocListFilter implements ColumnFilter {
  readonly #list: Uint32Array;
  readonly #matches: boolean;

  constructor(list: Uint32Array, matches: boolean) {
    this.#list = list;
    this.#matches = matches;
  }

  keep(docs: Uint32Array, from: number, to: number, base: number, scores: Int32Array, rejectedScore: number): number {
    const [list, matches] = [this.#list, this.#matches];
    let [kept, at] = [from, 0];
    for (let i = from; i < to; i++) {
      const place = docs[i]!;
      const doc = place - base;
      at = gallop(list, doc, at, list.length);
      const isListed = at < list.length && list[at] === doc;
      if (isListed === matches) docs[kept++] = place;
      else scores[place] = rejectedScore;
    }
    return kept;
  }
}

/** Nobody passes. */
export const MATCH_NONE: ColumnFilter = {
  keep(docs, from, to, _base, scores, rejectedScore) {
    for (let i = from; i < to; i++) scores[docs[i]!] = rejectedScore;
    return from;
  },
};

/** Units for a product in a filter. */
const SWEEP_COST = 3;

/** One after the other. */
export function allOf(columnFilters: readonly ColumnFilter[], budget: WorkBudget): ColumnFilter['keep'] {
  return (docs, from, to, base, scores, rejectedScore) => {
    let end = to;
    for (const filter of columnFilters) {
      if (end === from) return end;
      budget.spend(SWEEP_COST * (end - from));
      end = filter.keep(docs, from, end, base, scores, rejectedScore);
    }
    return end;
  };
}
