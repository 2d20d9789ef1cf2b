// The sizes of the catalogue that a shopper's size means: "10" is "US 10" and "UK 10", "medium" is "M".

import { CLOTHES, LETTER_SIZES } from '../language/english.ts';
import { spaced } from '../language/lexicon.ts';
import { stem } from '../text/analyse.ts';
import { foldText } from '../text/fold-text.ts';
import type { Vocabulary } from './vocabulary.ts';

const LETTERS = new Map(
  Object.entries(LETTER_SIZES).flatMap(([size, words]) => words.split(' ').map((word) => [word, size])),
);
const CLOTHING = new Set([...spaced(CLOTHES)].map(stem));

export const letterSize = (word: string): string | undefined => LETTERS.get(word);
export const isClothing = (noun: string): boolean => CLOTHING.has(stem(noun));

const partsOf = (size: string): string[] => foldText(size).match(/[a-z]+|\d+(?:[.,]\d+)?/g) ?? [];
const isNumber = (part: string | undefined) => part !== undefined && /^\d/.test(part);

/** Empty if the catalogue does not have the size. */
export function sizesFor(said: string, vocabulary: Vocabulary): string[] {
  const letter = LETTERS.get(foldText(said));
  const wanted = partsOf(letter ?? said);
  const sizes = vocabulary.valuesOf('size').map(([value]) => value);
  const exact = sizes.filter((size) => partsOf(size).join(' ') === wanted.join(' '));
  if (letter || (exact.length > 0 && !wanted.every(isNumber))) return exact;
  const others = sizes.filter(
    (size) => isSizeOf(partsOf(size), wanted) && (exact.length === 0 || !partsOf(size).includes('w')),
  );
  return [...new Set([...exact, ...others])];
}

/** All letters that were said are there, and the numbers are the first ones: "32" is "W32 L34", "34" is not. */
function isSizeOf(parts: string[], wanted: string[]): boolean {
  const numbers = parts.filter(isNumber);
  const saidNumbers = wanted.filter(isNumber);
  if (saidNumbers.length === 0 || saidNumbers.some((number, i) => Number(number) !== Number(numbers[i]))) return false;
  if (numbers.length > saidNumbers.length && !parts.some((part) => part === 'w')) return false;
  const letters = wanted.filter((part) => !isNumber(part) && part !== 'x');
  const units = parts.filter((part) => !isNumber(part));
  // Without letters, only regions may be added: "500" is not "500 ml".
  return letters.length > 0
    ? letters.every((letter) => units.includes(letter))
    : units.every((unit) => REGIONS.has(unit) || saidNumbers.length > 1);
}

const REGIONS = new Set('us uk eu w l years year yrs'.split(' '));
