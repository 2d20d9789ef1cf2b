// Numbers that were said as prices are, and put something else right: a size, a discount, a count, a measure.

import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { sizesFor } from './apply-sizes.ts';
import { withOtherNumber } from './apply-words.ts';
import type { ChatState } from './chat-state.ts';
import type { Reading } from './reader/read-message.ts';
import { sizesCalled } from './reader/read-sizes.ts';

/** Whether the number was taken for one of these. */
export const takeAsNoPrice = (state: ChatState, reading: Reading, vocabulary: Vocabulary): boolean =>
  takeAsDiscount(state, reading) ||
  takeAsCount(state, reading) ||
  takeAsSize(state, reading, vocabulary) ||
  takeAsMeasure(state, reading);

/** A number and nothing else is a size where the catalogue has it and no price was spoken of. */
function takeAsSize(state: ChatState, { price, is_addition }: Reading, vocabulary: Vocabulary): boolean {
  if (!price.is_plain) return false;
  const { low, high } = state.price;
  const hasPrice = low !== undefined || high !== undefined;
  const isAbout = state.words !== '' || state.category !== undefined;
  const isCorrection = state.wanted.size !== undefined && (!hasPrice || isNearerToSize(price.bare!, state));
  if (!isCorrection && !(price.is_alone && isAbout && !hasPrice)) return false;
  // A size that nothing has is a size all the same, where it is a half one or near the one before.
  const isHalf = price.bare! % 1 === 0.5 && price.bare! < 20;
  const unknown = isHalf || (isCorrection && isNearerToSize(price.bare!, state)) ? [String(price.bare)] : undefined;
  const sizes = sizesCalled(String(price.bare), vocabulary) ?? unknown;
  const old = is_addition ? (state.wanted.size ?? []) : [];
  if (sizes) state.wanted.size = [...new Set([...old, ...sizesFor(state.words, sizes)])];
  return sizes !== undefined;
}

/** "make it 12" after "pack of 6": it puts right what was said last. */
function takeAsCount(state: ChatState, { price }: Reading): boolean {
  const said = /^(?:pack|set|box) \d+$/.exec(state.last_words ?? '')?.[0];
  const hasPrice = state.price.low !== undefined || state.price.high !== undefined;
  if (!said || !price.is_put_right || !price.is_plain || hasPrice || !state.words.includes(said)) return false;
  state.last_words = said.replace(/\d+/, String(price.bare));
  state.words = state.words.replace(said, state.last_words);
  return true;
}

/** "or 65" after a TV of 55 inches, or "65". */
function takeAsMeasure(state: ChatState, { price, is_continued }: Reading): boolean {
  if (!price.is_alone || !price.is_plain || state.price.low !== undefined || state.price.high !== undefined)
    return false;
  const words = withOtherNumber(state.words, price.bare!, is_continued);
  if (words) state.words = words;
  return words !== undefined;
}

/** "make that 30" after "20% off". */
function takeAsDiscount(state: ChatState, { price }: Reading): boolean {
  const { low, high } = state.price;
  const isOnly = state.discount.at_least !== undefined && low === undefined && high === undefined;
  if (!price.is_put_right || !isOnly || price.bare! >= 100) return false;
  if (state.wanted.size && isNearerToSize(price.bare!, state)) return false;
  state.discount.at_least = price.bare! / 100;
  return true;
}

/** As far as 8 is from 6. */
const NEAR_SIZE = 0.3;

/** "size 42 under 80" and then "no, 43". */
function isNearerToSize(value: number, { wanted, price }: ChatState): boolean {
  const apart = (other: number) => Math.abs(Math.log(value / other));
  const size = Number(/\d+(?:\.\d+)?/.exec(wanted.size![0]!)?.[0] ?? Number.NaN);
  const limits = [price.low, price.high].filter((limit) => limit !== undefined);
  return apart(size) < Math.min(NEAR_SIZE, ...limits.map(apart));
}
