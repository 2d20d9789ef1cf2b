// Puts misspelt words right before anything is read: those of the catalogue, and those of talk.
import { stem } from '../../text/analyse.ts';
import { editDistance } from '../../text/edit-distance.ts';
import { isSynonym } from '../../vocabulary/synonym-words.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { FILLERS, GRAMMAR, JOINTS } from '../shopping-words.ts';
import { isRealWord, realWordNear } from './real-words.ts';
import { isMark, isPatternWord, patternWordLike, type Sentence } from './sentence.ts';

/** Of more unknown words than this it is another language, or none. */
const MAX_CORRECTED = 12;

export function correctSpelling(sentence: Sentence, vocabulary: Vocabulary): void {
  let unknown = 0;
  for (const [i, { text, isNumber, isGlued }] of sentence.tokens.entries()) {
    if (isNumber || isGlued || isMark(text) || text.includes('-') || text.length < 4) continue;
    if (isKnown(text, vocabulary)) {
      // "boost" is a word, and none of this shop's.
      const swapped = isTalk(text) || isSold(text, vocabulary) ? undefined : vocabulary.thingSwappedIn(text);
      if (swapped) sentence.respell(i, swapped);
      continue;
    }
    if (++unknown > MAX_CORRECTED) return;
    const beside = [i - 2, i - 1, i + 1, i + 2].map((at) => sentence.tokens[at]?.text ?? '');
    const named = vocabulary.correct(text);
    const known = named && vocabulary.isMeantBeside(named, beside) ? named : undefined;
    const meant =
      correctGrammar(text, 1) ?? known ?? correctGrammar(text, 2) ?? functionWordNear(text) ?? realWordNear(text);
    if (!meant || isOtherWord(text, meant)) continue;
    // "canon or sony": beside a brand it is one, though the catalogue may not have it.
    const isListed = [-1, 1].some(
      (way) => /^(?:or|and)$/.test(sentence.texts[i + way] ?? '') && isBrand(sentence.texts[i + 2 * way], vocabulary),
    );
    if (!isListed || isBrand(meant, vocabulary)) sentence.respell(i, meant);
  }
}

const isBrand = (word: string | undefined, vocabulary: Vocabulary): boolean =>
  vocabulary.longestAt([word ?? ''], 0)?.meanings[0]?.field === 'brand';

const isTalk = (word: string): boolean =>
  FILLERS.has(word) || GRAMMAR.has(word) || JOINTS.has(word) || isPatternWord(word);

const isSold = (word: string, vocabulary: Vocabulary): boolean => {
  // "wireless" is no plural.
  const plural = `${word}s`;
  const hasPlural = vocabulary.knows(plural) && stem(plural) === stem(word);
  return hasPlural || vocabulary.knows(word) || vocabulary.knows(stem(word)) || isSynonym(word);
};

function isKnown(word: string, vocabulary: Vocabulary): boolean {
  // Neither are brooms misspelt Brooks.
  const isReal = isRealWord(word) || (word.endsWith('s') && isRealWord(word.slice(0, -1)));
  return isTalk(word) || isReal || isSold(word, vocabulary);
}

/** Of four letters with one exchanged there are as many real words as slips: "bass" is no "bags". */
function isOtherWord(word: string, meant: string): boolean {
  // An "oliver" is not olive.
  const isSwapped = sortedLetters(word) === sortedLetters(meant);
  return word === `${meant}r` || (word.length === 4 && meant.length === 4 && !isSwapped);
}

const sortedLetters = (text: string): string => [...text].sort().join('');

/** Words so long may have two letters wrong, one of them missing. */
const TWO_EDITS_FROM = 7;

function correctGrammar(word: string, edits: 1 | 2): string | undefined {
  const shortest = edits === 1 ? 4 : TWO_EDITS_FROM;
  for (const known of GRAMMAR) {
    if (Math.min(known.length - edits + 1, word.length) < shortest || known[0] !== word[0]) continue;
    if (editDistance(word, known, edits) === edits) return known;
  }
  return undefined;
}

/** Shorter ones may be names. */
const MIN_FUNCTION_WORD = 5;

/** Any other word of talk with a letter too many, too few or in the wrong place; "parks" are no misspelt "packs". */
function functionWordNear(word: string): string | undefined {
  if (word.length < MIN_FUNCTION_WORD) return undefined;
  const isNear = (known: string) =>
    known.length >= MIN_FUNCTION_WORD &&
    known[0] === word[0] &&
    (known.length !== word.length || sortedLetters(known) === sortedLetters(word)) &&
    editDistance(word, known, 1) === 1;
  return FILLERS.values().find(isNear) ?? patternWordLike(isNear);
}
