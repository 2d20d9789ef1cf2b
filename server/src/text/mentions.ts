// Finds mentions of a phrase in a product text and tells stated ones from negated ones: "waterproof", "not waterproof".
import { stem, wordsOf } from './analyse.ts';

export type Mention = 'stated' | 'negated' | 'absent';

const setOf = (words: string) => new Set(words.split(' '));

/** Number of words that a negation reaches; a list such as "no sugar, salt or oil" is negated whole. */
const REACH = 3;
const MAX_LIST_WORDS = 20;
const NEGATIONS = setOf(
  'no non zero not without never neither nor none lack lacks lacking exclude excludes excluding unlike instead cannot ' +
    'isnt arent wasnt doesnt dont didnt cant wont hasnt havent shouldnt',
);
const SCOPE_ENDS = setOf('and with but for from so that which to in on at by as yet while when because than');
/** "Not suitable for ovens", "does not come with a lid": the scope goes on after the preposition. */
const CARRIES_ON = setOf(
  'suitable safe recommended intended designed compatible meant made need needs use used put place work works come ' +
    'comes fit fits clean wash applicable equipped supplied approved instead part',
);
/** "Not only waterproof", and harnesses of the kind "no pull". */
const NOT_NEGATED = setOf('only just merely show tie pull iron sew drill doubt matter');
const SKIPPED = setOf('a an the any your its of be been do does more extra longer it');
const VERBS = setOf('is are was were will can has have');
/** "Batteries not included", "lid is not required". */
const NOT_GIVEN = setOf(
  'included include required needed necessary applicable supplied provided recommended allowed supported available ' +
    'suitable permitted possible present',
);
/** "Hands-free" and "feel free" leave out nothing, and neither does "free shipping". */
const FREE_KINDS = setOf(
  'hands hand worry hassle stress risk care trouble maintenance feel youre for get is are one buy',
);
const FREE_GOODS = setOf('shipping delivery returns return gift trial app replacement to');

