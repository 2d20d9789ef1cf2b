// What a message does to the words that are searched for: joins them, puts them right, or begins a new subject.
import { stem, wordsOf } from '../text/analyse.ts';
import { headsOf } from '../vocabulary/category-heads.ts';
import { isThing } from '../vocabulary/synonym-words.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { carryOver, keepFields, restoreFields } from './carry-over.ts';
import type { ChatState } from './chat-state.ts';
import type { Reading } from './reader/read-message.ts';
import { isRealWord, isThingWord } from './reader/real-words.ts';
import { isNamedAfter, isUnknown } from './reader/value-spans.ts';
import { BASIC_COLOURS, BASIC_MATERIALS, FOOD, isKindOf, JOINTS, PLACES, TOPICS } from './shopping-words.ts';

interface Subject {
  state: ChatState;
  is_new: boolean;
  alone?: string;
}

/** New words refine the old ones, or are a new subject, which begins without the old filters. */
export function withWords(before: ChatState, reading: Reading, vocabulary: Vocabulary): Subject {
  const { words } = reading;
  const early = withoutOld(before, reading, vocabulary);
  if (early) return early;
  const bare = bareOf(words);
  const own = stemsOf(words);
  const old = stemsOf(before.words);
  const isNoun = (word: string) => isThing(word, vocabulary) || isThingWord(word);
  const nouns = reading.has_noun ? wordsOf(words).filter(isNoun).map(stem) : [];
  // What was said so far named no thing: this is the thing.
  const hadNoun =
    !before.is_for_lover && wordsOf(before.words.replace(JOINED, '')).some((word) => isNoun(word) && !PLACES.has(word));
  if (hadNoun && isTopic(before, reading))
    return { state: { ...before, words: merge(before.words, words), last_words: bare }, is_new: false, alone: bare };
  const isOther = reading.is_instead || reading.is_correction;
  const many = stem(wordsOf(before.words.replace(JOINED, '')).at(-1) ?? '');
  const isKind = reading.has_noun && isKindOf(nouns.at(-1) ?? '', many);
  const isSameThing = nouns.length > 0 && nouns.every((noun) => old.has(noun));
  if (reading.has_noun && reading.joining === 'narrows' && !isSameThing && (hadNoun || isKind))
    return carryOver(before, reading, complete(withoutContrary(likeOf(before.words), words), bare));
  // A necklace after jewelry is what was meant by it.
  if (isKind && !isOther && !reading.is_addition)
    return { state: { ...before, words: complete(jointsOf(before.words), bare) }, is_new: false };
  if (reading.has_noun && !hadNoun && !before.similar_to && !isOther && !reading.is_addition)
    return { state: { ...before, words: complete(before.words, bare) }, is_new: false, alone: bare };
  // "or a kettle" after "toaster".
  const isEither = reading.is_continued && !reading.is_instead && reading.same_fields.length === 0;
  if (reading.has_noun && hadNoun && isEither && !old.has(stem(bare)))
    return { state: { ...before, words: `${before.words} or ${bare}` }, is_new: false };
  // "decaf beans" after "coffee", where a category is called "Coffee Beans".
  if (reading.has_noun && !isOther && isOneKind(before.words, nouns.at(-1), vocabulary))
    return { state: { ...before, words: complete(before.words, bare) }, is_new: false, alone: bare };
  if (reading.has_noun && !isSameThing) return carryOver(before, reading, bare.slice(0, MAX_WORDS_CHARS));
  // One of two things is the one that is meant now.
  const isAmong = isSameThing ? nouns.length === 1 : own.size === 1 && [...own].every((word) => old.has(word));
  if (isAmong && before.words.includes(' or '))
    return {
      state: { ...before, words: complete(jointsOf(before.words), oneOf(before.words, own) ?? bare) },
      is_new: false,
    };
  // "actually cat food" after dog food, or "and cat food".
  if (isSameThing && (isOther || reading.is_addition) && own.size > nouns.length)
    return { state: { ...before, words: complete(jointsOf(before.words), bare) }, is_new: false };
  const alone = isSameThing ? { alone: bare } : {};
  // What is said in two words, like "gore tex", may be what it is like.
  const isOtherName = [words, before.last_words].every((one) => !one?.includes(' ') && areNames(one, vocabulary));
  if (isOtherName && reading.is_addition)
    return {
      state: { ...before, words: before.words.replace(before.last_words!, `${before.last_words} or ${bare}`) },
      is_new: false,
    };
  // "wired instead" takes the place of "wireless", whatever was said since.
  const isContrary = words.split(' ').some((word) => isContraryWord(before.words, word));
  const base = (reading.is_replacing && !isContrary) || isOtherName ? withoutLast(before) : before.words;
  const either = reading.is_continued ? withEither(before.words, words) : undefined;
  if (either) return { state: { ...before, words: either, last_words: bare }, is_new: false };
  return { state: { ...before, words: merge(base, words), last_words: bare }, is_new: false, ...alone };
}

