// Interprets a query against the catalogue's words: alternatives per word, negations, identifiers, corrections.
import { wordsOf } from '../../text/analyse.ts';
import { foldText } from '../../text/fold-text.ts';
import { isNegation, negatedPositions, negatedTerm } from '../../text/negation.ts';
import { STOP_WORDS } from '../../text/stop-words.ts';
import { MAX_MEMBER_WORDS } from '../../text/synonyms.ts';
import { measuresOf } from '../../text/units.ts';
import { termOf, truncateTerm } from './analyse-words.ts';
import type { Lexicon } from './lexicon.ts';
import { ALTERNATIVES, NEGATED_WEIGHT, STOP_WORD_WEIGHT, type Why } from './weights.ts';

/** Synonyms of the phrases that start at a position, with the number of query words each replaces. */
export type FindSynonyms = (words: readonly string[], at: number) => { length: number; alternatives: string[][] }[];

/** Terms that must all occur; adjacent in the name if they are the parts of a split word. */
export interface Alternative {
  terms: string[];
  /** The words before stemming. */
  text: string;
  weight: number;
  why: Why;
  /** Number of products that contain its most frequent term; 0 if none contains one of its terms. */
  document_frequency: number;
}

/** A query slot: one word and its alternatives, by descending weight. */
interface Slot {
  word: string;
  alternatives: Alternative[];
  /** Not required for `all_words`: a stop word or a negated word. */
  isOptional: boolean;
}

export interface Interpretation {
  slots: Slot[];
  /** Negated terms. */
  unwanted: string[];
  /** Candidate model numbers, SKUs and barcodes, each with its words. */
  identifiers: { identity: string; words: string[] }[];
  /** Words that the catalogue lacks, with the words searched instead. */
  corrections: Map<string, string>;
  /** The stems of all words as typed, to find exact names. */
  name: string[];
}

/** Further words are ignored. */
const MAX_WORDS = 64;
const MIN_PREFIX_LETTERS = 2;
const MAX_COMPLETIONS = 200;
const MIN_COMPOUND_LETTERS = 8;
const MIN_IDENTIFIER_LETTERS = 4;
const MAX_IDENTIFIER_WORDS = 4;
const ENDINGS = ['e', 'n', 'en', 'es', 's'];
/** Spanish luces and luz, French animaux and animal. */
const IRREGULAR_ENDINGS = [
  ['ces', 'z'],
  ['aux', 'al'],
] as const;
const MIN_INFLECTED_LETTERS = 5;

export function interpretQuery(
  text: string,
  lexicon: Lexicon,
  findSynonyms: FindSynonyms,
  without: ReadonlySet<string>,
): Interpretation {
  const words = readWords(text, lexicon, without).slice(0, MAX_WORDS);
  const negated = without.has('negation') ? new Set<number>() : negatedIn(words, lexicon);
  const slots: Slot[] = [];
  const unwanted: string[] = [];
  const corrections = new Map<string, string>();
  for (const [i, word] of words.entries()) {
    if (negated.has(i)) {
      unwanted.push(termOf(word));
      slots.push({ word, isOptional: true, alternatives: negatedAlternatives(words, i, lexicon) });
      continue;
    }
    if (isNegator(words, i, negated)) continue;
    const alternatives = alternativesOf(words, i, lexicon, findSynonyms, without, negated);
    const corrected = alternatives.find(({ why }) => why === 'corrected');
    if (corrected) corrections.set(word, corrected.text);
    slots.push({ word, isOptional: STOP_WORDS.has(word), alternatives });
  }
  const name = without.has('exact_name') ? [] : wordsOf(text).map(termOf);
  return { slots: withoutRepeats(slots), unwanted, identifiers: identifiersOf(words, negated), corrections, name };
}

