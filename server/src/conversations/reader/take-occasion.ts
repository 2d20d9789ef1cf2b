// Why it is bought: what is for somebody is a gift, and looked for as one only where nothing else is named.

import { isThing } from '../../vocabulary/synonym-words.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { FILLERS, JOINTS, PLACES } from '../shopping-words.ts';
import { isThingWord } from './real-words.ts';
import { phrase, type Sentence } from './sentence.ts';
import { isContentAt, type Value } from './value-spans.ts';

/** A "gift box" is a thing. */
const OCCASION = phrase(
  '(?:(?:birthday|christmas|xmas|wedding|anniversary|valentines) )*(?:gifts?|presents?)(?: ideas?)?(?= (?:for|·|[^\\p{L}\\p{N}]|$))',
);
/** Who they are is told by what they love; a fan is a thing where nothing is for it. */
const LOVER = phrase('(?:lovers?|enthusiasts?|addicts?|fanatics?|aficionados?|nerds?|geeks?|buffs?|freaks?)');
const FAN = /^fans?$/;

/** They tell nothing of what is looked for. */
const SOMEBODY = phrase(
  'for (?:(?:my|our|an?|the|his|her|some|best|old|new|good|young) )*(?:friends?|boss|teachers?|colleagues?|co ?workers?|neighbou?rs?|couples?|nurses?|doctors?|parents|grandparents|family|roommates?|flatmates?|partner|clients?|guests?|host|hostess|newlyweds|secret santa)(?! \\p{L}+s )',
);

/** Whether it is known by what somebody loves only, and no thing was named yet. */
export function takeOccasion(sentence: Sentence, vocabulary: Vocabulary, wanted: readonly Value[]): boolean {
  const occasion = sentence.find(OCCASION);
  const lover = sentence.tokens.findIndex(
    ({ text }, i) => (LOVER.test(` ${text} `) || (occasion && FAN.test(text))) && i > 0 && isContentAt(sentence, i - 1),
  );
  if (lover > 0) sentence.use(lover);
  if (!occasion) return lover > 0;
  sentence.take(SOMEBODY);
  // Behind it stands what it should be of, "with dinosaurs"; before it stands a thing, or what gifts are like.
  const isNamed = ({ text }: { text: string }, i: number) =>
    isContentAt(sentence, i) &&
    (i >= occasion.to || (i < occasion.from && (isThing(text, vocabulary) || isThingWord(text)) && !PLACES.has(text)));
  const hasOther = lover > 0 || wanted.some(({ field }) => field === 'brand') || sentence.tokens.some(isNamed);
  if (!hasOther) return false;
  let { to } = occasion;
  // "a gift for a coffee lover" is coffee, and no coffee "for".
  while (JOINTS.has(sentence.texts[to] ?? '') || FILLERS.has(sentence.texts[to] ?? '')) to++;
  sentence.use(occasion.from, to);
  return lover > 0 || sentence.tokens.some(({ text }) => /^(?:likes|loves|enjoys)$/.test(text));
}