/** Of "yoga mat or weights", the one that "the mat" means. */
function oneOf(words: string, said: ReadonlySet<string>): string | undefined {
  const either = words.slice(0, words.length - jointsOf(words).length).split(' or ');
  const [one, ...others] = either.filter((thing) => [...said].every((word) => stemsOf(thing).has(word)));
  return others.length === 0 && stemsOf(one ?? '').size > said.size ? one!.trim() : undefined;
}

const bareOf = (words: string): string => words.replace(/^(?:for|with) /, '');

/** Where the words change nothing of those before, or there are none: what is left to see is which filters stay. */
function withoutOld(before: ChatState, reading: Reading, vocabulary: Vocabulary): Subject | undefined {
  const { words } = reading;
  if (reading.is_any_thing && words === '') {
    const { similar_to: _, category: __, ...state } = before;
    return { state: { ...state, words: '' }, is_new: false };
  }
  if (words === '' && before.left && reading.same_fields.length > 0)
    return { state: restoreFields(before, reading.same_fields), is_new: false };
  if (words === '' || reading.is_similar) return { state: before, is_new: false };
  const isName = !reading.is_addition && !words.includes(' ') && areNames(words, vocabulary);
  if (before.wanted.brand && (isName || (!reading.is_known && reading.is_instead)))
    return withUnknownBrand(before, words);
  // "wool is fine too" after "no wool" asks for none.
  if (reading.is_addition && before.unwanted_words.includes(words)) return { state: before, is_new: false };
  // That it is a gift changes nothing of what it is.
  if (before.words !== '' && /^(?:gifts?|presents?)$/.test(words)) return { state: before, is_new: false };
  // "no bigger" than 43 inches is said of the measure; after "smaller" it puts that right.
  const isLimit =
    reading.is_replacing && /^\p{L}+er$/u.test(words) && CONTRARIES.some((group) => group.includes(words));
  if (isLimit && before.words.search(MEASURE) >= 0 && !/\p{L}er(?= |$)/u.test(before.last_words ?? ''))
    return { state: before, is_new: false };
  // "or brooks" after "nike", or "also brooks".
  if ((reading.is_continued || reading.is_addition) && before.wanted.brand && areNames(words, vocabulary))
    return {
      state: { ...before, wanted: { ...before.wanted, brand: [...before.wanted.brand, words] } },
      is_new: false,
    };
  if (before.words === '' && !before.similar_to) {
    // "sneakers in the same size" after "crocs size 12".
    const kept = reading.has_noun && reading.same_fields.length > 0 ? keepFields(before, reading.same_fields) : before;
    return { state: { ...kept, words: bareOf(words).slice(0, MAX_WORDS_CHARS) }, is_new: false };
  }
  // "no used phones", "black ones are fine": the thing is the one that is spoken of.
  if (reading.is_about_kind) return { state: before, is_new: false };
  return undefined;
}

/** Whether a category is called after both: the thing before and the one that is named now. */
function isOneKind(before: string, noun: string | undefined, vocabulary: Vocabulary): boolean {
  if (!noun || before.includes(' ') || stem(before) === noun) return false;
  const parts = vocabulary.valuesOf('category').flatMap(([level]) => level.split(/[&,+/]/));
  return parts.some((part) => wordsOf(part).map(stem).join(' ') === `${stem(before)} ${noun}`);
}

