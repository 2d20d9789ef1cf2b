// Sorts what was found by price or discount.
import type { ProductSummary } from '../index/port.ts';
import { discountOf } from '../product/product.ts';
import type { CatalogueStore } from '../store/catalogue-store.ts';
import { mostFrequent } from '../text/most-frequent.ts';
import type { ChatState } from './chat-state.ts';
import type { Found } from './find-products.ts';

/** The currency that the shopper asked for, else the most frequent one. */
export const currencyOf = ({ price }: ChatState, { currencies }: ProductSummary): string =>
  price.currency ?? mostFrequent(currencies.filter(Boolean))[0] ?? '';

/** The product numbers in the order of the state. Products without a price or a known discount come last. */
export async function sortFound(
  { store }: { store: CatalogueStore },
  found: Found,
  summary: ProductSummary,
): Promise<Uint32Array> {
  const { product_nos, state } = found;
  const compare =
    state.order === 'discount'
      ? byDiscount(await discountsOf(store, product_nos))
      : byPrice(summary, currencyOf(state, summary), state.order === 'cheapest' ? 1 : -1);
  const places = Array.from(product_nos.keys()).sort((a, b) => compare(a, b) || a - b);
  return Uint32Array.from(places, (i) => product_nos[i]!);
}

/** Prices in different currencies are not compared: each currency is sorted by itself, the main one first. */
function byPrice({ prices, currencies }: ProductSummary, currency: string, sign: 1 | -1) {
  const order = [currency, ...mostFrequent(currencies.filter((other) => other !== currency))];
  const rankOf = new Map(order.map((name, i) => [name, i]));
  const rank = (i: number) => (Number.isNaN(prices[i]!) ? order.length : rankOf.get(currencies[i]!)!);
  return (a: number, b: number) => rank(a) - rank(b) || sign * (prices[a]! - prices[b]!) || 0;
}

const byDiscount = (discounts: readonly number[]) => (a: number, b: number) => discounts[b]! - discounts[a]!;

/** In the order of the numbers; -1 if unknown. */
async function discountsOf(store: CatalogueStore, product_nos: Uint32Array): Promise<number[]> {
  const products = product_nos.length > 0 ? await store.getProducts({ product_nos: [...product_nos] }) : [];
  const isKnown = (product: (typeof products)[number]['product']) =>
    product.regular_amount !== undefined && product.final_amount !== undefined;
  const known = products.filter(({ product }) => isKnown(product));
  const byNumber = new Map(known.map(({ product_no, product }) => [product_no, discountOf(product)]));
  return Array.from(product_nos, (no) => byNumber.get(no) ?? -1);
}
