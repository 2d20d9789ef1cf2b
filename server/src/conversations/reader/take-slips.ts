// What one says and takes back in the same breath: "sandals, no, boots". What follows the slip takes the place of the last
// thing of its kind before it, and all else stays as it was said.

import { isThing } from '../../vocabulary/synonym-words.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { FILLERS, PLACES } from '../shopping-words.ts';
import { isPerson } from './read-values.ts';
import { isRealWord, isThingWord } from './real-words.ts';
import { isMark, phrase, Sentence, type Token } from './sentence.ts';
import { isContentAt } from './value-spans.ts';

const TAKEN_BACK = [
  // "boots, no sneakers" refuses them; a slip has its comma, or begins anew.
  '(?!no \\. \\d)(?:no|nope|nah)(?= (?:[.,;:!-]|\\d+|[$€£]|an?|i|im|id|make|wait|sorry|no|nope|actually|rather|scratch|hang|hold|oops|my|lets)(?= ))',
  '(?:wait|sorry|oops|hmm) no|wait(?: a (?:minute|moment|second|sec))?|(?:hang|hold) on|(?:i am |im )?sorry|apologies|pardon(?: me)?|excuse me|my (?:bad|mistake|fault)|whoops|oops',
  'i (?:mean|meant|said)(?: to say)?|actually|rather(?! than)|correction|(?:or )?(?:better(?: yet| still)?|should i say)(?= [,:-])',
  '(?:lets )?make (?:that|it|them)|lets say|(?:change|switch) (?:that|it|them) to',
  '(?:scratch|strike|cancel|forget|scrap|delete|ignore) (?:that|it|this)|never ?mind(?: that)?',
  '(?:on|at) second thou?ghts?|(?:(?:ive|i) )?changed my mind',
].join('|');
const AROUND = '(?:[.,;:!?-]|and|but|or|oh|ah|erm?|uhm?|um|hmm|well|ok|okay)';
const SLIPS = new RegExp(phrase(`((?:${AROUND} )*)(?:${TAKEN_BACK})(?: (?:${AROUND}|${TAKEN_BACK}))*`), 'gu');
/** Which end of the price it is, and so a part of what is said of it. */
const LIMITS =
  'under|below|over|above|less|more|than|up|to|max|maximum|min|minimum|at|least|most|around|about|roughly|for';
const LIMIT = new RegExp(`^(?:${LIMITS})$`);
/** Said before what is meant: where it stands is known from what it takes the place of. */
const LEADING = new RegExp(
  `^(?:${LIMITS}|an?|the|some|in|from|by|of|made|out|my|our|size|sz|i|id|im|we|want|need|would|like|have|show|me|get|looking|it|be|is)$`,
);
const MONEY = /^(?:[$€£¥₹]|usd|eur|gbp|chf|dollars?|bucks?|euros?|pounds?|quid)$/;
const UNIT = /^(?:%|percent|cm|mm|m|inch|inches|ml|l|g|kg|oz|lbs?|gb|tb|w|watts?|v|pieces?|pcs|years?|months?)$/;
const LETTERS = /^(?:xx?x?[sl]|[2-5]xl|[sml]|small|medium|large)$/;

/** Words that say one thing, and what kinds of thing it may be. */
interface Part {
  kinds: string[];
  from: number;
  to: number;
  /** Of a number: what it counts. */
  unit?: string;
  isList?: boolean;
}

type Range = Pick<Part, 'from' | 'to'>;

/** Nobody takes back more in one breath. */
const MAX_SLIPS = 4;

export function takeSlips(sentence: Sentence, vocabulary: Vocabulary): void {
  sayFirst(sentence);
  for (let left = MAX_SLIPS; left > 0 && takeSlip(sentence, vocabulary); left--);
}

const SAID_LAST = phrase('(?:, )?(?:i (?:mean|meant)|sorry)(?= (?:[.!] )*$)');

/** "red, blue i mean" is "red, i mean blue". */
function sayFirst(sentence: Sentence): void {
  const last = sentence.find(SAID_LAST);
  const { tokens } = sentence;
  const from = tokens.findLastIndex(({ text }, i) => i < (last?.from ?? 0) && /^[.,;-]$/.test(text)) + 1;
  if (!last || last.from <= from) return;
  const mark = tokens.slice(last.from, last.to).filter(({ text }) => text !== ',');
  sentence.rephrase(from, last.to, [...mark, ...tokens.slice(from, last.from)]);
}

function takeSlip(sentence: Sentence, vocabulary: Vocabulary): boolean {
  return slipsIn(sentence).some((slip) => slip.from > 0 && putRight(sentence, slip, vocabulary));
}

