// Translates the search state of a conversation into criteria and query text.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { joinedValues, MAX_VALUE_CHARS, spellingsOf } from '../discovery/stated-words.ts';
import * as english from '../language/english.ts';
import { spaced } from '../language/lexicon.ts';
import { stem, wordsOf } from '../text/analyse.ts';
import type { ValueField, Vocabulary } from '../vocabulary/vocabulary.ts';
import type { ChatState, PriceLimits } from './chat-state.ts';

const IMITATIONS = spaced(english.IMITATIONS);

/** Order of the filters in the criteria. */
const FIELD_ORDER: ValueField[] = ['brand', 'merchant.name', 'color', 'size', 'material', 'gender', 'condition'];

export function criteriaOf(state: ChatState, vocabulary: Vocabulary): Criterion[] {
  const criteria: Criterion[] = [];
  for (const field of FIELD_ORDER) {
    const wanted = state.wanted[field] ?? [];
    const unwanted = (state.unwanted[field] ?? []).flatMap((value) => [
      value,
      ...spaced(english.KINDS_OF[value] ?? ''),
    ]);
    const isExact = field === 'color' && state.is_color_exact;
    if (wanted.length > 0 && isExact) criteria.push({ field, operator: '=', value: joinedValues(wanted) });
    else if (wanted.length > 0) criteria.push(valueCriterion(field, wanted, true, vocabulary));
    if (unwanted.length > 0) criteria.push(valueCriterion(field, unwanted, false, vocabulary));
  }
  if (state.category) criteria.push({ field: 'category', operator: '=', value: state.category });
  for (const phrase of state.unwanted_words)
    criteria.push({ field: 'name||description||brand', operator: 'not_like', value: spellingsOf(phrase) });
  return [...criteria, ...priceCriteria(state.price), ...otherCriteria(state), ...(state.criteria ?? [])];
}

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

function valueCriterion(field: ValueField, said: string[], isWanted: boolean, vocabulary: Vocabulary): Criterion {
  let values: string[] | undefined = said;
  // Compared word by word: "blue" matches "Navy Blue".
  if (field === 'color' || field === 'material') {
    const found = said.map((value) => matchingValues(field, value, vocabulary));
    const all = found.flatMap(({ matching }) => matching);
    const isNeeded = found.some(({ hasOthers }) => hasOthers) && all.join('||').length <= MAX_VALUE_CHARS;
    values = isNeeded ? all : undefined;
  }
  if (values) return { field, operator: isWanted ? '=' : '!=', value: joinedValues(values) };
  return { field, operator: isWanted ? 'like' : 'not_like', value: joinedValues(said) };
}

/** Longer words occur inside related words, as wool does in lambswool. */
const SHORT_LETTERS = 3;

/** `like` matches substrings: "red" would match "textured", and "leather" "vegan leather". */
function matchingValues(field: 'color' | 'material', said: string, vocabulary: Vocabulary) {
  const parts = wordsOf(said);
  const values = vocabulary.valuesOf(field).map(([value]) => value);
  const inside = values.filter((value) => parts.every((part) => wordsOf(value).some((word) => word.includes(part))));
  const matching = inside.filter((value) => {
    const stems = wordsOf(value).map(stem);
    const isWord = (part: string) => part.length > SHORT_LETTERS || stems.includes(stem(part));
    return isImitation(wordsOf(value)) === isImitation(parts) && parts.every(isWord);
  });
  return { matching: matching.length > 0 ? matching : [said], hasOthers: matching.length < inside.length };
}

const isImitation = (words: string[]) => words.some((word) => IMITATIONS.has(word));

/** The query text. A search with filters only needs words too, so they are taken from the filters. */
export function textOf(state: ChatState, vocabulary: Vocabulary): string {
  const words = [state.words, ...state.soft].filter(Boolean).join(' ');
  if (state.words) return words;
  // Product texts do not contain shop names and sizes.
  const fields = FIELD_ORDER.filter((field) => field !== 'size' && field !== 'merchant.name');
  const values = fields.flatMap((field) => state.wanted[field] ?? []);
  return [words, values.join(' ') || state.category || vocabulary.broadText].filter(Boolean).join(' ');
}
