// Chooses the follow-up question that splits the result best, with exact counts over the ranking session.

import type { ProductSummary, ValueCount } from '../index/port.ts';
import type { CatalogueStore, StoredProduct } from '../store/catalogue-store.ts';
import { foldText } from '../text/fold-text.ts';
import { money } from '../text/money.ts';
import type { ChatState, PriceLimits } from './chat-state.ts';

export interface RefinementOption {
  text: string;
  count: number;
  /** Set for price bands. */
  price?: PriceLimits;
  /** A product that has the value. */
  product_no?: number;
}

export interface Refinement {
  category: 'brand' | 'price' | 'color' | 'size' | 'category';
  options: RefinementOption[];
}

const MAX_OPTIONS = 8;
/** Smaller results need no refinement. */
const MIN_PRODUCTS = 5;
/** Minimum share of products that have a value for the question. */
const MIN_COVERED = 0.4;

/** `requested`: the category that the shopper asked for, used however well it splits the result. */
export function chooseRefinement(
  state: ChatState,
  summary: ProductSummary,
  currency: string,
  requested?: Exclude<Refinement['category'], 'price'>,
): Refinement | null {
  const total = summary.prices.length;
  const optionsOf = (counts: ValueCount[]) =>
    counts.slice(0, MAX_OPTIONS).map(({ value, count, product_no }) => ({ text: value, count, product_no }));
  if (requested) {
    const counts = requested === 'category' ? splittingLevel(summary.category_levels, total) : summary[requested];
    if (counts.length > 0) return { category: requested, options: optionsOf(counts) };
  }
  if (total < MIN_PRODUCTS) return null;
  const candidates: Refinement[] = [];
  const offer = (category: Refinement['category'], counts: ValueCount[]) =>
    candidates.push({ category, options: optionsOf(counts) });
  if (!state.wanted.brand) offer('brand', summary.brand);
  if (!state.category) offer('category', splittingLevel(summary.category_levels, total));
  if (!state.wanted.color) offer('color', summary.color);
  if (!state.wanted.size) offer('size', summary.size);
  candidates.push({ category: 'price', options: priceBands(summary, currency) });
  const scored = candidates
    .filter(({ options }) => options.length > 1 && options.some(({ count }) => count < total))
    .map((refinement) => ({ refinement, score: usefulness(refinement.options, total) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  return scored[0]?.refinement ?? null;
}

/** The index returns folded values; this restores the spelling from a product that has the value. */
export async function asSpelled({ store }: { store: CatalogueStore }, refinement: Refinement): Promise<Refinement> {
  const { category, options } = refinement;
  if (category === 'price') return refinement;
  const products = await store.getProducts({ product_nos: options.map(({ product_no }) => product_no!) });
  const byNumber = new Map(products.map((stored) => [stored.product_no, stored]));
  const spelled = options.map(({ text, count, product_no }) => ({
    text: spellingIn(byNumber.get(product_no!), category, text),
    count,
  }));
  return { category, options: spelled };
}

const SEPARATORS = { brand: /$/, color: /[/,]/, size: /[/,]/, category: />/ };

function spellingIn(stored: StoredProduct | undefined, field: keyof typeof SEPARATORS, folded: string): string {
  const values = (stored?.product[field] ?? '').split(SEPARATORS[field]).map((value) => value.trim());
  return values.find((value) => foldText(value) === folded) ?? folded;
}

/** Expected share of the result that an answer removes. Products without a value count as not removed. */
function usefulness(options: RefinementOption[], total: number): number {
  const covered = options.reduce((sum, { count }) => sum + count, 0);
  if (covered / total < MIN_COVERED) return 0;
  const part = Math.min(1, covered / total);
  const left = options.reduce((sum, { count }) => sum + (count / covered) * (count / total), 0);
  return part * (1 - left);
}

/** The first category level at which the products differ. */
function splittingLevel(levels: ValueCount[][], total: number): ValueCount[] {
  return levels.find((level) => level.length > 1 && level[0]!.count < 0.9 * total) ?? [];
}

const BANDS = 4;

/** Price bands with round limits and about equal numbers of products. */
function priceBands({ prices, currencies }: ProductSummary, currency: string): RefinementOption[] {
  const known = [...prices]
    .filter((price, i) => !Number.isNaN(price) && currencies[i] === currency)
    .sort((a, b) => a - b);
  if (known.length < MIN_PRODUCTS) return [];
  const limits = new Set<number>();
  for (let i = 1; i < BANDS; i++) limits.add(roundLimit(known[Math.floor((i * known.length) / BANDS)]!));
  const inner = [...limits].filter((limit) => limit > known[0]! && limit < known.at(-1)!).sort((a, b) => a - b);
  if (inner.length === 0) return [];
  const edges = [undefined, ...inner, undefined];
  return edges.slice(1).flatMap((high, i) => {
    const low = edges[i];
    const count = known.filter((price) => (low === undefined || price > low) && (high === undefined || price <= high));
    return count.length > 0
      ? [{ text: bandText(low, high, currency), count: count.length, price: band(low, high, currency) }]
      : [];
  });
}

/** Bands do not overlap: the lower limit is exclusive, the upper inclusive. */
const band = (low: number | undefined, high: number | undefined, currency: string): PriceLimits => ({
  ...(low === undefined ? {} : { low, is_low_open: true }),
  ...(high === undefined ? {} : { high }),
  ...(currency ? { currency } : {}),
});

function bandText(low: number | undefined, high: number | undefined, currency: string): string {
  if (low === undefined) return `Up to ${money(high!, currency)}`;
  return high === undefined ? `Over ${money(low, currency)}` : `${money(low, currency)} to ${money(high, currency)}`;
}

/** Rounds to 1, 1.5, 2, 2.5, 3, 4, 5, 6 or 7.5 times a power of ten. */
function roundLimit(price: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(price, 1)));
  const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5, 10].map((step) => step * power);
  return steps.reduce((best, step) => (Math.abs(step - price) < Math.abs(best - price) ? step : best));
}
