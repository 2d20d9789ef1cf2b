// Finds the catalogue's own values in a message: which words are brands, shops, colours, materials, genders, conditions.
import { stem } from '../../text/analyse.ts';
import { isSynonym } from '../../vocabulary/synonym-words.ts';
import type { Meaning, ValueField, Vocabulary } from '../../vocabulary/vocabulary.ts';
import { BASIC_MATERIALS, FILLERS, FINISHES, FOOD, JOINTS, OWN_SHADES, SHADES, TOPICS } from '../shopping-words.ts';
import { isRealWord, isThingWord } from './real-words.ts';
import { isMark, isPatternWord, type Sentence } from './sentence.ts';

export interface Value {
  field: ValueField;
  value: string;
}

export interface Span extends Value {
  meanings: Meaning[];
  from: number;
  to: number;
}

export const LIST_JOINTS = /^(?:or|and|nor|,|\/|&)$/;

export function spansIn(sentence: Sentence, vocabulary: Vocabulary): Span[] {
  const found = withUnknownBrands(sentence, findSpans(sentence, vocabulary), vocabulary);
  const spans = joinColours(sentence, alikeInLists(sentence, found), vocabulary);
  useShades(sentence, spans);
  return spans;
}

/** What stands in lists of colours, though it is none. */
const SEE_THROUGH = /^(?:clear|transparent)$/;

function findSpans(sentence: Sentence, vocabulary: Vocabulary): Span[] {
  const { texts } = sentence;
  const spans: Span[] = [];
  for (let i = 0; i < texts.length; ) {
    const found = sentence.isUsed(i) ? undefined : vocabulary.longestAt(texts, i);
    const meaning = found && choose(sentence, i, found, vocabulary);
    if (meaning) spans.push({ ...meaning, meanings: found.meanings, from: i, to: i + found.length });
    else if (!found && isBrandApart(sentence, i, vocabulary)) {
      const [brand] = vocabulary.longestAt([texts[i]! + texts[i + 1]!], 0)!.meanings;
      spans.push({ ...brand!, meanings: [brand!], from: i, to: i + 2 });
      i++;
    } else if (!found && pluralOf(texts[i]!, vocabulary))
      spans.push({ ...pluralOf(texts[i]!, vocabulary)!, meanings: [], from: i, to: i + 1 });
    else if (
      !found &&
      (BASIC_MATERIALS.has(texts[i]!) || SEE_THROUGH.test(texts[i]!)) &&
      isBesideColour(texts, i, vocabulary)
    )
      spans.push({ field: 'color', value: texts[i]!, meanings: [], from: i, to: i + 1 });
    else if (isListedMaterial(texts, i, spans.at(-1), vocabulary))
      spans.push({ field: 'material', value: texts[i]!, meanings: [], from: i, to: i + 1 });
    else if (!found && isNamedInShort(sentence, i, vocabulary))
      spans.push({ ...vocabulary.brandBegunBy(texts[i]!)!, meanings: [], from: i, to: i + 1 });
    i += meaning ? found.length : 1;
  }
  return spans;
}

/** "nikes" are of Nike; where a brand is a word, as Shark is, they are what the word means. */
function pluralOf(word: string, vocabulary: Vocabulary): Meaning | undefined {
  const name = word.slice(0, -1);
  const isWord = vocabulary.knows(word) || [word, name].some(isRealWord) || isThingWord(name) || TOPICS.has(stem(word));
  if (!/^\p{L}{3,}s$/u.test(word) || isWord || isPatternWord(word) || FILLERS.has(word)) return undefined;
  return vocabulary.longestAt([name], 0)?.meanings.find(({ field }) => field === 'brand');
}

/** "kitchen aid" is KitchenAid. */
function isBrandApart(sentence: Sentence, at: number, vocabulary: Vocabulary): boolean {
  const [first, second] = sentence.texts.slice(at, at + 2);
  if (!second || ![at, at + 1].every((i) => isContentAt(sentence, i)) || first!.length < 3) return false;
  return vocabulary.longestAt([first + second], 0)?.meanings[0]?.field === 'brand';
}

