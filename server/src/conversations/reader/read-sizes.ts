// Sizes, as a shop's catalogue writes them: "size 10" is "US 10" where that is what there is.
import { wordsOf } from '../../text/analyse.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { phrase, type Sentence } from './sentence.ts';

const NAMED: Record<string, string> = { small: 's', medium: 'm', large: 'l', 'x large': 'xl', 'x small': 'xs' };
const NAMES = '(?:extra |x )?(?:small|large)|medium|xx?x?[sl]|[2-5]xl';
const SYSTEM = '(?:us|uk|eu|eur|(?<!(?:make|get|keep|have|want|need|is|do|does|change) )it|fr|au|jp)';
const NUMBER = String.raw`\d{1,3}(?:\.\d)?`;
const WEARS =
  '(?:i|she|he|they) (?:usually |normally |always )?(?:wear|take|am|is|need|want)s?|im|shes|hes|theyre|she is|he is';
/** "waist 32 leg 34", "32x34". */
const WAIST = phrase(
  '(?:size )?(?:waist|w) (\\d{2})(?: (?:,|and|/))? (?:leg|length|inseam|l) (\\d{2})',
  '(\\d{2})(?: inch)? waist(?: (?:,|and|/))? (\\d{2})(?: inch)? (?:leg|length|inseam)',
  '(?:size )?(\\d{2})(?: x |x|/| / )(\\d{2})',
);
/** "king size" is one where the catalogue has it, else a word. */
const NAMED_SIZE = phrase('([\\p{L}-]+)-sized?');
/** A size that says so … */
const SAID = phrase(
  `(?:(?:in|a|of|im|wear|wears|take|takes|my) )*(?:(?:shoe|waist) )?(?:size|sz|waist(?= (?:is |of |: )?\\d{2} )|sizes(?= (?:${NUMBER}|${NAMES}|[sml]) ))(?: is| of| to| :| ,)? (?:a )?(${NUMBER} (?:-|to) ${NUMBER}(?: (?:cm|years?|months?))?|(?:${SYSTEM} )?(?:kids )?${NUMBER}|w ?\\d+ l ?\\d+|${NAMES}|[sml]|one size|(?!(?:up|down|bigger|smaller|larger|is|are|of|does|do|in|on|for|the|doesnt|isnt|not|and|or|please|range|chart|guide) )[\\p{L}\\d]+)`,
);
/** … and one that is a size without it. */
const PLAIN = phrase(
  `(?:aged? |for )?(${NUMBER} (?:-|to) ${NUMBER} (?:years?|months?))(?! olds?(?= ))`,
  `(?:${WEARS})(?: usually| normally| about| an?)* (?:an? (?=\\d))?((?<=(?:an?|wears?|takes?) )${NUMBER}|small|medium|large|[sml])(?= (?:[^\\p{L}\\p{N}]|·|$|in|and|but|or|please|so|under|for))`,
  `(?:in )?(?:a )?(${NAMES}|[sml])(?= (?:or|and|/|,) (?:size )?(?:${NAMES}|[sml])(?= ))`,
  `(?:(?:in|a) )?(${SYSTEM} (?:kids )?${NUMBER}|w\\d{2}(?: l\\d{2})?|xx?x?[sl]|[2-5]xl|extra (?:large|small))`,
  '(\\d{2})(?: inch(?:es)?)? waist',
  'in an? (\\d{1,2}(?:\\.5)?)(?= (?:[^\\p{L}\\p{N}]|·|$|please|in|under|below|for|not|but|no|and|from|by|made|with|on|that|max|around|only|any|at|or))',
  'in (?:a )?(small|medium|large|[sml])(?= (?:[^\\p{L}]|·|please|$|and|or|under|not))',
  '(?<=(?:\\p{L}{2,}|[.,;·]) )(?<!and )([sml])(?= (?:[^\\p{L}\\p{N}&]|·|$|under|below|around|please|pls|max|not|no|but|in|for))',
  '(?<=(?:men|mens|women|womens|ladies|kids|boys|girls) )([sml])(?= )',
  '(?<=[.,;] )(small|medium|large|[sml])(?= (?:[.,;]|$))',
);
const ALONE =
  /(?<=^ (?:(?:a|in|the|make|it|that|please|ok|·|[^\p{L}\p{N}]) )*)(small|medium|large|[sml])(?= (?:(?:please|·|[^\p{L}\p{N}]) )*$)/u;
