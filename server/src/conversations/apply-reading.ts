// What a reading does to a conversation: refine, correct, widen, compare, change the subject, or start over.

import { isDeepStrictEqual } from 'node:util';
import { stem, wordsOf } from '../text/analyse.ts';
import type { ValueField, Vocabulary } from '../vocabulary/vocabulary.ts';
import { takeAsNoPrice } from './apply-numbers.ts';
import { compare, isBeyond, rangeSaid, setPrice } from './apply-price.ts';
import { withDescription } from './apply-sizes.ts';
import { setValues } from './apply-values.ts';
import {
  isContraryWord,
  isOtherThing,
  JOINED,
  splitMaterials,
  takeUnknown,
  withoutUnwanted,
  withoutWords,
  withWords,
} from './apply-words.ts';
import { type ChatState, emptyState, type ShownItem } from './chat-state.ts';
import type { WidenField } from './reader/read-comparison.ts';
import type { Reading } from './reader/read-message.ts';
import type { AskedField, Paging } from './reader/read-pointing.ts';
import { sizesCalled } from './reader/read-sizes.ts';
import type { Value } from './reader/value-spans.ts';
import { BASIC_MATERIALS, FINISHES } from './shopping-words.ts';

export interface Turn {
  state: ChatState;
  /** Search, another page of what was found, one product of it, or words alone. */
  act: 'search' | 'page' | 'product' | 'talk';
  /** Which page. */
  paging?: Paging;
  /** The product that the message points at. */
  item?: ShownItem;
  /** What the shopper would like to choose from. */
  asked_field?: AskedField;
  /** A new subject ended what was asked before. */
  is_new_subject: boolean;
  /** The words of the message, where they name the same thing as those before and were put together with them. */
  words_alone?: string;
}

export function applyReading(before: ChatState, read: Reading, shown: ShownItem[], vocabulary: Vocabulary): Turn {
  const reading = inContext(before, read, shown, vocabulary);
  const item = itemOf(before, reading, shown);
  const turn = (state: ChatState, act: Turn['act'], is_new_subject = false): Turn => ({
    state,
    act,
    is_new_subject,
    ...(item ? { item } : {}),
    ...(reading.asked_field ? { asked_field: reading.asked_field } : {}),
  });
  const says = saysSomething(reading);
  if (reading.paging !== undefined && !says && !reading.is_reset)
    return { ...turn(before, shown.length > 0 ? 'page' : 'talk'), paging: reading.paging };
  if (!says && reading.is_reset) return turn(emptyState(), 'talk');
  if (!says && reading.inabilities.length > 0) return turn(before, 'talk');
  if (!says && item && !reading.is_similar) return turn({ ...before, focus: item.product_no }, 'product');
  if (!says && (reading.asked_field || reading.is_agreed) && !isEmpty(before)) return turn(before, 'search');
  if (!says && !(reading.is_similar && shown.length > 0)) return turn(before, 'talk');
  const subject = withWords(reading.is_reset ? emptyState() : before, reading, vocabulary);
  const state = structuredClone(subject.state);
  const other = otherBrand(reading, state);
  const unknown = other && takeUnknown(state, other, vocabulary);
  // "or denby" after "le creuset", which the catalogue does not know.
  if (unknown && reading.is_continued) state.wanted.brand = [unknown];
  if (unknown && reading.other_than.includes('brand')) state.wanted.brand = [unknown];
  if (reading.is_similar && !isOfOthers(reading, item, state))
    beginSimilar(state, item ?? shown[0], reading.other_than);
  widen(state, reading.widened);
  dropFinish(state, reading, vocabulary);
  setValues(state, reading, item ?? shown[0], vocabulary);
  // "a table lamp rather than a floor lamp" is a lamp.
  const released = reading.released_words.filter((word) => !wordsOf(reading.words).includes(word));
  state.words = withoutWords(withoutUnwanted(state.words, reading.unwanted_words), released);
  compare(state, reading, item && !isBeyond(item, state.price) ? [item] : shown, vocabulary);
  if (!takeAsNoPrice(state, reading, vocabulary)) setPrice(state.price, reading);
  if (reading.discount) state.discount = reading.discount;
  if (reading.in_stock) state.in_stock = true;
  if (reading.free_shipping) state.free_shipping = true;
  if (reading.order) state.order = reading.order;
  if (reading.is_for_lover) state.is_for_lover = true;
  else if (reading.has_noun) delete state.is_for_lover;
  delete state.focus;
  // "any vacuum" after one of a brand.
  if (reading.is_any && reading.words !== '' && !reading.is_more && isSameWish(before, state))
    delete state.wanted.brand;
  // "more sneakers", "anything else in black": where nothing else is asked for than before, it is the next page.
  if (reading.is_more && shown.length > 0 && isSameWish(before, state))
    return { ...turn(before, 'page'), paging: 'next' };
  // "cheaper" before anything was asked for leaves nothing to search for; "something cheap" is anything.
  if (isEmpty(state) && (!reading.order || reading.compare)) return turn(before, 'talk');
  return { ...turn(state, 'search', subject.is_new), ...(subject.alone ? { words_alone: subject.alone } : {}) };
}

