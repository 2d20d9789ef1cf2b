// Reads texts into words and terms, remembering what it read: most words of a catalogue come again and again.
import { stem, wordsOf } from '../../../text/analyse.ts';
import { joinedOf, mayDeny, tokensOf } from '../../../text/tokens.ts';
import { keptTerm } from './term-dictionary.ts';
import { isSpellable } from './words.ts';

export interface Read {
  /** The terms of its words, in their order. */
  terms: readonly string[];
  /** Those of its words that can be misspelt. */
  spellable: readonly string[];
}

/** What stands between two spaces: "shirt," or "mx-4". */
export interface ReadWord extends Read {
  /** Hyphenated words as one. */
  joined: readonly string[];
  says: number;
}

/** A text that other products have too. */
export interface ReadText extends Read {
  /** Terms besides those of the words. */
  extras: readonly string[];
  /** The numbers that a draft gave the terms and the extras, so that it need not look them up again. */
  draft: object | undefined;
  term_numbers: number[];
  extra_numbers: number[];
}

/** What a word may say beside its terms: part of a measure, hyphenated words, a lack, the end of a name's main part. */
export const SAYS = { number: 1, joined: 2, lack: 4, end: 8 } as const;

/** What follows these in a name is what the product is for, or comes with. */
const ENDS_MAIN_PART = new Set(
  'for with compatible fits w fur mit passend kompatibel pour avec compatibles para con'.split(' '),
);
export const endsMainPart = (word: string): boolean => ENDS_MAIN_PART.has(word);

const NONE: readonly string[] = [];
/** Forgotten all at once when there are more: those that repeat are soon known again. */
const MAX_WORDS = 300_000;
const MAX_TEXTS = 100_000;
const LONGEST_REMEMBERED = 200;

export const termOf = (word: string): string => keptTerm(stem(word));

/** Reads a folded word, or a text that is kept as one. */
export function readWords(folded: string): Read & { words: readonly string[] } {
  const words = wordsOf(folded);
  return { words, terms: words.map(termOf), spellable: words.filter(isSpellable) };
}

function readWord(folded: string, hasDigit: boolean): ReadWord {
  const { words, terms, spellable } = readWords(folded);
  const joined = joinedOf(folded).map(keptTerm);
  const says =
    (hasDigit ? SAYS.number : 0) |
    (joined.length > 0 ? SAYS.joined : 0) |
    (mayDeny(folded) ? SAYS.lack : 0) |
    (words.some(endsMainPart) ? SAYS.end : 0);
  return { terms, spellable, joined: joined.length > 0 ? joined : NONE, says };
}

export class WordReader {
  readonly #words = new Map<string, ReadWord>();
  readonly #texts = new Map<string, ReadText>();

  /** A folded word, as spaces part them. */
  word(folded: string): ReadWord {
    // Words with digits are mostly one product's own: keeping them would gain nothing.
    if (/\d/.test(folded)) return readWord(folded, true);
    const known = this.#words.get(folded);
    if (known) return known;
    const found = readWord(folded, false);
    if (this.#words.size >= MAX_WORDS) this.#words.clear();
    if (folded.length <= LONGEST_REMEMBERED) this.#words.set(folded, found);
    return found;
  }

  repeatedText(text: string): ReadText {
    const known = this.#texts.get(text);
    if (known) return known;
    const { words, extras } = tokensOf(text);
    const found = {
      terms: words.map(termOf),
      spellable: words.filter(isSpellable),
      extras: extras.map(keptTerm),
      draft: undefined,
      term_numbers: [],
      extra_numbers: [],
    };
    if (this.#texts.size >= MAX_TEXTS) this.#texts.clear();
    if (text.length <= LONGEST_REMEMBERED) this.#texts.set(text, found);
    return found;
  }
}
