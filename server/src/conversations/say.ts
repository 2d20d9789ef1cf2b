// What the assistant says: in one or two plain sentences, what was understood and found.
import { canonicalGender } from '../text/aliases.ts';
import { stem, wordsOf } from '../text/analyse.ts';
import { foldText } from '../text/fold-text.ts';
import type { ChatState, ShownItem } from './chat-state.ts';
import { money } from './money.ts';
import type { Inability, SmallTalk } from './reader/read-talk.ts';
import type { Refinement } from './refinement.ts';
import type { Vocabulary } from './vocabulary.ts';

const EXAMPLE = 'like "black running shoes under $60, not Nike"';

export const TALK: Record<SmallTalk | 'reset' | 'nothing' | 'nothing_shown' | 'not_shown', string> = {
  greeting: `Hello! Tell me what you are looking for, ${EXAMPLE}.`,
  thanks: 'You are welcome. I am here when you need something else.',
  goodbye: 'Goodbye, and thank you for stopping by.',
  help: `Tell me what you are looking for, ${EXAMPLE}. Then say "cheaper", "in blue", "another brand", "like the second one", "show more" or "start over".`,
  who: 'I am a shopping assistant: a program that searches this catalogue. I am no person.',
  reset: 'Everything is cleared. What are you looking for?',
  nothing: `I did not understand that as something to shop for. Tell me a product, ${EXAMPLE}.`,
  nothing_shown: 'I have not shown anything yet. What are you looking for?',
  not_shown: 'I have not shown so many. Which one do you mean?',
};

export const INABILITIES: Record<Inability, string> = {
  ratings: 'I have no ratings or reviews, so these are the best matches for your words.',
  delivery: 'I do not know when and where shops deliver; the shop shows that.',
  orders: 'I cannot place, pay, track or return orders; the shop does that. I can help you find products.',
  codes: 'I have no coupon codes, but I can show what is on sale.',
  people: 'I cannot connect you with a person; I can only search products.',
  choices: 'I cannot list those. Name one that you like, and I look for it.',
  chatter: 'I only know about the products of this catalogue. What are you looking for?',
};

const list = (values: readonly string[], joint: string) =>
  values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} ${joint} ${values.at(-1)}`;

/** What is asked for, as one would say it: "black Nike running shoes under $60". */
export function describeSearch(state: ChatState, vocabulary: Vocabulary, count?: number): string {
  const { wanted, unwanted, price, discount } = state;
  const before = [wanted.condition, wanted.color, wanted.gender?.map(ofGender), wanted.brand, wanted.material]
    .map((values) => list(values ?? [], 'or'))
    .filter(Boolean);
  const things = state.similar_to
    ? `${count === 1 ? 'product' : 'products'} like ${state.similar_to.name}`
    : thingsCalled(state.words, vocabulary, count);
  const after = [
    wanted.size ? `in size ${list(wanted.size, 'or')}` : '',
    wanted['merchant.name'] ? `from ${list(wanted['merchant.name'], 'or')}` : '',
    state.category ? `in ${state.category}` : '',
    priceText(price),
    discountText(discount),
    state.in_stock ? 'in stock' : '',
    state.free_shipping ? 'with free shipping' : '',
    ...Object.values(unwanted).map((values) => `not ${list(values, 'or')}`),
    state.unwanted_words.length > 0 ? `no ${list(state.unwanted_words, 'or')}` : '',
  ].filter(Boolean);
  // Behind the name of a product stands a comma, so that it is seen where the name ends.
  const whole = [things, after.join(', ')].filter(Boolean).join(state.similar_to ? ', ' : ' ');
  return [...before, whole].join(' ');
}

const OF_GENDER: Record<string, string> = {
  female: "women's",
  male: "men's",
  kids: "kids'",
  girls: "girls'",
  boys: "boys'",
};

const ofGender = (value: string) => OF_GENDER[canonicalGender(foldText(value))] ?? value;

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
 * The noun in the number that the count asks for; of "jacket with hood" the jacket. What was counted is called by a name
 * that the catalogue has for things: a cushion that says "sofa" is none.
 */
function thingsCalled(words: string, vocabulary: Vocabulary, count?: number): string {
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
  /** How many match, and whether there may be more than a list can hold. */
  count: number;
  is_capped: boolean;
  near: number;
  /** The lowest price, in the currency that most have. */
  low: number | null;
  currency: string;
  /** Some have another currency, in which they may cost less. */
  is_mixed: boolean;
}

export function sayFound(
  state: ChatState,
  vocabulary: Vocabulary,
  { count, is_capped, near, low, currency, is_mixed }: FoundText,
): string {
  const wish = describeSearch(state, vocabulary, count);
  if (count + near === 0) return `I found no ${describeSearch(state, vocabulary)}.`;
  if (count === 0)
    return `I found no ${describeSearch(state, vocabulary)}, but ${near} that come${near === 1 ? 's' : ''} close.`;
  const number = `${is_capped ? 'At least ' : ''}${count.toLocaleString('en-US')}`;
  const cheapest = is_mixed ? `cheapest in ${currency}` : 'cheapest';
  const price = low === null ? '' : `, ${count === 1 ? 'at' : cheapest} ${money(low, currency)}`;
  const order = state.order === 'cheapest' ? ', cheapest first' : state.order === 'dearest' ? ', dearest first' : '';
  return `${number} ${wish}${price}${order}${near > 0 ? `, and ${near} that come${near === 1 ? 's' : ''} close` : ''}.`;
}

const QUESTIONS: Record<Refinement['category'], string> = {
  brand: 'Is there a brand you prefer?',
  price: 'What would you like to spend?',
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
