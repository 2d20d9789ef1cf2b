// Interprets a query against the catalogue's vocabulary: alternatives per word, negations, identifiers, corrections.
import { stem, wordsOf } from '../../text/analyse.ts';
import { foldText } from '../../text/fold-text.ts';
import { isNegation, negatedPositions, negatedTerm } from '../../text/negation.ts';
import { STOP_WORDS } from '../../text/stop-words.ts';
import { MAX_MEMBER_WORDS } from '../../text/synonyms.ts';
import { measuresOf } from '../../text/units.ts';
import { ALTERNATIVES, NEGATED_WEIGHT, STOP_WORD_WEIGHT } from './weights.ts';

/** The catalogue's words, as far as interpretation needs them. */
export interface Vocabulary {
  /** Number of products that contain a term. */
  documentFrequency(term: string): number;
  /** Words with a prefix, shortest first. */
  completionsOf(letters: string, limit: number): string[];
  /** Most likely word within an edit distance. */
  correct(word: string, edits: number): string | undefined;
  /** Words that end with a word and whose beginning is a word too. */
  compoundsOf(word: string): string[];
  /** Whether a product name contains two terms in sequence. */
  isPhrase(first: string, second: string): boolean;
}

/** Synonyms of the phrases that start at a position, with the number of query words each replaces. */
export type FindSynonyms = (words: readonly string[], at: number) => { length: number; alternatives: string[][] }[];

type Why = 'typed' | keyof typeof ALTERNATIVES | 'negated';

/** Terms that must all occur; adjacent in the name if they are the parts of a split word. */
export interface Alternative {
  terms: string[];
  /** The words before stemming. */
  text: string;
  weight: number;
  why: Why;
}

/** A query slot: one word and its alternatives, by descending weight. */
export interface Slot {
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
  vocabulary: Vocabulary,
  findSynonyms: FindSynonyms,
  without: ReadonlySet<string>,
): Interpretation {
  const words = readWords(text, vocabulary, without).slice(0, MAX_WORDS);
  const negated = without.has('negation') ? new Set<number>() : negatedIn(words, vocabulary);
  const slots: Slot[] = [];
  const unwanted: string[] = [];
  const corrections = new Map<string, string>();
  for (const [i, word] of words.entries()) {
    const term = stem(word);
    if (negated.has(i)) {
      unwanted.push(term);
      slots.push({ word, isOptional: true, alternatives: negatedAlternatives(words, i, vocabulary) });
      continue;
    }
    if (isNegator(words, i, negated)) continue;
    const alternatives = alternativesOf(words, i, vocabulary, findSynonyms, without, negated);
    const corrected = alternatives.find(({ why }) => why === 'corrected');
    if (corrected) corrections.set(word, corrected.text);
    slots.push({ word, isOptional: STOP_WORDS.has(word), alternatives });
  }
  const name = without.has('exact_name') ? [] : wordsOf(text).map(stem);
  return { slots: withoutRepeats(slots), unwanted, identifiers: identifiersOf(words, negated), corrections, name };
}

/** Splits a query. A measure is one word if the catalogue contains it as such. */
function readWords(text: string, vocabulary: Vocabulary, without: ReadonlySet<string>): string[] {
  const folded = foldText(text);
  const words: string[] = [];
  let at = 0;
  for (const { token, start, end } of without.has('measures') ? [] : measuresOf(folded)) {
    if (vocabulary.documentFrequency(token) === 0) continue;
    words.push(...wordsOf(folded.slice(at, start)), token);
    at = end;
  }
  words.push(...wordsOf(folded.slice(at)));
  return words;
}

/** Positions of negated words. A query of negations only, which no product states, is taken literally. */
function negatedIn(words: readonly string[], vocabulary: Vocabulary): Set<number> {
  const negated = negatedPositions(words, words.length);
  const isLacking = (i: number) =>
    negatedAlternatives(words, i, vocabulary).some(({ text }) => vocabulary.documentFrequency(text) > 0);
  const isWanted = (i: number) => (negated.has(i) ? isLacking(i) : !isNegator(words, i, negated));
  return words.some((_, i) => isWanted(i)) ? negated : new Set();
}

const isNegator = (words: readonly string[], i: number, negated: ReadonlySet<number>): boolean =>
  (isNegation(words[i]!) && negated.has(i + 1)) || (words[i] === 'free' && negated.has(i - 1));

