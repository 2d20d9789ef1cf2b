// What a further message keeps of what was asked before it, when it names another thing. Decided here and nowhere else.
import { stem, wordsOf } from '../text/analyse.ts';
import { type ChatState, emptyState } from './chat-state.ts';
import type { WidenField } from './reader/read-comparison.ts';
import type { Joining } from './reader/read-manner.ts';
import type { Reading } from './reader/read-message.ts';
import type { ValueField } from './vocabulary.ts';

/*
 * It names …              and says so with                        own*      terms**
 * no thing, only values   whatever                                kept, but for those that it says anew
 * the same thing          whatever                                kept, but for those that it says anew
 * another thing           "i meant", "no,", "actually", "same"    kept      kept
 * another thing           "only", "just", "I prefer"              kept      kept
 * another thing           "what about", "and", "also"             dropped   kept
 * another thing           nothing, "instead", "now", "switch to"  dropped   dropped
 * "in the same colour"                                            those that it names, and no others
 * "start over"                                                    dropped   dropped
 *
 * *  What is said of the thing itself: colour, material, size, brand, and what was refused of it.
 * ** How one buys: what it may cost, for whom it is, where, in which condition, in stock, reduced, sent for free.
 * A slip leaves all else as it was, and so does who narrows it down. Who says "what about" or "and" goes on with the same
 * purse for the same person, yet a red toaster follows from no red kettle. What can be said first in a conversation says
 * all that is wanted, and "jackets instead" is a new subject.
 */
const KEPT: Record<Joining, 'everything' | 'terms' | 'nothing'> = {
  puts_right: 'everything',
  narrows: 'everything',
  leans: 'terms',
  stands_alone: 'nothing',
};
const TERMS: readonly WidenField[] = ['price', 'gender', 'merchant.name', 'condition'];

/** The state for another thing, and whether nothing of what was asked before it counts any more. */
export function carryOver(before: ChatState, reading: Reading, thing: string): { state: ChatState; is_new: boolean } {
  const { wanted, unwanted, price, discount, in_stock, free_shipping } = before;
  const old = new Set(wordsOf(before.words).map(stem));
  // "no hoodie, a jacket": the one takes the place of the other.
  const isExchanged = reading.unwanted_words.some((word) => old.has(stem(word)));
  const kept = isExchanged ? 'everything' : KEPT[reading.joining];
  const left = { wanted, unwanted, price };
  if (reading.same_fields.length > 0)
    return { state: { ...keepFields(before, reading.same_fields), left, words: thing }, is_new: true };
  if (kept === 'nothing') return { state: { ...emptyState(), left, words: thing }, is_new: true };
  if (kept === 'terms')
    return {
      state: { ...keepFields(before, TERMS), discount, in_stock, free_shipping, left, words: thing },
      is_new: false,
    };
  const { similar_to: _, category: __, ...state } = before;
  return { state: { ...state, words: thing }, is_new: false };
}

/** "in the same colour": of the filters these stay. */
export function keepFields({ wanted, unwanted, price }: ChatState, fields: readonly WidenField[]): ChatState {
  const ofThese = (held: ChatState['wanted']): ChatState['wanted'] =>
    Object.fromEntries(Object.entries(held).filter(([field]) => fields.includes(field as ValueField)));
  return {
    ...emptyState(),
    wanted: ofThese(wanted),
    unwanted: ofThese(unwanted),
    price: fields.includes('price') ? price : {},
  };
}

/** "same colour", after another thing was asked for. */
export function restoreFields(before: ChatState, fields: readonly WidenField[]): ChatState {
  const left = keepFields({ ...emptyState(), ...before.left }, fields);
  return {
    ...before,
    wanted: { ...before.wanted, ...left.wanted },
    unwanted: { ...before.unwanted, ...left.unwanted },
    price: fields.includes('price') ? left.price : before.price,
  };
}
