// Words the assistant's replies: what was understood and found, in one or two sentences.
import { ORDER_TEXTS, PLURALS, QUESTIONS } from '../language/english-replies.ts';
import { stem } from '../text/analyse.ts';
import { list } from '../text/list-words.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import type { ChatState, Refinement } from './chat-state.ts';
import { describeExclusions, describeSearch } from './describe-search.ts';
import type { UncheckedKind } from './grammar/intent.ts';

/** What was asked for and cannot be checked. */
export const sayUnchecked = (kind: UncheckedKind, phrase: string): string =>
  kind === 'exclusion'
    ? `I couldn't leave out "${phrase}": no product is called that, so please check the descriptions.`
    : `I couldn't check "${phrase}".`;

/** Null if no currency is preferred to another. */
export function sayCurrency({ order, price }: ChatState, currency: string, isMixed: boolean): string | null {
  if (isMixed && order && order !== 'discount')
    return `Prices in ${currency} come first, those in other currencies follow.`;
  return price.currency ? `Prices in other currencies than ${currency} are left out.` : null;
}

export interface FoundText {
  /** Number of matches; `is_capped` if the session limit may hide more. */
  count: number;
  is_capped: boolean;
  /** The lowest price in each currency, the most frequent one first. */
  lows: string[];
}

export function sayFound(state: ChatState, vocabulary: Vocabulary, { count, is_capped, lows }: FoundText): string {
  const left = describeExclusions(state, vocabulary);
  const leftOut = left ? ` I left out ${left}.` : '';
  if (count === 0) return `I didn't find any ${describeSearch(state, vocabulary)}.${leftOut}`;
  const number = `${is_capped ? 'at least ' : ''}${count.toLocaleString('en-US')}`;
  const price = lows.length === 0 ? '' : `, ${count === 1 ? 'at' : 'starting at'} ${list(lows, 'or')}`;
  const order = state.order ? `, ${ORDER_TEXTS[state.order]}` : '';
  return `I found ${number} ${describeSearch(state, vocabulary, count)}${price}${order}.${leftOut}`;
}

/** A plural names products; any other word is quoted. */
export const sayNotCarried = (subject: string): string =>
  stem(subject) === subject ? `I don't have anything called "${subject}".` : `I don't have any ${subject}.`;

export const sayNearest = ({ options }: Refinement): string =>
  `The closest I have is in ${list(
    options.map(({ text }) => text),
    'and',
  )}. Is one of those what you have in mind?`;

/** The question, or the options if the shopper asked for them. */
export const sayRefinement = ({ category, options }: Refinement, isAsked: boolean): string =>
  isAsked
    ? `${PLURALS[category]}: ${options.map(({ text, count }) => `${text} (${count})`).join(', ')}.`
    : QUESTIONS[category];
