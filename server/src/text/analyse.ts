// The one analyser: what the index knows a text by, and what a query is made of.
import { foldText } from './fold-text.ts';

const WORD = /[\p{L}\p{N}]+/gu;
/** The same for the texts that most are, several times as fast. */
const PLAIN_WORD = /[a-z0-9]+/g;
/** ASCII without the backtick, which `foldText` takes for an apostrophe. */
const PLAIN = /^[\x00-\x5f\x61-\x7f]*$/;

/** The words of a text in their folded form: letters and digits, apostrophes left out ("Levi's" is "levis"). */
export function wordsOf(text: string): string[] {
  if (PLAIN.test(text)) return text.toLowerCase().replaceAll("'", '').match(PLAIN_WORD) ?? [];
  return foldText(text).replaceAll("'", '').match(WORD) ?? [];
}

/**
 * A light English stemmer: plurals only, so that it does no harm to names and other languages. Endings that a plural
 * hides are taken off the singular too: case and cases, hoodie and hoodies, watch and watches.
 */
export function stem(word: string): string {
  if (word.length < 4) return word;
  const singular = word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
  if (!singular.endsWith('e')) return singular;
  if (singular.endsWith('ie')) return `${singular.slice(0, -2)}y`;
  return /(?:s|x|z|ch|sh)e$/.test(singular) ? singular.slice(0, -1) : singular;
}