/** Whether a refused thing is none of those that were asked for, as boots are none of the sneakers and some of the shoes. */
export function isOtherThing(before: string, refused: string, vocabulary: Vocabulary): boolean {
  const kinds = new Set(vocabulary.valuesOf('category').flatMap(([level]) => headsOf(level).map(stem)));
  const things = wordsOf(before.replace(JOINED, '')).map(stem);
  const thing = stem(wordsOf(refused).at(-1) ?? '');
  if (!kinds.has(thing) || !kinds.has(things.at(-1) ?? '') || things.includes(thing)) return false;
  return !isKindOf(thing, things.at(-1)!);
}

/** What a "for" or "with" joins to a thing. */
export const JOINED = / (?:for|with|without) .*$/;

/** "animals" of a picture book: what it shows is no other thing. */
const isTopic = ({ words: before }: ChatState, { words, is_instead, joining }: Reading): boolean =>
  !is_instead &&
  joining !== 'puts_right' &&
  wordsOf(words).every((word) => TOPICS.has(stem(word))) &&
  !wordsOf(before).some((word) => TOPICS.has(stem(word)));

/** "no, nonstick" takes the place of what was said last, "cast iron". */
function withoutLast({ words, last_words }: ChatState): string {
  return (last_words && withoutWords(words, last_words.split(' '))) || words;
}

/** "for cabin" of "suitcase for cabin". */
const jointsOf = (words: string): string => /(?:for|with|without) .*$/.exec(words)?.[0] ?? '';

/** "wireless … for travel" of "wireless headphones for travel": "only earbuds" are to be so, too. */
const likeOf = (words: string): string =>
  [
    ...words
      .replace(JOINED, '')
      .split(' ')
      .filter((word) => LIKE.test(word)),
    jointsOf(words),
  ]
    .join(' ')
    .trim();

/** Only what things are like ends so. */
const LIKE = /(?:\p{L}{3}ed|[ai]ble|less|proof|ful|ous|resistant|free)$/u;

/** "what about epson", which the catalogue does not know: another brand than the one before, though nothing is of it. */
function withUnknownBrand(before: ChatState, words: string): Subject {
  const { brand: _, ...wanted } = before.wanted;
  return { state: { ...before, wanted, words: merge(before.words, words), last_words: words }, is_new: false };
}

/** "no toasters" after "toaster or kettle" leaves the kettle, and "not gaming" after "gaming laptop" the laptop. */
export function withoutUnwanted(words: string, unwanted: string[]): string {
  const said = stemsOf(words);
  const refused = unwanted
    .map(wordsOf)
    .filter((all) => all.every((word) => said.has(stem(word))))
    .flat();
  const isJoint = (word: string | undefined) => JOINTS.has(word ?? '') || word === 'or';
  const parts = words.split(' ');
  const kept = parts.filter((word) => isJoint(word) || !refused.some((other) => stem(other) === stem(word)));
  const left = kept.filter((word, i) => !isJoint(word) || (kept[i + 1] !== undefined && !isJoint(kept[i + 1])));
  if (left[0] === 'or') left.shift();
  // "no boots" of nothing but boots says what kind is not meant.
  return left.every(isJoint) ? words : left.join(' ');
}

/** Takes the materials out of the words, but for those of a "with". */
export function splitMaterials(words: string, vocabulary: Vocabulary): { words: string; materials: string[] } {
  const [, main = '', rest = ''] = /^(.*?)((?:(?:^| )(?:for|with|without) .*)?)$/.exec(words)!;
  const parts = main.split(' ');
  const isMaterial = (word: string, i: number) =>
    BASIC_MATERIALS.has(word) && !vocabulary.isNoun(word) && !isNamedAfter(`${parts[i - 1]} ${word}`);
  return {
    words: parts.filter((word, i) => !isMaterial(word, i)).join(' ') + rest,
    materials: parts.filter(isMaterial),
  };
}

/** "forget the hood" of "jacket with hood". */
export function withoutWords(words: string, released: string[]): string {
  const left = words.split(' ').filter((word) => !released.some((other) => stem(other) === stem(word)));
  return left.join(' ').replace(/ ?\b(?:for|with|without|or)(?= (?:for|with|without|or) |$)/g, '');
}

