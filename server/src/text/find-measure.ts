// Finds the measure in a sentence that tells how long, wide, tall, big or heavy a product is.
import { wordsOf } from './analyse.ts';
import { foldText } from './fold-text.ts';
import { measuresOf } from './units.ts';

export type MeasuredTopic = 'size' | 'weight' | 'length' | 'width' | 'height';

const LENGTHS = { length: ['long', 'length'], width: ['wide', 'width'], height: ['tall', 'high', 'height'] };
const WORDS: Record<MeasuredTopic, readonly string[]> = {
  ...LENGTHS,
  weight: ['weigh', 'weighs', 'weighing', 'weight'],
  size: [...Object.values(LENGTHS).flat(), 'dimensions', 'dimension', 'measures', 'measuring', 'size', 'diameter'],
};
/** Adjectives follow their measure, and are not part of another: "4 inch high-resolution". */
const ADJECTIVE = /^[\s-]*(?:\([^)]*\) ?)?(?:long|wide|tall|high(?= ?(?:[^\s\p{L}-]|x\b|and\b|by\b|with\b|$)))\b/u;
/** What a product carries or fits is not its own measure, and neither is the weight of a square metre of paper. */
const OTHERS =
  /\b(?:up to|max|maximum|capacity|limit|loads?|supports?|holds?|bears?|fits?|for|models?|basis|m2|package)\b/;
/** "30 x 20 cm" or `6.3" x 3.8"`: two numbers with a unit, or three. */
const DIMENSIONS =
  /\d[\d.,]{0,8} ?(?:"|''|[cm]?m|in(?:ch)?)? ?[x×*] ?\d[\d.,]{0,8} ?(?:"|''|(?:[cm]?m|ft|in|inch|inches)\b|[x×*] ?\d)/g;
/** In names, "8 M" is a size and "16G" memory. */
const CAPITAL_UNIT = /(?<=\d ?)[GM]\b/g;
/** What follows up to a comma or full stop; a colon makes it the label of the next measure. */
const PHRASE = /^[^,;:.]*(?=[,;.]|$)/;
const WINDOW_CHARS = 30;

/** `named`: next to a word for the topic; `dimensions`: two or three lengths; `any`: of the kind, for names. */
export function findMeasure(
  sentence: string,
  topic: MeasuredTopic,
  strength: 'named' | 'dimensions' | 'any',
): { start: number; end: number } | undefined {
  const folded = foldText(strength === 'any' ? sentence.replace(CAPITAL_UNIT, '_') : sentence);
  const textBefore = (start: number) => folded.slice(Math.max(0, start - WINDOW_CHARS), start);
  for (const { 0: text, index } of topic === 'weight' || strength === 'named' ? [] : folded.matchAll(DIMENSIONS))
    if (!OTHERS.test(textBefore(index))) return { start: index, end: index + text.length };
  if (strength === 'dimensions' || (strength === 'any' && (topic === 'width' || topic === 'height'))) return undefined;
  const unit = unitOf(topic, strength === 'any');
  return measuresOf(folded).find(({ token, start, end }) => {
    const before = textBefore(start);
    const after = folded.slice(end, end + WINDOW_CHARS);
    const next = wordsOf(PHRASE.exec(after)?.[0] ?? '').slice(0, 3);
    if (!unit.test(token) || OTHERS.test(before) || (topic === 'weight' && OTHERS.test(next.join(' ')))) return false;
    if (strength === 'any') return isOwnMeasure(token, before, after, topic);
    const isNamed = (word: string) => WORDS[topic].includes(word);
    const isNoun = (word: string) => isNamed(word) && !/^(?:long|wide|tall|high)$/.test(word);
    return (next.some(isNamed) && (ADJECTIVE.test(after) || next.some(isNoun))) || wordsOf(before).some(isNoun);
  });
}

/** In names, ounces are what a bottle holds, and millimetres are diameters and widths. */
function unitOf(topic: MeasuredTopic, isName: boolean): RegExp {
  if (topic === 'weight') return isName ? /\d(?:g|kg|lb)$/ : /\d(?:g|kg|oz|lb)$/;
  return isName && topic === 'length' ? /\d(?:cm|m|in|ft)$/ : /\d(?:mm|cm|m|in|ft)$/;
}

/** In names, "G510g" is a model, "802.11g" a network, "100 ft range" a reach, and "35.8 cm (14.1 inch)" a screen. */
function isOwnMeasure(token: string, before: string, after: string, topic: MeasuredTopic): boolean {
  if (/\p{L}$/u.test(before) || token.startsWith('802.') || /\brange\b/.test(after)) return false;
  return topic !== 'length' || (!before.endsWith('(') && !/^ ?\(/.test(after));
}