/** What the same words mean after what was said and shown. */
function inContext(before: ChatState, read: Reading, shown: ShownItem[], vocabulary: Vocabulary): Reading {
  const placed = withPart(before, withPlace(read, shown, vocabulary));
  const meant = withRange(before, withThing(before, placed, vocabulary));
  const reading = withMaterial(before, withDescription(before, meant, vocabulary));
  return reading.is_alike && before.focus !== undefined ? { ...reading, is_similar: true } : reading;
}

/** "2" and nothing else is the second one, where it is no size: nothing costs so little. */
function withPlace(reading: Reading, shown: ShownItem[], vocabulary: Vocabulary): Reading {
  const { bare = 0, is_alone, is_plain } = reading.price;
  const isPlace = is_alone && is_plain && Number.isInteger(bare) && bare > 0 && bare <= shown.length;
  if (!isPlace || sizesCalled(String(bare), vocabulary)) return reading;
  return { ...reading, price: {}, place: bare - 1, is_vague: false };
}

/** "gold frames" of sunglasses are no other thing, nor are the sunglasses gold; of frames they are. */
function withPart({ words, last_words = '' }: ChatState, reading: Reading): Reading {
  const { part = '', wanted, unwanted } = reading;
  const isLook = ({ field }: Value) => field === 'color' || field === 'material';
  const lastOf = (some: string) => stem(wordsOf(some.replace(JOINED, '')).at(-1) ?? '');
  if (part === '' || words === '' || lastOf(words) === lastOf(part)) return reading;
  const meant: Reading = { ...reading, has_noun: false, is_about_kind: false };
  if (unwanted.length > 0 && unwanted.every(isLook))
    return { ...meant, words: '', unwanted: [], unwanted_words: [part] };
  if (reading.unwanted_words.length > 0) return reading;
  // Frames are of one kind: those that were said last are no more.
  const released = lastOf(last_words) === lastOf(part) ? last_words.split(' ') : [];
  return { ...meant, words: part, wanted: wanted.filter((value) => !isLook(value)), released_words: released };
}

/** "50 or 60" of what has no inches or litres is what it may cost. */
function withRange(before: ChatState, reading: Reading): Reading {
  const range = Object.keys(reading.price).length === 0 ? rangeSaid(before.words, reading.words) : undefined;
  return range ? { ...reading, words: '', price: range } : reading;
}

/**
 * "not a gaming laptop", said first, asks for a laptop: nobody begins with what is not to be found. Nor does anybody rule
 * out boots who looks at sneakers: they are meant instead.
 */
function withThing(before: ChatState, reading: Reading, vocabulary: Vocabulary): Reading {
  const [other = ''] = reading.unwanted_words;
  if (reading.is_plain_no && isOtherThing(before.words, other, vocabulary))
    return { ...reading, words: other, has_noun: true, unwanted_words: [], joining: 'puts_right', is_plain_no: false };
  const [, like, thing] = /^(.+) (\p{L}+)$/u.exec(reading.unwanted_words[0] ?? '') ?? [];
  if (!isEmpty(before) || reading.words !== '' || !like || !vocabulary.isNoun(thing!)) return reading;
  return { ...reading, words: thing!, unwanted_words: [like, ...reading.unwanted_words.slice(1)] };
}

/** "walnut instead" of oak is a material, though nothing is made of it; "charcoal instead" of gas is no colour. */
function withMaterial({ words, wanted }: ChatState, reading: Reading): Reading {
  const [first] = reading.wanted;
  if (first && reading.wanted.length === 1 && reading.words === '' && isContraryWord(words, first.value))
    return { ...reading, words: first.value, wanted: [] };
  const isOther = reading.is_instead || reading.is_correction || reading.is_addition;
  if (!wanted.material || !isOther || !BASIC_MATERIALS.has(reading.words)) return reading;
  return { ...reading, words: '', wanted: [...reading.wanted, { field: 'material', value: reading.words }] };
}

/** Woods and metals are said as colours are: "white instead" of oak leaves no oak, nor "oak instead" of white any white. */
function dropFinish(state: ChatState, reading: Reading, vocabulary: Vocabulary): void {
  const [said] = reading.wanted;
  if (!(reading.is_instead || reading.is_replacing) || reading.wanted.length !== 1 || reading.words !== '') return;
  if (said!.field === 'color' && !state.wanted.color) {
    if (state.wanted.material?.every((material) => FINISHES.has(material))) delete state.wanted.material;
    const { words, materials } = splitMaterials(state.words, vocabulary);
    if (words !== '' && materials.some((material) => FINISHES.has(material))) state.words = words;
  } else if (said!.field === 'material' && !state.wanted.material && FINISHES.has(said!.value))
    delete state.wanted.color;
}

