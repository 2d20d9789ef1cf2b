// What a list of products is like, counted in a reader's thread so that only the counts leave it.
import { fromAmount } from '../../product/amount.ts';
import type { Product } from '../../product/product.ts';
import type { ProductSummary } from '../conversation-port.ts';
import type { Connection } from './connection.ts';

/** More values than anybody can choose from. */
const TOP = 50;

export function summarise(db: Connection, { product_nos }: { product_nos: Uint32Array }): ProductSummary {
  const prices = new Float64Array(product_nos.length).fill(Number.NaN);
  const currencies: string[] = [];
  const counts = {
    brand: new Map<string, number>(),
    color: new Map<string, number>(),
    size: new Map<string, number>(),
  };
  const levels: Map<string, number>[] = [];
  for (const [i, product_no] of product_nos.entries()) {
    const row = db.get('SELECT data FROM products WHERE product_no = ?', product_no);
    const product = row ? (JSON.parse(row.data as string) as Product) : undefined;
    currencies.push(product?.currency ?? '');
    if (!product) continue;
    if (product.final_amount !== undefined) prices[i] = fromAmount(product.final_amount);
    if (product.brand) add(counts.brand, product.brand);
    for (const color of partsOf(product.color)) add(counts.color, color);
    for (const size of partsOf(product.size)) add(counts.size, size);
    for (const [depth, level] of (product.category?.split('>') ?? []).entries()) {
      levels[depth] ??= new Map();
      add(levels[depth], level.trim());
    }
  }
  return {
    prices,
    currencies,
    brand: top(counts.brand),
    color: top(counts.color),
    size: top(counts.size),
    category_levels: levels.map(top),
  };
}

const partsOf = (value = '') =>
  new Set(
    value
      .split(/[/,]/)
      .map((part) => part.trim())
      .filter(Boolean),
  );

function add(counts: Map<string, number>, value: string): void {
  counts.set(value, (counts.get(value) ?? 0) + 1);
}

const top = (counts: Map<string, number>): [string, number][] =>
  [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, TOP);
