// Words of shoppers that a catalogue may lack: they are no misspellings.
import { stem, wordsOf } from '../text/analyse.ts';
import { builtInSynonyms } from '../text/built-in-synonyms.ts';
import type { Vocabulary } from './vocabulary.ts';

let known: Set<string> | undefined;

/** Reads the list; it takes a moment, better before the first message than with it. */
export function loadSynonymWords(): Set<string> {
  known ??= new Set(
    builtInSynonyms().flatMap(({ inputs, outputs }) => [...inputs, ...outputs].flatMap(wordsOf).map(stem)),
  );
  return known;
}

export const isSynonym = (word: string): boolean => loadSynonymWords().has(stem(word));

/** "short" is no single piece of shorts. */
const NO_SINGULAR = /^(?:short|tight|brief|flat|slack)$/;

let sameThings: Map<string, string[]> | undefined;

/** Whether a word names a kind of thing, if only under another name than the catalogue's: jumpers are sweaters. */
export function isThing(word: string, vocabulary: Vocabulary): boolean {
  if (NO_SINGULAR.test(word)) return false;
  if (vocabulary.isNoun(word)) return true;
  sameThings ??= thingsByName();
  return sameThings.get(stem(word))?.some((thing) => vocabulary.isNoun(thing)) ?? false;
}

/** By each name of one word, what the others of its group end in: there stands the thing. */
function thingsByName(): Map<string, string[]> {
  const byName = new Map<string, string[]>();
  for (const { inputs, outputs } of builtInSynonyms()) {
    const heads = outputs.map((member) => wordsOf(member).at(-1)!);
    for (const words of inputs.map(wordsOf))
      if (words.length === 1) byName.set(stem(words[0]!), [...(byName.get(stem(words[0]!)) ?? []), ...heads]);
  }
  return byName;
}
