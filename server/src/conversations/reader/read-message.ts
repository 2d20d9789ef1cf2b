// Reads a message: what it asks for, in words and filters, and what it does to the conversation. Deterministic; it knows
// the language, and looks up everything else in the catalogue's own vocabulary.
import { stem } from '../../text/analyse.ts';
import { isSynonym, isThing } from '../../vocabulary/synonym-words.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { FILLERS, JOINTS, PLACES } from '../shopping-words.ts';
import { joinNames } from './join-names.ts';
import { type Comparison, readComparison, readNeedless, readWidening, type WidenField } from './read-comparison.ts';
import { type DiscountReading, readDiscount, readFreeShipping, readStock } from './read-discount.ts';
import { moveLifted, readLeeway } from './read-leeway.ts';
import { readLimits } from './read-limits.ts';
import { type Manner, readManner } from './read-manner.ts';
import { readMeasures } from './read-measures.ts';
import { readPart } from './read-part.ts';
import * as pointing from './read-pointing.ts';
import { type PriceReading, readPrice, readPriceBehind } from './read-price.ts';
import { readSizeBehind, readSizeRange, readSizes, type SizeReading } from './read-sizes.ts';
import * as talk from './read-talk.ts';
import { readValues, type ValuesReading } from './read-values.ts';
import { isThingWord } from './real-words.ts';
import { isMark, Sentence, type Token } from './sentence.ts';
import { correctSpelling } from './spelling.ts';
import { takeNoise } from './take-noise.ts';
import { takeOccasion } from './take-occasion.ts';
import { clausesOf, takeSlips } from './take-slips.ts';
import { isContentAt, isUnknown } from './value-spans.ts';

export interface Reading extends ValuesReading, Manner, Comparison, pointing.Pointing {
  small_talk: talk.SmallTalk | undefined;
  inabilities: talk.Inability[];
  is_reset: boolean;
  /** Asked as one asks for what a shop does not sell: "who ...", "why ...". */
  is_question: boolean;
  /** "both are fine": nothing changes. */
  is_agreed: boolean;
  /** The thing that was looked for is none any more: everything that the filters leave. */
  is_any_thing: boolean;
  /** Its words are what somebody loves, and the thing is still to be named. */
  is_for_lover: boolean;
  /** What there is to choose from. */
  asked_field: pointing.AskedField | undefined;
  paging: pointing.Paging | undefined;
  /** "more sneakers": more of what it names. */
  is_more: boolean;
  widened: WidenField[] | 'all';
  price: PriceReading;
  discount: DiscountReading | undefined;
  sizes: SizeReading | undefined;
  in_stock: boolean;
  free_shipping: boolean;
  /** A part and what it is like: all that is said, and no other thing where one was named. */
  part: string | undefined;
  /** What is left: the words to search for. */
  words: string;
  /** They name a kind of thing, so that they may be a new subject. */
  has_noun: boolean;
  /** Whether any word is one that the catalogue knows. */
  is_known: boolean;
}

/** What each clause says: who takes something back, and not for another of its kind, says two things one after the other. */
export function readMessage(message: string, vocabulary: Vocabulary): Reading[] {
  const sentence = new Sentence(message);
  joinNames(sentence, vocabulary);
  correctSpelling(sentence, vocabulary);
  takeSlips(sentence, vocabulary);
  return clausesOf(sentence, vocabulary).map((clause) => readClause(clause, vocabulary));
}

