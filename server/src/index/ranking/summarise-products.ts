// Facet counts of a result set, for any engine.
import { fromAmount } from '../../product/amount.ts';
import { valuesOf } from '../../product/text-fields.ts';
import type { ProductSummary, ValueCount } from '../port.ts';

/** Maximum number of values per facet. */
const MAX_VALUES = 50;

/** What an engine stores about a product. Texts are folded (`foldedValue`), and empty if missing. */
export interface FacetValues {
  /** The final price in ten-thousandths; undefined if unknown. */
  amount: number | undefined;
  currency: string;
  brand: string;
  color: string;
  size: string;
  category: string;
}

type Counts = Map<string, ValueCount>;

/** `valuesOfProduct` returns undefined for deleted products. */
export function summariseProducts(
  product_nos: Uint32Array,
  valuesOfProduct: (product_no: number) => FacetValues | undefined,
): ProductSummary {
  const prices = new Float64Array(product_nos.length).fill(Number.NaN);
  const currencies = new Array<string>(product_nos.length).fill('');
  const counts = { brand: new Map() as Counts, color: new Map() as Counts, size: new Map() as Counts };
  const levels: Counts[] = [];
  for (const [i, product_no] of product_nos.entries()) {
    const values = valuesOfProduct(product_no);
    if (!values) continue;
    if (values.amount !== undefined) prices[i] = fromAmount(values.amount);
    currencies[i] = values.currency.toUpperCase();
    for (const field of ['brand', 'color', 'size'] as const) {
      for (const value of new Set(valuesOf(field, values[field]))) add(counts[field], value, product_no);
    }
    for (const [depth, level] of values.category.split('>').entries()) {
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

function add(counts: Counts, value: string, product_no: number): void {
  if (value === '') return;
  const known = counts.get(value);
  if (known) known.count++;
  else counts.set(value, { value, count: 1, product_no });
}

const top = (counts: Counts): ValueCount[] =>
  [...counts.values()].sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, MAX_VALUES);