const MORE = phrase(`(?:or|and|,|/)(?: (?:an?|in|size|sz))? ((?:${SYSTEM} )?${NUMBER}|${NAMES}|[sml])(?! [$€£%])`);
const NUMBERS_ALONE = new RegExp(
  `(?<=^ (?:size |in |a )*| in (?:a |size )?)(${NUMBER}) (?:or|/|and|,) (?:an? )?(${NUMBER})(?= (?:please )?[^\\p{L}\\p{N}]*$)`,
  'u',
);
/** An adjective stands before the thing that it describes; behind it, it is a size: "hoodie medium". */
const BEHIND = phrase(
  `(?:in (?:an? )?)?(small|medium|large|(?<=in |in a |in an |· |\\p{L} |, )${NUMBER})(?= (?:[^\\p{L}\\p{N}]|·|$|in|under|below|max|please|pls|for|not|around|wide|narrow|long|short|regular|petite|tall))`,
);
/** "size L, not XL": who names one wants no other anyway. */
const REFUSED = phrase(
  `(?:(?:,|but) )*(?:not|no)(?: an?| in)?(?: size)? (?:${NAMES}|[sml]|\\d{1,2}(?:\\.\\d)?)(?= [^\\p{L}\\p{N}]*$)`,
);
/** What may stand before the number that a shopper says. */
const PREFIX = new RegExp(`^(?:${SYSTEM}|size|women|womens|men|mens)$`);

export interface SizeReading {
  values: string[];
  is_unwanted: boolean;
  /** "no XL" and nothing else: instead of another one it is wanted. */
  is_plain_no?: boolean;
  /** It was a word that describes other things too: "small". */
  word?: string;
}

export function readSizes(sentence: Sentence, vocabulary: Vocabulary): SizeReading | undefined {
  const trousers = sentence.find(WAIST);
  const [waist, leg] = trousers?.slice(1).filter((group) => group !== undefined) ?? [];
  const cut = trousers && sizesCalled(`w${waist} l${leg}`, vocabulary);
  if (cut) {
    sentence.use(trousers.from, trousers.to);
    return { values: cut, is_unwanted: false };
  }
  const bed = sentence.find(NAMED_SIZE);
  const called = bed && sizesCalled(bed[1]!.replaceAll('-', ' '), vocabulary);
  if (called) {
    sentence.use(bed.from, bed.to);
    return { values: called, is_unwanted: false };
  }
  const match = sentence.take(SAID) ?? sentence.take(PLAIN) ?? sentence.take(ALONE);
  if (match) {
    const sizes = listFrom(sentence, match, vocabulary);
    if (!sizes.is_unwanted) sentence.take(REFUSED);
    return withWord(sizes, match[0]);
  }
  const numbers = sentence.find(NUMBERS_ALONE);
  // Of shoes the half sizes are sizes, whether any are there or not.
  if (!numbers?.slice(1).every((size) => size.endsWith('.5') || sizesCalled(size, vocabulary))) return undefined;
  sentence.use(numbers.from, numbers.to);
  return toReading(numbers.slice(1), false, vocabulary);
}

const RANGE = phrase(
  '(?<!(?:between|from|range|price|prices|of|[$€£]) )(\\d{1,3}) (?:-|to) (\\d{1,3})(?: cm)?(?= (?:[^\\p{L}\\p{N}$€£]|·|in|for|please|pls|not|$))',
);

/** "helmet 52-56", before it is taken for a price: a range that the catalogue has as a size. */
export function readSizeRange(sentence: Sentence, vocabulary: Vocabulary): SizeReading | undefined {
  const found = sentence.find(RANGE);
  const values = vocabulary
    .valuesOf('size')
    .map(([value]) => value)
    .filter((value) => found && new RegExp(`^${found[1]} ?[-–] ?${found[2]}(?!\\d)`).test(value));
  if (!found || values.length === 0) return undefined;
  sentence.use(found.from, found.to);
  return { values, is_unwanted: false };
}

/** For when the values are read, and what stands before a size is known: "mens medium", "black hoodie large". */
export function readSizeBehind(sentence: Sentence, vocabulary: Vocabulary): SizeReading | undefined {
  const match = sentence.find(ALONE) ?? sentence.find(BEHIND);
  // Half sizes are sizes, whether any are there or not.
  if (!match || !(match[1]!.endsWith('.5') || sizesCalled(match[1]!, vocabulary))) return undefined;
  if (!match[0].startsWith('in ') && !standsBehind(sentence, match, vocabulary)) return undefined;
  sentence.use(match.from, match.to);
  return withWord(toReading([match[1]!], false, vocabulary), match[1]!);
}

const withWord = (reading: SizeReading, said: string): SizeReading =>
  /^(?:small|medium|large)$/.test(said) ? { ...reading, word: said } : reading;

/** What is worn has sizes: of "boots 42" the number is one. */
export const WORN =
  /^(?:shoes?|boots?|sneakers?|trainers?|sandals?|slippers?|wellies|heels|loafers?|clogs?|runners|flats|jeans|dress(?:es)?|trousers|skirts?|leggings)$/;