/** "brass or gold", where the catalogue has gold as a colour and nothing of brass. */
function isBesideColour(texts: string[], at: number, vocabulary: Vocabulary): boolean {
  const isColour = (i: number) =>
    vocabulary.longestAt([texts[i] ?? ''], 0)?.meanings.every(({ field }) => field === 'color');
  return Boolean((texts[at + 1] === 'or' && isColour(at + 2)) || (texts[at - 1] === 'or' && isColour(at - 2)));
}

/** "oak or walnut": beside a material it is one too, though the catalogue has nothing of it; so is "in merino". */
function isListedMaterial(texts: string[], at: number, last: Span | undefined, vocabulary: Vocabulary): boolean {
  const isBegun = (i: number) => vocabulary.beginsMaterial(texts[i] ?? '');
  if (!BASIC_MATERIALS.has(texts[at]!) && !isBegun(at)) return false;
  // What is called so is nothing else: "organic" things are not of organic cotton.
  const isOwn = (i: number) => isBegun(i) && !isRealWord(texts[i]!);
  if (isOwn(at) && /^(?:in|of)$/.test(texts[at - 1] ?? '')) return true;
  const isMaterial = (i: number) =>
    vocabulary.longestAt(texts, i)?.meanings[0]?.field === 'material' || (isOwn(at) && isOwn(i));
  const isNext = last
    ? last.field === 'material' && last.to === at - 1
    : at === 1 && vocabulary.valuesOf('material').length > 0;
  const isBefore = isNext && LIST_JOINTS.test(texts[at - 1] ?? '');
  return isBefore || (LIST_JOINTS.test(texts[at + 1] ?? '') && isMaterial(at + 2));
}

/** "from kingston", "not kingston", "kingston or sandisk": whose name begins so, where a name is meant. */
function isNamedInShort(sentence: Sentence, at: number, vocabulary: Vocabulary): boolean {
  const { texts, tokens } = sentence;
  if (!isContentAt(sentence, at) || !vocabulary.brandBegunBy(texts[at]!)) return false;
  const isBrand = (i: number) => vocabulary.longestAt([texts[i] ?? ''], 0)?.meanings[0]?.field === 'brand';
  const isListed = [-1, 1].some((way) => LIST_JOINTS.test(texts[at + way] ?? '') && isBrand(at + 2 * way));
  const isSaidSo = /^(?:by|from|brand|not|except|excluding|besides)$/.test(texts[at - 1] ?? '');
  const isName = tokens[at]!.isCapital && at > 0 && !isRealWord(texts[at]!);
  const isOther = isContentAt(sentence, at + 1) && isUnknown(texts[at + 1]!, vocabulary);
  return (isListed || isSaidSo || isName) && !isOther;
}

/** "sony tv or lg": beside a brand, what the language and the catalogue know nothing of is one too. */
function withUnknownBrands(sentence: Sentence, spans: Span[], vocabulary: Vocabulary): Span[] {
  const { texts } = sentence;
  const brands = spans.filter(({ field }) => field === 'brand');
  if (brands.length === 0) return spans;
  const isPlain = (i: number) => isContentAt(sentence, i) && !spans.some(({ from, to }) => i >= from && i < to);
  const unknown = texts.flatMap((text, at): Span[] => {
    if (!isPlain(at) || !/^\p{L}+$/u.test(text) || vocabulary.knows(text)) return [];
    const isBefore = texts[at + 1] === 'or' && brands.some(({ from }) => from === at + 2);
    const isNext = texts[at - 1] === 'or' && brands.some(({ to }) => to === at - 1);
    // "joie or maxi cosi".
    const isOfTwo = isNext && isPlain(at + 1) && !/[\p{L}\p{N}]/u.test(texts[at + 2] ?? '');
    if (isOfTwo && isUnknown(texts[at + 1]!, vocabulary))
      return [{ field: 'brand', value: `${text} ${texts[at + 1]}`, meanings: [], from: at, to: at + 2 }];
    // Between two brands or at the end it is one, whatever it means elsewhere.
    const isSure = isNext && !isPatternWord(text) && (isBefore || !/[\p{L}\p{N}]/u.test(texts[at + 1] ?? ''));
    // "ninja or cuisinart": nothing else stands before a brand and an "or", unless it is a thing; nor does "ray ban".
    const isName = (i: number) => isPlain(i) && !isPatternWord(texts[i]!) && !isThingWord(texts[i]!);
    const from = isBefore && isName(at - 1) && !vocabulary.knows(texts[at - 1]!) ? at - 1 : at;
    const isFirst = isBefore && isName(at) && !texts.some((_, i) => i < from && isContentAt(sentence, i));
    if (isFirst && from < at)
      return [{ field: 'brand', value: `${texts[from]} ${text}`, meanings: [], from, to: at + 1 }];
    if (!isSure && !isFirst && !isUnknown(text, vocabulary)) return [];
    const last = brands.findLast(({ to }) => to < at);
    const isBehind =
      texts[at - 1] === 'or' &&
      last !== undefined &&
      // Next to it, or at the end behind the thing: "sony tv or lg".
      (last.to === at - 1 || (!isPlain(at + 1) && texts.slice(last.to, at - 1).every((_, i) => isPlain(last.to + i))));
    return isBefore || isBehind ? [{ field: 'brand', value: text, meanings: [], from: at, to: at + 1 }] : [];
  });
  return [...spans, ...unknown].sort((one, other) => one.from - other.from);
}

