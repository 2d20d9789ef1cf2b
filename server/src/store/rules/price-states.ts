// A product's price and stock, and which changes of them are recorded.
import type { Product } from '../../product/product.ts';
import type { PriceState } from '../catalogue-store.ts';

export type PriceValues = Omit<PriceState, 'at_ms'>;

/** Of a stored product. */
export const pricesOf = (data: string): PriceValues => {
  const { currency, regular_amount, final_amount, in_stock, stock_quantity }: Product = JSON.parse(data);
  return {
    currency: currency ?? null,
    regular_amount: regular_amount ?? null,
    final_amount: final_amount ?? null,
    in_stock: in_stock ?? null,
    stock_quantity: stock_quantity ?? null,
  };
};

export const isSamePrice = (one: PriceValues, other: PriceValues): boolean =>
  one.currency === other.currency &&
  one.regular_amount === other.regular_amount &&
  one.final_amount === other.final_amount &&
  one.in_stock === other.in_stock &&
  one.stock_quantity === other.stock_quantity;

/** The time of a state; null if the state is older than the recorded history, which stores hold as 0. */
export const stateTime_ms = (stored_at_ms: number): number | null => stored_at_ms || null;

/**
 * The states that writing these versions of a product records, by time. `old` is the version that they replace, `last`
 * the last recorded state. The first change also records the values before it; a product that was deleted before gets a
 * new state unless it returns with the last one.
 */
export function recordedStates(
  versions: readonly string[],
  {
    old,
    last,
    now_ms,
  }: { old: { data: string; added_at_ms: number } | undefined; last: PriceValues | undefined; now_ms: number },
): Map<number, PriceValues> {
  const states = new Map<number, PriceValues>();
  if (!old && !last && versions.length === 1) return states;
  let before = old ? { values: pricesOf(old.data), from_ms: old.added_at_ms } : undefined;
  for (const data of versions) {
    const values = pricesOf(data);
    if (before && !last && states.size === 0 && !isSamePrice(before.values, values))
      states.set(before.from_ms, before.values);
    const current = before?.values ?? last;
    if (current && !isSamePrice(current, values)) states.set(now_ms, values);
    before = { values, from_ms: before?.from_ms ?? now_ms };
  }
  return states;
}
