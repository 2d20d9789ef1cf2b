// A lexicon made of dictionaries: document frequencies, completion, correction, compounds and phrases.

import { memoise } from '../memoise.ts';
import { chooseCompletions, chooseCompounds, chooseCorrection, minCompoundLength } from '../ranking/choose-words.ts';
import type { Lexicon } from '../ranking/lexicon.ts';
import type { WorkBudget } from '../work-budget.ts';
import type { SpellingDictionary } from './spelling-dictionary.ts';
import type { TermDictionary } from './term-dictionary.ts';

/** Work units for looking a term up in one dictionary. */
const LOOKUP_COST = 500;
const [COMPLETION_COST, CORRECTION_COST, COMPOUND_COST] = [2, 10, 5];
/** An identifier prefix that is shared by more terms is not completed. */
const MAX_IDENTIFIER_COMPLETIONS = 2000;
/** Cache size per kind of lookup. */
const MAX_CACHED = 10_000;
/** Each entry is a long list. */
const MAX_CACHED_COMPLETIONS = 500;

/** The dictionaries of an engine. A word may be in several, and in one although no product has it any more. */
export interface LexiconSource {
  readonly size: number;
  readonly dictionaries: readonly { terms: TermDictionary; spellings: SpellingDictionary }[];
  documentFrequency(term: string): number;
  /** Whether a product name contains two terms in sequence. Both are terms of the catalogue. */
  isPhrase(first: string, second: string): boolean;
}

export class DictionaryLexicon implements Lexicon {
  readonly #source: LexiconSource;
  readonly #budget: WorkBudget;
  /**
   * Words in all dictionaries. A cached answer costs as much as a computed one, so that the cost of a search is
   * deterministic.
   */
  readonly #words: number;
  readonly #completions = new Map<string, string[]>();
  readonly #correct = new Map<string, string | null>();
  readonly #compounds = new Map<string, string[]>();

  constructor(source: LexiconSource, budget: WorkBudget) {
    this.#source = source;
    this.#budget = budget;
    this.#words = source.dictionaries.reduce((sum, { spellings }) => sum + spellings.table.length, 0);
  }

  get size(): number {
    return this.#source.size;
  }

  documentFrequencies(terms: readonly string[]): number[] {
    this.#budget.spend(LOOKUP_COST * this.#source.dictionaries.length * terms.length);
    return terms.map((term) => this.#source.documentFrequency(term));
  }

  completionsOf(letters: string, limit: number): string[] {
    this.#budget.spend(COMPLETION_COST * this.#words);
    return memoise(this.#completions, `${limit} ${letters}`, MAX_CACHED_COMPLETIONS, () => {
      const words = new Set(this.#source.dictionaries.flatMap(({ spellings }) => spellings.withPrefix(letters)));
      for (const term of this.#identifierCompletions(letters)) words.add(term);
      return chooseCompletions(letters, words, limit);
    });
  }

  /** Tries fewer edits first: such words are closer, and there are far fewer of them. */
  correct(word: string, edits: number): string | undefined {
    this.#budget.spend(CORRECTION_COST * edits * this.#words);
    const correct = memoise(this.#correct, `${edits} ${word}`, MAX_CACHED, () => {
      for (let maxEdits = 1; maxEdits <= edits; maxEdits++) {
        const similar = this.#source.dictionaries.flatMap(({ spellings }) => spellings.similarTo(word, maxEdits));
        const found = chooseCorrection(word, maxEdits, new Set(similar), this.#documentFrequency);
        if (found !== undefined) return found;
      }
      return null;
    });
    return correct ?? undefined;
  }

  compoundsOf(word: string): string[] {
    this.#budget.spend(COMPOUND_COST * this.#words);
    return memoise(this.#compounds, word, MAX_CACHED, () => {
      const minLength = minCompoundLength(word);
      const longer = this.#source.dictionaries.flatMap(({ spellings }) => spellings.withSuffix(word, minLength));
      return chooseCompounds(word, new Set(longer), this.#documentFrequency);
    });
  }

  arePhrases(pairs: readonly (readonly [first: string, second: string])[]): boolean[] {
    return pairs.map(([first, second]) => this.#isPhrase(first, second));
  }

  #isPhrase(first: string, second: string): boolean {
    if (this.documentFrequencies([first, second]).includes(0)) return false;
    return this.#source.isPhrase(first, second);
  }

  readonly #documentFrequency = (term: string): number => this.#source.documentFrequency(term);

  /** Completions among terms with digits, which are not stemmed. */
  #identifierCompletions(letters: string): string[] {
    const beginning = Buffer.from(letters);
    const found: string[] = [];
    let looked = 0;
    for (const { terms } of this.#source.dictionaries) {
      const cursor = terms.cursorFrom(beginning);
      while (cursor.next()) {
        if (!cursor.startsWith(beginning)) {
          if (cursor.isPast(beginning)) break;
          continue;
        }
        if (++looked > MAX_IDENTIFIER_COMPLETIONS) return [];
        if (cursor.hasDigit()) found.push(cursor.text);
      }
    }
    return found;
  }
}
