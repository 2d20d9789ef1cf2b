// What a product adds to the lexicon. It is read from the stored document and subtracted when the product changes.
import { hash } from 'node:crypto';
import type { AnalysedProduct } from '../ranking/analyse-product.ts';
import { isSpellable, MAX_TERM_CHARACTERS } from '../ranking/analyse-words.ts';
import { decodeWeights, encodeWeights } from './term-frequency.ts';

export interface CountedTerms {
  terms: readonly string[];
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

export function countedTermsOf({ weights, name }: Pick<AnalysedProduct, 'weights' | 'name'>): CountedTerms {
  const phrases = new Set<string>();
  for (let i = 1; i < name.length; i++) {
    const phrase = phraseOf(name[i - 1]!, name[i]!);
    if (phrase !== undefined) phrases.add(phrase);
  }
  return { terms: [...weights.keys()], phrases: [...phrases] };
}

/** The fields of a document that these terms are read from. */
export interface TermFields {
  /** The terms with their weights. */
  t: string;
  /** The terms of the name. */
  nt: string;
}

const NAME_SEPARATOR = ' ';

export const termFieldsOf = ({ weights, name }: AnalysedProduct): TermFields => ({
  t: encodeWeights(weights),
  nt: name.join(NAME_SEPARATOR),
});

export const countedTermsIn = ({ t, nt }: TermFields): CountedTerms =>
  countedTermsOf({ weights: decodeWeights(t), name: nt.split(NAME_SEPARATOR) });
