// Random catalogues for the scorer: real segments with columns to filter by, and posting lists with random weights.
// Expected results come from scoring every document.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { parseFilter } from '../../server/src/index/criteria/parse-filter.ts';
import { pack, unpack } from '../../server/src/index/dictionary/layout.ts';
import { isShortList } from '../../server/src/index/dictionary/posting-list-ref.ts';
import { stringTable } from '../../server/src/index/dictionary/string-table.ts';
import { FLAGS } from '../../server/src/index/embedded/format/fields.ts';
import { PostingsReader } from '../../server/src/index/embedded/format/posting-lists.ts';
import { PostingsWriter } from '../../server/src/index/embedded/format/postings-writer.ts';
import { Segment } from '../../server/src/index/embedded/format/segment.ts';
import { WINDOW } from '../../server/src/index/embedded/format/windows.ts';
import { LiveSegment } from '../../server/src/index/embedded/live-segment.ts';
import { compileFilter } from '../../server/src/index/embedded/query/filter/compile-filter.ts';
import { IndexView, type PostingList, type SegmentView } from '../../server/src/index/embedded/query/index-view.ts';
import type { RetrievalRequest } from '../../server/src/index/embedded/query/retrieve-candidates.ts';
import type { ScoredSlot } from '../../server/src/index/embedded/query/scorer.ts';
import type { ScoredDoc } from '../../server/src/index/embedded/query/select-top-k.ts';
import { BatchIndexer } from '../../server/src/index/embedded/writer/batch-indexer.ts';
import { measureLengths } from '../../server/src/index/ranking/field-lengths.ts';
import { pointsByWeight } from '../../server/src/index/ranking/quantised-weight.ts';
import type { WorkBudget } from '../../server/src/index/work-budget.ts';
import { pick, type Random } from './seeded.ts';

const below = (random: Random, end: number): number => Math.floor(random() * end);

/** A random sorted subset of the integers below `end`. */
function some(random: Random, end: number, density: number): Uint32Array {
  const chosen = new Uint32Array(end);
  let count = 0;
  for (let number = 0; number < end; number++) if (random() < density) chosen[count++] = number;
  return chosen.subarray(0, count);
}

const COLORS = ['red', 'green', 'blue', 'mauve'];
const RARE = COLORS.length;
const MAX_WEIGHT = 255;
/** The scorer samples the first documents of every 16,384. */
const SAMPLED_EVERY = 16_384;
const REGULAR_PRICE = 100_000;
const PINNED_SCORE = 2 ** 29;

/** By document; `color` is 0 if missing, otherwise a code from 1. */
interface Columns {
  color: Uint8Array;
  final_price: Uint32Array;
  flags: Uint8Array;
}

/** A term with its posting list per segment, and its weight by global document id. */
interface Term {
  postingLists: PostingList[];
  weights: Uint8Array;
}

export interface ScoredCatalogue {
  view: IndexView;
  terms: Term[];
  columns: Map<SegmentView, Columns>;
}

interface Filter {
  criteria: Criterion[];
  passes: (columns: Columns, doc: number) => boolean;
}

const isMauve: Filter = {
  criteria: [{ field: 'color', operator: '=', value: 'Mauve' }],
  passes: ({ color }, doc) => color[doc] === RARE,
};
const isInStock: Filter = {
  criteria: [{ field: 'in_stock', operator: '=', value: true }],
  passes: ({ flags }, doc) => (flags[doc]! & FLAGS.in_stock) !== 0,
};
const isCheap: Filter = {
  criteria: [{ field: 'final_price', operator: '<=', value: 3 }],
  passes: ({ final_price }, doc) => final_price[doc]! <= 30_000,
};
const isNotRed: Filter = {
  criteria: [{ field: 'color', operator: '!=', value: 'Red' }],
  passes: ({ color }, doc) => color[doc] !== 1,
};
/** This filter verifies documents one by one. */
const reducedBy = (percent: number): Filter => ({
  criteria: [{ field: 'sale_discount', operator: '>=', value: percent / 100 }],
  passes: ({ final_price }, doc) => (REGULAR_PRICE - final_price[doc]!) * 100 >= percent * REGULAR_PRICE,
});
const both = (one: Filter, other: Filter): Filter => ({
  criteria: [...one.criteria, ...other.criteria],
  passes: (columns, doc) => one.passes(columns, doc) && other.passes(columns, doc),
});

