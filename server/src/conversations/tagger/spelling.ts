// Corrects misspelt words: only those that neither the catalogue nor the language knows, and that are near one word.

import * as english from '../../language/english.ts';
import { type Lexicon, spaced } from '../../language/lexicon.ts';
import { isKnownWord } from '../../vocabulary/synonym-words.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import type { Token } from './tokenise.ts';

const MIN_LETTERS = 4;
/** In shorter words, another letter makes another word: "bass" is not "bags". */
const MIN_SUBSTITUTED = 7;
const ENDINGS = ['ing', 'ers', 'er'];

/** Words of the language that are not phrases of their own. */
const OTHER_WORDS = new Set(
  [english.PERSONS, english.CURRENCIES, english.LETTER_SIZES].flatMap((lists) =>
    Object.values(lists).flatMap((words) => [...spaced(words)]),
  ),
);

export function correctSpelling(tokens: Token[], phrases: Lexicon, vocabulary: Vocabulary): Token[] {
  return tokens.map((token, at) => {
    const { text, number, measure, isSign, isGlued } = token;
    if (number !== undefined || measure || isSign || isGlued || text.length < MIN_LETTERS || /\d/.test(text))
      return token;
    if (phrases.knows(text) || OTHER_WORDS.has(text) || isKnownWord(text, vocabulary)) return token;
    const base = baseOf(text, vocabulary);
    if (base) return { ...token, text: base };
    const meant = catalogueWordNear(tokens, at, vocabulary);
    return meant && isSlip(text, meant, vocabulary) ? { ...token, text: meant } : token;
  });
}

/** "grilling" is searched for as "grill" if the catalogue has that. */
function baseOf(word: string, vocabulary: Vocabulary): string | undefined {
  const ending = ENDINGS.find((end) => word.endsWith(end));
  const base = ending ? word.slice(0, -ending.length) : '';
  return base.length >= MIN_LETTERS ? [base, `${base}e`].find((form) => vocabulary.knows(form)) : undefined;
}

const sortedLetters = (text: string) => [...text].sort().join('');

/** A letter too many, too few, or two of them swapped; another letter only in long words. */
function isSlip(word: string, meant: string, vocabulary: Vocabulary): boolean {
  if (sortedLetters(word) === sortedLetters(meant)) return true;
  // "Floral" is not "flora".
  if (word.startsWith(meant)) return false;
  if (word.length === meant.length) return word.length >= MIN_SUBSTITUTED;
  // Of short words only values are sure: "blak", but not "canon" for "canyon".
  return word.length > SHORT_LETTERS || vocabulary.longestAt([meant], 0) !== undefined;
}

const SHORT_LETTERS = 5;

/** Words of names of several words are meant only beside their other words: "technica". */
function catalogueWordNear(tokens: Token[], at: number, vocabulary: Vocabulary): string | undefined {
  const meant = vocabulary.correct(tokens[at]!.text);
  const beside = [at - 2, at - 1, at + 1, at + 2].map((i) => tokens[i]?.text ?? '');
  return meant && vocabulary.isMeantBeside(meant, beside) ? meant : undefined;
}
