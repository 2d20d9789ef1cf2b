// Reads texts into words and terms, remembering what it read: most words of a catalogue come again and again.
import { stem, wordsOf } from '../../../text/analyse.ts';
import { extrasOf, type Tokens } from '../../../text/tokens.ts';
import { keptTerm } from './term-dictionary.ts';
import { WordTable } from './word-table.ts';

export interface Read {
  /** Its words, folded, as they are written. */
  words: readonly string[];
  /** Their terms, in the same order. */
  terms: readonly string[];
  /** The numbers that a draft gave the terms, so that it need not look them up again. */
  draft: object | undefined;
  term_numbers: number[];
}

/** What stands between two spaces: "shirt," or "mx-4". */
export interface SpacedWord extends Read {
  text: string;
  hash: number;
  /** The number that these columns gave it. */
  columns: object | undefined;
  number: number;
}

export interface ReadText extends Read {
  /** Terms besides those of the words. */
  extras: readonly string[];
}

const NONE: readonly string[] = [];
/** Forgotten all at once when there are more: those that repeat are soon known again. */
const MAX_WORDS = 300_000;
const MAX_TEXTS = 100_000;
const LONGEST_REMEMBERED = 200;

export const termOf = (word: string): string => keptTerm(stem(word));

/** Reads a word, or a text that is kept as one. */
export function readSpaced(folded: string): SpacedWord {
  const words = wordsOf(folded);
  const terms = words.map(termOf);
  return { text: folded, words, terms, hash: 0, draft: undefined, term_numbers: [], columns: undefined, number: 0 };
}

export class WordReader {
  readonly #spaced = new WordTable(readSpaced, MAX_WORDS);
  readonly #texts = new Map<string, ReadText>();

  /** The words of a folded text, as spaces part them. */
  split(folded: string): SpacedWord[] {
    return this.#spaced.split(folded);
  }

  /** A text that other products have too. */
  repeatedText(text: string, read: (text: string) => Tokens): ReadText {
    const known = this.#texts.get(text);
    if (known) return known;
    const { words, extras } = read(text);
    const terms = words.map(termOf);
    const found = { words, terms, extras: extras.map(keptTerm), draft: undefined, term_numbers: [] };
    if (this.#texts.size >= MAX_TEXTS) this.#texts.clear();
    if (text.length <= LONGEST_REMEMBERED) this.#texts.set(text, found);
    return found;
  }

  extrasOf(folded: string, words: readonly string[]): readonly string[] {
    const extras = extrasOf(folded, words);
    return extras.length === 0 ? NONE : extras.map(keptTerm);
  }
}
