// Words the assistant's replies: what was understood and found, in one or two sentences.
import { canonicalGender } from '../text/aliases.ts';
import { stem, wordsOf } from '../text/analyse.ts';
import { foldText } from '../text/fold-text.ts';
import { money } from '../text/money.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import type { ChatState, ShownItem } from './chat-state.ts';
import type { Inability, SmallTalk } from './reader/read-talk.ts';
import type { Refinement } from './refinement.ts';

const EXAMPLE = 'like "black running shoes under $60, not Nike"';

export const TALK: Record<SmallTalk | 'reset' | 'nothing' | 'nothing_shown' | 'not_shown', string> = {
  greeting: `Hello! Tell me what you're looking for, ${EXAMPLE}.`,
  thanks: "You're welcome! I'm here if you need anything else.",
  goodbye: 'Goodbye, and thanks for stopping by!',
  help: `Tell me what you're looking for, ${EXAMPLE}. Then you can say "cheaper", "in blue", "another brand", "like the second one", "show more" or "start over".`,
  who: "I'm a shopping assistant that searches this catalogue. I'm a program, not a person.",
  reset: "OK, let's start over. What are you looking for?",
  nothing: `I didn't understand that as something to shop for. Name a product, ${EXAMPLE}.`,
  nothing_shown: "I haven't shown you anything yet. What are you looking for?",
  not_shown: "I haven't shown that many. Which one do you mean?",
};

export const INABILITIES: Record<Inability, string> = {
  ratings: "I don't have ratings or reviews, so these are the best matches for your words.",
  delivery: "I don't know when or where shops deliver; the shop's own site shows that.",
  orders: "I can't place, pay for, track or return orders; the shop does that. I can help you find products.",
  codes: "I don't have coupon codes, but I can show you what's on sale.",
  people: "I can't connect you with a person; I can only search for products.",
  choices: "I can't list those. Name one you like, and I'll look for it.",
  chatter: 'I only know about the products in this catalogue. What are you looking for?',
};

