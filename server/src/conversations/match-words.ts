// Decides which retrieved products match the words of a search, and which of the words they confirm.
import type { IndexResult, TermMatches } from '../index/port.ts';
import { stem, wordsOf } from '../text/analyse.ts';
import { foldText } from '../text/fold-text.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { measuresOf } from '../text/units.ts';
import { JOINTS } from './chat-state.ts';
import { joinWords } from './phrases.ts';

interface Mentioned {
  phrase: string;
  count: number;
}

export interface WordMatches {
  /** Full matches; without one, the products with the most words. */
  product_nos: Uint32Array;
  /** Words and phrases that none of the products mentions. They did not filter. */
  unconfirmed: string[];
  /** Unknown words and phrases that some products mention; those come first. */
  mentioned: Mentioned[];
  /** Known words that no product has all of; each filters alone. Empty if there are full matches. */
  apart: string[];
  /** The words that all full matches have. */
  said: string;
}

export interface WordSearch {
  /** As interpreted by the index. */
  words: string;
  soft: readonly string[];
  /** Whether the catalogue knows the word. Other words rank only. */
  isKnown: (word: string) => boolean;
  /** Alternatives of the subject. */
  subject: readonly string[];
  /** Products that do not count, whatever words they have. */
  excluded: (product_no: number) => boolean;
  /** Words that the index corrected to something else. */
  others: ReadonlySet<string>;
  /** Positions of term matches that the product's text denies; they do not count. */
  denied: ReadonlySet<number>;
}

interface Group {
  /** One of them is required. */
  alternatives: string[];
  phrase: string;
  role: 'subject' | 'known' | 'soft';
  /** The term of a measure, in place of its words. */
  token?: string;
}

/** Maximum number of partial matches, which are shown without a full one. */
const MAX_PARTIAL = 20;

/**
 * The index returns products with any of the words. A full match has the subject and all known words that some product
 * of the subject has.
 */
export function matchWords(search: WordSearch, { product_nos, term_matches }: IndexResult): WordMatches {
  const groups = groupsOf(search);
  const has = groupMatcher(search, groups, term_matches!);
  const subject = groups.findIndex(({ role }) => role === 'subject');
  const places = Array.from(product_nos.keys()).filter(
    (i) => !search.excluded(product_nos[i]!) && (subject < 0 || has(i, subject)),
  );
  const isMet = groups.map((_, g) => places.some((i) => has(i, g)));
  const filters = groups.flatMap(({ role }, g) => (role === 'known' && isMet[g] ? [g] : []));
  const soft = groups.flatMap(({ role }, g) => (role === 'soft' && isMet[g] ? [g] : []));
  const countOf = (i: number, of: number[]) => of.reduce((sum, g) => sum + (has(i, g) ? 1 : 0), 0);
  const counts = places.map((i) => countOf(i, filters));
  const most = counts.reduce((max, count) => Math.max(max, count), 0);
  const isFull = most === filters.length;
  const found = places.filter((_, at) => counts[at] === most).slice(0, isFull ? Infinity : MAX_PARTIAL);
  if (soft.length > 0) found.sort((a, b) => countOf(b, soft) - countOf(a, soft) || a - b);
  const reports = phraseReports(
    groups.flatMap(({ role }, g) => (role === 'soft' || (role === 'known' && !isMet[g]) ? [g] : [])),
    groups,
    (members) => found.filter((i) => members.every((g) => has(i, g))).length,
  );
  return {
    product_nos: Uint32Array.from(found, (i) => product_nos[i]!),
    unconfirmed: reports.flatMap(({ phrase, count }) => (count === 0 ? [phrase] : [])),
    mentioned: reports.filter(({ count }) => count > 0),
    apart: isFull ? [] : filters.map((g) => groups[g]!.phrase),
    said: keepWords(search.words, [...(subject < 0 ? [] : [subject]), ...(isFull ? filters : [])], groups),
  };
}

function groupsOf({ words, soft, isKnown, subject }: WordSearch): Group[] {
  const measures = measuresIn(words);
  const isMeasure = ([word = '']: string[]) => measures.some(({ alternatives }) => alternatives.includes(word));
  const content = alternativesIn(words).filter((alternatives) => !isMeasure(alternatives));
  const last = content.findLastIndex((alternatives) => alternatives.some((word) => subject.includes(word)));
  const groups = content.map((alternatives, i): Group => {
    const role = i === last ? 'subject' : alternatives.some(isKnown) ? 'known' : 'soft';
    return { alternatives, phrase: alternatives.join(' or '), role };
  });
  const meaning = (word: string) => !STOP_WORDS.has(word) && !JOINTS.has(word);
  const ofSoft = soft.flatMap((phrase) =>
    wordsOf(phrase)
      .filter(meaning)
      .map((word): Group => ({ alternatives: [word], phrase, role: 'soft' })),
  );
  return [...groups, ...measures, ...ofSoft];
}

