// Reads texts into words and terms.
import { stem, wordsOf } from '../../../text/analyse.ts';
import { joinedHyphenations, mayNegate, tokensOf } from '../../../text/tokens.ts';
import { isSpellable } from '../format/spelling-dictionary.ts';
import { truncateTerm } from '../format/term-dictionary.ts';

export interface Read {
  /** The terms of its words, in their order. */
  terms: readonly string[];
  /** Those of its words that can be misspelt. */
  spellable: readonly string[];
}

/** What a word may say beside its terms: part of a measure, hyphenated words, a lack, the end of a name's main part. */
export const SAYS = { number: 1, joined: 2, lack: 4, end: 8 } as const;

/** What follows these in a name is what the product is for, or comes with. */
const ENDS_MAIN_PART = new Set(
  'for with compatible fits w fur mit passend kompatibel pour avec compatibles para con'.split(' '),
);
export const endsMainPart = (word: string): boolean => ENDS_MAIN_PART.has(word);

export const termOf = (word: string): string => truncateTerm(stem(word));

/** What stands between two spaces, folded. `joined`: hyphenated words as one. */
export function analyseWord(folded: string): Read & { joined: readonly string[]; says: number } {
  const words = wordsOf(folded);
  const joined = joinedHyphenations(folded);
  const says =
    (/\d/.test(folded) ? SAYS.number : 0) |
    (joined.length > 0 ? SAYS.joined : 0) |
    (mayNegate(folded) ? SAYS.lack : 0) |
    (words.some(endsMainPart) ? SAYS.end : 0);
  return { terms: words.map(termOf), spellable: words.filter(isSpellable), joined, says };
}

export function analyseText(text: string): Read & { extras: readonly string[] } {
  const { words, extras } = tokensOf(text);
  return { terms: words.map(termOf), spellable: words.filter(isSpellable), extras };
}