/** "asics" or "any brand" after one that the catalogue does not know: it was read as a word, and is none. */
function otherBrand(reading: Reading, before: ChatState): 'named' | 'open' | undefined {
  const { wanted, widened, other_than, words } = reading;
  if (words !== '') return undefined;
  const isOpen = other_than.includes('brand') || (widened !== 'all' && widened.includes('brand'));
  if (isOpen) return before.wanted.brand ? undefined : 'open';
  const isNamed = wanted.some(({ field }) => field === 'brand');
  return isNamed && (reading.is_continued || !reading.is_addition) ? 'named' : undefined;
}

/** The product pointed at; for "cheaper" and "similar" also the one that was last spoken of. */
function itemOf(before: ChatState, reading: Reading, shown: ShownItem[]): ShownItem | undefined {
  if (reading.place !== undefined && !reading.is_vague) return shown.at(reading.place);
  const focus = shown.find(({ product_no }) => product_no === before.focus);
  if (reading.place !== undefined) return focus ?? shown.at(reading.place);
  return reading.is_similar || reading.compare || reading.other_than.length > 0 ? focus : undefined;
}

function isEmpty(state: ChatState): boolean {
  const { words, wanted, unwanted, unwanted_words, price, discount, similar_to, category } = state;
  return (
    words === '' &&
    [wanted, unwanted, unwanted_words, price, discount].every((held) => Object.keys(held).length === 0) &&
    !(state.in_stock || state.free_shipping || similar_to || category)
  );
}

function isSameWish(before: ChatState, after: ChatState): boolean {
  const wishOf = ({ focus: _, last_words: __, left: ___, ...wish }: ChatState) => wish;
  return isDeepStrictEqual(wishOf(before), wishOf(after));
}

function saysSomething(reading: Reading): boolean {
  const { price, wanted, unwanted, released, accepted, unwanted_words, released_words, widened, other_than } = reading;
  return (
    (reading.words !== '' && !isTalk(reading)) ||
    [wanted, unwanted, released, accepted, unwanted_words, released_words, widened, other_than].some(
      ({ length }) => length > 0,
    ) ||
    Object.keys(price).length > 0 ||
    reading.same_fields.length > 0 ||
    Boolean(reading.compare ?? reading.order ?? reading.discount ?? reading.sizes) ||
    reading.in_stock ||
    reading.free_shipping
  );
}

/** Words around a greeting, a thank-you or a question that is none of the shop's are no search. */
function isTalk({ small_talk, inabilities, has_noun, is_known, is_question }: Reading): boolean {
  if (!has_noun && !is_known && is_question) return true;
  if (has_noun || (!small_talk && inabilities.length === 0)) return false;
  const isOver = small_talk === 'thanks' || small_talk === 'goodbye' || small_talk === 'who';
  return (
    !is_known || isOver || inabilities.some((name) => name === 'orders' || name === 'people' || name === 'chatter')
  );
}

/** "something similar but cheaper", "from another brand", of no one product: what was asked for says what is similar. */
const isOfOthers = ({ other_than, compare }: Reading, item: ShownItem | undefined, { words }: ChatState): boolean =>
  (other_than.length > 0 || compare !== undefined) && !item && words !== '';

/** What was ruled out stays so, and so does the limit of the price; the product itself stands for the rest. */
function beginSimilar(state: ChatState, item: ShownItem | undefined, others: ValueField[]): void {
  if (!item) return;
  const { price, unwanted, unwanted_words } = state;
  const similar_to = { product_no: item.product_no, name: item.name };
  // Who wants it of another brand has all the rest as it was asked for.
  const wanted = others.length > 0 ? state.wanted : {};
  Object.assign(state, emptyState(), { similar_to, price, wanted, unwanted, unwanted_words });
  delete state.order;
  delete state.category;
}

/** Whom the price does not matter needs not see the cheapest first. */
function withoutPrice(state: ChatState): void {
  state.price = {};
  if (state.order === 'cheapest') delete state.order;
}

/** One end of the price; a currency says something of a limit only. */
function withoutLimit(state: ChatState, end: 'low' | 'high'): void {
  const price = { ...state.price };
  delete price[end];
  delete price[`is_${end}_open`];
  delete price.is_around;
  if (price.low === undefined && price.high === undefined) withoutPrice(state);
  else state.price = price;
}

function widen(state: ChatState, widened: WidenField[] | 'all'): void {
  if (widened === 'all') {
    const { words, similar_to } = state;
    delete state.order;
    delete state.category;
    Object.assign(state, emptyState(), { words }, similar_to ? { similar_to } : {});
    return;
  }
  for (const field of widened) {
    if (field === 'price') withoutPrice(state);
    else if (field === 'low' || field === 'high') withoutLimit(state, field);
    else if (field === 'currency') delete state.price.currency;
    else if (field === 'discount') state.discount = {};
    else if (field === 'stock') state.in_stock = false;
    else if (field === 'shipping') state.free_shipping = false;
    else if (field === 'order') delete state.order;
    else {
      delete state.wanted[field];
      delete state.unwanted[field];
    }
  }
}