export const isUnknown = (word: string, vocabulary: Vocabulary): boolean =>
  !vocabulary.knows(word) &&
  !vocabulary.knows(stem(word)) &&
  !isSynonym(word) &&
  !isRealWord(word) &&
  !isPatternWord(word);

/** Of several meanings the one that the words before ask for, else the most frequent; common words are none. */
function choose(
  sentence: Sentence,
  at: number,
  { length, meanings }: { length: number; meanings: Meaning[] },
  vocabulary: Vocabulary,
): Meaning | undefined {
  const before = sentence.texts[at - 1] ?? '';
  const byName = nameIn(meanings);
  const isNamed = /^(?:by|brand|from|at)$/.test(before);
  if (isNamed && byName)
    return (
      meanings.find(({ field }) => field === (before === 'at' || before === 'from' ? 'merchant.name' : 'brand')) ??
      byName
    );
  if (before === 'of') {
    const material = meanings.find(({ field }) => field === 'material');
    if (material) return material;
  }
  const first = meanings[0]?.field === 'merchant.name' ? byName : meanings[0];
  if (!first || length > 1) return first;
  const token = sentence.tokens[at]!;
  if (token.text === 'new' && first.field === 'condition')
    return isConditionListed(sentence, at, vocabulary) ? first : undefined;
  if (token.isNumber || token.text.length < 2) return undefined;
  // "2 man tent".
  if (/^m[ae]n$/.test(token.text) && sentence.tokens[at - 1]?.isNumber && /^\d$/.test(before)) return undefined;
  const isName = token.isCapital && at > 0;
  if (FILLERS.has(token.text)) {
    const isMeant = isName || isNameBeforeThing(sentence, at, vocabulary) || isNameInList(sentence, at, vocabulary);
    return isMeant ? byName : undefined;
  }
  if (isThingCalledSo(sentence, at, first, vocabulary) || isOfPart(sentence, at, first, vocabulary)) return undefined;
  if (isCalledAfter(sentence, at, first)) return undefined;
  // "tommy bahama" is no Tommy Hilfiger.
  const isOfTwo = first.field === 'brand' && first.value.includes(' ') && isContentAt(sentence, at + 1);
  if (isOfTwo && isUnknown(sentence.texts[at + 1]!, vocabulary)) return undefined;
  if (first === byName && (isOfOther(sentence, at, vocabulary) || isDescribedThing(sentence, at, vocabulary)))
    return undefined;
  if (first !== byName || isName) return first;
  // A brand that is called like a thing is the thing, when more names have the word than the brand has products.
  return vocabulary.isNoun(token.text) && vocabulary.countOf(token.text) > 2 * first.count ? undefined : first;
}