function readClause(sentence: Sentence, vocabulary: Vocabulary): Reading {
  const currencies = vocabulary.valuesOf('currency').map(([code]) => code.toUpperCase());
  const is_agreed = talk.readAgreement(sentence);
  const is_question = talk.readQuestion(sentence);
  // Before asides are taken out: "in stock or not doesn't matter" is none.
  const needless = [...readNeedless(sentence), ...readLeeway(sentence)];
  takeNoise(sentence);
  // The order matters: what says more is read first, and what is read is gone for the rest.
  const inabilities = talk.readInabilities(sentence);
  const small_talk = talk.readSmallTalk(sentence);
  const is_reset = talk.readReset(sentence);
  const asked_field = pointing.readAskedValues(sentence);
  const isAskedOfIt = pointing.readAskedOfIt(sentence);
  const is_any_thing = talk.readAnyThing(sentence);
  const limits = readLimits(sentence, currencies);
  const discount = readDiscount(sentence);
  keepNames(sentence, vocabulary);
  const measured = readSizeRange(sentence, vocabulary) ?? readMeasures(sentence, vocabulary);
  const moved = moveLifted({ ...readPrice(sentence, currencies), ...limits.price }, [...needless, ...limits.lifted]);
  const { price } = moved;
  const free_shipping = readFreeShipping(sentence);
  const in_stock = readStock(sentence);
  const isDisliked = pointing.readDislike(sentence);
  const pointed = pointing.readPointing(sentence, isAskedOfIt);
  const comparison = readComparison(sentence);
  const lifted = readWidening(sentence);
  const widened = lifted === 'all' ? lifted : [...lifted, ...moved.lifted];
  const manner = readManner(sentence);
  const saidSizes = measured ?? readSizes(sentence, vocabulary);
  const part = readPart(sentence, vocabulary);
  const values = readValues(sentence, vocabulary);
  const sizes = saidSizes ?? readSizeBehind(sentence, vocabulary);
  const behind = Object.keys(price).length === 0 ? readPriceBehind(sentence, vocabulary) : undefined;
  if (behind !== undefined) price.bare = behind;
  const is_more = pointing.readMore(sentence) && !comparison.compare;
  const isPointing = pointed.place !== undefined || pointed.is_similar;
  const paging = isDisliked ? 'next' : isPointing ? undefined : pointing.readPaging(sentence);
  const is_for_lover = takeOccasion(sentence, vocabulary, values.wanted);
  takeStory(sentence, vocabulary);
  takeCount(sentence, vocabulary);
  const rest = readRest(
    sentence,
    vocabulary,
    manner.is_instead || /^(?:puts_right|leans)$/.test(manner.joining) || manner.same_fields.length > 0,
  );
  return {
    ...values,
    ...manner,
    ...comparison,
    ...pointed,
    ...rest,
    small_talk,
    inabilities,
    is_reset,
    is_question,
    is_agreed,
    is_any_thing,
    is_for_lover,
    asked_field,
    paging,
    is_more,
    widened,
    price,
    discount,
    sizes,
    in_stock,
    free_shipping,
    part,
  };
}

/** What may stand before four thousand; elsewhere "4k" is what the catalogue calls so. */
const BEFORE_AMOUNT =
  /^(?:under|below|over|above|than|to|most|least|max|around|about|of|is|budget|spend|for|-|[$€£¥₹<>~])$/;
const BEHIND_AMOUNT = /^(?:max|maximum|tops|or|dollars?|bucks|euros?|pounds?|quid)$/;

function keepNames(sentence: Sentence, vocabulary: Vocabulary): void {
  for (const [i, { text, raw }] of sentence.tokens.entries()) {
    const isThousand = raw !== text && /^\dk$/.test(raw);
    const [before = '', behind = ''] = [sentence.tokens[i - 1]?.text, sentence.tokens[i + 1]?.text];
    // A screen is called so wherever it is sold.
    const isName = /^[48]k$/.test(raw) || vocabulary.knows(raw);
    if (isThousand && isName && !BEFORE_AMOUNT.test(before) && !BEHIND_AMOUNT.test(behind)) sentence.respell(i, raw);
  }
}

/** "the kettle broke, i need a new one": what comes before the wish tells why. */
const WISHING = /^(?:need|want|looking|searching|after|find|show)$/;

/** With these one begins to tell. */
const TELLING = /^(?:got|ive|im|i|we|weve|my|its|theres|going|moving|having|just)$/;

function takeStory(sentence: Sentence, vocabulary: Vocabulary): void {
  const wish = sentence.tokens.findIndex(({ text }) => WISHING.test(text));
  const isNamed = sentence.tokens.some(
    ({ text }, i) => i > wish && !sentence.isUsed(i) && (isThing(text, vocabulary) || isThingWord(text)),
  );
  const before = sentence.tokens.slice(0, Math.max(wish, 0)).map(({ text }) => text);
  // "i'm furnishing my flat, need a table": the thing is in the wish, and none of it before.
  const isTold =
    before.some((text) => /^(?:[,.;!-]|so|and)$/.test(text)) ||
    /^(?:i|we)$/.test(before.at(-1) ?? '') ||
    TELLING.test(before[0] ?? '');
  const isApart = isNamed && isTold && !before.some((text) => JOINTS.has(text));
  for (let i = 0; i < wish; i++)
    if (isContentAt(sentence, i) && (isApart || isUnknown(sentence.tokens[i]!.text, vocabulary))) sentence.use(i);
}

