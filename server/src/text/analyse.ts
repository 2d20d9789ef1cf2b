// The one analyser: what the index knows a text by, and what a query is made of.
import { foldText } from './fold-text.ts';

const WORD = /[\p{L}\p{N}]+/gu;

/** The words of a text in their folded form: letters and digits, apostrophes left out ("Levi's" is "levis"). */
export function wordsOf(text: string): string[] {
  return foldText(text).replace(/['’ʼ]/g, '').match(WORD) ?? [];
}

/** The terms of a text: its words, stemmed. */
export const termsOf = (text: string): string[] => wordsOf(text).map(stem);

/** A light English stemmer: plurals only, so that it does no harm to names and other languages. */
export function stem(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
