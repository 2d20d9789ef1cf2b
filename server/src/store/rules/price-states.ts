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