/** Ends the clause, and with it the scope of a negation. */
const CLAUSE_END = /[.:;()[\]!?–—|]|\s-\s/;
const JOINED = /^[\s\-‐‑®™]*$/;
const TOKEN = /[\p{L}\p{N}\p{M}]+(?:['’‘`´ʼ]\p{L}+)*|(?<=\s)&(?=\s)/gu;
/** Ends of sentences and bullets. White space is collapsed on import, so a text has no line ends. */
const BREAK = /(?<=[.!?]["')\]]?)\s+|(?<=\p{Ll}[.!?])(?=\p{Lu})|[;\n•●▪■◆►▶✓✔★☆|]\s*/u;
/** The space before a heading: "… LIGHT TO CARRY: weighs 300 g". */
const HEADING = /(?<![\p{Lu}&]|\b(?:to|of|with|in|and|or|for|the|a|is))\s(?=[【〖]|\p{Lu}[\p{Lu}\d &/'’-]{2,60}:)/gu;
const PICTURE = /(?![©®™])\p{Extended_Pictographic}(?:\uFE0F|\u200D|\p{Emoji_Modifier})*/gu;
const ABBREVIATION = /(?:^|[\s(\d])(?:approx|e\.g|i\.e|no|vs|inc|incl|in|oz|lbs?|ft|dia|max|min|dr|mr|st)\.$/i;
/** Longest quote of a text. */
const MAX_QUOTE_CHARS = 160;

interface Token {
  word: string;
  start: number;
  end: number;
  /** The text between the previous token and this one. */
  gap: string;
}

/** The sentences, list items and clauses between bullets. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let parts: string[] = [];
  for (const part of text.replace(PICTURE, '\n').replace(HEADING, '\n').split(BREAK)) {
    if (/[\p{L}\p{N}]/u.test(part)) parts.push(part.trim());
    if (parts.length === 0 || ABBREVIATION.test(parts.at(-1)!.slice(-10))) continue;
    sentences.push(parts.join(' '));
    parts = [];
  }
  return parts.length > 0 ? [...sentences, parts.join(' ')] : sentences;
}

/** Whether a text states the phrase anywhere, only denies it, or does not have it. */
export function mentionOf(text: string, words: readonly string[]): Mention {
  return mentionIn(text, words)?.kind ?? 'absent';
}

/** The sentence that states the phrase, else the one that denies it, cut to the words around the mention. */
export function sentenceWith(text: string, words: readonly string[]): string | undefined {
  const mention = mentionIn(text, words);
  return mention && excerpt(mention.sentence, mention.start, mention.end);
}

function mentionIn(text: string, words: readonly string[]) {
  const phrase = words.flatMap(wordsOf).map(stem).join('');
  let denied: { kind: Mention; sentence: string; start: number; end: number } | undefined;
  for (const sentence of phrase === '' ? [] : sentencesOf(text)) {
    const tokens = tokensOf(sentence);
    let negations: Map<number, number> | undefined;
    for (const from of tokens.keys()) {
      const to = endOfPhrase(tokens, from, phrase);
      if (to === undefined) continue;
      negations ??= negationsIn(tokens);
      const range = { sentence, start: tokens[from]!.start, end: tokens[to]!.end };
      if (!isNegated(negations, from, to)) return { kind: 'stated' as const, ...range };
      denied ??= { kind: 'negated', ...range };
    }
  }
  return denied;
}

function tokensOf(sentence: string): Token[] {
  let last = 0;
  return Array.from(sentence.matchAll(TOKEN), ({ 0: text, index: start }) => {
    const gap = sentence.slice(last, start);
    last = start + text.length;
    return { word: text === '&' ? 'and' : wordsOf(text).join(''), start, end: last, gap };
  });
}

/** Position of the last token of the phrase. Words are compared joined: "water-proof" is "waterproof". */
function endOfPhrase(tokens: readonly Token[], from: number, phrase: string): number | undefined {
  let joined = '';
  for (let i = from; i < tokens.length && (i === from || JOINED.test(tokens[i]!.gap)); i++) {
    joined += stem(tokens[i]!.word);
    if (joined === phrase) return i;
    if (!phrase.startsWith(joined)) return undefined;
  }
  return undefined;
}

/** A negation inside the phrase belongs to it: "non-stick" states "non-stick". */
function isNegated(negations: ReadonlyMap<number, number>, from: number, to: number): boolean {
  for (let i = from; i <= to; i++) {
    const by = negations.get(i);
    if (by !== undefined && (by < from || by > to)) return true;
  }
  return false;
}

/** Positions of the negated tokens, each with the position of its negation. */
function negationsIn(tokens: readonly Token[]): Map<number, number> {
  const negated = new Map<number, number>();
  for (const [i, { word }] of tokens.entries()) {
    const next = tokens[i + 1]?.word ?? '';
    if (isDenialOfPrevious(tokens, i)) negateBefore(tokens, i, negated);
    else if (word === 'free' && /^(?:of|from)$/.test(next)) negateAfter(tokens, i, i + 2, negated);
    else if (NEGATIONS.has(word) && !NOT_NEGATED.has(next)) negateAfter(tokens, i, i + 1, negated);
  }
  return negated;
}

/** "Not included", "sold separately", "-free" and ": no" deny what they follow. */
function isDenialOfPrevious(tokens: readonly Token[], i: number): boolean {
  const { word, gap } = tokens[i]!;
  const [next, second] = [tokens[i + 1], tokens[i + 2]?.word];
  if (i === 0) return false;
  if (word === 'free') {
    const isOther = FREE_KINDS.has(tokens[i - 1]!.word) || /^(?:of|from)$/.test(next?.word ?? '');
    return !isOther && (gap === '-' || (gap === ' ' && !FREE_GOODS.has(next?.word ?? '')));
  }
  if (word === 'sold') return next?.word === 'separately';
  // "Waterproof: no" and "charger included no" in lists of features.
  if (word === 'no' && (gap.includes(':') || NOT_GIVEN.has(tokens[i - 1]!.word))) return !next || /[,.]/.test(next.gap);
  if (!NEGATIONS.has(word)) return word === 'excluded';
  return NOT_GIVEN.has(next?.word ?? '') && !(CARRIES_ON.has(next!.word) && second === 'for');
}

function negateAfter(tokens: readonly Token[], by: number, from: number, negated: Map<number, number>): void {
  const { word } = tokens[by]!;
  // "With or without a lid", "No 5".
  if (/^(?:or|and)$/.test(tokens[by - 1]?.word ?? '') && tokens[by - 2]?.word === 'with') return;
  if (word === 'no' && /^\d/.test(tokens[from]?.word ?? '')) return;
  const reach = word === 'non' || word === 'zero' || tokens[from]?.gap === '-' ? 1 : REACH;
  const isList = word === 'free' || /^(?:contains?|with)$/.test(tokens[by - 1]?.word ?? '');
  let left = reach;
  let carriesOn = true;
  for (let i = from; i < tokens.length; i++) {
    const { word: other, gap } = tokens[i]!;
    // "Free of: nuts".
    if ((CLAUSE_END.test(gap) && !(i === from && gap === ': ')) || NEGATIONS.has(other)) return;
    const isNext = gap.includes(',');
    if (isNext && !isList && !isListWithOr(tokens, i)) return;
    const isJoint = other === 'or' || other === 'nor' || (word === 'free' && other === 'and');
    if (isJoint || isNext) left = reach;
    if (isJoint || SKIPPED.has(other)) continue;
    if ((SCOPE_ENDS.has(other) && !carriesOn) || VERBS.has(other)) return;
    if (SCOPE_ENDS.has(other)) continue;
    if (left-- === 0) return;
    negated.set(i, by);
    carriesOn = CARRIES_ON.has(other) || (carriesOn && i > from);
    // "Without removing the case" has a case, and "no need to worry about the battery" a battery.
    if (other === 'worry' || ((word === 'without' || word === 'instead') && other.endsWith('ing'))) return;
  }
}

/** "No sugar, salt or oil" is one list; "no wires, Bluetooth 5" is not. */
function isListWithOr(tokens: readonly Token[], from: number): boolean {
  const end = Math.min(tokens.length, from + MAX_LIST_WORDS);
  for (let i = from; i < end && (i === from || !CLAUSE_END.test(tokens[i]!.gap)); i++) {
    const { word } = tokens[i]!;
    if (word === 'or' || word === 'nor') return true;
    if (SCOPE_ENDS.has(word) || NEGATIONS.has(word)) return false;
  }
  return false;
}

function negateBefore(tokens: readonly Token[], by: number, negated: Map<number, number>): void {
  const reach = tokens[by]!.word === 'free' ? 1 : 2;
  let left = reach;
  let isList = false;
  let i = by - 1;
  while (i > 0 && (SKIPPED.has(tokens[i]!.word) || VERBS.has(tokens[i]!.word))) i -= 1;
  for (; i >= 0; i--) {
    const { word, gap } = tokens[i]!;
    if (word === 'and' || word === 'or') {
      // "Waterproof and odour free" is waterproof; "gluten- and sugar-free" has no gluten.
      if (tokens[by]!.word === 'free' && !gap.startsWith('-')) return;
      isList = true;
      left = reach;
    } else {
      if (NEGATIONS.has(word) || SCOPE_ENDS.has(word) || left-- === 0) return;
      negated.set(i, by);
    }
    if (CLAUSE_END.test(gap) || (gap.includes(',') && !isList)) return;
    if (gap.includes(',')) left = reach;
  }
}

/** Cuts on word boundaries, with the range in the middle. */
export function excerpt(sentence: string, start: number, end: number, maxChars = MAX_QUOTE_CHARS): string {
  const surplus = sentence.length - maxChars;
  if (surplus <= 0) return sentence;
  const room = maxChars - 4;
  const first = Math.min(start, Math.max(0, Math.min(start - Math.floor((room - end + start) / 2), surplus + 4)));
  const from = first <= 2 ? 0 : sentence.indexOf(' ', first - 1) + 1;
  const last = from + room >= sentence.length ? sentence.length : sentence.lastIndexOf(' ', from + room);
  const quote = sentence.slice(from, last > from ? last : from + room);
  return `${from > 0 ? '… ' : ''}${quote}${last < sentence.length ? ' …' : ''}`;
}