/** The places of joints in "a toaster, a kettle or a blender": lists of things one of which is looked for. */
function alternativesIn(sentence: Sentence, vocabulary: Vocabulary): Set<number> {
  const { texts } = sentence;
  const isThing = (i: number) => texts[i] !== undefined && !sentence.isUsed(i) && vocabulary.isNoun(texts[i]);
  const isContent = (i: number) => /\p{L}/u.test(texts[i] ?? '') && !FILLERS.has(texts[i]!) && !JOINTS.has(texts[i]!);
  let chain: number[] = [];
  const joints = new Set<number>();
  for (let i = 1; i < texts.length; i++) {
    if (!/^(?:or|and|&|,)$/.test(texts[i]!)) continue;
    // "peel and stick" are no things, and "with filter and light" asks for both.
    const isNamedThing = (at: number) => isThing(at) || isThingWord(texts[at] ?? '');
    if (texts[i] !== 'or' && ![i - 1, i + 1, i + 2].some(isNamedThing)) continue;
    if (texts[i] !== 'or' && texts.slice(0, i).includes('with')) continue;
    let next = i + 1;
    while (/^(?:an?|some|the|maybe|even|·)$/.test(texts[next] ?? '')) next++;
    // "a desk or a bedside table"; behind an article stands a thing, whether the catalogue knows it or not.
    // So it does behind an "or", and what the catalogue has no word for describes nothing in it.
    const isSaid =
      texts[i] === 'or' || /^(?:an?|some)$/.test(texts[i + 1] ?? '') || !vocabulary.knows(texts[next] ?? '');
    const isMeasured = texts[i] === 'or' && /^\d/.test(texts[next] ?? '') && isContent(next + 1);
    const isNumber = (at: number) => /^\d+$/.test(texts[at] ?? '');
    if (texts[i] === 'or' && isNumber(i - 1) && isNumber(i + 1)) joints.add(i);
    const isNamed = isMeasured || (isSaid && isContent(next) && !sentence.isUsed(next));
    while (isContent(next) && isContent(next + 1)) next++;
    let last = i - 1;
    while (texts[last] === '·') last--;
    // "wired or wireless headphones".
    const isEither = texts[i] === 'or' && isContent(last) && (isContent(i + 1) || isMeasured);
    const isLeft =
      isThing(last) ||
      isEither ||
      (isMeasured && /^\d/.test(texts[last] ?? '')) ||
      (isContent(last) && !vocabulary.knows(texts[last]!));
    if (!isLeft || !(isThing(next) || isNamed)) chain = [];
    else chain.push(i);
    if (texts[i] !== ',') for (const joint of chain.splice(0)) joints.add(joint);
  }
  return joints;
}

/** What stands before these is said of the thing: "cushions included", "pet friendly". */
const OF_WHAT =
  /^(?:compartments?|sleeves?|holders?|pockets?|straps?|attachments?|modes?|functions?|controls?|displays?|lids?|handles?|incl|included|friendly|proof|free|resistant|safe|ready|compatible|themed|powered|style|shaped|sized)$/;

