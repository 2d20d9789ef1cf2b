// What a reading does to the limits of the price: sets them, moves them, or takes them from what was shown.

import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import type { ChatState, PriceLimits, ShownItem } from './chat-state.ts';
import type { Reading } from './reader/read-message.ts';
import { isMeasured, type PriceChange, type PriceReading } from './reader/read-price.ts';

/** "cheaper" is under what was shown: under the product pointed at, or under the middle of the page. */
export function compare(state: ChatState, reading: Reading, shown: ShownItem[], vocabulary: Vocabulary): void {
  const way = reading.compare ?? wayOf(state.price, reading.price.change);
  if (!way) return;
  // "something cheaper" than the most expensive ones.
  if (way === 'cheaper' && state.order === 'dearest') delete state.order;
  const currency = state.price.currency ?? shown.find(({ price }) => price !== null)?.currency;
  const prices = shown.filter((item) => item.currency === currency && item.price !== null).map(({ price }) => price!);
  if (prices.length === 0) {
    moveBeyond(state, way);
    return;
  }
  const shownMiddle = prices.sort((a, b) => a - b)[Math.floor((prices.length - 1) / 2)]!;
  const middle = notBeyondAround(state.price, way, shownMiddle);
  // What is said as "around" has no limits of its own.
  const { low, high } = state.price.is_around ? {} : state.price;
  // A limit that was said is neither moved outwards nor left out.
  const isLimited = way === 'cheaper' ? (low ?? -Infinity) >= middle : (high ?? Infinity) <= middle;
  if (isLimited) state.order = way === 'cheaper' ? 'cheapest' : 'dearest';
  const isReached = way === 'cheaper' ? (high ?? Infinity) < middle : (low ?? -Infinity) > middle;
  if (isLimited || isReached) return;
  const isSaid = state.price.currency !== undefined;
  state.price =
    way === 'cheaper'
      ? { high: middle, is_high_open: true, ...(low !== undefined && low < middle ? { low } : {}) }
      : { low: middle, is_low_open: true, ...(high !== undefined && high > middle ? { high } : {}) };
  if (currency && (isSaid || vocabulary.valuesOf('currency').length > 1)) state.price.currency = currency;
}

/** Cheaper than "around 80" costs less than that, whatever was shown. */
function notBeyondAround({ low, high, is_around }: PriceLimits, way: 'cheaper' | 'dearer', shown: number): number {
  if (!is_around || low === undefined || high === undefined) return shown;
  const said = (low + high) / 2;
  return way === 'cheaper' ? Math.min(shown, said) : Math.max(shown, said);
}

/** Where nothing was shown, "cheaper" is below the limit that left nothing; without one it is the cheapest first. */
function moveBeyond(state: ChatState, way: 'cheaper' | 'dearer'): void {
  const { low, high, currency } = state.price;
  const said = currency ? { currency } : {};
  if (way === 'cheaper' && low !== undefined) state.price = { high: low, is_high_open: true, ...said };
  else if (way === 'dearer' && high !== undefined) state.price = { low: high, is_low_open: true, ...said };
  else state.order = way === 'cheaper' ? 'cheapest' : 'dearest';
}

/** One that costs more or less than was asked for says nothing of what is cheap. */
export const isBeyond = ({ price }: ShownItem, { low, high }: PriceLimits): boolean =>
  price !== null && (price > (high ?? Infinity) || price < (low ?? -Infinity));

/** Less are pieces or persons. */
const MIN_RANGE = 15;

/** "50 or 60" after a thing that is not measured. */
export function rangeSaid(before: string, words: string): PriceReading | undefined {
  const [, one, other] = /^(\d+(?:\.\d+)?) (?:or|to|and) (\d+(?:\.\d+)?)$/.exec(words) ?? [];
  if (one === undefined || before === '' || /\d/.test(before) || before.split(' ').some(isMeasured)) return undefined;
  const [low, high] = [Number(one), Number(other)].sort((a, b) => a - b) as [number, number];
  return low >= MIN_RANGE ? { low, high } : undefined;
}

const AROUND_PART = 0.2;

export function setPrice(price: PriceLimits, { price: said }: Reading): void {
  if (said.change) move(price, said.change);
  if (said.currency) price.currency = said.currency;
  if (said.bare !== undefined) setBare(price, said.bare);
  if (said.low === undefined && said.high === undefined) return;
  // A range says all of it; one limit replaces its own and leaves the other, unless they exclude each other.
  if (said.low !== undefined && (said.high !== undefined || said.low >= (price.high ?? Infinity))) delete price.high;
  if (said.high !== undefined && (said.low !== undefined || said.high <= (price.low ?? -Infinity))) delete price.low;
  delete price.is_around;
  if (said.low !== undefined) {
    price.low = said.low;
    delete price.is_low_open;
  }
  if (said.high !== undefined) {
    price.high = said.high;
    delete price.is_high_open;
  }
  if (said.is_around) price.is_around = true;
}

function setBare(price: PriceLimits, value: number): void {
  if (price.is_around) {
    price.low = Math.round(value * (1 - AROUND_PART) * 100) / 100;
    price.high = Math.round(value * (1 + AROUND_PART) * 100) / 100;
    return;
  }
  const bound = price.high === undefined && price.low !== undefined ? 'low' : 'high';
  price[bound] = value;
  delete price[bound === 'low' ? 'is_low_open' : 'is_high_open'];
  if ((price.low ?? 0) > (price.high ?? Infinity)) delete price[bound === 'low' ? 'high' : 'low'];
}

/** "20 less", where no limit was said, is less than what was shown. */
function wayOf({ low, high }: PriceLimits, change: PriceChange | undefined): Reading['compare'] {
  if (!change || low !== undefined || high !== undefined) return undefined;
  return change.by < 0 || change.times < 1 ? 'cheaper' : 'dearer';
}

/** "double that", "20 less": moves the limits that were said, and none below nothing. */
function move(price: PriceLimits, { by, times, end }: PriceChange): void {
  for (const bound of end ? [end] : (['low', 'high'] as const)) {
    const value = (price[bound] ?? 0) * times + by;
    if (price[bound] !== undefined && value > 0 && !price[`is_${bound}_open`]) price[bound] = value;
  }
}