const FILTERS: Filter[] = [
  { criteria: [], passes: () => true },
  isInStock,
  isCheap,
  isNotRed,
  isMauve,
  both(isMauve, isInStock),
  both(isMauve, reducedBy(30)),
  reducedBy(30),
  both(isInStock, reducedBy(97)),
];

/** One to four segments; the first one of a large catalogue spans several posting windows. */
export function randomCatalogue(random: Random, isLarge: boolean): ScoredCatalogue {
  const max = pick([8, 80, 400], random);
  const sizes = Array.from({ length: 1 + below(random, 4) }, () => 1 + below(random, max));
  if (isLarge) sizes[0] = WINDOW + pick([1, 5000, 20_000], random);
  const deleted = pick([0, 0, 0.05, 0.6], random);
  const all = numbersOf(random, sizes).map((numbers) => ({ numbers, columns: columnsOf(random, numbers.length) }));
  const view = new IndexView(
    all.map(({ numbers, columns }) => {
      return new LiveSegment(segmentOf(numbers, columns), some(random, numbers.length, deleted));
    }),
  );
  const terms = Array.from({ length: 8 }, (): Term => ({ postingLists: [], weights: new Uint8Array(view.maxDoc) }));
  const levels = pick([[1], [1, 3], [1, 3, 56]], random);
  for (const segmentView of view.segments) addPostings(random, segmentView, terms, levels);
  return { view, terms, columns: new Map(view.segments.map((segmentView, i) => [segmentView, all[i]!.columns])) };
}

/** Sorted product numbers per segment: consecutive, or interleaved across segments. */
function numbersOf(random: Random, sizes: readonly number[]): Uint32Array[] {
  const isMixed = random() < 0.5;
  const left = [...sizes];
  const all: number[][] = sizes.map(() => []);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  for (let number = 1; number <= total; number++) {
    let [segment, at] = [0, isMixed ? below(random, total - number + 1) : 0];
    while (at >= left[segment]!) at -= left[segment++]!;
    left[segment]!--;
    all[segment]!.push(number);
  }
  return all.map((numbers) => Uint32Array.from(numbers));
}

function columnsOf(random: Random, size: number): Columns {
  const final_price = Uint32Array.from({ length: size }, () => 1000 * below(random, 101));
  const color = Uint8Array.from({ length: size }, () => (random() < 0.03 ? RARE : below(random, RARE)));
  const flags = Uint8Array.from(
    final_price,
    (final) => (final < REGULAR_PRICE ? FLAGS.on_sale : 0) | (random() < 0.7 ? FLAGS.in_stock : FLAGS.out_of_stock),
  );
  return { color, final_price, flags };
}

/** A real segment of one product, whose columns are replaced. */
const ONE_PRODUCT = new BatchIndexer(measureLengths([])).buildSegment([
  { change_no: 1, product_no: 1, merchant_id: 7, merchant_name: 'Shop', data: '{"id":"x","name":"x"}' },
])!;

const segmentOf = (numbers: Uint32Array, { color, final_price, flags }: Columns): Segment =>
  new Segment(
    pack({
      ...unpack(ONE_PRODUCT),
      product_nos: numbers,
      flags,
      'number.final_price': final_price,
      'number.regular_price': new Uint32Array(numbers.length).fill(REGULAR_PRICE),
      'codes.color': color,
      ...stringTable('values.color', COLORS),
    }),
  );

/**
 * Adds a posting list per term to a segment, rare or frequent. `levels` are the possible numbers of distinct weights.
 */
function addPostings(
  random: Random,
  segmentView: SegmentView,
  terms: readonly Term[],
  levels: readonly number[],
): void {
  const { size } = segmentView.segment;
  const writer = new PostingsWriter(size);
  let [shorts, longs] = [0, 0];
  const ranges = terms.map(({ weights }) => {
    const density = pick([0, 1 / size, 0.02, 0.2, 0.6, 1], random);
    const count = pick(levels, random);
    const minWeight = pick([MAX_WEIGHT + 1 - count, 1 + below(random, 200)], random);
    // Some terms occur only in sampled documents, so that the estimated threshold is too high.
    const max = pick([100, SAMPLED_EVERY, SAMPLED_EVERY, SAMPLED_EVERY], random);
    const docs = some(random, size, density).filter((doc) => doc % SAMPLED_EVERY < max);
    const listed = Uint8Array.from(docs, () => minWeight + below(random, count));
    for (const [i, doc] of docs.entries()) weights[segmentView.base + doc] = listed[i]!;
    writer.append(docs, listed, 0, docs.length);
    const first = isShortList(docs.length) ? shorts : longs;
    if (isShortList(docs.length)) shorts += docs.length;
    else longs += docs.length;
    return { first, count: docs.length };
  });
  const reader = new PostingsReader(writer.sections(), size);
  for (const [i, range] of ranges.entries()) {
    if (range.count > 0) terms[i]!.postingLists.push({ segmentView, ...reader.read(range) });
  }
}