function readRest(
  sentence: Sentence,
  vocabulary: Vocabulary,
  is_instead: boolean,
): Pick<Reading, 'words' | 'has_noun' | 'is_known'> {
  let words = '';
  let joint = '';
  let has_noun = false;
  let is_known = false;
  let isMain = true;
  const alternatives = alternativesIn(sentence, vocabulary);
  for (const [i, { text, raw, isGlued }] of sentence.tokens.entries()) {
    // "for women" is gone, and its "for" with it; the "with" of "with black buttons" is that of the buttons.
    if (sentence.isUsed(i) && !isAdjective(text, vocabulary)) joint = '';
    if (alternatives.has(i)) joint = 'or';
    if (sentence.isUsed(i) || isMark(text) || /^[$€£¥₹%]$/.test(text)) continue;
    if (JOINTS.has(text)) {
      joint = text;
      isMain = false;
    } else if (!FILLERS.has(text) || isPartOfThing(sentence, i, vocabulary)) {
      const glue = words === '' ? '' : isGlued && joint === '' && !sentence.isUsed(i - 1) ? '-' : ' ';
      words += glue + (joint ? `${joint} ` : '') + raw;
      joint = '';
      is_known ||= vocabulary.knows(text) || vocabulary.knows(stem(text)) || isSynonym(text);
      // Of "over-ear" the ear is no thing that is looked for.
      const isOwn = !isGlued || !FILLERS.has(sentence.tokens[i - 1]!.text);
      if (
        isMain &&
        isOwn &&
        !isQuantity(sentence, i) &&
        !OF_WHAT.test(sentence.tokens[i + 1]?.text ?? '') &&
        !raw.startsWith('without ')
      ) {
        // "how about cardigans": only things are said in the plural.
        const isPlural = is_instead && text.length > 3 && stem(text) !== text && /s$/.test(text);
        // "a helmet too".
        const isOther = is_instead && isThingWord(text) && !COUNTED.test(text) && !isContentAt(sentence, i + 1);
        has_noun ||=
          isPlural ||
          isOther ||
          isNamed(sentence, i) ||
          (isThing(text, vocabulary) && !isLight(sentence, i) && (is_instead || !PLACES.has(text)));
      }
    }
  }
  return { words, has_noun, is_known };
}

/** What says nothing by itself, and much as a part of a name: the "shopping" of a shopping bag. */
const isPartOfThing = (sentence: Sentence, at: number, vocabulary: Vocabulary): boolean =>
  isPartOfOne(sentence, at) ||
  isInColour(sentence, at, vocabulary) ||
  isBeforeThing(sentence, at) ||
  isBit(sentence, at);

/** Things are called after them; who asks for one of them says "do you carry", "in stock", "shop for". */
const BEFORE_THINGS = /^(?:carry|stock|money|shopping|back|open|price|store|shop)$/;
/** They begin with what one does, too: "shop boots". */
const ASKING = /^(?:price|store|shop|open)$/;

/** The bit of a drill is no little bit. */
const isBit = (sentence: Sentence, at: number): boolean =>
  /^bits?$/.test(sentence.tokens[at]!.text) && at > 0 && isContentAt(sentence, at - 1);

/** Right between what is said of a thing and the thing there is no room for anything else. */
function isBeforeThing(sentence: Sentence, at: number): boolean {
  const { text } = sentence.tokens[at]!;
  if (!BEFORE_THINGS.test(text) || !isContentAt(sentence, at + 1)) return false;
  const before = sentence.tokens[at - 1]?.text ?? '';
  if (at === 0 || before === 'me') return !ASKING.test(text);
  return sentence.isUsed(at - 1) ? /\p{L}/u.test(before) : /^(?:an?|some|any)$/.test(before);
}

/** A "colour printer" prints in colour, where products say so; "what colour" asks, and "colour black" is black. */
function isInColour(sentence: Sentence, at: number, vocabulary: Vocabulary): boolean {
  const { text } = sentence.tokens[at]!;
  const count = Math.max(vocabulary.countOf('colour'), vocabulary.countOf('color'));
  if (!/^colou?r$/.test(text) || count < MIN_IN_COLOUR) return false;
  const [before = '', behind = ''] = [sentence.texts[at - 1], sentence.texts[at + 1]];
  if (/^(?:what|which|any|the|other|same|different|my|this|that|every|each|all|no|whatever|·)$/.test(before))
    return false;
  return isContentAt(sentence, at + 1) || /^(?:ones?|only|please|)$/.test(behind) || /^[,.;!]$/.test(behind);
}

/** In fewer names it is said by chance. */
const MIN_IN_COLOUR = 5;

/** "light" by itself is how heavy it may be, and "warm light" is what a lamp gives. */
const isLight = (sentence: Sentence, at: number): boolean =>
  sentence.tokens[at]!.text === 'light' &&
  (/^(?:warm|cool|soft|bright|natural)$/.test(sentence.tokens[at - 1]?.text ?? '') ||
    sentence.hasOnly((word) => word === 'light' || FILLERS.has(word)));

