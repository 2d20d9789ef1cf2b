// Analyses words and texts into terms.
import { stem, wordsOf } from '../../text/analyse.ts';
import { joinedHyphenations, mayNegate, tokensOf } from '../../text/tokens.ts';

export interface Analysis {
  /** The terms of the words, in order. */
  terms: readonly string[];
  /** The words that go into the spelling dictionary. */
  spellable: readonly string[];
}

/** A word may be part of a measure, a hyphenation or a negation, or end the main part of a name. */
export const WORD_FLAGS = { number: 1, joined: 2, negation: 4, end: 8 } as const;

/** In a name, what the product is for or comes with follows these words. */
const ENDS_MAIN_PART = new Set(
  'for with compatible fits w fur mit passend kompatibel pour avec compatibles para con'.split(' '),
);
const endsMainPart = (word: string): boolean => ENDS_MAIN_PART.has(word);

/** Longer main parts are equivalent, which lets engines store a byte. */
const MAX_MAIN_TERMS = 255;

/** Number of terms in a name before "for", "with" and the like. `count`: of all its terms; `flags`: of all its words. */
export function mainTermsOf(foldedName: string, count: number, flags: number): number {
  const end = flags & WORD_FLAGS.end ? wordsOf(foldedName).findIndex((word, i) => i > 0 && endsMainPart(word)) : -1;
  return Math.min(MAX_MAIN_TERMS, end < 0 ? count : end);
}

/** Longer terms are truncated. */
export const MAX_TERM_CHARACTERS = 80;

/** The form in which terms are stored and looked up. Truncation may split a surrogate pair. */
export const truncateTerm = (term: string): string =>
  term.length <= MAX_TERM_CHARACTERS ? term : term.slice(0, MAX_TERM_CHARACTERS).toWellFormed();

export const termOf = (word: string): string => truncateTerm(stem(word));

const LETTERS_ONLY = /^\p{L}+$/u;

/** Words with digits are never corrected. */
export const isSpellable = (word: string): boolean => LETTERS_ONLY.test(word);

/** `folded`: text between spaces. `joined`: hyphenated words as one. */
export function analyseWord(folded: string): Analysis & { joined: readonly string[]; flags: number } {
  const words = wordsOf(folded);
  const joined = joinedHyphenations(folded);
  const flags =
    (/\d/.test(folded) ? WORD_FLAGS.number : 0) |
    (joined.length > 0 ? WORD_FLAGS.joined : 0) |
    (mayNegate(folded) ? WORD_FLAGS.negation : 0) |
    (words.some(endsMainPart) ? WORD_FLAGS.end : 0);
  return { terms: words.map(termOf), spellable: words.filter(isSpellable), joined, flags };
}

export interface AnalysedText extends Analysis {
  /** Terms beyond those of its words: measures, hyphenations, negations. Not truncated. */
  extras: readonly string[];
}

export function analyseText(text: string): AnalysedText {
  const { words, extras } = tokensOf(text);
  return { terms: words.map(termOf), spellable: words.filter(isSpellable), extras };
}
