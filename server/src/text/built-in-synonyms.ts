// The list that the service brings with it.
import { readFileSync } from 'node:fs';
import { parseSynonyms, type SynonymGroup } from './synonyms.ts';

let groups: readonly SynonymGroup[] | undefined;

/** Read once, as it changes with the version only, and not before it is asked for: most commands do without. */
export function builtInSynonyms(): readonly SynonymGroup[] {
  groups ??= parseSynonyms(readFileSync(`${import.meta.dirname}/synonyms.txt`, 'utf8'));
  return groups;
}
