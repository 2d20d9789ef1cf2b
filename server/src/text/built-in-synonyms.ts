// The list that the service brings with it.
import { readFileSync } from 'node:fs';
import { parseSynonyms } from './synonyms.ts';

export const builtInSynonyms = () => parseSynonyms(readFileSync(`${import.meta.dirname}/synonyms.txt`, 'utf8'));
