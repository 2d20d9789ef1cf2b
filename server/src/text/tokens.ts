// What a product's text is indexed by beside its words: measures, hyphenated words as one, and what it says it lacks.
import { stem, wordsOf } from './analyse.ts';
import { foldText } from './fold-text.ts';
import { deniedPlaces, lackOf } from './negation.ts';
import { measuresOf } from './units.ts';

/** Longer runs of hyphens are lists. */
const HYPHENATED = /(?<![\p{L}\p{N}-])[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+){1,2}(?![\p{L}\p{N}-])/gu;
const MAX_JOINED_LETTERS = 24;
const DENIES = /\b(?:without|no|non|not|free|ohne|sans|sin|kein|keine|nicht)\b/;

export interface Tokens {
  /** The words as they are written, folded, in order. */
  words: string[];
  /** Terms besides the stems of the words. */
  extras: string[];
}

export function tokensOf(text: string): Tokens {
  const folded = foldText(text);
  const words = wordsOf(folded);
  return { words, extras: extrasOf(folded, words) };
}

/** What a folded text is indexed by beside its words. */
function extrasOf(folded: string, words: readonly string[]): string[] {
  const measures = measuresOf(folded).map(({ token }) => token);
  return [...measures, ...joinedOf(folded), ...(mayDeny(folded) ? lacksOf(words) : [])];
}

/** Hyphenated words as one. */
export function joinedOf(folded: string): string[] {
  const joined: string[] = [];
  if (!folded.includes('-')) return joined;
  for (const [run] of folded.matchAll(HYPHENATED)) {
    if (run.length <= MAX_JOINED_LETTERS) joined.push(stem(run.replaceAll('-', '')));
  }
  return joined;
}

/** Most texts deny nothing. */
export const mayDeny = (folded: string): boolean => DENIES.test(folded);

/** What a text says that it lacks. */
export const lacksOf = (words: readonly string[]): string[] =>
  Array.from(deniedPlaces(words), (place) => lackOf(stem(words[place]!)));

/** Identifiers are compared without spaces and marks. */
export const identityOf = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]/gu, '');