/** "new" is said of much that is not about condition: it is beside another one, between commas, and as all that is said. */
function isConditionListed(sentence: Sentence, at: number, vocabulary: Vocabulary): boolean {
  const { texts } = sentence;
  const isCondition = (i: number) => vocabulary.longestAt(texts, i)?.meanings[0]?.field === 'condition';
  const isJoint = (i: number) => LIST_JOINTS.test(texts[i] ?? '');
  if ((isJoint(at + 1) && isCondition(at + 2)) || (isJoint(at - 1) && isCondition(at - 2))) return true;
  // "sony headphones, new, under 100".
  if (/^[,;]$/.test(texts[at - 1] ?? '') && (texts[at + 1] === undefined || /^[,;.!?]$/.test(texts[at + 1]!)))
    return true;
  const behind = texts.slice(at + 1, at + 4);
  if (/^(?:is|are|would|also|ok|okay|fine)$/.test(behind[0] ?? '') && behind.some((text) => ACCEPTING.test(text)))
    return true;
  return texts.every(
    (text, i) => i === at || isMark(text) || /^(?:or|and|only|just|please|ok|no|not|ones?)$/.test(text),
  );
}

const ACCEPTING = /^(?:fine|ok|okay|good|alright|great|also|·)$/;

/** A shop's own brand is the brand, unless hardly anything is of it. */
function nameIn(meanings: Meaning[]): Meaning | undefined {
  const name = meanings.find(({ field }) => field === 'brand' || field === 'merchant.name');
  return meanings.find(({ field, count }) => field === 'brand' && count >= name!.count / OWN_BRAND) ?? name;
}

const OWN_BRAND = 10;

/** These stand between an article and a thing as names only: "a next jumper". */
const NO_ADJECTIVES = /^(?:next|on|up|off|out|by|at)$/;

function isNameBeforeThing(sentence: Sentence, at: number, vocabulary: Vocabulary): boolean {
  const [before = '', word = '', behind = ''] = [at - 1, at, at + 1].map((i) => sentence.texts[i] ?? '');
  if (!NO_ADJECTIVES.test(word) || !/^(?:|an?|any|some)$/.test(before)) return false;
  // "on running shoes".
  const isDescribed = at === 0 && isContentAt(sentence, 1) && vocabulary.isNoun(sentence.texts[2] ?? '');
  return isDescribed || vocabulary.isNoun(behind);
}

/** "clarks or next": beside a name it is one, and so is what is refused, "not next". */
function isNameInList({ texts }: Sentence, at: number, vocabulary: Vocabulary): boolean {
  const isBrand = (words: string[]) => {
    const found = vocabulary.longestAt(words, 0);
    return found?.length === words.length && found.meanings[0]?.field === 'brand';
  };
  // "west elm or made": before it stands the last word of a name, behind it the first.
  const isName = (i: number) =>
    isBrand([texts[i] ?? '']) || isBrand(i < at ? texts.slice(Math.max(i - 1, 0), i + 1) : texts.slice(i, i + 2));
  const isListed = (joint: number, other: number) => LIST_JOINTS.test(texts[joint] ?? '') && isName(other);
  const isRefused =
    /^(?:not|no|except|excluding|besides)$/.test(texts[at - 1] ?? '') && !/\p{L}/u.test(texts[at + 1] ?? '');
  return isRefused || isListed(at - 1, at - 2) || isListed(at + 1, at + 2);
}

/** "hand cream" is no colour: a word that names things is the thing when a word stands before it and none behind. */
function isThingCalledSo(sentence: Sentence, at: number, { field }: Meaning, vocabulary: Vocabulary): boolean {
  if (field !== 'color' && field !== 'material') return false;
  const [before = '', word = '', behind = ''] = [at - 1, at, at + 1].map((i) => sentence.texts[i] ?? '');
  const isContent = (text: string) => /\p{L}/u.test(text) && !FILLERS.has(text) && !JOINTS.has(text);
  const isValue = vocabulary.longestAt([before], 0) !== undefined;
  // "cream for my face".
  const isFirst = behind === 'for' && (at === 0 || (FILLERS.has(before) && before !== 'in'));
  // "toaster 2 slice cream" names its thing before.
  const isLater = sentence.texts.slice(0, at - 1).some((text) => vocabulary.isNoun(text));
  return vocabulary.isNoun(word) && ((isContent(before) && !isValue && !isLater) || isFirst) && !isContent(behind);
}