/** Where something is taken back, and at which word of it that begins. */
function slipsIn({ texts }: Sentence): (Range & { at: number })[] {
  const text = ` ${texts.join(' ')} `;
  const count = (some: string) => some.split(' ').filter(Boolean).length;
  return [...text.matchAll(SLIPS)].map((match) => {
    const from = count(text.slice(0, match.index));
    return { from, at: from + count(match[1]!), to: from + count(match[0]) };
  });
}

/** Cut where something is taken back for what is of no such kind: "in black, no wait, any colour". */
export function clausesOf(sentence: Sentence, vocabulary: Vocabulary): Sentence[] {
  const { tokens } = sentence;
  const isBetween = ({ from, to }: Range) =>
    partsIn(sentence, { from: 0, to: from }, vocabulary).length > 0 &&
    tokens.slice(to).some(({ text }) => !isMark(text));
  const slips = slipsIn(sentence).filter(isBetween).slice(0, MAX_SLIPS);
  if (slips.length === 0) return [sentence];
  const cuts = [...slips, { from: tokens.length, at: tokens.length }];
  return cuts.map(({ from }, i) => new Sentence(tokens.slice(slips[i - 1]?.at ?? 0, from)));
}

function putRight(sentence: Sentence, slip: Range, vocabulary: Vocabulary): boolean {
  const { tokens } = sentence;
  const meant = listsOf(partsIn(sentence, { from: slip.to, to: endOfClause(sentence, slip.to) }, vocabulary), sentence);
  const before = partsIn(sentence, { from: 0, to: slip.from }, vocabulary);
  // "red or blue, no, green" is red or green; "green or yellow" stands for both.
  const said = meant[0]?.isList ? listsOf(before, sentence) : before;
  const lead = tokens.slice(slip.to, meant[0]?.from);
  if (!meant[0] || !lead.every(({ text }) => LEADING.test(text))) return false;
  const gone = new Set(placesOf(slip));
  const instead = new Map<number, Token[]>();
  for (const [i, one] of meant.entries()) {
    const old = said.findLast((part) => isSameKind(part, one, i === 0 && part.to === slip.from));
    if (i === 0 && (!old || isRefused(sentence, old.from))) return false;
    if (!old || instead.has(old.from)) continue;
    for (const { place, by } of exchange(sentence, old, one, slip.to)) {
      for (const at of placesOf(place)) gone.add(at);
      instead.set(place.from, [...(instead.get(place.from) ?? []), ...tokens.slice(by.from, by.to)]);
    }
    for (const at of placesOf({ from: back(sentence, one.from, slip.to, LEADING), to: one.to })) gone.add(at);
    if (tokens[one.to]?.text === 'instead') gone.add(one.to);
  }
  const left = tokens.flatMap((token, i) => [...(instead.get(i) ?? []), ...(gone.has(i) ? [] : [token])]);
  sentence.rephrase(0, tokens.length, left);
  return true;
}

const placesOf = ({ from, to }: Range): number[] => Array.from({ length: to - from }, (_, i) => from + i);

function back({ tokens }: Sentence, from: number, first: number, pattern: RegExp): number {
  let at = from;
  while (at > first && pattern.test(tokens[at - 1]!.text)) at--;
  return at;
}

/** What takes which place: of a number its "under", too, if that is said anew. */
function exchange(sentence: Sentence, old: Part, one: Part, first: number): { place: Range; by: Range }[] {
  // "running shoes, i mean hiking".
  if (isDescribed(old) && one.kinds.includes('word') && !isOfMore(one))
    return [{ place: { ...old, to: old.to - 1 }, by: one }];
  if (old.unit === undefined) return [{ place: old, by: one }];
  const limit = back(sentence, one.from, first, LIMIT);
  const lead = { place: { from: back(sentence, old.from, 0, LIMIT), to: old.from }, by: { from: limit, to: one.from } };
  // "under 100 dollars, no, 150" are dollars all the same.
  const number = placesOf(old).find((at) => sentence.tokens[at]!.isNumber)!;
  const place = one.to === one.from + 1 ? { from: number, to: number + 1 } : old;
  return [...(limit < one.from ? [lead] : []), { place, by: one }];
}

/** What is no value and no thing takes the place of such a word right before it: "wireless, i mean wired headphones". */
function isSameKind(old: Part, one: Part, isBeside: boolean): boolean {
  if (old.unit && one.unit && old.unit !== one.unit) return false;
  if (old.kinds.some((kind) => one.kinds.includes(kind) && kind !== 'word')) return true;
  const isLike = (part: Part, other: Part) =>
    part.kinds.includes('word') && (isOfMore(part) || other.kinds.includes('word') || isDescribed(other));
  return isBeside && (isLike(old, one) || isLike(one, old));
}

const isOfMore = ({ from, to }: Part): boolean => to - from > 1;

const isDescribed = (part: Part): boolean => part.kinds.includes('thing') && isOfMore(part);

