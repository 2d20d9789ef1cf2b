// What a product adds to the lexicon. It is kept with the document, so that it can be subtracted when the product changes.
import { hash } from 'node:crypto';
import type { AnalysedProduct } from '../ranking/analyse-product.ts';
import { isSpellable, MAX_TERM_CHARACTERS } from '../ranking/analyse-words.ts';

export interface CountedTerms {
  terms: readonly string[];
  /** Quantised, in the order of the terms. */
  weights: Uint8Array;
  /** Adjacent terms of the name (`phraseOf`), each once. */
  phrases: readonly string[];
}

/**
 * Two terms as one key, hashed if it is too long for a dictionary; undefined for terms that no query asks for: it splits
 * only words of letters.
 */
export function phraseOf(first: string, second: string): string | undefined {
  if (!isSpellable(first) || !isSpellable(second)) return undefined;
  const phrase = `${first} ${second}`;
  return phrase.length <= MAX_TERM_CHARACTERS ? phrase : hash('sha256', phrase, 'base64url');
}

export function countedTermsOf({ weights, name }: AnalysedProduct): CountedTerms {
  const phrases = new Set<string>();
  for (let i = 1; i < name.length; i++) {
    const phrase = phraseOf(name[i - 1]!, name[i]!);
    if (phrase !== undefined) phrases.add(phrase);
  }
  return { terms: [...weights.keys()], weights: Uint8Array.from(weights.values()), phrases: [...phrases] };
}

/** Terms contain no white space, and phrases neither commas nor line breaks. */
const [TERM_SEPARATOR, PHRASE_SEPARATOR, LINE_BREAK] = [' ', ',', '\n'];

export const encodeCounted = ({ terms, weights, phrases }: CountedTerms): string =>
  [terms.join(TERM_SEPARATOR), Buffer.from(weights).toString('base64'), phrases.join(PHRASE_SEPARATOR)].join(
    LINE_BREAK,
  );

export function decodeCounted(text: string): CountedTerms {
  const [terms, weights, phrases] = text.split(LINE_BREAK) as [string, string, string];
  const split = (list: string, separator: string) => (list === '' ? [] : list.split(separator));
  return {
    terms: split(terms, TERM_SEPARATOR),
    weights: Uint8Array.from(Buffer.from(weights, 'base64')),
    phrases: split(phrases, PHRASE_SEPARATOR),
  };
}
