// Words that are sizes of what is worn, and descriptions of everything else.
import { stem, wordsOf } from '../text/analyse.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import type { ChatState } from './chat-state.ts';
import type { Reading } from './reader/read-message.ts';
import { sizesCalled, WORN } from './reader/read-sizes.ts';
import { CLOTHES } from './shopping-words.ts';

const isWorn = (thing: string): boolean => CLOTHES.has(stem(thing));

/** What stands before the thing: "large hoodie". */
const SIZE_WORD = /^(small|medium|large|lg)(?= |$)/;

/** "large hoodie" is of size L, and so is an "lg hoodie", whoever makes phones of that name. */
function withLetters(before: string, reading: Reading, vocabulary: Vocabulary): Reading {
  const thing = wordsOf(reading.words.split(/ (?:for|with|without|or) /)[0]!).at(-1) ?? '';
  const isOfClothes = isWorn(thing) || (!reading.has_noun && wordsOf(before).some(isWorn));
  if (reading.sizes || !isOfClothes) return reading;
  const brand = reading.wanted.find(({ field, value }) => field === 'brand' && value.toLowerCase() === 'lg');
  const said = brand ? 'lg' : SIZE_WORD.exec(reading.words)?.[1];
  const values = said && sizesCalled(said === 'lg' ? 'large' : said, vocabulary);
  if (!values) return reading;
  return {
    ...reading,
    wanted: reading.wanted.filter((value) => value !== brand),
    words: brand ? reading.words : reading.words.replace(SIZE_WORD, '').trim(),
    sizes: { values, is_unwanted: false },
  };
}

/** Sizes by their width, which trousers have and nothing else. */
const WIDTH = /^w\d+ l\d+$/i;
const TROUSERS = /^(?:jeans?|denims?|trousers?|pants|chinos?|cords|slacks|shorts|leggings|joggers)$/;

/** "size 28" of boots is none of jeans that are 28 wide, though no boots may have it. */
export function sizesFor(words: string, values: string[]): string[] {
  const own = values.filter((value) => !WIDTH.test(value));
  const said = wordsOf(words);
  if (said.some((word) => TROUSERS.test(word))) return values;
  if (own.length > 0) return own;
  return said.some((word) => WORN.test(word))
    ? [...new Set(values.map((value) => /\d+/.exec(value)?.[0] ?? value))]
    : values;
}

/** A speaker that is "small" has no size S. */
export function withDescription({ words }: ChatState, read: Reading, vocabulary: Vocabulary): Reading {
  const lettered = withLetters(words, read, vocabulary);
  const thing = lettered.has_noun ? lettered.words : words;
  const sizes = lettered.sizes && { ...lettered.sizes, values: sizesFor(thing, lettered.sizes.values) };
  const reading = { ...lettered, sizes };
  const word = reading.sizes?.word;
  if (!word || reading.sizes?.is_unwanted) return reading;
  const said = wordsOf(`${words} ${reading.words}`);
  if (said.length === 0 || said.some(isWorn)) return reading;
  return { ...reading, sizes: undefined, words: `${word} ${reading.words}`.trim() };
}
