// Derives a product's prices and currency. A sale price counts only within its dates.

import { isCurrency } from '../../product/currency.ts';
import type { Product } from '../../product/product.ts';
import type { Draft } from '../formats/format.ts';
import type { Fault } from '../parse-product.ts';
import { type ReadPrice, readPrice } from './price.ts';

interface PriceOptions {
  now_ms: number;
  currency: string | undefined;
}

export function readPrices(draft: Draft, product: Product, options: PriceOptions, dropped: Fault[]): void {
  const column = draft.currency?.trim().toUpperCase();
  const assumed = column && isCurrency(column) ? column : options.currency;
  const read = (field: 'regular_price' | 'final_price' | 'sale_price' | 'ship_price'): ReadPrice | undefined => {
    const text = draft[field];
    if (!text) return undefined;
    const price = readPrice(text, assumed);
    if (!price) dropped.push({ field, reason: 'is not a price', value: text });
    return price;
  };
  const regular = read('regular_price');
  const sale = isOnNow(draft.sale_dates, options.now_ms) ? read('sale_price') : undefined;
  // A sale price of 0 means an empty column.
  const final = (sale && sale.amount > 0 ? sale : undefined) ?? read('final_price') ?? regular;
  if (final) {
    product.final_amount = final.amount;
    // A price above the regular price is not a sale: it becomes the regular price.
    product.regular_amount = Math.max(regular?.amount ?? 0, final.amount);
  }
  const currency = final?.currency ?? regular?.currency ?? assumed;
  if (currency) product.currency = currency;
  const shipping = read('ship_price');
  if (shipping) product.ship_amount = shipping.amount;
}

const MAX_DATES_CHARS = 100;

/** Parses `2026-04-30T09:30-08:00/2026-05-30T23:59-08:00`. A sale without readable dates is on. */
function isOnNow(dates: string | undefined, now_ms: number): boolean {
  if (!dates) return true;
  const [start, end] = dates
    .slice(0, MAX_DATES_CHARS)
    .split(/\s*\/\s*|\s+(?:to|bis|-)\s+/i)
    .map(toMs);
  return !(start !== undefined && now_ms < start) && !(end !== undefined && now_ms > end);
}

function toMs(text: string): number | undefined {
  const iso = text
    .trim()
    .replace(/^(\d{4}-\d\d-\d\d)\s+/, '$1T')
    .replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
  const ms = Date.parse(iso);
  return Number.isNaN(ms) ? undefined : ms;
}
