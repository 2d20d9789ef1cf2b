// The search state of a conversation, and its translation into criteria and query text.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { stem, wordsOf } from '../text/analyse.ts';
import { foldText } from '../text/fold-text.ts';
import type { ValueField, Vocabulary } from '../vocabulary/vocabulary.ts';
import { BASIC_MATERIALS, FINISHES } from './shopping-words.ts';

export interface ShownItem {
  product_no: number;
  name: string;
  brand: string | null;
  color: string | null;
  material: string | null;
  size: string | null;
  merchant: string;
  /** Null if unknown. */
  price: number | null;
  currency: string;
}

export interface PriceLimits {
  low?: number;
  high?: number;
  /** The limit is exclusive. */
  is_low_open?: boolean;
  is_high_open?: boolean;
  /** Said as "around": a new figure moves both limits. */
  is_around?: boolean;
  currency?: string;
}

export interface ChatState {
  words: string;
  /** The words name an interest ("for a cat lover"); the next noun is a product about it. */
  is_for_lover?: boolean;
  /** Words added by the last message that had any. */
  last_words?: string;
  wanted: Partial<Record<ValueField, string[]>>;
  unwanted: Partial<Record<ValueField, string[]>>;
  unwanted_words: string[];
  /** The colour was chosen from a list and matches exactly. */
  is_color_exact?: boolean;
  /** A category level chosen in a refinement. */
  category?: string;
  price: PriceLimits;
  discount: { at_least?: number; at_most?: number; on_sale?: boolean };
  in_stock: boolean;
  free_shipping: boolean;
  order?: 'cheapest' | 'dearest';
  similar_to?: { product_no: number; name: string };
  /** The product discussed last. */
  focus?: number;
  /** Filters of the previous subject, for "the same colour". */
  left?: Pick<ChatState, 'wanted' | 'unwanted' | 'price'>;
}

export const emptyState = (): ChatState => ({
  words: '',
  wanted: {},
  unwanted: {},
  unwanted_words: [],
  price: {},
  discount: {},
  in_stock: false,
  free_shipping: false,
});

/** Order of the filters in the criteria. */
const FIELD_ORDER: ValueField[] = ['brand', 'merchant.name', 'color', 'size', 'material', 'gender', 'condition'];
/** Fields compared word by word: "blue" matches "Navy Blue". */
const BY_WORDS: readonly ValueField[] = ['color', 'material'];
const MAX_VALUE_CHARS = 900;

export function criteriaOf(state: ChatState, vocabulary: Vocabulary): Criterion[] {
  const criteria: Criterion[] = [];
  for (const field of FIELD_ORDER) {
    const wanted = state.wanted[field] ?? [];
    const unwanted = (state.unwanted[field] ?? []).filter((value) => !isMaterialOnly(field, value));
    const isExact = field === 'color' && state.is_color_exact;
    if (wanted.length > 0 && isExact) criteria.push({ field, operator: '=', value: joined(wanted) });
    else if (wanted.length > 0) criteria.push(valueCriterion(field, wanted, true, vocabulary));
    if (unwanted.length > 0) criteria.push(valueCriterion(field, unwanted, false, vocabulary));
  }
  if (state.category) criteria.push({ field: 'category', operator: '=', value: state.category });
  const materials = (state.unwanted.color ?? []).filter((value) => isMaterialOnly('color', value));
  for (const word of [...materials, ...state.unwanted_words]) criteria.push(wordCriterion(word, state, vocabulary));
  return [...criteria, ...priceCriteria(state.price), ...otherCriteria(state)];
}

/** "Not leather" means the material, even if the catalogue has a colour "Brown Leather". */
const isMaterialOnly = (field: ValueField, value: string): boolean =>
  field === 'color' && BASIC_MATERIALS.has(value) && !FINISHES.has(value);

function priceCriteria({ low, high, is_low_open, is_high_open, currency }: PriceLimits): Criterion[] {
  const criteria: Criterion[] = [];
  if (low !== undefined) criteria.push({ field: 'final_price', operator: is_low_open ? '>' : '>=', value: low });
  if (high !== undefined) criteria.push({ field: 'final_price', operator: is_high_open ? '<' : '<=', value: high });
  if (currency) criteria.push({ field: 'currency', operator: '=', value: currency });
  return criteria;
}

