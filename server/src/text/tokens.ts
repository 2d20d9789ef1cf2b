// Index terms of a product text in addition to its words: measures, joined hyphenated words, and negated words.
import { stem, wordsOf } from './analyse.ts';
import { foldText } from './fold-text.ts';
import { negatedPositions, negatedTerm } from './negation.ts';
import { measuresOf } from './units.ts';

/** Up to three parts: longer runs are lists. */
const HYPHENATED = /(?<![\p{L}\p{N}-])[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+){1,2}(?![\p{L}\p{N}-])/gu;
const MAX_JOINED_LETTERS = 24;
const NEGATION = /\b(?:without|no|non|not|free|ohne|sans|sin|kein|keine|nicht)\b/;

export interface Tokens {
  /** Folded words in text order. */
  words: string[];
  /** Index terms in addition to the word stems. */
  extras: string[];
}

export function tokensOf(text: string): Tokens {
  const folded = foldText(text);
  const words = wordsOf(folded);
  return { words, extras: extrasOf(folded, words) };
}

function extrasOf(folded: string, words: readonly string[]): string[] {
  const measures = measuresOf(folded).map(({ token }) => token);
  return [...measures, ...joinedHyphenations(folded), ...(mayNegate(folded) ? negatedTerms(words) : [])];
}

/** Hyphenated words joined into one. */
export function joinedHyphenations(folded: string): string[] {
  const joined: string[] = [];
  if (!folded.includes('-')) return joined;
  for (const [run] of folded.matchAll(HYPHENATED)) {
    if (run.length <= MAX_JOINED_LETTERS) joined.push(stem(run.replaceAll('-', '')));
  }
  return joined;
}

/** Fast pre-check: most texts contain no negation. */
export const mayNegate = (folded: string): boolean => NEGATION.test(folded);

/** Index terms of the negated words. */
export const negatedTerms = (words: readonly string[]): string[] =>
  Array.from(negatedPositions(words), (position) => negatedTerm(stem(words[position]!)));

/** Identifiers are compared without spaces and punctuation. */
export const identityOf = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]/gu, '');