/** "not red, i mean blue" is said of what is meant, and no slip. */
function isRefused({ tokens }: Sentence, from: number): boolean {
  let at = from - 1;
  while (LEADING.test(tokens[at]?.text ?? '')) at--;
  return /^(?:not|no|without|except|excluding|never|isnt|arent|dont|nor|neither)$/.test(tokens[at]?.text ?? '');
}

function endOfClause({ tokens }: Sentence, from: number): number {
  const end = tokens.findIndex(
    ({ text }, i) => i > from && /^[.,;:!?-]$/.test(text) && !(tokens[i - 1]!.isNumber && tokens[i + 1]?.isNumber),
  );
  return end < 0 ? tokens.length : end;
}

function partsIn(sentence: Sentence, { from, to }: Range, vocabulary: Vocabulary): Part[] {
  const parts: Part[] = [];
  for (let i = from; i < to; i = Math.max(parts.at(-1)?.to ?? 0, i + 1)) {
    const part =
      numberAt(sentence, i, to) ?? valueAt(sentence, i, to, vocabulary) ?? wordsAt(sentence, i, to, vocabulary);
    if (part) parts.push(part);
  }
  return parts;
}

/** "nike or puma" is one. */
function listsOf(parts: Part[], { texts }: Sentence): Part[] {
  const lists: Part[] = [];
  for (const part of parts) {
    const last = lists.at(-1);
    const isJoined = last && part.from === last.to + 1 && /^(?:or|and|,|\/|&)$/.test(texts[last.to]!);
    const isAlike = last && part.unit === undefined && last.kinds[0] !== 'word' && last.kinds[0] === part.kinds[0];
    if (isJoined && isAlike) lists[lists.length - 1] = { ...last, to: part.to, isList: true };
    else lists.push(part);
  }
  return lists;
}

function numberAt(sentence: Sentence, at: number, end: number): Part | undefined {
  const { tokens } = sentence;
  const isBefore = /^(?:us|uk|eu)$/.test(tokens[at]!.text) || MONEY.test(tokens[at]!.text);
  const number = isBefore ? at + 1 : at;
  if (number >= end || !tokens[number]!.isNumber) return undefined;
  const behind = number + 1 < end ? tokens[number + 1]!.text : '';
  const isBehind = MONEY.test(behind) || UNIT.test(behind);
  const unit = [tokens[at]!.text, behind].some((text) => MONEY.test(text)) ? 'money' : isBehind ? behind : '';
  const last = number + (isBehind ? 2 : 1);
  const to = /^years?$/.test(behind) && tokens[last]?.text === 'old' ? last + 1 : last;
  // "150-250".
  const other = to + 1 < end && /^(?:-|to)$/.test(tokens[to]!.text) ? numberAt(sentence, to + 1, end) : undefined;
  return other ? { ...other, from: at } : { kinds: ['number'], from: at, to, unit };
}

function valueAt(sentence: Sentence, at: number, end: number, vocabulary: Vocabulary): Part | undefined {
  const { text } = sentence.tokens[at]!;
  if (LETTERS.test(text)) return { kinds: ['size'], from: at, to: at + 1 };
  if (isPerson(text)) return { kinds: ['gender'], from: at, to: at + 1 };
  const found = vocabulary.longestAt(sentence.texts.slice(0, end), at);
  if (!found && vocabulary.beginsMaterial(text) && !isRealWord(text))
    return { kinds: ['material'], from: at, to: at + 1 };
  if (!found || (found.length === 1 && (FILLERS.has(text) || isNamedThing(text, vocabulary)))) return undefined;
  return { kinds: found.meanings.map(({ field }) => field), from: at, to: at + found.length };
}

const isNamedThing = (word: string, vocabulary: Vocabulary): boolean => isThing(word, vocabulary) || isThingWord(word);

/** A thing with what stands before it, "sleeping bag"; or words that are none. */
function wordsAt(sentence: Sentence, at: number, end: number, vocabulary: Vocabulary): Part | undefined {
  let to = at;
  const isWord = (i: number) =>
    isContentAt(sentence, i) &&
    !LIMIT.test(sentence.texts[i]!) &&
    !numberAt(sentence, i, end) &&
    !valueAt(sentence, i, end, vocabulary);
  while (to < end && isWord(to)) to++;
  if (to === at) return undefined;
  const [first, last] = [sentence.texts[at]!, sentence.texts[to - 1]!];
  const isNamed = /^(?:an?|some)$/.test(sentence.texts[at - 1] ?? '') || isNamedThing(last, vocabulary);
  const values = to === at + 1 ? (vocabulary.longestAt([first], 0)?.meanings ?? []) : [];
  // Where it stands or what one does there is no thing, whatever departments are called.
  const kinds = to === at + 1 && PLACES.has(first) ? ['place', 'word'] : [isNamed ? 'thing' : 'word'];
  return { kinds: [...kinds, ...values.map(({ field }) => field)], from: at, to };
}