/** Terms of products that state they lack a word: "no stick", "nonstick", "sugarfree". */
function negatedAlternatives(words: readonly string[], i: number, vocabulary: Vocabulary): Alternative[] {
  const word = words[i]!;
  const spelled = [`non${word}`, `${word}free`, `${word}less`]
    .map(stem)
    .filter((term) => vocabulary.documentFrequency(term) > 0);
  return [negatedTerm(stem(word)), ...spelled].map((term) => ({
    terms: [term],
    text: term,
    weight: NEGATED_WEIGHT,
    why: 'negated',
  }));
}

function alternativesOf(
  words: readonly string[],
  i: number,
  vocabulary: Vocabulary,
  findSynonyms: FindSynonyms,
  without: ReadonlySet<string>,
  negated: ReadonlySet<number>,
): Alternative[] {
  const word = words[i]!;
  const factor = STOP_WORDS.has(word) && words.length > 1 ? STOP_WORD_WEIGHT : 1;
  const found = new Map<string, Alternative>();
  const add = (parts: string[], why: Why, weight: number) => {
    const terms = parts.map(stem);
    const key = terms.join(' ');
    if (!found.has(key) && terms.every((each) => vocabulary.documentFrequency(each) > 0)) {
      found.set(key, { terms, text: parts.join(' '), why, weight: weight * factor });
    }
  };
  add([word], 'typed', 1);
  if (!without.has('compounds')) addCompounds(words, i, vocabulary, negated, add);
  const isKnown = found.size > 0;
  if (!without.has('inflections') && word.length >= MIN_INFLECTED_LETTERS && !/\d/.test(word)) {
    for (const other of otherEndings(word)) add([other], 'inflected', ALTERNATIVES.inflected);
  }
  if (!isKnown && i === words.length - 1 && word.length >= MIN_PREFIX_LETTERS) {
    for (const completion of vocabulary.completionsOf(word, MAX_COMPLETIONS))
      add([completion], 'prefix', ALTERNATIVES.prefix);
  }
  if (found.size === 0 && !without.has('spelling')) addCorrection(word, vocabulary, add);
  if (!without.has('synonyms')) {
    for (let from = Math.max(0, i - MAX_MEMBER_WORDS + 1); from <= i; from++) {
      for (const { length, alternatives } of findSynonyms(words, from)) {
        if (from + length <= i) continue;
        for (const other of alternatives) add(other, 'synonym', ALTERNATIVES.synonym);
      }
    }
  }
  return [...found.values()].sort((a, b) => b.weight - a.weight);
}

/** Adds an alternative if the catalogue contains all of its words. */
type Add = (parts: string[], why: Why, weight: number) => void;

function addCompounds(
  words: readonly string[],
  i: number,
  vocabulary: Vocabulary,
  negated: ReadonlySet<number>,
  add: Add,
): void {
  const word = words[i]!;
  // Parts that are not adjacent in any name would prevent completion and correction.
  const addSplit = (first: string, second: string) => {
    if (vocabulary.isPhrase(stem(first), stem(second))) add([first, second], 'split', ALTERNATIVES.split);
  };
  for (const left of [i - 1, i]) {
    // Without a neighbour this is the word itself, which is already an alternative.
    const joined = words.slice(Math.max(0, left), left + 2).join('');
    if (!negated.has(left) && !negated.has(left + 1)) add([joined], 'joined', ALTERNATIVES.joined);
  }
  if (word.length >= 4 && /^\p{L}+$/u.test(word)) {
    for (let at = 1; at < word.length - 1; at++) addSplit(word.slice(0, at), word.slice(at));
  }
  if (word.length >= MIN_COMPOUND_LETTERS) {
    for (const longer of vocabulary.compoundsOf(word)) add([longer], 'compound', ALTERNATIVES.compound);
  }
}

/** One edit, two in long words. Words with digits are never corrected. */
function addCorrection(word: string, vocabulary: Vocabulary, add: Add): void {
  if (word.length < 4 || /\d/.test(word)) return;
  const correction = vocabulary.correct(word, word.length >= 8 ? 2 : 1);
  if (correction !== undefined) add([correction], 'corrected', ALTERNATIVES.corrected);
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