/** Of these a larger number is what they cost. */
const WORN_ABOVE =
  /^(?:jumpers?|sweaters?|cardigans?|hoodies?|shirts?|tops?|blouses?|t-shirts?|jackets?|coats?|raincoats?|suits?|blazers?|shorts|pants)$/;
const MAX_SIZE_ABOVE = 24;

/** Behind a thing or a value; a number behind whom or what colour it is for: "running shoes mens 10". */
function standsBehind(
  { texts, tokens }: Sentence,
  match: RegExpExecArray & { from: number },
  vocabulary: Vocabulary,
): boolean {
  // "shoes, mens, 10".
  const last = texts[match.from - 1] === ',' ? match.from - 2 : match.from - 1;
  const before = texts[last] ?? '·';
  if (!/\d/.test(match[1]!)) return before === '·' || vocabulary.isNoun(before);
  const meanings = vocabulary.longestAt([tokens[last]?.text ?? ''], 0)?.meanings ?? [];
  if (WORN_ABOVE.test(before) && Number(match[1]) <= MAX_SIZE_ABOVE) return true;
  if (WORN.test(before) || (match[1]!.endsWith('.5') && vocabulary.isNoun(before))) return true;
  return before === '·' && meanings.some(({ field }) => field === 'gender' || field === 'color');
}

function listFrom(
  sentence: Sentence,
  match: RegExpExecArray & { from: number; to: number },
  vocabulary: Vocabulary,
): SizeReading {
  const said = [match.slice(1).find((group) => group !== undefined)!];
  for (let end = match.to; said.length < MAX_LISTED; ) {
    const more = sentence.find(MORE);
    if (more?.from !== end) break;
    sentence.use(more.from, more.to);
    said.push(more[1]!);
    end = more.to;
  }
  const is_unwanted = /^(?:not|no)$/.test(sentence.texts[match.from - 1] ?? '');
  const is_plain_no = match.from === 1 && sentence.texts[0] === 'no';
  if (is_unwanted) sentence.use(match.from - 1);
  return { ...toReading(said, is_unwanted, vocabulary), is_plain_no };
}

const MAX_LISTED = 6;

const toReading = (said: string[], is_unwanted: boolean, vocabulary: Vocabulary): SizeReading => ({
  values: [...new Set(said.flatMap((size) => sizesCalled(size, vocabulary) ?? [size]))],
  is_unwanted,
});

/** The catalogue's spellings of a size; nothing where it has none. */
export function sizesCalled(said: string, vocabulary: Vocabulary): string[] | undefined {
  const plain = said.replace(/^extra /, 'x ');
  const wanted = new Set([
    wordsOf(plain).join(' '),
    NAMED[plain] ?? '',
    plain.replace(/(\d)xl/, (_, n) => `${'x'.repeat(Number(n))}l`),
  ]);
  for (const [name, letter] of Object.entries(NAMED)) if (letter === plain) wanted.add(name);
  if (/^x (?:large|small)$/.test(plain)) wanted.add(`extra ${plain.slice(2)}`).add(`x${plain[2]}`);
  wanted.delete('');
  const range = /^(\d+(?:\.\d)?) (?:-|to) (\d+(?:\.\d)?)$/.exec(plain);
  const found = vocabulary
    .valuesOf('size')
    .filter(([value]) => {
      const words = wordsOf(value);
      if (wanted.has(words.join(' '))) return true;
      // Of "W32 L34" the waist is what one says.
      if (/^w\d+$/.test(words[0] ?? '') && words.length === 2)
        return wanted.has(words[0]!) || wanted.has(words[0]!.slice(1));
      return PREFIX.test(words[0] ?? '') && wanted.has(words.slice(1).join(' '));
    })
    .map(([value]) => value);
  if (found.length > 0) return found.slice(0, MAX_SPELLINGS);
  if (range) return sizesBetween(Number(range[1]), Number(range[2]), vocabulary);
  // "us 9", where sizes are written without their country.
  const [system = '', ...rest] = plain.split(' ');
  return PREFIX.test(system) && rest.length > 0 ? sizesCalled(rest.join(' '), vocabulary) : undefined;
}

const MAX_SPELLINGS = 12;

function sizesBetween(low: number, high: number, vocabulary: Vocabulary): string[] | undefined {
  const found = vocabulary
    .valuesOf('size')
    .map(([value]) => value)
    .filter((value) => {
      const words = value.toLowerCase().split(' ');
      const number = Number(PREFIX.test(words[0]!) ? words.slice(1).join(' ') : value);
      return number >= low && number <= high;
    });
  return found.length > 0 ? found.slice(0, MAX_SPELLINGS) : undefined;
}
