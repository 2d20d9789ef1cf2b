// Analyses a product into weighted terms, for engines that index one document per product.
import type { Product } from '../../product/product.ts';
import type { SearchedField } from '../../product/text-fields.ts';
import { wordsOf } from '../../text/analyse.ts';
import { foldText } from '../../text/fold-text.ts';
import { negatedTerms } from '../../text/tokens.ts';
import { measuresOf } from '../../text/units.ts';
import { FULL_TEXT_FIELDS, IDENTIFIER_FIELDS } from '../criteria/field-kinds.ts';
import {
  type AnalysedText,
  type Analysis,
  analyseText,
  analyseWord,
  mainTermsOf,
  truncateTerm,
  WORD_FLAGS,
} from './analyse-words.ts';
import { hasExtraTerms, identifiersOf, isPlainIdentifier, occurrenceWeight, SHARED_FIELDS } from './analysed-fields.ts';
import { type FieldLengths, textOf } from './field-lengths.ts';
import { identitiesOf, nameIdentity } from './identities.ts';
import { quantiseFrequency } from './quantised-weight.ts';

export interface AnalysedProduct {
  /** Quantised weight by term. */
  weights: ReadonlyMap<string, number>;
  /** Terms of the name, in order. */
  name: readonly string[];
  /** Number of name terms before "for" or "with" (`endsMainPart`). */
  main_terms: number;
  /** Words for the spelling dictionary. */
  spellings: ReadonlySet<string>;
  /** What a query can pin the product by: its identifiers and its name. */
  identities: readonly string[];
}

type AnalysedWord = ReturnType<typeof analyseWord>;

/** Limits of the caches. A full cache is cleared: frequent words return at once. */
const MAX_WORDS = 200_000;
const MAX_TEXTS = 100_000;
const MAX_WORD_LENGTH = 80;
const MAX_TEXT_LENGTH = 200;

export class ProductAnalyser {
  readonly #lengths: FieldLengths;
  readonly #words = new Map<string, AnalysedWord>();
  readonly #texts = new Map<string, AnalysedText>();

  constructor(lengths: FieldLengths) {
    this.#lengths = lengths;
  }

  /** The sums of floating-point numbers depend on the order of the fields: it must be the same in every engine. */
  analyse(product: Product): AnalysedProduct {
    const found = new WeightedTerms(this.#lengths);
    const identifiers = identifiersOf(product);
    const folded = FULL_TEXT_FIELDS.map((field) => foldText(product[field] ?? ''));
    const words = folded.map((text) => this.#split(text));
    for (const [i, field] of FULL_TEXT_FIELDS.entries()) {
      found.add(field, words[i]!, extrasOf(field, folded[i]!, words[i]!));
    }
    for (const field of IDENTIFIER_FIELDS) {
      const text = identifiers[field];
      const isPlain = isPlainIdentifier(text);
      const parts = isPlain ? [analyseWord(text)] : this.#split(text);
      found.add(field, parts, isPlain ? [] : extrasOf(field, text, parts));
    }
    for (const field of SHARED_FIELDS) {
      const value = product[field];
      if (value === undefined) continue;
      const analysed = this.#text(textOf(value));
      found.add(field, [analysed], analysed.extras);
    }
    const name = words[0]!.flatMap(({ terms }) => terms);
    return {
      weights: found.weights(),
      name,
      main_terms: mainTermsOf(folded[0]!, name.length, flagsOf(words[0]!)),
      spellings: found.spellings,
      identities: [...identitiesOf(identifiers), nameIdentity(name)],
    };
  }

  #split(folded: string): AnalysedWord[] {
    return folded === '' ? [] : folded.split(' ').map((word) => this.#words.get(word) ?? this.#analyse(word));
  }

  #analyse(word: string): AnalysedWord {
    // A copy, because a cached slice would keep the whole text in memory.
    const copy = Buffer.from(word).toString();
    const analysed = analyseWord(copy);
    if (this.#words.size >= MAX_WORDS) this.#words.clear();
    if (copy.length <= MAX_WORD_LENGTH) this.#words.set(copy, analysed);
    return analysed;
  }

  #text(text: string): AnalysedText {
    const cached = this.#texts.get(text);
    if (cached) return cached;
    const analysed = analyseText(text);
    if (this.#texts.size >= MAX_TEXTS) this.#texts.clear();
    if (text.length <= MAX_TEXT_LENGTH) this.#texts.set(text, analysed);
    return analysed;
  }
}

/** Weighted term frequencies of one product. */
class WeightedTerms {
  readonly #lengths: FieldLengths;
  readonly #sums = new Map<string, number>();
  readonly spellings = new Set<string>();

  constructor(lengths: FieldLengths) {
    this.#lengths = lengths;
  }

  /** `parts`: the words of the field, or its whole text. Extra terms do not count towards its length. */
  add(field: SearchedField, parts: readonly Analysis[], extras: readonly string[]): void {
    let count = 0;
    for (const { terms } of parts) count += terms.length;
    const weight = occurrenceWeight(field, count, this.#lengths);
    for (const { terms, spellable } of parts) {
      for (const term of terms) this.#addTerm(term, weight);
      for (const word of spellable) this.spellings.add(word);
    }
    for (const extra of extras) this.#addTerm(truncateTerm(extra), weight);
  }

  /** Quantised. The sums are overwritten. */
  weights(): Map<string, number> {
    // Most terms of a text occur once and have the same sum.
    let [last, weight] = [0, 0];
    for (const [term, sum] of this.#sums) {
      if (sum !== last) [last, weight] = [sum, quantiseFrequency(sum)];
      this.#sums.set(term, weight);
    }
    return this.#sums;
  }

  #addTerm(term: string, weight: number): void {
    this.#sums.set(term, (this.#sums.get(term) ?? 0) + weight);
  }
}

function extrasOf(field: SearchedField, folded: string, words: readonly AnalysedWord[]): string[] {
  if (!hasExtraTerms(field)) return [];
  const flags = flagsOf(words);
  return [
    ...(flags & WORD_FLAGS.number ? measuresOf(folded).map(({ token }) => token) : []),
    ...(flags & WORD_FLAGS.joined ? words.flatMap(({ joined }) => joined) : []),
    ...(flags & WORD_FLAGS.negation ? negatedTerms(wordsOf(folded)) : []),
  ];
}

const flagsOf = (words: readonly AnalysedWord[]): number => words.reduce((flags, word) => flags | word.flags, 0);