/** "warm for winter" and then "jacket" is a warm jacket for winter; a gift is what is named now. */
function complete(old: string, thing: string): string {
  const [, main = '', rest = ''] = /^(.*?)((?:(?:^| )(?:for|with|without) .*)?)$/.exec(old)!;
  return [main.replace(/^(?:\p{L}+ )?(?:gifts?|presents?) ?/u, ''), thing, rest.trim()]
    .filter(Boolean)
    .join(' ')
    .slice(0, MAX_WORDS_CHARS);
}

/** What was said last and is known to nobody, as a brand is that the catalogue does not have; taken out of the words. */
export function takeUnknown(state: ChatState, way: 'named' | 'open', vocabulary: Vocabulary): string | undefined {
  const { last_words } = state;
  if (!last_words) return undefined;
  // Who says "any brand" has named one: a ninja then is none.
  const isMeant = way === 'open' && wordsOf(last_words).every((word) => !vocabulary.knows(word));
  if (!areNames(last_words, vocabulary) && !isMeant) return undefined;
  state.words = withoutWords(state.words, wordsOf(last_words)) || state.words;
  delete state.last_words;
  return last_words;
}

/** Words that end so describe, whoever knows them: "rechargeable". */
const DESCRIBING = /(?:ed|ing|[ai]ble|less|proof|ly|ish|ful|ous|ive|ic|al|ant|ent|ary)$/;

/** Words that nobody knows are names, as those of brands that the catalogue does not have. */
const areNames = (words: string | undefined, vocabulary: Vocabulary): boolean =>
  words !== undefined && wordsOf(words).every((word) => isName(word, vocabulary));

const isName = (word: string, vocabulary: Vocabulary): boolean =>
  /^\p{L}+$/u.test(word) &&
  !DESCRIBING.test(word) &&
  isUnknown(word, vocabulary) &&
  // "landscapes".
  !isRealWord(word.replace(/s$/, ''));

/** "white" after "red wine", or "green" after "tea": the colour is a part of the name, and another one takes its place. */
export function withColourOfName(words: string, colour: string): string | undefined {
  const [, old = '', thing = ''] = /(?:^|(\p{L}+) )(\p{L}+)$/u.exec(words) ?? [];
  if (!FOOD.test(thing)) return undefined;
  return BASIC_COLOURS.has(old) ? words.replace(new RegExp(`${old}(?= \\p{L}+$)`, 'u'), colour) : `${colour} ${words}`;
}

/** "charcoal" after a gas barbecue: what is said of the thing in one of several words is no colour. */
export function isContraryWord(words: string, value: string): boolean {
  const said = words.split(' ');
  return CONTRARIES.some(
    (group) => group.includes(value) && said.some((word) => word !== value && group.includes(word)),
  );
}

/** As far as 65 inches are from 43, and more than 50 dollars are from 24 inches. */
const NEAR_MEASURE = 0.5;

/** "or 65" after "55 inch"; without the "or" it takes its place, where the number is one of a measure and near. */
export function withOtherNumber(words: string, value: number, isEither: boolean): string | undefined {
  const [said, number] =
    /(?<![\p{L}\d./])(\d+)(?: (?:inch(?:es)?|cm|mm|litres?|man|person|seater|piece))?(?![\p{L}\d/])/u.exec(words) ?? [];
  const apart = said === undefined ? Infinity : Math.abs(Math.log(value / Number(number)));
  if (!isEither) return apart < NEAR_MEASURE && said !== number ? words.replace(number!, String(value)) : undefined;
  return apart < 1 ? words.replace(said!, `${number} or ${said!.replace(number!, String(value))}`) : undefined;
}

/** "or 100cm" after "120cm". */
function withEither(old: string, words: string): string | undefined {
  const unitOf = (text: string) => /^\d+(?:[.,]\d+)?[ -]?(\p{L}+)$/u.exec(text)?.[1];
  const size = DIMENSIONS.test(words) ? DIMENSIONS.exec(old)?.[0] : undefined;
  if (size) return old.replace(size, `${size} or ${words}`);
  const unit = unitOf(words);
  const measure = unit && [...old.matchAll(MEASURE)].find(([, other]) => other === unit)?.[0];
  return measure && old.replace(measure, `${measure} or ${words}`);
}

