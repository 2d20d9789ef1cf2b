// Reads a query against the words that the catalogue has: what each word may stand for, what is not wanted, what is an
// identifier. What comes out is what is searched, and what the answer says was searched.
import { stem, wordsOf } from '../../text/analyse.ts';
import { foldText } from '../../text/fold-text.ts';
import { isNegation, negatedPositions, negatedTerm } from '../../text/negation.ts';
import { MAX_MEMBER_WORDS } from '../../text/synonyms.ts';
import { measuresOf } from '../../text/units.ts';
import { ALTERNATIVES, LACKING, MINOR_WORD } from './weights.ts';

/** What a query may ask of the catalogue's words. */
export interface Vocabulary {
  /** How many products have the term. */
  documentFrequency(term: string): number;
  /** Words that begin so, the shortest first. */
  completionsOf(letters: string, limit: number): string[];
  /** The likeliest word that the catalogue has within so many edits. */
  correct(word: string, edits: number): string | undefined;
  /** Words that end with a word, and whose beginning is a word too. */
  compoundsOf(word: string): string[];
  /** Whether the name of a product says two terms one after the other. */
  isPhrase(first: string, second: string): boolean;
}

/** Other words for those that begin at a place of the query, and how many of its words they stand for. */
export type FindSynonyms = (words: readonly string[], at: number) => { length: number; alternatives: string[][] }[];

type Why = 'typed' | keyof typeof ALTERNATIVES | 'lacking';

/** Terms that a product must have, all of them; side by side in its name where they are parts of one word. */
export interface Alternative {
  terms: string[];
  /** The words that they come from. */
  text: string;
  weight: number;
  why: Why;
}

/** One word of the query, by everything that it may stand for, the likeliest first. */
export interface Slot {
  word: string;
  alternatives: Alternative[];
  /** It tells little, and a product need not have it to have all words. */
  isMinor: boolean;
}

export interface Interpretation {
  slots: Slot[];
  /** Terms that are not wanted. */
  unwanted: string[];
  /** Model numbers, SKUs, barcodes: each with the words that it is made of. */
  identifiers: { identity: string; words: string[] }[];
  /** Words that the catalogue lacks, and what was searched instead. */
  corrections: Map<string, string>;
  /** The stems of all words as typed: a product with this name and no more comes first. */
  name: string[];
}

/** Of a longer query the first words count. */
const MAX_WORDS = 64;
const MIN_BEGUN_LETTERS = 2;
const MAX_BEGUN_TERMS = 200;
const MIN_COMPOUND_LETTERS = 8;
const MIN_IDENTIFIER_LETTERS = 4;
const MAX_IDENTIFIER_WORDS = 4;
const ENDINGS = ['e', 'n', 'en', 'es', 's'];
/** Spanish luces and luz, French animaux and animal. */
const TURNED_ENDINGS = [
  ['ces', 'z'],
  ['aux', 'al'],
] as const;
const MIN_INFLECTED_LETTERS = 5;

const MINOR = new Set(
  (
    'a an the of for with and or in on to by at from as is it its w your my ' +
    'der die das des den dem ein eine und fur mit von zu im am ' +
    'le la les l un une de du d et pour avec en a au aux el los las una y para con'
  ).split(' '),
);

export function interpretQuery(
  text: string,
  vocabulary: Vocabulary,
  findSynonyms: FindSynonyms,
  without: ReadonlySet<string>,
): Interpretation {
  const words = readWords(text, vocabulary, without).slice(0, MAX_WORDS);
  const denied = without.has('negation') ? new Set<number>() : deniedIn(words, vocabulary);
  const slots: Slot[] = [];
  const unwanted: string[] = [];
  const corrections = new Map<string, string>();
  for (const [i, word] of words.entries()) {
    const term = stem(word);
    if (denied.has(i)) {
      unwanted.push(term);
      slots.push({ word, isMinor: true, alternatives: lackingOf(words, i, vocabulary) });
      continue;
    }
    if (isDenying(words, i, denied)) continue;
    const alternatives = alternativesOf(words, i, vocabulary, findSynonyms, without, denied);
    const corrected = alternatives.find(({ why }) => why === 'corrected');
    if (corrected) corrections.set(word, corrected.text);
    slots.push({ word, isMinor: MINOR.has(word), alternatives });
  }
  const name = without.has('exact_name') ? [] : wordsOf(text).map(stem);
  return { slots: withoutRepeats(slots), unwanted, identifiers: identifiersOf(words, denied), corrections, name };
}

/** The words, with measures as one word each where the catalogue knows them so. */
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

/** What the query does not want. One that wants nothing else, and that no product answers, means its words as they are. */
function deniedIn(words: readonly string[], vocabulary: Vocabulary): Set<number> {
  const denied = negatedPositions(words, words.length);
  const isLacking = (i: number) =>
    lackingOf(words, i, vocabulary).some(({ text }) => vocabulary.documentFrequency(text) > 0);
  const isWanted = (i: number) => (denied.has(i) ? isLacking(i) : !isDenying(words, i, denied));
  return words.some((_, i) => isWanted(i)) ? denied : new Set();
}

const isDenying = (words: readonly string[], i: number, denied: ReadonlySet<number>): boolean =>
  (isNegation(words[i]!) && denied.has(i + 1)) || (words[i] === 'free' && denied.has(i - 1));

