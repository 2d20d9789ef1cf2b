// Price limits: absolute, around a figure, and relative to what is shown.

import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import type { ChatState, PriceLimits, ShownItem } from '../chat-state.ts';
import type { Place } from '../grammar/intent.ts';

/** "around 100" allows a fifth more or less. */
const AROUND = 0.2;
const rounded = (price: number) => Math.round(price * 100) / 100;

/** Drops what is undefined. */
const priceOf = (limits: { [K in keyof PriceLimits]: PriceLimits[K] | undefined }): PriceLimits =>
  Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));

/** A new limit replaces the same one; the other stays if both can hold. */
export function setPrice(
  before: PriceLimits,
  { low, high, is_around, currency = before.currency }: Omit<PriceLimits, 'is_low_open' | 'is_high_open'>,
): PriceLimits {
  if (is_around)
    return priceOf({ low: rounded(high! * (1 - AROUND)), high: rounded(high! * (1 + AROUND)), is_around, currency });
  if (low === undefined && high === undefined) return priceOf({ ...before, currency });
  const other = before.is_around ? {} : before;
  const lower = (other.low ?? Infinity) < high! ? other.low : undefined;
  const upper = (other.high ?? 0) > low! ? other.high : undefined;
  return priceOf({ low: low ?? lower, high: high ?? upper, currency });
}

/** A currency without limits is dropped with the last one. */
export function releaseLimit({ is_around: _, ...price }: PriceLimits, field: 'low' | 'high' | 'currency'): PriceLimits {
  if (field === 'currency') return priceOf({ ...price, currency: undefined });
  const left = priceOf({ ...price, [field]: undefined, [`is_${field}_open`]: undefined });
  return left.low === undefined && left.high === undefined ? {} : left;
}

/** Relative to the product that was named, else to the middle of those shown. A limit that says more stays. */
export function changePrice(
  state: ChatState,
  { direction, place }: { direction: 'cheaper' | 'dearer'; place?: Place },
  { shown, vocabulary }: { shown: readonly ShownItem[]; vocabulary: Vocabulary },
): ChatState {
  const { low, high, is_around, currency: chosen } = state.price;
  const isCheaper = direction === 'cheaper';
  const known = shown
    .filter(({ price, currency }) => price !== null && (!chosen || currency === chosen))
    .sort((a, b) => a.price! - b.price!);
  const named = shown.find(({ product_no }) => product_no === state.similar_to?.product_no);
  const item = place === undefined ? (named ?? known[Math.floor(known.length / 2)]) : shown.at(place - 1);
  // Nothing is shown: below an empty range, or above it.
  const figures = [is_around && !named ? rounded((low! + high!) / 2) : undefined, item?.price ?? undefined];
  const known_figures = figures.filter((figure) => figure !== undefined);
  const nearest = isCheaper ? Math.min(...known_figures) : Math.max(...known_figures);
  const limit = Number.isFinite(nearest) ? nearest : isCheaper ? low : high;
  const isNothingNew = isCheaper && !is_around && limit !== undefined && (high ?? Infinity) <= limit;
  if (limit === undefined || isNothingNew) return { ...state, order: isCheaper ? 'cheapest' : 'dearest' };
  const shownIn = item?.currency || chosen;
  const currency = vocabulary.valuesOf('currency').find(([code]) => code === shownIn)?.[0];
  const kept = low !== undefined && low < limit && !is_around ? low : undefined;
  const { order: _, ...rest } = state;
  const limits = isCheaper ? { low: kept, high: limit, is_high_open: true } : { low: limit, is_low_open: true };
  return { ...rest, price: priceOf({ ...limits, currency }) };
}
