// The third stage of reading: applies an intent to the state of a conversation.
import { measuresOf } from '../../text/units.ts';
import { isClothing, sizesFor } from '../../vocabulary/size-values.ts';
import type { ValueField, Vocabulary } from '../../vocabulary/vocabulary.ts';
import { type ChatState, emptyState, type ShownItem } from '../chat-state.ts';
import { isLimit, LIMITS, withoutValues, withValues } from '../filters.ts';
import { DISCUSSED, type Intent, type IntentOf, type Place, type ReleasedField } from '../grammar/intent.ts';
import { changePrice, releaseLimit, setPrice } from './price.ts';
import { addSubjectWords, replaceSubject, withoutWords } from './subject-words.ts';

export interface Context {
  vocabulary: Vocabulary;
  shown: readonly ShownItem[];
  /** The clause corrects the one before. */
  is_correction: boolean;
  /** What was looked for is not carried. */
  is_absent: boolean;
  /** Fields that this clause has set already: more values of them are alternatives. */
  set_fields: Set<ValueField>;
}

export function reduce(state: ChatState, intent: Intent, context: Context): ChatState {
  switch (intent.type) {
    case 'SetFilter':
      return setFilter(state, intent, context);
    case 'SetOffer':
      return setOffer(state, intent);
    case 'Exclude':
      return exclude(state, intent.field, intent.values);
    case 'ExcludeShown':
      return excludeShown(state, intent, context);
    case 'ExcludeWords':
      return {
        ...state,
        words: withoutWords(state.words, intent.words),
        unwanted_words: unique([...state.unwanted_words, intent.words]),
      };
    case 'Release':
      return release(state, intent.field);
    case 'ReleaseValue':
      return withoutValues(
        withoutValues(state, 'wanted', intent.field, intent.values),
        'unwanted',
        intent.field,
        intent.values,
      );
    case 'ReleaseWords':
      return {
        ...state,
        words: withoutWords(state.words, intent.words),
        unwanted_words: state.unwanted_words.filter((words) => words !== intent.words),
      };
    case 'SetPrice':
      return { ...state, price: setPrice(state.price, intent) };
    case 'ChangePrice':
      return changePrice(state, intent, context);
    case 'ChangeLimit': {
      const { high } = state.price;
      return high ? { ...state, price: { ...state.price, high: intent.factor * high + intent.by } } : state;
    }
    case 'SetNumber':
      return setNumber(state, intent.number, context);
    case 'Sort':
      return { ...state, order: intent.order };
    case 'PointAt':
      return pointAt(state, intent, context);
    case 'Ask':
      return pointAt(state, { place: intent.places[0], is_similar: false }, context);
    case 'NewSubject':
      return replaceSubject(state, intent, context.is_correction);
    case 'AddWords':
      return withoutRefusal(addSubjectWords(context.is_absent ? { ...state, words: '' } : state, intent), intent.words);
    case 'Reset':
      return emptyState();
    case 'Undo':
    case 'AskValues':
    case 'Page':
    case 'SmallTalk':
    case 'Unsupported':
    case 'Unchecked':
      return state;
    default:
      return intent satisfies never;
  }
}

function setOffer(
  state: ChatState,
  { type: _, in_stock, free_shipping, ...discount }: IntentOf<'SetOffer'>,
): ChatState {
  return {
    ...state,
    in_stock: state.in_stock || in_stock === true,
    free_shipping: state.free_shipping || free_shipping === true,
    discount: Object.keys(discount).length > 0 ? discount : state.discount,
  };
}

/** "no wheels, wait, with wheels". */
const withoutRefusal = (state: ChatState, words: string): ChatState => ({
  ...state,
  unwanted_words: state.unwanted_words.filter((refused) => !` ${words} `.includes(` ${refused} `)),
});

const unique = (values: readonly string[]): string[] => [...new Set(values)];

/** The item at a place, the one discussed if no place was named, else the first. */
export function itemAt(shown: readonly ShownItem[], place: Place, { focus }: ChatState): ShownItem | undefined {
  if (place === undefined) return shown.find(({ product_no }) => product_no === focus) ?? shown[0];
  return shown.at(place - 1);
}

/** "size 28" of boots is not a waist of 28 inches. */
function withoutWaists(values: string[]): string[] {
  const others = values.filter((value) => !WAIST.test(value));
  return others.length > 0 ? others : values.map((value) => WAIST.exec(value)?.[1] ?? value);
}

const WAIST = /^W(\d+)/;

