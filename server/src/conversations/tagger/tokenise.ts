// Splits a message into tokens: words, numbers and signs.

import { SLANG, SPELLINGS, TITLES } from '../../language/english.ts';
import { numbersInDigits } from '../../language/number-words.ts';
import { foldText } from '../../text/fold-text.ts';
import { measureOf, measuresOf } from '../../text/units.ts';

export interface Token {
  /** Folded, without apostrophes. */
  text: string;
  number?: number;
  /** The normalised measure ("3m") that this token is. */
  measure?: string;
  /** Joined to the previous token by a hyphen. */
  isGlued: boolean;
  isSign: boolean;
}

/** Bounds the time that a message takes. */
const MAX_TOKENS = 120;
const MAX_NUMBER = 1e9;
const MARKUP = /<\/?[a-z][^<>]*>/g;
const CHUNK = /[\p{L}\p{M}\p{N}']+(?:[.,]\d+\p{L}*)*|<=|>=|[$€£¥₹%<>~≤≥+,.!?;:/&#"-]/gu;
const DIMENSIONS = /\d+(?:[.,]\d+)? ?x ?\d+(?:[.,]\d+)?(?: ?(?:cm|mm|m|inch|in|ft)\b)?/g;
/** "30-40 liters": the measure begins with its first number. */
const RANGE_BEFORE = /\d+(?:[.,]\d+)? ?- ?$/;
const TITLE = new RegExp(`\\b(${TITLES.replaceAll(' ', '|')})\\. ?(?=\\p{L})`, 'gu');
/** "He is 16", "shes 7". */
const AGE = /\b(?:s?hes?|they|theyre) (?:is |are |turns |turning |just turned )?(\d{1,2})\b(?! ?[\p{L}%$€£])/gu;
const NUMBER = /^\d+(?:[.,]\d+)*$/;
/** Endings of numbers that are words of their own: "50usd", "80ish", "2k". */
const NUMBER_WITH_WORD =
  /^(\d+(?:[.,]\d+)*)(k|ish|usd|eur|gbp|euros?|dollars?|pounds?|bucks?|quid|pct|percent|x|yr|yo)$/;
const REGION_WITH_NUMBER = /^(us|uk|eu|w|l)(\d+(?:[.,]\d+)?)$/;

const SPELLING_OF = new Map(
  Object.entries(SPELLINGS).flatMap(([word, others]) => others.split(' ').map((other) => [other, word])),
);

export function tokenise(message: string): Token[] {
  const plain = Object.entries(SLANG).reduce((text, [said, meant]) => text.replaceAll(said, meant), foldText(message));
  const named = plain
    .replace(MARKUP, ' ')
    .replace(/[–—]/g, '-')
    .replace(/\bno\. ?(?=\d)/g, 'number ')
    .replace(TITLE, '$1 ');
  const folded = numbersInDigits(named)
    .replace(AGE, 'age $1')
    .replace(/(?<=\d) and a half\b/g, '.5')
    .replaceAll('w/o', 'without ')
    .replaceAll('w/', 'with ');
  const measures = measuresIn(folded);
  const tokens: Token[] = [];
  let isGlued = false;
  let end = 0;
  for (const { 0: chunk, index } of folded.matchAll(CHUNK)) {
    if (tokens.length >= MAX_TOKENS) break;
    if (index < end) continue;
    const measure = measures.find(({ start }) => start === index);
    if (measure) {
      end = measure.end;
      tokens.push({ text: folded.slice(measure.start, end), measure: measure.token, isGlued: false, isSign: false });
    } else if (chunk === '-' && isHyphen(folded, index)) isGlued = true;
    else {
      for (const text of splitChunk(chunk)) tokens.push(tokenOf(text, isGlued));
      isGlued = false;
    }
  }
  return tokens;
}

/** Measures with a unit, and dimensions. "60 pounds" are money. */
function measuresIn(folded: string) {
  const dimensions = [...folded.matchAll(DIMENSIONS)].map(({ 0: text, index }) => ({
    token: measureOf(text) ?? text,
    start: index,
    end: index + text.length,
  }));
  const units = measuresOf(folded).filter(
    ({ token, start, end }) => /\p{L}$/u.test(token) && !/pounds?$/.test(folded.slice(start, end)),
  );
  const others = units.filter(({ start, end }) => !dimensions.some((whole) => whole.start < end && start < whole.end));
  return [...dimensions, ...others].map((measure) => {
    const first = RANGE_BEFORE.exec(folded.slice(0, measure.start))?.[0].length ?? 0;
    return { ...measure, start: measure.start - first };
  });
}

const isHyphen = (text: string, at: number) =>
  /\p{L}/u.test(text[at - 1] ?? '') && /[\p{L}\p{N}]/u.test(text[at + 1] ?? '');

function splitChunk(chunk: string): string[] {
  const [, number, word] = NUMBER_WITH_WORD.exec(chunk) ?? [];
  if (number) return word === 'k' ? [`${number}k`] : [number, word === 'pct' ? '%' : word!];
  const [, region, size] = REGION_WITH_NUMBER.exec(chunk) ?? [];
  return region ? [region, size!] : [chunk];
}

function tokenOf(chunk: string, isGlued: boolean): Token {
  const plain = chunk.replaceAll("'", '');
  const text = SPELLING_OF.get(plain) ?? plain;
  const number = /^\d.*k$/.test(text) ? numberOf(text.slice(0, -1), 1000) : numberOf(text, 1);
  const isSign = !/[\p{L}\p{N}]/u.test(text);
  return { text, isGlued, isSign, ...(number === undefined ? {} : { number }) };
}

/** "1,200" and "1.299,50" and "49,99" are amounts; the last sign before one or two digits is the decimal point. */
function numberOf(text: string, scale: number): number | undefined {
  if (!NUMBER.test(text)) return undefined;
  const plain = text.replace(/[.,](?=\d{3}(?:\D|$))/g, '').replace(/[.,](?=\d+$)/, '.');
  const value = Number(plain) * scale;
  return value <= MAX_NUMBER ? value : undefined;
}