/** "skirts" or "a skirt" is a thing, whether the catalogue has any or not; of "cable knit" the cable is none. */
function isNamed(sentence: Sentence, at: number): boolean {
  const { text } = sentence.tokens[at]!;
  const { texts } = sentence;
  // "and a tape measure".
  if (/^(?:and|also|plus|·)$/.test(texts[0] ?? '') && /^(?:an?|some)$/.test(texts[1] ?? '') && at >= 2) return true;
  if (!isThingWord(text) || isContentAt(sentence, at + 1)) return false;
  const isPlural = /[^s]s$/.test(text) && stem(text) !== text;
  // "mug or candle".
  const isListed = [at - 1, at + 1].some((i) => texts[i] === 'or');
  return isPlural || isListed || /^(?:an?|some|any)$/.test(sentence.tokens[at - 1]?.text ?? '');
}

const isAdjective = (word: string, vocabulary: Vocabulary): boolean =>
  /^(?:color|material)$/.test(vocabulary.longestAt([word], 0)?.meanings[0]?.field ?? '');

/** So many a thing has: "2 drawers" of a table. */
const COUNTED =
  /^(?:drawers?|doors?|shelves|legs|wheels|seats?|lights?|tiers?|pockets?|compartments?|speeds?|gears?|ports?|burners?|slots?|cups?|blades?|players?|cushions?|chairs?|batter(?:y|ies))$/;

const COUNT = /^(?:[2-9]|1\d|two|three|four|five|six|seven|eight|nine|ten|twelve)$/;

/** "6 dining chairs": how many one needs is in no catalogue; "6 person tents" and "2 drawers" are of a kind. */
function takeCount(sentence: Sentence, vocabulary: Vocabulary): void {
  const { tokens } = sentence;
  const first = tokens.findIndex(({ text }, i) => !sentence.isUsed(i) && !isMark(text) && !FILLERS.has(text));
  if (!COUNT.test(tokens[first]?.text ?? '')) return;
  let at = first + 1;
  while (
    tokens[at] &&
    (PLACES.has(tokens[at]!.text) || (sentence.isUsed(at) && isAdjective(tokens[at]!.text, vocabulary)))
  )
    at++;
  const thing = tokens[at]?.text ?? '';
  const isPlural = (isThing(thing, vocabulary) || isThingWord(thing)) && /[^s]s$/.test(thing) && stem(thing) !== thing;
  // "3 lamps" alone may be of one thing.
  const isPart = at === first + 1 && (first === 0 || COUNTED.test(thing));
  if (isPlural && !isPart && !sentence.isUsed(at) && !isContentAt(sentence, at + 1)) sentence.use(first);
}

/** "set of 4": how many, not what. */
function isQuantity({ tokens }: Sentence, at: number): boolean {
  if (COUNTED.test(tokens[at]!.text) && tokens[at - 1]?.isNumber) return true;
  if (!/^(?:sets?|packs?|box|boxes|pairs?|bundles?|cases?|bags?|pieces?)$/.test(tokens[at]!.text)) return false;
  // "a set" says nothing of what.
  const isContent = ({ text }: Token) => /\p{L}/u.test(text) && !FILLERS.has(text) && !JOINTS.has(text);
  if (tokens.filter(isContent).length === 1) return true;
  const isMeasured =
    tokens[at - 2]?.isNumber === true &&
    /^(?:lbs?|kg|g|oz|ml|l|litres?|liters?|pound|piece|count)$/.test(tokens[at - 1]!.text);
  return (
    isMeasured ||
    tokens[at - 1]?.isNumber === true ||
    (tokens[at + 1]?.text === 'of' && tokens[at + 2]?.isNumber === true)
  );
}

/** Joined to a word beside it: "over-ear" is one word. */
function isPartOfOne(sentence: Sentence, at: number): boolean {
  const isBefore = sentence.tokens[at + 1]?.isGlued && !sentence.isUsed(at + 1);
  return Boolean(isBefore) || (sentence.tokens[at]!.isGlued && !sentence.isUsed(at - 1));
}
