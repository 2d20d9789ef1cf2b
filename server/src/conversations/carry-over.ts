// Decides which filters carry over when a message names another product.
import { stem, wordsOf } from '../text/analyse.ts';
import type { ValueField } from '../vocabulary/vocabulary.ts';
import { type ChatState, emptyState } from './chat-state.ts';
import type { WidenField } from './reader/read-comparison.ts';
import type { Joining } from './reader/read-manner.ts';
import type { Reading } from './reader/read-message.ts';

/*
 * The message names …     with                                    details*  terms**
 * no product, only values anything                                kept, except those it replaces
 * the same product        anything                                kept, except those it replaces
 * another product         "i meant", "no,", "actually", "same"    kept      kept
 * another product         "only", "just", "I prefer"              kept      kept
 * another product         "what about", "and", "also"             dropped   kept
 * another product         nothing, "instead", "now", "switch to"  dropped   dropped
 * "in the same colour"                                            the named ones only
 * "start over"                                                    dropped   dropped
 *
 * *  About the product: colour, material, size, brand and exclusions.
 * ** About the purchase: price, gender, merchant, condition, stock, discount and shipping.
 */
const KEPT: Record<Joining, 'everything' | 'terms' | 'nothing'> = {
  puts_right: 'everything',
  narrows: 'everything',
  leans: 'terms',
  stands_alone: 'nothing',
};
const TERMS: readonly WidenField[] = ['price', 'gender', 'merchant.name', 'condition'];

/** The state for another product, and whether it starts a new subject. */
export function carryOver(before: ChatState, reading: Reading, thing: string): { state: ChatState; is_new: boolean } {
  const { wanted, unwanted, price, discount, in_stock, free_shipping } = before;
  const old = new Set(wordsOf(before.words).map(stem));
  // "no hoodie, a jacket": the jacket replaces the hoodie.
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

/** "in the same colour": keeps the filters on these fields only. */
export function keepFields({ wanted, unwanted, price }: ChatState, fields: readonly WidenField[]): ChatState {
  const ofThese = (values: ChatState['wanted']): ChatState['wanted'] =>
    Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field as ValueField)));
  return {
    ...emptyState(),
    wanted: ofThese(wanted),
    unwanted: ofThese(unwanted),
    price: fields.includes('price') ? price : {},
  };
}

/** "same colour", after the subject has changed: restores filters of the previous subject. */
export function restoreFields(before: ChatState, fields: readonly WidenField[]): ChatState {
  const left = keepFields({ ...emptyState(), ...before.left }, fields);
  return {
    ...before,
    wanted: { ...before.wanted, ...left.wanted },
    unwanted: { ...before.unwanted, ...left.unwanted },
    price: fields.includes('price') ? left.price : before.price,
  };
}