/** What things have: "steel toe boots" are not of steel. */
const PARTS =
  /^(?:toe(?:d|cap(?:ped)?|caps?)?|caps?|soles?|heels?|straps?|handles?|lids?|frames?|legs?|tops?|bands?|lining|lined|trim(?:med)?|tips?|tipped|plates?|rim(?:med)?|inserts?|collar|shades?|buttons?|blades?|base|bottom|shaft|strings?|bristles?|filled|coated|plated|look|effect|print|style|backed|framed|handled|soled)$/;

/** "charger for my samsung phone": of that brand is what one has. */
function isOfOther(sentence: Sentence, at: number, vocabulary: Vocabulary): boolean {
  const { texts } = sentence;
  const owner = /^(?:my|our|an?|the|his|her)$/.test(texts[at - 1] ?? '') ? at - 1 : at;
  if (texts[owner - 1] !== 'for' || !isContentAt(sentence, owner - 2)) return false;
  return vocabulary.isNoun(texts[owner - 2]!) || isContentAt(sentence, at + 1);
}

/** "hiking boots" are no Boots: what a thing is like stands before it. */
function isDescribedThing(sentence: Sentence, at: number, vocabulary: Vocabulary): boolean {
  const before = sentence.texts[at - 1] ?? '';
  const isLike = isContentAt(sentence, at - 1) && !vocabulary.isNoun(before) && before.length > 2;
  return isThingWord(sentence.texts[at]!) && isLike && !isContentAt(sentence, at + 1);
}

/** "with glass jar", "steel toe boots": what a part of it is like. */
function isOfPart({ texts }: Sentence, at: number, { field }: Meaning, vocabulary: Vocabulary): boolean {
  if (field !== 'color' && field !== 'material') return false;
  const isContent = (text = '') => /\p{L}/u.test(text) && !FILLERS.has(text) && !JOINTS.has(text);
  const behind = texts[at + 1] ?? '';
  // "black or gold frame".
  if (texts[at + 1] === 'or' && PARTS.test(texts[at + 3] ?? '') && !vocabulary.isNoun(texts[at + 3]!)) return true;
  // "sunglasses, gold frames", where frames are sold as well.
  const thing = texts[at - 1] === ',' ? texts[at - 2] : texts[at - 1];
  const isBehindThing = vocabulary.isNoun(thing ?? '') && !isThingWord(behind);
  if (PARTS.test(behind) && (isContent(texts[at + 2]) || !vocabulary.isNoun(behind) || isBehindThing)) return true;
  return texts[at - 1] === 'with' && isContent(behind) && !vocabulary.longestAt([behind], 0);
}

/** Things that are called after what they were made of, or what they look like, once: no linen makes bed linen. */
const NAMED_AFTER =
  /^(?:memory foam|(?:bed|table|kitchen) linens?|(?:face|hand|body|night|day|eye|foot|sun|shaving|whipped|ice|sour|double|single|clotted|baby|nappy|cold|bb|cc) creams?|(?:wine|drinking|pint|shot|cocktail|champagne|beer|water|whisky|magnifying|looking|measuring|stained|gin|highball) glass(?:es)?|(?:curling|flat|steam|waffle|soldering|clothes|travel) irons?|(?:rubber) (?:bands?|ducks?|stamps?)|(?:paper) (?:clips?|towels?)|(?:wood) (?:burner|stain|glue|polish|stove)|(?:silver|brass|metal|leather|wood|glass|steel|suede) (?:polish|cleaner|conditioner|protector|spray|care)|(?:white|pink|brown) noise|(?:red|blue|black) light|black out|(?:white|black) boards?|gold fish|silver fish|green house|tin foil|chain mail|stone baked|cast iron|charcoal (?:grills?|barbecues?|barbeques?|bbqs?|briquettes?|filters?|masks?|toothpaste|pencils?|sticks?|bags?)|rose (?:bush|bushes|water|plants?|petals?)|rust (?:remover|converter|protection)|sand (?:pits?|box|boxes|toys?)|mint leaves)$/;

