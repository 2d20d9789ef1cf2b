// Facet counts of a result set, read from the doc values of its segments.
import { fromAmount } from '../../../product/amount.ts';
import { valuesOf } from '../../../product/text-fields.ts';
import type { CodedField } from '../../criteria/field-kinds.ts';
import type { ProductSummary, ValueCount } from '../../port.ts';
import { MISSING } from '../format/fields.ts';
import type { IndexView, SegmentView } from './index-view.ts';

/** Maximum number of values per facet. */
const MAX_VALUES = 50;

type Counts = Map<string, ValueCount>;

export function summarise(view: IndexView, product_nos: Uint32Array): ProductSummary {
  const prices = new Float64Array(product_nos.length).fill(Number.NaN);
  const currencies = new Array<string>(product_nos.length).fill('');
  const counts = { brand: new Map() as Counts, color: new Map() as Counts, size: new Map() as Counts };
  const levels: Counts[] = [];
  for (const [i, product_no] of product_nos.entries()) {
    const found = findLive(view, product_no);
    if (!found) continue;
    const { segment } = found.segmentView;
    const textOf = (field: CodedField) => segment.textOf(field, found.doc);
    const amount = segment.number('final_price', found.doc);
    if (amount !== MISSING) prices[i] = fromAmount(amount);
    currencies[i] = textOf('currency').toUpperCase();
    for (const field of ['brand', 'color', 'size'] as const) {
      for (const value of new Set(valuesOf(field, textOf(field)))) add(counts[field], value, product_no);
    }
    for (const [depth, level] of textOf('category').split('>').entries()) {
      levels[depth] ??= new Map();
      add(levels[depth], level.trim(), product_no);
    }
  }
  return {
    prices,
    currencies,
    brand: top(counts.brand),
    color: top(counts.color),
    size: top(counts.size),
    category_levels: levels.map(top).filter(({ length }) => length > 0),
  };
}

function findLive(view: IndexView, product_no: number): { segmentView: SegmentView; doc: number } | undefined {
  for (const segmentView of view.segments) {
    const doc = segmentView.segment.docOf(product_no);
    if (doc !== undefined && segmentView.live.deletedFlags?.[doc] !== 1) return { segmentView, doc };
  }
  return undefined;
}

function add(counts: Counts, value: string, product_no: number): void {
  if (value === '') return;
  const known = counts.get(value);
  if (known) known.count++;
  else counts.set(value, { value, count: 1, product_no });
}

const top = (counts: Counts): ValueCount[] =>
  [...counts.values()].sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, MAX_VALUES);