/** How many products mention each phrase of the groups, or if none has the whole phrase, each of its words. */
function phraseReports(
  numbers: readonly number[],
  groups: readonly Group[],
  countOf: (members: readonly number[]) => number,
): Mentioned[] {
  return [...Map.groupBy(numbers, (g) => groups[g]!.phrase)].flatMap(([phrase, members]) => {
    const whole = { phrase, count: countOf(members) };
    const parts = members.map((g) => ({ phrase: groups[g]!.alternatives[0]!, count: countOf([g]) }));
    const isSplit = whole.count === 0 && members.length > 1 && parts.some(({ count }) => count > 0);
    return isSplit ? [whole, ...parts.filter(({ count }) => count > 0)] : [whole];
  });
}

/** The words of the kept groups, with the prepositions and conjunctions between them. */
function keepWords(words: string, kept: readonly number[], groups: readonly Group[]): string {
  const keep = new Set(kept.flatMap((g) => groups[g]!.alternatives));
  const isSaid = (word: string) => word === 'or' || JOINTS.has(word) || wordsOf(word).some((part) => keep.has(part));
  return joinWords(words.split(' ').filter(isSaid));
}

/**
 * The subject: the last noun before any "with" or "for", and its alternatives joined by "or". Without a noun, the last
 * word that the catalogue knows, else the last word.
 */
export function subjectOf(
  words: string,
  isNoun: (word: string) => boolean,
  isKnown: (word: string) => boolean,
): { subject: string[]; is_noun: boolean } {
  const named = withoutMeasures(words).replace(/\bnon-\S+|\S+-free\b/g, ' ');
  const [main = ''] = named.split(/(?:^| )(?:for|with|without) /);
  const groups = alternativesIn(main);
  const noun = groups.findLast((alternatives) => alternatives.some(isNoun));
  if (noun) return { subject: noun, is_noun: true };
  const all = groups.length > 0 ? groups : alternativesIn(words);
  // Only things have a plural: "running leggings", of which the catalogue knows the first.
  const plural = all.findLast(([word = '']) => !isKnown(word) && stem(word) !== word);
  const known = all.findLast((alternatives) => alternatives.some(isKnown));
  return { subject: plural ?? known ?? all.at(-1) ?? [], is_noun: false };
}

/** "tv 55 inch" is about a TV. */
const withoutMeasures = (words: string): string =>
  measuresOf(foldText(words)).reduceRight(
    (left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`,
    words,
  );

/** The content words, each with its alternatives joined by "or". */
function alternativesIn(words: string): string[][] {
  const content: string[][] = [];
  let isJoined = false;
  // "Non-slip" and "odor-free" are found as what they deny.
  for (const word of wordsOf(words.replace(/\bnon-|-free\b/g, ' '))) {
    if (word === 'or') isJoined = content.length > 0;
    else if (isJoined) isJoined = !content.at(-1)!.push(word);
    else if (!JOINTS.has(word) && !STOP_WORDS.has(word) && !content.some(([known]) => stem(known!) === stem(word)))
      content.push([word]);
  }
  return content;
}

/** The index has "55 inch" as one term. */
function measuresIn(words: string): Group[] {
  const folded = foldText(words);
  return measuresOf(folded).map(({ start, end, token }) => {
    const phrase = folded.slice(start, end);
    return { alternatives: wordsOf(phrase), phrase, role: 'known', token };
  });
}

/** Tests whether a product has a word of a group, both by position. */
function groupMatcher(
  { others, denied }: WordSearch,
  groups: readonly Group[],
  { alternatives, slot_count, matched_by }: TermMatches,
): (product: number, group: number) => boolean {
  const isTerm = (token: string) => alternatives.some(({ word }) => word === token);
  // A measure that the index does not have as one term is matched by all of its words.
  const unitsOf = ({ alternatives: words, token }: Group): string[][] => {
    if (token) return isTerm(token) ? [[token]] : words.map((word) => [word]);
    return [words.filter((word) => !others.has(word)).map(stem)];
  };
  const units = groups.map(unitsOf);
  const all = units.flat();
  const unitsOfTerm = alternatives.map(({ word, by }) => {
    const plain = word.replace('!', '');
    const hits = ` ${plain} ${stem(plain)} ${by.replace('!', '')}`;
    return [...all.keys()].filter((u) => all[u]!.some((spelling) => hits.includes(` ${spelling}`)));
  });
  // Indexed by product and unit. Alternative 0 means no match.
  const hasUnit = new Uint8Array((matched_by.length / Math.max(1, slot_count)) * all.length);
  for (let at = 0; at < matched_by.length; at++) {
    if (matched_by[at] === 0 || denied.has(at)) continue;
    for (const u of unitsOfTerm[matched_by[at]! - 1]!) hasUnit[Math.floor(at / slot_count) * all.length + u] = 1;
  }
  const firstOf = units.map((_, g) => units.slice(0, g).flat().length);
  return (product, group) => units[group]!.every((_, u) => hasUnit[product * all.length + firstOf[group]! + u] === 1);
}
