// States of price and stock as rows.
import type { PriceState } from '../catalogue-store.ts';
import { flag, number, numberOrNull, type Row, text, textOrNull } from '../columns.ts';
import { pricesOf, stateTime_ms } from '../rules/price-states.ts';

export const toPriceState = (row: Row): PriceState => ({
  at_ms: stateTime_ms(number(row, 'at_ms')),
  currency: textOrNull(row, 'currency'),
  regular_amount: numberOrNull(row, 'regular_amount'),
  final_amount: numberOrNull(row, 'final_amount'),
  in_stock: row.in_stock === null ? null : flag(row, 'in_stock'),
  stock_quantity: numberOrNull(row, 'stock_quantity'),
});

/** The only state of a product whose prices have not changed yet. */
export const firstPriceState = (product: Row): PriceState => ({
  at_ms: stateTime_ms(number(product, 'added_at_ms')),
  ...pricesOf(text(product, 'data')),
});
