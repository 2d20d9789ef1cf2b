// Chooses the follow-up question that splits the result best, with exact counts over the ranking session.

import type { ProductSummary, ValueCount } from '../index/port.ts';
import type { CatalogueStore, StoredProduct } from '../store/catalogue-store.ts';
import { foldText } from '../text/fold-text.ts';
import { money } from '../text/money.ts';
import type { ChatState, PriceLimits, Refinement, RefinementOption } from './chat-state.ts';

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
  const refinementBy = (category: Exclude<Refinement['category'], 'price'>): Refinement => {
    const counts = category === 'category' ? splittingLevel(summary.category_levels, total) : summary[category];
    const options = counts.slice(0, MAX_OPTIONS);
    return { category, options: options.map(({ value, count, product_no }) => ({ text: value, count, product_no })) };
  };
  const asked = requested && refinementBy(requested);
  if (asked && asked.options.length > 0) return asked;
  if (total < MIN_PRODUCTS) return null;
  const chosen = { ...state.wanted, category: state.category };
  const open = (['brand', 'category', 'color', 'size'] as const).filter((category) => !chosen[category]);
  const byPrice: Refinement = { category: 'price', options: priceBands(summary, currency) };
  const candidates = [...open.map(refinementBy), byPrice];
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

/** The deepest category level that most of the products have, the most frequent first. */
export const deepestLevel = ({ category_levels, prices }: ProductSummary): ValueCount[] =>
  category_levels.findLast(
    (level) => 2 * level.reduce((sum, { count }) => sum + count, 0) >= prices.length && level.length > 0,
  ) ?? [];

/** Price bands with round limits and about equal numbers of products. They do not overlap: the lower limit is exclusive. */
function priceBands({ prices, currencies }: ProductSummary, code: string): RefinementOption[] {
  const isKnown = (price: number, i: number) => !Number.isNaN(price) && currencies[i] === code;
  const known = [...prices].filter(isKnown).sort((a, b) => a - b);
  if (known.length < MIN_PRODUCTS) return [];
  const limits = QUARTILES.map((part) => roundLimit(known[Math.floor(part * known.length)]!));
  const inner = [...new Set(limits)].filter((limit) => limit > known[0]! && limit < known.at(-1)!);
  const edges = [-Infinity, ...inner.sort((a, b) => a - b), Infinity];
  return edges.slice(1).flatMap((high, i) => {
    const low = edges[i]!;
    const { length: count } = known.filter((price) => price > low && price <= high);
    const limited: PriceLimits = {
      ...(low > 0 ? { low, is_low_open: true } : {}),
      ...(high < Infinity ? { high } : {}),
      ...(code ? { currency: code } : {}),
    };
    const upTo = low > 0 ? `${money(low, code)} to` : 'Up to';
    const text = high < Infinity ? `${upTo} ${money(high, code)}` : `Over ${money(low, code)}`;
    return count > 0 && inner.length > 0 ? [{ text, price: limited, count }] : [];
  });
}

const QUARTILES = [0.25, 0.5, 0.75];

/** Rounds to 1, 1.5, 2, 2.5, 3, 4, 5, 6 or 7.5 times a power of ten. */
function roundLimit(price: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(price, 1)));
  const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5, 10].map((step) => step * power);
  return steps.reduce((best, step) => (Math.abs(step - price) < Math.abs(best - price) ? step : best));
}
