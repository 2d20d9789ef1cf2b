// What a product's text is indexed by beside its words: measures, hyphenated words as one, and what it says it lacks.
import { stem, wordsOf } from './analyse.ts';
import { foldText } from './fold-text.ts';
import { deniedPlaces, lackOf } from './negation.ts';
import { mayHaveMeasures, measuresOf } from './units.ts';

/** Longer runs of hyphens are lists. */
const HYPHENATED = /(?<![\p{L}\p{N}-])[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+){1,2}(?![\p{L}\p{N}-])/gu;
const MAX_JOINED_LETTERS = 24;
/** Most texts deny nothing: this tells quickly. */
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

/** Tells quickly of most texts that they have nothing beside their words. */
export const mayHaveExtras = (folded: string): boolean =>
  folded.includes('-') || mayHaveMeasures(folded) || DENIES.test(folded);

/** What a folded text is indexed by beside its words. */
export function extrasOf(folded: string, words: readonly string[]): string[] {
  const extras: string[] = [];
  for (const { token } of measuresOf(folded)) extras.push(token);
  if (folded.includes('-')) {
    for (const [run] of folded.matchAll(HYPHENATED)) {
      if (run.length <= MAX_JOINED_LETTERS) extras.push(stem(run.replaceAll('-', '')));
    }
  }
  if (DENIES.test(folded)) for (const place of deniedPlaces(words)) extras.push(lackOf(stem(words[place]!)));
  return extras;
}

/** Identifiers are compared without spaces and marks. */
export const identityOf = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]/gu, '');
