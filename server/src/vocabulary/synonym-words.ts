// Words that the built-in synonyms connect with the catalogue: jumpers are sweaters.
import { stem, wordsOf } from '../text/analyse.ts';
import { builtInSynonyms } from '../text/built-in-synonyms.ts';
import type { Vocabulary } from './vocabulary.ts';

let stems: Set<string> | undefined;
/** By each name of one word, the last words of its synonyms, which name the thing. */
let heads: Map<string, string[]> | undefined;

/** Reads the list; called at the start, so that the first message does not wait for it. */
export function loadSynonymWords(): Set<string> {
  stems ??= new Set(
    builtInSynonyms().flatMap(({ inputs, outputs }) => [...inputs, ...outputs].flatMap(wordsOf).map(stem)),
  );
  return stems;
}

const isSynonym = (word: string): boolean => loadSynonymWords().has(stem(word));

/** Words of names and values, in singular or plural, and their synonyms. */
export const isKnownWord = (word: string, vocabulary: Vocabulary): boolean =>
  vocabulary.knows(word) || vocabulary.knows(stem(word)) || vocabulary.isNoun(word) || isSynonym(word);

/** Whether a word names a kind of product, in the catalogue's words or by a synonym. */
export function isThing(word: string, vocabulary: Vocabulary): boolean {
  if (vocabulary.isNoun(word)) return true;
  heads ??= headsByName();
  return heads.get(stem(word))?.some((head) => vocabulary.isNoun(head)) ?? false;
}

function headsByName(): Map<string, string[]> {
  const byName = new Map<string, string[]>();
  for (const { inputs, outputs } of builtInSynonyms()) {
    const last = outputs.map((member) => wordsOf(member).at(-1)!);
    for (const [name, ...rest] of inputs.map(wordsOf))
      if (rest.length === 0) byName.set(stem(name!), [...(byName.get(stem(name!)) ?? []), ...last]);
  }
  return byName;
}
