// Numbers in words: "fifty", "two hundred and fifty", "one fifty", "a couple hundred", "2 grand".

const UNITS = 'zero one two three four five six seven eight nine'.split(' ');
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

const VALUES = new Map<string, number>([
  ...UNITS.map((word, i): [string, number] => [word, i]),
  ...TEENS.map((word, i): [string, number] => [word, 10 + i]),
  ...TENS.map((word, i): [string, number] => [word, 20 + 10 * i]),
  ['thrity', 30],
  ['fourty', 40],
  ['fivety', 50],
  ['fifity', 50],
  ['eigthy', 80],
  ['ninty', 90],
]);
const SCALES = new Map([
  ['hundred', 100],
  ['hundered', 100],
  ['hunderd', 100],
  ['thousand', 1000],
  ['grand', 1000],
]);
/** Notes that have a name of their own. */
const NOTES = new Map([
  ['fiver', 5],
  ['tenner', 10],
]);
/** Before these a single unit is a price: "five dollars"; after these too: "under five". */
const MONEY = /^(?:dollars?|bucks?|euros?|pounds?|quid|usd|eur|gbp)$/;
const BEFORE_PRICE = /^(?:under|below|over|above|than|max|around|about|between|size|[$€£])$/;

interface Found {
  value: number;
  length: number;
}
type Words = readonly { text: string; isNumber: boolean }[];

/** The number that begins here in words. Single units are words ("the second one") unless money is spoken of. */
export function numberWordsAt(tokens: Words, at: number): Found | undefined {
  const couple = coupleAt(tokens, at);
  if (couple) return couple;
  const note = NOTES.get(tokens[at]!.text);
  if (note) return { value: note, length: 1 };
  let i = at;
  let value = 0;
  let part: number | undefined;
  let isScaled = false;
  if (tokens[i]?.text === 'a' && SCALES.has(tokens[i + 1]?.text ?? '')) {
    part = 1;
    i++;
  }
  for (; i < tokens.length; i++) {
    const { text, isNumber } = tokens[i]!;
    const word =
      VALUES.get(text) ??
      (isNumber && part === undefined && SCALES.has(tokens[i + 1]?.text ?? '') ? Number(text) : undefined);
    const scale = SCALES.get(text);
    if (word !== undefined) {
      // "one fifty" is a hundred and fifty.
      if (part !== undefined && part > 0 && part < 10 && word >= 10) part = part * 100 + word;
      else if (part !== undefined && part % 10 === 0 && part >= 20 && word < 10 && word > 0) part += word;
      else if (part !== undefined && isScaled && part % 100 === 0) part += word;
      else if (part === undefined) part = word;
      else break;
    } else if (scale !== undefined) {
      if (scale === 1000) {
        value += (part ?? 1) * 1000;
        part = undefined;
      } else part = (part ?? 1) * scale;
      isScaled = true;
    } else if (
      text === 'and' &&
      isScaled &&
      VALUES.has(tokens[i + 1]?.text ?? '') &&
      !SCALES.has(tokens[i + 2]?.text ?? '')
    )
      continue;
    else break;
  }
  if (i === at || (part === undefined && !isScaled)) return undefined;
  const isHalf =
    tokens
      .slice(i, i + 3)
      .map(({ text }) => text)
      .join(' ') === 'and a half';
  const total = value + (part ?? 0) + (isHalf ? 0.5 : 0);
  const isLone = i === at + 1 && total < 10 && !isScaled;
  if (isLone && !isHalf && !isMoneyAround(tokens, at)) return undefined;
  if (i === at + 1 && tokens[at]!.isNumber) return undefined;
  return { value: total, length: i - at + (isHalf ? 3 : 0) };
}

/** "five to ten": the first of two numbers is one, too. */
const beginsRange = (tokens: Words, at: number) => {
  const [joint, next] = [tokens[at + 1]?.text ?? '', tokens[at + 2]];
  // "five to seven hundred".
  const isScaled = SCALES.has(tokens[at + 3]?.text ?? '');
  return (
    /^(?:to|-|or)$/.test(joint) &&
    next !== undefined &&
    (isScaled || (joint !== 'or' && (next.isNumber || (VALUES.get(next.text) ?? 0) >= 10)))
  );
};

/** "what about one in red": nothing costs one, unless it is said of what. */
const isMoneyAround = (tokens: Words, at: number) =>
  beginsRange(tokens, at) ||
  MONEY.test(tokens[at + 1]?.text ?? '') ||
  (tokens[at]!.text !== 'one' && BEFORE_PRICE.test(tokens[at - 1]?.text ?? ''));

function coupleAt(tokens: Words, at: number): Found | undefined {
  const words = tokens.slice(at, at + 5).map(({ text }) => text);
  const match = /^(?:a )?couple (?:of )?(hundred|thousand)\b/.exec(words.join(' '));
  const half = /^half (?:a )?(hundred|thousand|grand)\b/.exec(words.join(' '));
  if (half) return { value: SCALES.get(half[1]!)! / 2, length: half[0].split(' ').length };
  return match ? { value: 2 * SCALES.get(match[1]!)!, length: match[0].split(' ').length } : undefined;
}
