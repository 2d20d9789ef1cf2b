// The synonyms that ship with the service.
import { readFileSync } from 'node:fs';
import { parseSynonyms, type SynonymGroup } from './synonyms.ts';

let groups: readonly SynonymGroup[] | undefined;

/** Loaded on first use, because most commands do not need them. */
export function builtInSynonyms(): readonly SynonymGroup[] {
  groups ??= parseSynonyms(readFileSync(`${import.meta.dirname}/synonyms.txt`, 'utf8'));
  return groups;
}