function setFilter(state: ChatState, intent: IntentOf<'SetFilter'>, context: Context): ChatState {
  const { field, mode } = intent;
  let { values } = intent;
  const before = state.wanted[field] ?? [];
  if (field === 'size' && state.head && !isClothing(state.head)) values = withoutWaists(values);
  if (mode === 'default' && context.set_fields.has(field)) return state;
  const isAdded = mode === 'add' || (mode === 'accept' && before.length > 0) || context.set_fields.has(field);
  const isExcluded = values.some((value) => state.unwanted[field]?.includes(value));
  const lifted = withoutValues(state, 'unwanted', field, values);
  // "nike is ok too" lifts an exclusion, and adds to a choice; without either, it changes nothing.
  if (mode === 'accept' && before.length === 0) return isExcluded ? lifted : state;
  if ((mode === 'add' || mode === 'choose') && isExcluded && before.length === 0) return lifted;
  context.set_fields.add(field);
  return withValues(lifted, 'wanted', field, isAdded ? unique([...before, ...values]) : values);
}

function exclude(state: ChatState, field: ValueField, values: string[]): ChatState {
  const unwanted = unique([...(state.unwanted[field] ?? []), ...values]);
  return withValues(withoutValues(state, 'wanted', field, values), 'unwanted', field, unwanted);
}

/** "another brand": not the one chosen, else not that of the product meant. */
function excludeShown(state: ChatState, { field, place }: IntentOf<'ExcludeShown'>, { shown }: Context): ChatState {
  const chosen = place === undefined ? state.wanted[field] : undefined;
  const value = chosen ?? shownValue(itemAt(shown, place, state), field);
  return value ? exclude(state, field, value) : state;
}

function shownValue(item: ShownItem | undefined, field: ValueField): string[] | undefined {
  const value = field === 'merchant.name' ? item?.merchant : item?.[field as 'brand'];
  return value ? [value] : undefined;
}

function release(state: ChatState, field: ReleasedField): ChatState {
  const { order: _order, ...unordered } = state;
  const rest = field === 'price' || field === 'high' ? unordered : state;
  if (field === 'all') return { ...emptyState(), words: state.words };
  if (field === 'low' || field === 'high' || field === 'currency')
    return { ...rest, price: releaseLimit(state.price, field) };
  return isLimit(field)
    ? LIMITS[field].drop(rest)
    : withValues(withValues(state, 'wanted', field, []), 'unwanted', field, []);
}

/** A bare number changes what was set with a number, else it is a size that the catalogue has, else a price. */
function setNumber(state: ChatState, number: number, { vocabulary }: Context): ChatState {
  const { price, wanted } = state;
  if (number <= 0) return state;
  if (price.is_around) return { ...state, price: setPrice(price, { high: number, is_around: true }) };
  if (price.high !== undefined) return { ...state, price: setPrice(price, { high: number }) };
  if (price.low !== undefined) return { ...state, price: setPrice(price, { low: number }) };
  if (state.discount.at_least !== undefined && number < 100) return { ...state, discount: { at_least: number / 100 } };
  const sizes = sizesFor(String(number), vocabulary);
  if (number % 1 === 0.5 && number < MAX_HALF_SIZE && sizes.length === 0)
    return withValues(state, 'wanted', 'size', [String(number)]);
  const measured = replaceMeasure(state.words, number);
  if (measured) return { ...state, words: measured };
  if (sizes.length > 0 && (number < MAX_SIZE || wanted.size)) return withValues(state, 'wanted', 'size', sizes);
  if (wanted.size && number < MAX_SIZE) return withValues(state, 'wanted', 'size', [String(number)]);
  return number >= MIN_PRICE ? { ...state, price: { ...price, high: number } } : state;
}

const MAX_SIZE = 60;
const MAX_HALF_SIZE = 20;
const MIN_PRICE = 5;

/** "tv 65 inch", then "55". */
function replaceMeasure(words: string, number: number): string | undefined {
  const measures = measuresOf(words).filter(({ token }) => /\p{L}$/u.test(token));
  if (measures.length !== 1) return undefined;
  const { start, end } = measures[0]!;
  const old = Number.parseFloat(words.slice(start, end));
  if (number > 3 * old || old > 3 * number) return undefined;
  const said = words.slice(start, end).replace(/^[\d.,/]+/, String(number));
  return words.slice(0, start) + said + words.slice(end);
}

function pointAt(
  state: ChatState,
  { place, is_similar }: { place: Place; is_similar: boolean },
  { shown }: Context,
): ChatState {
  const item =
    place === DISCUSSED ? shown.find(({ product_no }) => product_no === state.focus) : itemAt(shown, place, state);
  if (!item) return state;
  if (!is_similar) return { ...state, focus: item.product_no };
  const { price, unwanted, unwanted_words, discount, in_stock, free_shipping } = state;
  const { product_no, name } = item;
  const limits = { price, unwanted, unwanted_words, discount, in_stock, free_shipping };
  return { ...emptyState(), ...limits, similar_to: { product_no, name }, focus: product_no };
}