/** Splits a query. A measure is one word if the catalogue contains it as such. */
function readWords(text: string, lexicon: Lexicon, without: ReadonlySet<string>): string[] {
  const folded = foldText(text);
  const words: string[] = [];
  let at = 0;
  const measures = without.has('measures') ? [] : measuresOf(folded);
  const frequencies = lexicon.documentFrequencies(measures.map(({ token }) => token));
  for (const [i, { token, start, end }] of measures.entries()) {
    if (frequencies[i] === 0) continue;
    words.push(...wordsOf(folded.slice(at, start)), token);
    at = end;
  }
  words.push(...wordsOf(folded.slice(at)));
  return words;
}

/** Positions of negated words. A query of negations only, which no product states, is taken literally. */
function negatedIn(words: readonly string[], lexicon: Lexicon): Set<number> {
  const negated = negatedPositions(words, words.length);
  const isLacking = (i: number) =>
    negatedAlternatives(words, i, lexicon).some(({ document_frequency }) => document_frequency > 0);
  const isWanted = (i: number) => (negated.has(i) ? isLacking(i) : !isNegator(words, i, negated));
  return words.some((_, i) => isWanted(i)) ? negated : new Set();
}

const isNegator = (words: readonly string[], i: number, negated: ReadonlySet<number>): boolean =>
  (isNegation(words[i]!) && negated.has(i + 1)) || (words[i] === 'free' && negated.has(i - 1));

/** Terms of products that state they lack a word: "no stick", "nonstick", "sugarfree". */
function negatedAlternatives(words: readonly string[], i: number, lexicon: Lexicon): Alternative[] {
  const word = words[i]!;
  const negation = truncateTerm(negatedTerm(termOf(word)));
  const terms = [negation, ...[`non${word}`, `${word}free`, `${word}less`].map(termOf)];
  const frequencies = lexicon.documentFrequencies(terms);
  return terms.flatMap((term, t): Alternative[] => {
    const document_frequency = frequencies[t]!;
    if (document_frequency === 0 && term !== negation) return [];
    return [{ terms: [term], text: term, weight: NEGATED_WEIGHT, why: 'negated', document_frequency }];
  });
}

const weightOf = (why: Exclude<Why, 'negated'>): number => (why === 'typed' ? 1 : ALTERNATIVES[why]);

/** Alternatives by their terms. A proposal becomes an alternative if the catalogue contains all of its words. */
class Alternatives {
  readonly found = new Map<string, Alternative>();
  readonly #lexicon: Lexicon;
  readonly #factor: number;

  constructor(lexicon: Lexicon, factor: number) {
    this.#lexicon = lexicon;
    this.#factor = factor;
  }

  add(why: Exclude<Why, 'negated'>, proposals: readonly (readonly string[])[]): void {
    const unknown = proposals
      .map((parts) => ({ parts, terms: parts.map(termOf) }))
      .filter(({ terms }) => !this.found.has(terms.join(' ')));
    const frequencies = this.#lexicon.documentFrequencies(unknown.flatMap(({ terms }) => terms));
    let at = 0;
    for (const { parts, terms } of unknown) {
      const own = frequencies.slice(at, at + terms.length);
      at += terms.length;
      const key = terms.join(' ');
      if (own.includes(0) || this.found.has(key)) continue;
      const weight = weightOf(why) * this.#factor;
      this.found.set(key, { terms, text: parts.join(' '), why, weight, document_frequency: Math.max(...own) });
    }
  }
}

function alternativesOf(
  words: readonly string[],
  i: number,
  lexicon: Lexicon,
  findSynonyms: FindSynonyms,
  without: ReadonlySet<string>,
  negated: ReadonlySet<number>,
): Alternative[] {
  const word = words[i]!;
  const factor = STOP_WORDS.has(word) && words.length > 1 ? STOP_WORD_WEIGHT : 1;
  const alternatives = new Alternatives(lexicon, factor);
  const { found } = alternatives;
  alternatives.add('typed', [[word]]);
  if (!without.has('compounds')) addCompounds(words, i, lexicon, negated, alternatives);
  const isKnown = found.size > 0;
  if (!without.has('inflections') && word.length >= MIN_INFLECTED_LETTERS && !/\d/.test(word)) {
    alternatives.add(
      'inflected',
      otherEndings(word).map((other) => [other]),
    );
  }
  if (!isKnown && i === words.length - 1 && word.length >= MIN_PREFIX_LETTERS) {
    const completions = lexicon.completionsOf(word, MAX_COMPLETIONS);
    alternatives.add(
      'prefix',
      completions.map((completion) => [completion]),
    );
  }
  if (found.size === 0 && !without.has('spelling')) addCorrection(word, lexicon, alternatives);
  if (!without.has('synonyms')) {
    for (let from = Math.max(0, i - MAX_MEMBER_WORDS + 1); from <= i; from++) {
      for (const synonyms of findSynonyms(words, from)) {
        if (from + synonyms.length > i) alternatives.add('synonym', synonyms.alternatives);
      }
    }
  }
  return [...found.values()].sort((a, b) => b.weight - a.weight);
}