function otherCriteria({ discount, in_stock, free_shipping }: ChatState): Criterion[] {
  const criteria: Criterion[] = [];
  const { at_least, at_most, on_sale } = discount;
  if (at_least !== undefined) criteria.push({ field: 'sale_discount', operator: '>=', value: at_least });
  if (at_most !== undefined) criteria.push({ field: 'sale_discount', operator: '<=', value: at_most });
  if (on_sale !== undefined) criteria.push({ field: 'on_sale', operator: '=', value: on_sale });
  if (in_stock) criteria.push({ field: 'in_stock', operator: '=', value: true });
  if (free_shipping) criteria.push({ field: 'ship_price', operator: '=', value: 0 });
  return criteria;
}

function valueCriterion(field: ValueField, values: string[], isWanted: boolean, vocabulary: Vocabulary): Criterion {
  const whole = BY_WORDS.includes(field) ? inWholeValues(field, values, vocabulary) : values;
  if (whole) return { field, operator: isWanted ? '=' : '!=', value: joined(whole) };
  return { field, operator: isWanted ? 'like' : 'not_like', value: joined(values) };
}

/** If `like` would match unrelated words: the values that have it as a whole word, unless they exceed a criterion's length. */
function inWholeValues(field: ValueField, values: string[], vocabulary: Vocabulary): string[] | undefined {
  if (!values.some((value) => isInsideOthers(field, value, vocabulary))) return undefined;
  const whole = values.flatMap((value) => wholeValues(field, value, vocabulary));
  return whole.join('||').length <= MAX_VALUE_CHARS ? whole : undefined;
}

function joined(values: string[]): string {
  let text = '';
  for (const value of values) {
    if (text.length + value.length > MAX_VALUE_CHARS) break;
    text += (text && '||') + value;
  }
  return text;
}

/** Longer words occur inside related words, as wool does in lambswool. */
const SHORT_LETTERS = 3;

/** `like` matches substrings: "red" would match "textured". */
function isInsideOthers(field: ValueField, value: string, vocabulary: Vocabulary): boolean {
  const parts = wordsOf(value);
  if (parts.every((part) => part.length > SHORT_LETTERS)) return false;
  return vocabulary.valuesOf(field as 'color' | 'material').some(([other]) => {
    const words = wordsOf(other);
    const isInside = parts.every((part) => words.some((word) => word.includes(part)));
    return isInside && !parts.every((part) => words.some((word) => stem(word) === stem(part)));
  });
}

function wholeValues(field: ValueField, value: string, vocabulary: Vocabulary): string[] {
  const parts = wordsOf(value);
  const whole = vocabulary
    .valuesOf(field as 'color' | 'material')
    .map(([other]) => other)
    .filter((other) => parts.every((part) => wordsOf(other).includes(part)));
  return whole.length > 0 ? whole : [value];
}

/** Excludes a word by category or material if the catalogue has it there, else by text. */
function wordCriterion(words: string, state: ChatState, vocabulary: Vocabulary): Criterion {
  // "over-ear" is one word to a filter; its parts have other meanings.
  const isIn = (value: string, word: string) =>
    word.includes('-') ? foldText(value).includes(word) : wordsOf(value).some((other) => stem(other) === stem(word));
  const parts = words.split(' ');
  // A "leather" category has only some of the leather products.
  const fields = BASIC_MATERIALS.has(words) ? (['material'] as const) : (['category', 'material'] as const);
  // "sweaters, no hoodies" must not exclude the category "Sweaters & Hoodies".
  const subject = wordsOf(state.words).map(stem);
  const isSubject = (level: string) =>
    /[&,/]| and /.test(level) && wordsOf(level).some((word) => subject.includes(stem(word)));
  const isOther = (value: string) =>
    value.split('>').some((level) => parts.every((word) => isIn(level, word)) && isSubject(level));
  const field = fields.find((name) =>
    vocabulary.valuesOf(name).some(([value]) => parts.every((word) => isIn(value, word)) && !isOther(value)),
  );
  const value = parts.map((word) => (word.includes('-') ? word : stem(word))).join(' ');
  // The stem "hoody" is not a substring of "hoodie".
  const singular = parts.map((word) => word.replace(/s$/, '')).join(' ');
  const isSame = singular.startsWith(value) || value.startsWith(singular);
  const spellings = isSame ? value : `${value}||${singular}`;
  return { field: field ?? 'name||description||brand', operator: 'not_like', value: spellings };
}

/** The query text. A search with filters only needs words too, so they are taken from the filters. */
export function textOf(state: ChatState, vocabulary: Vocabulary): string {
  if (state.words) return state.words;
  // Product texts do not contain shop names and sizes.
  const fields = FIELD_ORDER.filter((field) => field !== 'size' && field !== 'merchant.name');
  const values = fields.flatMap((field) => state.wanted[field] ?? []);
  return values.join(' ') || state.category || vocabulary.broadText;
}