/** Products that say that they lack it, however they write it: "no stick", "non-stick", "sugarfree". */
function lackingOf(words: readonly string[], i: number, vocabulary: Vocabulary): Alternative[] {
  const word = words[i]!;
  const spelled = [`non${word}`, `${word}free`, `${word}less`]
    .map(stem)
    .filter((term) => vocabulary.documentFrequency(term) > 0);
  return [negatedTerm(stem(word)), ...spelled].map((term) => ({
    terms: [term],
    text: term,
    weight: LACKING,
    why: 'lacking',
  }));
}

function alternativesOf(
  words: readonly string[],
  i: number,
  vocabulary: Vocabulary,
  findSynonyms: FindSynonyms,
  without: ReadonlySet<string>,
  denied: ReadonlySet<number>,
): Alternative[] {
  const word = words[i]!;
  const factor = MINOR.has(word) && words.length > 1 ? MINOR_WORD : 1;
  const found = new Map<string, Alternative>();
  const add = (parts: string[], why: Why, weight: number) => {
    const terms = parts.map(stem);
    const key = terms.join(' ');
    if (!found.has(key) && terms.every((each) => vocabulary.documentFrequency(each) > 0)) {
      found.set(key, { terms, text: parts.join(' '), why, weight: weight * factor });
    }
  };
  add([word], 'typed', 1);
  if (!without.has('compounds')) addCompounds(words, i, vocabulary, denied, add);
  const isKnown = found.size > 0;
  if (!without.has('inflections') && word.length >= MIN_INFLECTED_LETTERS && !/\d/.test(word)) {
    for (const other of otherEndings(word)) add([other], 'inflected', ALTERNATIVES.inflected);
  }
  if (!isKnown && i === words.length - 1 && word.length >= MIN_BEGUN_LETTERS) {
    for (const begun of vocabulary.completionsOf(word, MAX_BEGUN_TERMS)) add([begun], 'begun', ALTERNATIVES.begun);
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

/** Adds words, unless the catalogue lacks one of them. */
type Add = (parts: string[], why: Why, weight: number) => void;

function addCompounds(
  words: readonly string[],
  i: number,
  vocabulary: Vocabulary,
  denied: ReadonlySet<number>,
  add: Add,
): void {
  const word = words[i]!;
  // Parts that no name has side by side would only keep the word from being completed or corrected.
  const addSplit = (first: string, second: string) => {
    if (vocabulary.isPhrase(stem(first), stem(second))) add([first, second], 'split', ALTERNATIVES.split);
  };
  for (const left of [i - 1, i]) {
    // Where there is no neighbour this is the word itself, which is there already.
    const joined = words.slice(Math.max(0, left), left + 2).join('');
    if (!denied.has(left) && !denied.has(left + 1)) add([joined], 'joined', ALTERNATIVES.joined);
  }
  if (word.length >= 4 && /^\p{L}+$/u.test(word)) {
    for (let at = 1; at < word.length - 1; at++) addSplit(word.slice(0, at), word.slice(at));
  }
  if (word.length >= MIN_COMPOUND_LETTERS) {
    for (const longer of vocabulary.compoundsOf(word)) add([longer], 'compound', ALTERNATIVES.compound);
  }
}

/** One edit, two in a long word; never in what has digits, where every sign counts. */
function addCorrection(word: string, vocabulary: Vocabulary, add: Add): void {
  if (word.length < 4 || /\d/.test(word)) return;
  const meant = vocabulary.correct(word, word.length >= 8 ? 2 : 1);
  if (meant !== undefined) add([meant], 'corrected', ALTERNATIVES.corrected);
}

function otherEndings(word: string): string[] {
  const shorter = ENDINGS.filter((ending) => word.endsWith(ending)).map((ending) => word.slice(0, -ending.length));
  const roots = [word, ...shorter.filter((root) => root.length >= MIN_INFLECTED_LETTERS - 1)];
  const turned = TURNED_ENDINGS.flatMap(([many, one]) => {
    if (word.endsWith(many)) return [word.slice(0, -many.length) + one];
    return word.endsWith(one) ? [word.slice(0, -one.length) + many] : [];
  });
  return [...turned, ...roots.flatMap((root) => [root, ...ENDINGS.map((ending) => root + ending)])];
}

function withoutRepeats(slots: Slot[]): Slot[] {
  return slots.filter((slot, i) => slots.findIndex(({ word }) => word === slot.word) === i);
}

/** Runs of wanted words that may be one identifier: with a digit, long enough not to be a quantity. */
function identifiersOf(words: readonly string[], denied: ReadonlySet<number>): Interpretation['identifiers'] {
  const found: Interpretation['identifiers'] = [];
  for (let from = 0; from < words.length; from++) {
    let identity = '';
    for (let to = from; to < words.length && to < from + MAX_IDENTIFIER_WORDS && !denied.has(to); to++) {
      identity += words[to];
      const isLong = identity.length >= MIN_IDENTIFIER_LETTERS || (from === 0 && to === words.length - 1);
      if (isLong && /\d/.test(identity)) found.push({ identity, words: words.slice(from, to + 1) });
    }
  }
  return found;
}