function addCompounds(
  words: readonly string[],
  i: number,
  lexicon: Lexicon,
  negated: ReadonlySet<number>,
  alternatives: Alternatives,
): void {
  const word = words[i]!;
  for (const left of [i - 1, i]) {
    // Without a neighbour this is the word itself, which is already an alternative.
    const joined = words.slice(Math.max(0, left), left + 2).join('');
    if (!negated.has(left) && !negated.has(left + 1)) alternatives.add('joined', [[joined]]);
  }
  if (word.length >= 4 && /^\p{L}+$/u.test(word)) alternatives.add('split', splitsOf(word, lexicon));
  if (word.length >= MIN_COMPOUND_LETTERS) {
    alternatives.add(
      'compound',
      lexicon.compoundsOf(word).map((longer) => [longer]),
    );
  }
}

/** Parts that are not adjacent in any name would prevent completion and correction. */
function splitsOf(word: string, lexicon: Lexicon): [string, string][] {
  const splits: [string, string][] = [];
  for (let at = 1; at < word.length - 1; at++) splits.push([word.slice(0, at), word.slice(at)]);
  const arePhrases = lexicon.arePhrases(splits.map(([first, second]) => [termOf(first), termOf(second)]));
  return splits.filter((_, i) => arePhrases[i]);
}

/** One edit, two in long words. Words with digits are never corrected. */
function addCorrection(word: string, lexicon: Lexicon, alternatives: Alternatives): void {
  if (word.length < 4 || /\d/.test(word)) return;
  const correction = lexicon.correct(word, word.length >= 8 ? 2 : 1);
  if (correction !== undefined) alternatives.add('corrected', [[correction]]);
}

function otherEndings(word: string): string[] {
  const shorter = ENDINGS.filter((ending) => word.endsWith(ending)).map((ending) => word.slice(0, -ending.length));
  const roots = [word, ...shorter.filter((root) => root.length >= MIN_INFLECTED_LETTERS - 1)];
  const irregular = IRREGULAR_ENDINGS.flatMap(([many, one]) => {
    if (word.endsWith(many)) return [word.slice(0, -many.length) + one];
    return word.endsWith(one) ? [word.slice(0, -one.length) + many] : [];
  });
  return [...irregular, ...roots.flatMap((root) => [root, ...ENDINGS.map((ending) => root + ending)])];
}

function withoutRepeats(slots: Slot[]): Slot[] {
  return slots.filter((slot, i) => slots.findIndex(({ word }) => word === slot.word) === i);
}

/** Sequences of words that may form one identifier: with a digit, and too long for a quantity. */
function identifiersOf(words: readonly string[], negated: ReadonlySet<number>): Interpretation['identifiers'] {
  const found: Interpretation['identifiers'] = [];
  for (let from = 0; from < words.length; from++) {
    let identity = '';
    for (let to = from; to < words.length && to < from + MAX_IDENTIFIER_WORDS && !negated.has(to); to++) {
      identity += words[to];
      const isLong = identity.length >= MIN_IDENTIFIER_LETTERS || (from === 0 && to === words.length - 1);
      if (isLong && /\d/.test(identity)) found.push({ identity, words: words.slice(from, to + 1) });
    }
  }
  return found;
}