const list = (values: readonly string[], joint: string) =>
  values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} ${joint} ${values.at(-1)}`;

/** The search in words: "black running shoes under $60, not Nike". */
export function describeSearch(state: ChatState, vocabulary: Vocabulary, count?: number): string {
  const { wanted, unwanted, price, discount } = state;
  const before = [wanted.condition, wanted.color, wanted.gender?.map(genderText), wanted.brand, wanted.material]
    .map((values) => list(values ?? [], 'or'))
    .filter(Boolean);
  const subject = state.similar_to
    ? `${count === 1 ? 'product' : 'products'} like ${state.similar_to.name}`
    : nounPhrase(state.words, vocabulary, count);
  const limits = [
    wanted.size ? `in size ${list(wanted.size, 'or')}` : '',
    wanted['merchant.name'] ? `from ${list(wanted['merchant.name'], 'or')}` : '',
    state.category ? `in ${state.category}` : '',
    priceText(price),
    discountText(discount),
    state.in_stock ? 'in stock' : '',
    state.free_shipping ? 'with free shipping' : '',
  ].filter(Boolean);
  const exclusions = Object.values(unwanted).map((values) => `not ${list(values, 'or')}`);
  if (state.unwanted_words.length > 0) exclusions.push(`excluding ${list(state.unwanted_words, 'or')}`);
  // A comma marks the end of a product name.
  const limited = [subject, limits.join(', ')].filter(Boolean).join(state.similar_to ? ', ' : ' ');
  const whole = [limited, ...exclusions].join(', ');
  return [...before, whole].join(' ');
}

const GENDER_TEXTS: Record<string, string> = {
  female: "women's",
  male: "men's",
  kids: "kids'",
  girls: "girls'",
  boys: "boys'",
};

const genderText = (value: string) => GENDER_TEXTS[canonicalGender(foldText(value))] ?? value;

export function priceText({ low, high, currency = '', is_high_open }: ChatState['price']): string {
  if (low !== undefined && high !== undefined) return `from ${money(low, currency)} to ${money(high, currency)}`;
  if (high !== undefined) return `${is_high_open ? 'below' : 'under'} ${money(high, currency)}`;
  if (low !== undefined) return `over ${money(low, currency)}`;
  return currency ? `in ${currency}` : '';
}

function discountText({ at_least, at_most, on_sale }: ChatState['discount']): string {
  if (at_least !== undefined) return `at least ${Math.round(at_least * 100)}% off`;
  if (at_most !== undefined) return `up to ${Math.round(at_most * 100)}% off`;
  return on_sale === undefined ? '' : on_sale ? 'on sale' : 'not on sale';
}

/**
 * Puts the noun into singular or plural; in "jacket with hood" that is the jacket. Counted products are named by a noun
 * of the catalogue, else they are "products for …": a cushion that mentions a sofa is not a sofa.
 */
function nounPhrase(words: string, vocabulary: Vocabulary, count?: number): string {
  const products = count === 1 ? 'product' : 'products';
  if (words === '' || /^(?:for|with|without) /.test(words)) return `${products} ${words}`.trim();
  const parts = /^(.*?)((?: (?:for|with|without) .*)?)$/.exec(words)!;
  const main = parts[1]!.split(' ');
  if (count !== undefined && !wordsOf(parts[1]!).some((word) => vocabulary.isNoun(word)))
    return `${products} for "${words}"`;
  const said = main.map((word, i) => {
    const isThing = i === main.length - 1 || main[i + 1] === 'or';
    return isThing && vocabulary.isNoun(wordsOf(word).at(-1) ?? '') ? nounInNumber(word, count ?? 2) : word;
  });
  return said.join(' ') + parts[2]!;
}

function nounInNumber(noun: string, count: number): string {
  const single = stem(noun) === noun ? noun : noun.replace(/(?<=ch|sh|x|ss)es$|s$/, '');
  const plural = /[^s]s$/.test(noun)
    ? noun
    : noun
        .replace(/(?<=[^aeiou])y$/, 'ie')
        .replace(/(?<=ch|sh|x|ss)$/, 'e')
        .concat('s');
  return count === 1 ? single : plural;
}

export interface FoundText {
  /** Number of full matches; `is_capped` if the session limit may hide more. */
  count: number;
  is_capped: boolean;
  near: number;
  /** The lowest price in `currency`, the most frequent one. */
  low: number | null;
  currency: string;
  /** Some matches have another currency. */
  is_mixed: boolean;
}

export function sayFound(
  state: ChatState,
  vocabulary: Vocabulary,
  { count, is_capped, near, low, currency, is_mixed }: FoundText,
): string {
  const close = `${near === 1 ? 'comes' : 'come'} close`;
  if (count === 0) {
    const rest = near > 0 ? `, but ${near} ${close}` : '';
    return `I didn't find any ${describeSearch(state, vocabulary)}${rest}.`;
  }
  const number = `${is_capped ? 'at least ' : ''}${count.toLocaleString('en-US')}`;
  const starting = `${is_mixed ? `with prices in ${currency} ` : ''}starting at`;
  const price = low === null ? '' : `, ${count === 1 ? 'at' : starting} ${money(low, currency)}`;
  const order = state.order ? `, ${state.order === 'cheapest' ? 'cheapest' : 'most expensive'} first` : '';
  const more = near > 0 ? `, and ${near} more that ${close}` : '';
  return `I found ${number} ${describeSearch(state, vocabulary, count)}${price}${order}${more}.`;
}

const QUESTIONS: Record<Refinement['category'], string> = {
  brand: 'Is there a brand you prefer?',
  price: 'How much would you like to spend?',
  color: 'Which colour would you like?',
  size: 'Which size do you need?',
  category: 'Which kind do you mean?',
};

const PLURALS: Record<Refinement['category'], string> = {
  brand: 'Brands',
  price: 'Prices',
  color: 'Colours',
  size: 'Sizes',
  category: 'Kinds',
};

export const sayOptions = ({ category, options }: Refinement): string =>
  `${PLURALS[category]}: ${options.map(({ text, count }) => `${text} (${count})`).join(', ')}.`;

export const sayQuestion = ({ category }: Refinement): string => QUESTIONS[category];

export function sayProduct(
  item: ShownItem,
  place: number,
  facts: { was: number | null; in_stock: boolean | null },
): string {
  const price = item.price === null ? 'price unknown' : money(item.price, item.currency);
  const was =
    facts.was !== null && item.price !== null && facts.was > item.price
      ? ` (was ${money(facts.was, item.currency)})`
      : '';
  const stock = facts.in_stock === null ? '' : facts.in_stock ? ', in stock' : ', out of stock';
  return `Number ${place + 1}: ${item.name}, ${price}${was} at ${item.merchant}${stock}.`;
}
