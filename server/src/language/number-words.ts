// Numbers in words: "two hundred and fifty".
import { NUMBERS } from './english.ts';
import { spaced } from './lexicon.ts';

const { units, tens, misspelt, scales } = NUMBERS;
const VALUES = new Map<string, number>([
  ...units.split(' ').map((word, i): [string, number] => [word, i]),
  ...tens.split(' ').map((word, i): [string, number] => [word, 20 + 10 * i]),
  ...Object.entries(misspelt),
]);

const NUMBER_WORD = `(?:${[...VALUES.keys(), ...Object.keys(scales)].join('|')})`;
const SCALE = `\\b(?:${Object.keys(scales).join('|')})\\b`;
const NUMBER_WORDS = new RegExp(
  String.raw`\b(?:(?:a|[\d.]+) (?=${SCALE}))?${NUMBER_WORD}(?:(?:[ -]|(?<=${SCALE}) and (?!\S+ ${SCALE}))${NUMBER_WORD})*\b`,
  'g',
);

/** The text with its number words in digits. */
export const numbersInDigits = (text: string): string => text.replace(NUMBER_WORDS, inDigits);

/** "two hundred and fifty" is 250, and "one fifty" 150. Words below ten are numbers only beside money or a size. */
function inDigits(run: string, at: number, text: string): string {
  let value = 0;
  for (const word of run.split(/[ -]/)) {
    const number = VALUES.get(word) ?? (/^\d/.test(word) ? Number(word) : undefined);
    if (number !== undefined) value = value > 0 && value < 10 && number >= 10 ? value * 100 + number : value + number;
    else if (word in scales) value = Math.max(value, 1) * scales[word]!;
  }
  const before = text.slice(0, at).trim().split(' ').at(-1)!;
  const after = text
    .slice(at + run.length)
    .trim()
    .split(' ')[0]!;
  return value >= 10 || (BEFORE.has(before) && run !== 'one') || AFTER.has(after) ? String(value) : run;
}

const BEFORE = spaced(NUMBERS.before);
const AFTER = spaced(NUMBERS.after);
