// The text analyser of indexing and search: tokenisation and stemming.
import { foldText } from './fold-text.ts';

const WORD = /[\p{L}\p{N}]+/gu;
/** Fast path for ASCII, several times as fast. */
const PLAIN_WORD = /[a-z0-9]+/g;
/** ASCII without the backtick, which `foldText` folds to an apostrophe. */
const PLAIN = /^[\x00-\x5f\x61-\x7f]*$/;

/** The folded words of a text: letters and digits, apostrophes removed ("Levi's" becomes "levis"). */
export function wordsOf(text: string): string[] {
  if (PLAIN.test(text)) return text.toLowerCase().replaceAll("'", '').match(PLAIN_WORD) ?? [];
  return foldText(text).replaceAll("'", '').match(WORD) ?? [];
}

/**
 * A light English stemmer for plurals only, so that it does not damage names and other languages. Endings that plurals
 * change are also removed from the singular: case/cases, hoodie/hoodies, watch/watches.
 */
export function stem(word: string): string {
  if (word.length < 4) return word;
  const singular = word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
  if (!singular.endsWith('e')) return singular;
  if (singular.endsWith('ie')) return `${singular.slice(0, -2)}y`;
  return /(?:s|x|z|ch|sh)e$/.test(singular) ? singular.slice(0, -1) : singular;
}
