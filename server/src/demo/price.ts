// Generates plausible prices: whole cents, typical endings, and discounts.
import type { Merchant } from './merchants.ts';
import type { Random } from './random.ts';

/** Approximate units per US dollar. */
const RATES = { USD: 1, EUR: 0.92, GBP: 0.79 };
const SHARE_ON_SALE = 0.3;

export interface Price {
  regular_cents: number;
  final_cents: number;
}

export function priceAt(merchant: Merchant, usd: number, random: Random): Price {
  const amount_cents = usd * 100 * RATES[merchant.currency] * merchant.factor;
  const regular_cents = withPriceEnding(amount_cents, merchant.ending_cents);
  if (!random.chance(SHARE_ON_SALE)) return { regular_cents, final_cents: regular_cents };
  return { regular_cents, final_cents: salePrice(regular_cents, merchant.ending_cents, random) };
}

/** Discounts from 5 % to 70 %; small ones are more frequent. */
function salePrice(regular_cents: number, ending_cents: number, random: Random): number {
  const depth = 0.06 + 0.63 * random.next() ** 1.8;
  const exact_cents = Math.round(regular_cents * (1 - depth));
  const pretty_cents = withPriceEnding(exact_cents, ending_cents);
  const prettyDepth = 1 - pretty_cents / regular_cents;
  return prettyDepth >= 0.05 && prettyDepth <= 0.7 ? pretty_cents : exact_cents;
}

function withPriceEnding(amount_cents: number, ending_cents: number): number {
  if (amount_cents < 1000) return Math.max(99, Math.round(amount_cents / 50) * 50 - 1);
  const step = amount_cents < 10_000 ? 100 : amount_cents < 30_000 ? 500 : 1000;
  const round_cents = Math.round(amount_cents / step) * step;
  // 130.00 becomes 129.95, or 129.00 for shops that price in whole amounts.
  return round_cents - 100 + ending_cents;
}