const stemsOf = (text: string) => new Set(wordsOf(text).map(stem));

/** However long a conversation goes on, so much is searched for. */
const MAX_WORDS_CHARS = 300;

/** Words that are new stand before the old ones, or behind them where a "for" or "with" joins them. */
function merge(before: string, words: string): string {
  // "without hood" takes the place of "with hood".
  const [, way, thing] = /^(with|without) ([^ ]+)/.exec(words) ?? [];
  const contrary = ` ${way === 'with' ? 'without' : 'with'} ${thing} `;
  const old = thing && ` ${before} `.includes(contrary) ? ` ${before} `.replace(contrary, ' ').trim() : before;
  return withAdded(withoutContrary(old, words), words);
}

/** One of each is meant at a time. */
const CONTRARIES = [
  ['bigger', 'larger', 'smaller'],
  ['longer', 'shorter'],
  ['wider', 'narrower', 'slimmer'],
  ['lighter', 'heavier', 'darker', 'brighter'],
  ['thicker', 'thinner'],
  ['big', 'large', 'medium', 'small', 'tiny', 'huge', 'mini'],
  ['long', 'short'],
  ['tall', 'low'],
  ['wide', 'narrow', 'slim'],
  ['round', 'square', 'rectangular', 'oval'],
  ['wired', 'wireless'],
  ['corded', 'cordless'],
  ['electric', 'manual', 'petrol', 'gas', 'charcoal'],
  ['indoor', 'outdoor'],
  ['digital', 'analogue', 'analog'],
  ['paperback', 'hardback', 'hardcover'],
  ['mini', 'midi', 'maxi'],
  ['skinny', 'slim', 'straight', 'baggy', 'loose'],
  ['matte', 'glossy'],
  ['single', 'double', 'twin', 'queen', 'king'],
  ['in-ear', 'on-ear', 'over-ear'],
];

const MEASURE = /\b(?:\d+ (?=\d+\/))?(?:\d+\/)?\d+(?:[.,]\d+)?[ -]?(\p{L}+)(?!\d)/gu;
const DIMENSIONS = /(?<![\p{L}\d])\d+x\d+(?:x\d+)?(?![\p{L}\d])/u;

function withoutContrary(old: string, words: string): string {
  const said = words.split(' ');
  // "king-size" is no other than "king".
  const plain = (word: string) => word.replace(/-sized?$/, '');
  const gone = CONTRARIES.filter((group) => said.some((word) => group.includes(plain(word)))).flat();
  const left = old.split(' ').filter((word) => !gone.includes(plain(word)));
  // "3 person" takes the place of "2 person", and "50l" that of "40l".
  const units = [...words.matchAll(MEASURE)].map(([, unit]) => unit);
  const rest = left.join(' ');
  return (DIMENSIONS.test(words) ? rest.replace(DIMENSIONS, '') : rest)
    .replace(MEASURE, (measure, unit) => (units.includes(unit) ? '' : measure))
    .replace(/ {2,}/g, ' ')
    .trim();
}

function withAdded(old: string, words: string): string {
  // "brooks or asics" after "brooks" is one of both.
  const [, one, other] = /^([^ ]+) or ([^ ]+)$/.exec(words) ?? [];
  if (one && other && stemsOf(old).has(stem(one))) return `${words} ${withoutWords(old, [one, other])}`.trim();
  const known = stemsOf(old);
  const isNew = (word: string) => !wordsOf(word).every((part) => known.has(stem(part)) || JOINTS.has(part));
  const said = words.split(' ');
  if (!said.some(isNew)) return old;
  // Behind a joint every word belongs to it: "for large dogs" of a dog bed.
  const first = said.findIndex((word) => JOINTS.has(word));
  // A number counts what stands behind it: "3 lights" of a ceiling light.
  const isCounted = (i: number) => /^\d+$/.test(said[i - 1] ?? '');
  const added = said.filter((word, i) => (first >= 0 && i >= first) || isCounted(i) || isNew(word)).join(' ');
  return (first === 0 ? `${old} ${added}` : `${added} ${old}`).trim().slice(0, MAX_WORDS_CHARS);
}
