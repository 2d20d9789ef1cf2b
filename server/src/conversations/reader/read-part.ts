// What a part of the thing is like, said by itself: "gold frames" of sunglasses are no other thing.

import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { BASIC_COLOURS, BASIC_MATERIALS, MATERIAL_ADJECTIVES, SHADES } from '../shopping-words.ts';
import type { Sentence } from './sentence.ts';
import { isContentAt } from './value-spans.ts';

/** Of these one says what they are like, and means the thing that has them. */
const PART =
  /^(?:frames?|lens|lenses|blades?|soles?|straps?|handles?|lids?|legs|laces|dials?|bezels?|buttons?|zips?|zippers?|sleeves|collars?|cuffs|lining|trim|wheels|keys|hardware|stitching|shades?|base|bristles?|feet|arms|armrests?|rims?|temples|piping)$/;
const SHAPE =
  /^(?:round|square|rectangular|oval|long|short|wide|slim|narrow|thin|thick|big|large|small|high|low|flat|curved|straight|soft|hard|clear|transparent|adjustable|removable|detachable|flexible|\p{L}{3,}ed|\d.*|inch|inches|cm|mm)$/u;

/** The part and what is said of it, where a message says nothing else: whether it is one, the thing before it tells. */
export function readPart(sentence: Sentence, vocabulary: Vocabulary): string | undefined {
  const { texts, tokens } = sentence;
  const isSaid = (i: number) => isContentAt(sentence, i) || (tokens[i]!.isNumber && !sentence.isUsed(i));
  const said = texts.filter((_, i) => isSaid(i));
  if (said.length < 2 || !PART.test(said.at(-1)!) || texts.includes('with')) return undefined;
  const isSaidOf = (word: string, i: number) =>
    PART.test(word) ||
    SHAPE.test(word) ||
    [BASIC_COLOURS, BASIC_MATERIALS, SHADES].some((words) => words.has(word)) ||
    word in MATERIAL_ADJECTIVES ||
    isLook(said, i, vocabulary);
  if (!said.every(isSaidOf)) return undefined;
  return texts.filter((text, i) => isSaid(i) || text === 'or').join(' ');
}

/** "rose gold" is one colour. */
function isLook(said: readonly string[], at: number, vocabulary: Vocabulary): boolean {
  return [at, at - 1].some((from) => {
    const found = from < 0 ? undefined : vocabulary.longestAt(said, from);
    return found && from + found.length > at && /^(?:color|material)$/.test(found.meanings[0]?.field ?? '');
  });
}