interface Weighted {
  term: Term;
  points: Int32Array;
}

export interface ScoredSearch {
  k: number;
  slots: Weighted[][];
  unwanted: Weighted[];
  /** Documents with this term are exempt from unwanted terms. */
  exempting: Term;
  filter: Filter;
  /** Global document ids. */
  pinned: Set<number>;
  is_exhaustive: boolean;
}

export function randomSearch(random: Random, { view, terms }: ScoredCatalogue): ScoredSearch {
  const weighted = (factor: number): Weighted => ({ term: pick(terms, random), points: pointsByWeight(factor) });
  // A few round factors produce equal scores in different slots.
  const factorOf = pick([() => 12 * random() ** 2, () => pick([1, 1, 2, 3], random)], random);
  const word = () =>
    Array.from({ length: pick([1, 1, 1, 2, 3], random) }, factorOf)
      .sort((a, b) => b - a)
      .map(weighted);
  const pinned = Array.from({ length: pick([0, 0, 1, 5], random) }, () => below(random, view.maxDoc));
  return {
    // From 1 to more than there are documents, on a logarithmic scale.
    k: Math.floor((view.maxDoc + 2) ** random()),
    slots: Array.from({ length: pick([1, 1, 2, 3, 5], random) }, word),
    unwanted: Array.from({ length: pick([0, 0, 0, 1, 2], random) }, () => weighted(factorOf())),
    exempting: pick(terms, random),
    filter: pick(FILTERS, random),
    pinned: new Set(pinned),
    is_exhaustive: random() < 0.1,
  };
}

/** The search as a request to the scorer. `onPinned` receives the global ids of the pinned documents found. */
export function requestOf(
  search: ScoredSearch,
  budget: WorkBudget,
  onPinned: (globalDoc: number) => void,
): RetrievalRequest {
  const { k, slots, unwanted, exempting, filter, pinned, is_exhaustive } = search;
  return {
    k,
    slots: slots.map(
      (alternatives): ScoredSlot => ({
        alternatives: alternatives.map(({ term, points }) => ({ postingLists: term.postingLists, points })),
      }),
    ),
    unwanted: unwanted.map(({ term, points }) => ({
      postingLists: term.postingLists,
      points,
      isExempt: ({ base }, doc) => exempting.weights[base + doc]! > 0,
    })),
    filter: compileFilter(parseFilter(filter.criteria, []), !is_exhaustive, budget),
    pinnedIn: ({ base, segment }) =>
      [...pinned]
        .filter((globalDoc) => globalDoc >= base && globalDoc < base + segment.size)
        .map((globalDoc) => globalDoc - base),
    pinned_score: PINNED_SCORE,
    onPinned,
    is_exhaustive,
  };
}

/** Every document that the search should find, best first. */
export function allHits({ view, columns }: ScoredCatalogue, search: ScoredSearch): ScoredDoc[] {
  const hits: ScoredDoc[] = [];
  for (const segmentView of view.segments) {
    const { live, segment, base } = segmentView;
    const segmentColumns = columns.get(segmentView)!;
    for (let doc = 0; doc < segment.size; doc++) {
      if (live.deletedFlags?.[doc] === 1 || !search.filter.passes(segmentColumns, doc)) continue;
      const score = scoreOf(search, base + doc);
      if (score > 0) hits.push({ globalDoc: base + doc, score, product_no: segment.productNos[doc]! });
    }
  }
  return hits.sort((a, b) => b.score - a.score || a.product_no - b.product_no);
}

/** A slot counts once, by the first alternative that contains the document. */
function scoreOf({ slots, unwanted, exempting, pinned }: ScoredSearch, globalDoc: number): number {
  let score = pinned.has(globalDoc) ? PINNED_SCORE : 0;
  for (const alternatives of slots) {
    const match = alternatives.find(({ term }) => term.weights[globalDoc]! > 0);
    if (match) score += match.points[match.term.weights[globalDoc]!]!;
  }
  if (exempting.weights[globalDoc]! > 0) return score;
  for (const { term, points } of unwanted) score -= points[term.weights[globalDoc]!]!;
  return score;
}