export const isNamedAfter = (words: string): boolean => NAMED_AFTER.test(words);

/** "bed linen" and "green tea" are what they are called. */
function isCalledAfter({ texts }: Sentence, at: number, { field }: Meaning): boolean {
  if (field !== 'color' && field !== 'material') return false;
  const [before = '', word = '', behind = ''] = [at - 1, at, at + 1].map((i) => texts[i]);
  return FOOD.test(behind) || NAMED_AFTER.test(`${word} ${behind}`) || NAMED_AFTER.test(`${before} ${word}`);
}

/** "brass, copper or gold" are all colours or all materials. */
function alikeInLists(sentence: Sentence, spans: Span[]): Span[] {
  const isNext = (one: Span, other: Span | undefined) =>
    other?.from === one.to + 1 && LIST_JOINTS.test(sentence.texts[one.to]!);
  const alike: Span[] = [];
  for (let i = 0; i < spans.length; ) {
    let end = i + 1;
    while (isNext(spans[end - 1]!, spans[end])) end++;
    alike.push(...ofOneField(spans.slice(i, end)));
    i = end;
  }
  return alike;
}

function ofOneField(list: Span[]): Span[] {
  const as = (span: Span, field: ValueField) =>
    span.field === field ? span : span.meanings.find((meaning) => meaning.field === field);
  const fields = list.map(({ field }) => field);
  const shared = fields.find((field) => list.every((span) => as(span, field)));
  // "white or oak": both are what it looks like.
  const isLook = ({ field, value }: Span) => field === 'color' || (field === 'material' && FINISHES.has(value));
  if (!shared && fields.includes('color') && list.every(isLook))
    return list.map((span) => ({ ...span, field: 'color' as const }));
  return shared ? list.map((span) => ({ ...span, ...as(span, shared)! })) : list;
}

/** "real leather" is leather. */
const GENUINE = /^(?:real|genuine|pure|solid|proper)$/;

/** "matte black" is black. */
function useShades(sentence: Sentence, spans: Span[]): void {
  for (const { field, from } of spans) {
    const before = sentence.texts[from - 1] ?? '';
    const isShade = SHADES.has(before) || OWN_SHADES.test(`${before} ${sentence.texts[from]}`);
    if (field === 'color' ? isShade : field === 'material' && GENUINE.test(before)) sentence.use(from - 1);
  }
}

/** Behind another colour they say which: "olive green". */
const HUES = /^(?:black|white|red|blue|green|pink|brown|orange|yellow|purple|gr[ae]y|beige)$/;

/** "navy blue" is one colour where the catalogue has it, else its first word. */
function joinColours({ texts }: Sentence, spans: Span[], vocabulary: Vocabulary): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    // "not brown black" refuses the one and wants the other.
    const isRefused = /^(?:not|no)$/.test(texts[(last?.from ?? 0) - 1] ?? '');
    const isOther = isRefused && !OWN_SHADES.test(`${last?.value} ${span.value}`);
    // "white cream or natural" is a list without its comma.
    const isListed = LIST_JOINTS.test(texts[span.to] ?? '') && (HUES.test(last?.value ?? '') || !HUES.test(span.value));
    const isApart = isOther || (isListed && !OWN_SHADES.test(`${last?.value} ${span.value}`));
    if (last?.field !== 'color' || span.field !== 'color' || last.to !== span.from || isApart) {
      joined.push(span);
      continue;
    }
    const both = [last.value, span.value];
    const isKnown = vocabulary
      .valuesOf('color')
      .some(([value]) => both.every((word) => value.toLowerCase().includes(word)));
    joined[joined.length - 1] = { ...last, to: span.to, value: isKnown ? both.join(' ') : last.value };
  }
  return joined;
}

export const isContentAt = (sentence: Sentence, at: number): boolean =>
  at < sentence.tokens.length &&
  !sentence.isUsed(at) &&
  [sentence.tokens[at]!.text].every((text) => /\p{L}/u.test(text) && !FILLERS.has(text) && !JOINTS.has(text));
