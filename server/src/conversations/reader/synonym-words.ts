// Words of shoppers that a catalogue may lack: they are no misspellings.
import { stem, wordsOf } from '../../text/analyse.ts';
import { builtInSynonyms } from '../../text/built-in-synonyms.ts';

let known: Set<string> | undefined;

/** Reads the list; it takes a moment, better before the first message than with it. */
export function loadSynonymWords(): Set<string> {
  known ??= new Set(builtInSynonyms().flatMap(({ asked, found }) => [...asked, ...found].flatMap(wordsOf).map(stem)));
  return known;
}

export const isSynonym = (word: string): boolean => loadSynonymWords().has(stem(word));
