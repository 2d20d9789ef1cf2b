// Chooses the words of the catalogue that complete, correct or contain a word of a query, for the lexicon of any engine.
import { stem } from '../../text/analyse.ts';
import { editDistance } from '../../text/edit-distance.ts';

/** Number of products that contain a term. */
type DocumentFrequency = (term: string) => number;

/** Two letters are a prefix of too many words to match all of them. */
const MAX_TWO_LETTER_COMPLETIONS = 50;
const MIN_COMPOUND_LETTERS = 10;
const MAX_COMPOUNDS = 20;
const MIN_CORRECTION_LETTERS = 3;

/** The shortest of the words that start with a prefix. */
export const chooseCompletions = (prefix: string, words: Iterable<string>, limit: number): string[] =>
  shortestFirst(words).slice(0, prefix.length === 2 ? MAX_TWO_LETTER_COMPLETIONS : limit);

/** The closest word within an edit distance, then the likeliest. */
export function chooseCorrection(
  word: string,
  edits: number,
  words: Iterable<string>,
  documentFrequency: DocumentFrequency,
): string | undefined {
  let best: { word: string; edits: number; count: number } | undefined;
  for (const other of words) {
    if (other.length < MIN_CORRECTION_LETTERS) continue;
    const distance = editDistance(word, other, edits);
    if (distance > edits || (best && distance > best.edits)) continue;
    const count = documentFrequency(stem(other));
    if (count === 0) continue;
    if (!best || distance < best.edits || isLikelier(word, other, count, best)) {
      best = { word: other, edits: distance, count };
    }
  }
  return best?.word;
}

/** Length of the shortest word that may be a compound ending with a word. */
export const minCompoundLength = (word: string): number => Math.max(MIN_COMPOUND_LETTERS, word.length + 1);

/** The words whose beginning is a word too, of those that end with a word. */
export const chooseCompounds = (
  word: string,
  words: Iterable<string>,
  documentFrequency: DocumentFrequency,
): string[] =>
  shortestFirst(words)
    .slice(0, MAX_COMPOUNDS)
    .filter((compound) => isWord(compound.slice(0, -word.length), documentFrequency));

/** German joins words with an s. */
const isWord = (text: string, documentFrequency: DocumentFrequency): boolean =>
  text.length > 2 &&
  (documentFrequency(stem(text)) > 0 || (text.endsWith('s') && documentFrequency(text.slice(0, -1)) > 0));

const shortestFirst = (words: Iterable<string>): string[] =>
  [...words].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));

/** Prefers the same first letter, then the more frequent word. */
function isLikelier(word: string, other: string, count: number, best: { word: string; count: number }): boolean {
  const [same, bestSame] = [other[0] === word[0], best.word[0] === word[0]];
  if (same !== bestSame) return same;
  return count > best.count || (count === best.count && other < best.word);
}
