// Brands, shops, colours, materials, genders and conditions: the catalogue's own words, wanted or not wanted.
import { stem } from '../../text/analyse.ts';
import { BASIC_MATERIALS, FILLERS, JOINTS, SHADES } from '../shopping-words.ts';
import { ALTERNATIVES, type Meaning, type ValueField, type Vocabulary } from '../vocabulary.ts';
import { isRealWord } from './real-words.ts';
import { isMark, isPatternWord, phrase, type Sentence } from './sentence.ts';
import { isSynonym } from './synonym-words.ts';

export interface Value {
  field: ValueField;
  value: string;
}

export interface ValuesReading {
  wanted: Value[];
  unwanted: Value[];
  /** "no, cream" without its comma: what follows a "no" that is all the message says besides. */
  is_plain_no: boolean;
  /** Neither wanted nor unwanted any more. */
  released: Value[];
  /** Words that are said to be left out of what is looked for. */
  released_words: string[];
  /** "is fine": no more unwanted, or else wanted. */
  accepted: Value[];
  /** Words that are not wanted and are no values: what they mean is for the search to tell. */
  unwanted_words: string[];
}

const NEGATORS = phrase(
  'any (?:brands?|makes?|colou?rs?|shops?|stores?|materials?) (?:but(?! (?:in|with|for|from|only|just|not)(?= ))|but not|except|besides|bar)|anything (?:but|except)|everything (?:but|except)|all but|(?:(?:anything|something) )?(?:other|else|different|differing) (?:than|from)|apart from|except(?: for)?|exclud(?:e|ing)|(?:i )?(?:really )?(?:dont|do not|didnt) (?:want|like|need)(?: any)?|(?:i )?hate|avoid(?:ing)?|no more|nothing (?:in|from|by|with|made of|that is|thats)|nothing(?! (?:else|too|much|over|under|above|below|more|less|special|in particular)(?= ))(?= \\p{L})|(?:but |just |and |rather |please |definitely |absolutely )*(?:not|no)(?: (?:any|from|by|in|made of|with|the|for))*|without(?: any)?|neither|never|non|(?:it |they |that )?(?:cant|cannot|can not|must not|mustnt|shouldnt|should not|may not) (?:be|have)|(?:it |they )?(?:better not|wont) be|sans|minus(?! \\d)|isnt|arent|leave out|skip|hold the',
);
const RELEASING = phrase(
  '(?:instead of|rather than|forget(?: about)?|drop|remove|lose|scrap|never ?mind|(?:it |they )?(?:doesnt|does not|dont|do not|neednt|need not) (?:(?:have|need) to )?be|not (?:necessarily|just|only)|no need for)(?: (?:a|an|the|any|in|from|by|just|only))*',
);
const PLAIN_NO = phrase(
  '(?<=^ (?:(?:hmm|um|uh|oh|well|ok|okay|,|\\.) )*)no(?= (?:the )?\\p{L}+(?: \\p{L}+)?(?: ones?| please)* [^\\p{L}\\p{N}]*$)',
);
/** "is ok too": what was not wanted may come again. */
const ACCEPTED =
  /^(?:(?:is|are|s|would be|sounds?|looks?)(?: (?:also|still|just|·))? (?:fine|ok|okay|good|alright|great)|works?|will do|(?:fine|ok|okay) (?:too|as well))(?= |$)/;
/** "is out": refused after all. */
const REJECTED =
  /^(?:(?:is|are|s) (?:(?:also|·) )?(?:out|not (?:ok|okay|fine|good|for me)|no good|a no)|isnt (?:ok|good|for me)|wont do)(?= |$)/;
const LIST_JOINTS = /^(?:or|and|nor|,|\/|&)$/;
const ARTICLES = /^(?:a|an|the|any|in|by|from|made|of|with|brand|colou?rs?|ones?|things?|stuff|please|it|to|be|is)$/;
const AGE = '(?:\\d+ (?:year|yr|yo|month)s? (?:old )?)?';
/** "for my mum and dad". */
const FOR =
  '(?:(?:for|4|(?<=· )(?:and|or|&|,)) |(?=(?:my|our) (?:little )?\\p{L}+ (?:wants?|needs?|would like|is looking|is after|asked for) ))';
/** For whom: a gender, where the catalogue knows any. */
const RELATIONS: [RegExp, string][] = [
  [
    phrase(
      `${FOR}(?:my |a |the |his |our )?(?:wifes?|girlfriends?|gfs?|(?:step)?(?:moms?|mums?|mothers?)(?: in law)?|mam|mummy|mommy|grandmas?|grandmothers?|gran|granny|nan|nana|missus|(?:step ?)?sisters?(?: in law)?|aunts?|aunt(?:ie|y)|fiancees?|bride|her(?! \\p{L}+s ))(?: (?:birthday|bday|anniversary))?`,
    ),
    'women',
  ],
  [
    phrase(
      `${FOR}(?:my |a |the |her |our )?(?:husbands?|hubby|boyfriends?|bfs?|(?:step)?(?:dads?|fathers?)(?: in law)?|daddy|grandpas?|grand?dads?|granddads?|grandfathers?|(?:step ?)?brothers?(?: in law)?|uncles?|him|fiances?|groom)(?: (?:birthday|bday|anniversary))?`,
    ),
    'men',
  ],
  [phrase(`${FOR}(?:my |a |the |our )?(?:little )?${AGE}(?:daughters?|nieces?|girls?|granddaughters?)`), 'girls'],
  [phrase(`${FOR}(?:my |a |the |our )?(?:little )?${AGE}(?:sons?|nephews?|boys?|grandsons?)`), 'boys'],
  [
    phrase(
      `${FOR}(?:my |a |the |our )?(?:little )?(?:\\d+ (?:year|yr|yo|month)s?(?: olds?)?(?: (?:kid|child))?|${AGE}(?:kids?|children|child|toddlers?|grand(?:kids?|children|child)|little ones?))`,
    ),
    'kids',
  ],
];

interface Span extends Value {
  meanings: Meaning[];
  from: number;
  to: number;
}

export function readValues(sentence: Sentence, vocabulary: Vocabulary): ValuesReading {
  const reading: ValuesReading = {
    wanted: [],
    unwanted: [],
    released: [],
    released_words: [],
    accepted: [],
    unwanted_words: [],
    is_plain_no: false,
  };
  // Twice, for "my dad and mum".
  for (const [pattern, gender] of [...RELATIONS, ...RELATIONS]) {
    const [meaning] = vocabulary.longestAt([gender], 0)?.meanings.filter(({ field }) => field === 'gender') ?? [];
    if (meaning && sentence.take(pattern)) reading.wanted.push(...eachOf(meaning));
  }
  const found = withUnknownBrands(sentence, findSpans(sentence, vocabulary), vocabulary);
  const spans = joinColours(alikeInLists(sentence, found), vocabulary);
  useShades(sentence, spans);
  const byStart = new Map(spans.map((span) => [span.from, span]));
  joinPrefixes(sentence, byStart);
  releaseAfter(sentence, byStart, reading);
  refuseFree(sentence, byStart, reading);
  const plainNo = sentence.find(PLAIN_NO);
  for (let found = sentence.find(NEGATORS); found; found = sentence.find(NEGATORS)) {
    if (found[0] === 'nothing' && byStart.has(found.from)) break;
    sentence.use(found.from, found.to);
    // "nothing from Apple", where a brand is called Nothing.
    for (let i = found.from; i < found.to; i++) byStart.delete(i);
    refuseFrom(sentence, byStart, found.to, found[0].trim(), reading);
  }
  reading.is_plain_no = plainNo !== undefined && reading.unwanted.length === 1 && byStart.size === 0;
  sortWanted(sentence, [...byStart.values()], reading);
  return reading;
}

/** The rest is wanted, or accepted or refused where "is fine" or "is out" stands behind the list that it is in. */
function sortWanted(sentence: Sentence, spans: Span[], reading: ValuesReading): void {
  let into = reading.wanted;
  for (const [i, span] of [...spans.entries()].reverse()) {
    const behind = sentence.texts.slice(span.to, span.to + 4);
    const isListed = LIST_JOINTS.test(behind[0] ?? '') && spans[i + 1]?.from === span.to + 1;
    const accepted = ACCEPTED.exec(behind.join(' '));
    const verdict = accepted ?? REJECTED.exec(behind.join(' '));
    if (!isListed) into = accepted ? reading.accepted : verdict ? reading.unwanted : reading.wanted;
    if (verdict) sentence.use(span.to, span.to + verdict[0].split(' ').length);
    into.unshift(...eachOf(span));
  }
  for (const span of spans) sentence.use(span.from, span.to);
}

function findSpans(sentence: Sentence, vocabulary: Vocabulary): Span[] {
  const { texts } = sentence;
  const spans: Span[] = [];
  for (let i = 0; i < texts.length; ) {
    const found = sentence.isUsed(i) ? undefined : vocabulary.longestAt(texts, i);
    const meaning = found && choose(sentence, i, found, vocabulary);
    if (meaning) spans.push({ ...meaning, meanings: found.meanings, from: i, to: i + found.length });
    else if (isListedMaterial(texts, i, spans.at(-1), vocabulary))
      spans.push({ field: 'material', value: texts[i]!, meanings: [], from: i, to: i + 1 });
    i += meaning ? found.length : 1;
  }
  return spans;
}

/** "oak or walnut": beside a material it is one too, though the catalogue has nothing of it. */
function isListedMaterial(texts: string[], at: number, last: Span | undefined, vocabulary: Vocabulary): boolean {
  if (!BASIC_MATERIALS.has(texts[at]!)) return false;
  const isMaterial = (meaning: Meaning | undefined) => meaning?.field === 'material';
  const isNext = last
    ? last.field === 'material' && last.to === at - 1
    : at === 1 && vocabulary.valuesOf('material').length > 0;
  const isBefore = isNext && LIST_JOINTS.test(texts[at - 1] ?? '');
  const isBehind =
    LIST_JOINTS.test(texts[at + 1] ?? '') && isMaterial(vocabulary.longestAt(texts, at + 2)?.meanings[0]);
  return isBefore || isBehind;
}

/** "sony tv or lg": beside a brand, what the language and the catalogue know nothing of is one too. */
function withUnknownBrands(sentence: Sentence, spans: Span[], vocabulary: Vocabulary): Span[] {
  const { texts } = sentence;
  const brands = spans.filter(({ field }) => field === 'brand');
  if (brands.length === 0) return spans;
  const isPlain = (i: number) => isContentAt(sentence, i) && !spans.some(({ from, to }) => i >= from && i < to);
  const unknown = texts.flatMap((text, at): Span[] => {
    if (!isPlain(at) || !/^\p{L}+$/u.test(text) || !isUnknown(text, vocabulary)) return [];
    const isBefore = texts[at + 1] === 'or' && brands.some(({ from }) => from === at + 2);
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
  const isName = token.isCapital && at > 0;
  if (FILLERS.has(token.text)) return isName || isNameBeforeThing(sentence, at, vocabulary) ? byName : undefined;
  if (isThingCalledSo(sentence, at, first, vocabulary)) return undefined;
  if (first !== byName || isName) return first;
  // A brand that is called like a thing is the thing, when more names have the word than the brand has products.
  return vocabulary.isNoun(token.text) && vocabulary.countOf(token.text) > 2 * first.count ? undefined : first;
}

/** "new" is said of much that is not about condition: it is beside another one, and as all that is said. */
function isConditionListed(sentence: Sentence, at: number, vocabulary: Vocabulary): boolean {
  const { texts } = sentence;
  const isCondition = (i: number) => vocabulary.longestAt(texts, i)?.meanings[0]?.field === 'condition';
  const isJoint = (i: number) => LIST_JOINTS.test(texts[i] ?? '');
  if ((isJoint(at + 1) && isCondition(at + 2)) || (isJoint(at - 1) && isCondition(at - 2))) return true;
  return texts.every((text, i) => i === at || isMark(text) || /^(?:or|and|only|just|please|ok|no|not)$/.test(text));
}

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
  return NO_ADJECTIVES.test(word) && /^(?:|an?|any|some)$/.test(before) && vocabulary.isNoun(behind);
}

/** "hand cream" is no colour: a word that names things is the thing when a word stands before it and none behind. */
function isThingCalledSo(sentence: Sentence, at: number, { field }: Meaning, vocabulary: Vocabulary): boolean {
  if (field !== 'color' && field !== 'material') return false;
  const [before = '', word = '', behind = ''] = [at - 1, at, at + 1].map((i) => sentence.texts[i] ?? '');
  const isContent = (text: string) => /\p{L}/u.test(text) && !FILLERS.has(text) && !JOINTS.has(text);
  const isValue = vocabulary.longestAt([before], 0) !== undefined;
  return vocabulary.isNoun(word) && isContent(before) && !isValue && !isContent(behind);
}

/** "brass or copper" are both colours or both materials. */
function alikeInLists(sentence: Sentence, spans: Span[]): Span[] {
  const alike = [...spans];
  for (let i = 1; i < alike.length; i++) {
    const [one, other] = [alike[i - 1]!, alike[i]!];
    const isList = other.from === one.to + 1 && LIST_JOINTS.test(sentence.texts[one.to]!);
    if (!isList || one.field === other.field) continue;
    const asOne = other.meanings.find(({ field }) => field === one.field);
    const asOther = one.meanings.find(({ field }) => field === other.field);
    if (asOne) alike[i] = { ...other, ...asOne };
    else if (asOther) alike[i - 1] = { ...one, ...asOther };
  }
  return alike;
}

/** "real leather" is leather. */
const GENUINE = /^(?:real|genuine|pure|solid|proper)$/;

/** "matte black" is black. */
function useShades(sentence: Sentence, spans: Span[]): void {
  for (const { field, from } of spans) {
    const before = sentence.texts[from - 1] ?? '';
    if (field === 'color' ? SHADES.has(before) : field === 'material' && GENUINE.test(before)) sentence.use(from - 1);
  }
}

/** "navy blue" is one colour where the catalogue has it, else its first word. */
function joinColours(spans: Span[], vocabulary: Vocabulary): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last?.field !== 'color' || span.field !== 'color' || last.to !== span.from) {
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

function releaseAfter(sentence: Sentence, spans: Map<number, Span>, reading: ValuesReading): void {
  for (let found = sentence.find(RELEASING); found; found = sentence.find(RELEASING)) {
    sentence.use(found.from, found.to);
    const span = spans.get(found.to);
    if (span) take(sentence, spans, span, reading.released);
    for (let i = found.to; !span && !spans.has(i) && isContentAt(sentence, i); i++) {
      reading.released_words.push(sentence.tokens[i]!.text);
      sentence.use(i);
    }
  }
}

const isContentAt = (sentence: Sentence, at: number): boolean =>
  at < sentence.tokens.length &&
  !sentence.isUsed(at) &&
  [sentence.tokens[at]!.text].every((text) => /\p{L}/u.test(text) && !FILLERS.has(text) && !JOINTS.has(text));

/** "leather-free". */
function refuseFree(sentence: Sentence, spans: Map<number, Span>, reading: ValuesReading): void {
  for (const span of [...spans.values()]) {
    if (sentence.texts[span.to] !== 'free') continue;
    sentence.use(span.to);
    take(sentence, spans, span, reading.unwanted);
  }
}

function take(sentence: Sentence, spans: Map<number, Span>, span: Span, into: Value[]): void {
  spans.delete(span.from);
  sentence.use(span.from, span.to);
  into.push(...eachOf(span));
}

/** "kids" are girls and boys where the catalogue has no other word for them. */
const eachOf = ({ field, value }: Value): Value[] => value.split(ALTERNATIVES).map((one) => ({ field, value: one }));

/** "non stick" refuses nothing: it is what the thing is like. */
function joinPrefixes(sentence: Sentence, spans: Map<number, Span>): void {
  for (const [i, { text }] of sentence.tokens.entries()) {
    if (text !== 'non' || sentence.isUsed(i) || spans.has(i + 1) || !isContentAt(sentence, i + 1)) continue;
    sentence.respell(i, `non-${sentence.tokens[i + 1]!.text}`);
    sentence.use(i + 1);
  }
}

/** What a "not" refuses: the list of values that follows it, else the one word. */
function refuseFrom(
  sentence: Sentence,
  spans: Map<number, Span>,
  start: number,
  negator: string,
  reading: ValuesReading,
): void {
  let refused = 0;
  for (let i = start; i < sentence.tokens.length; ) {
    const span = spans.get(i);
    const text = sentence.tokens[i]!.text;
    if (span) {
      // "not wool cotton": one of a kind is refused, and the other meant instead.
      if (refused > 0 && sentence.isUsed(i - 1) && reading.unwanted.at(-1)?.field === span.field) return;
      take(sentence, spans, span, reading.unwanted);
      refused++;
      i = span.to;
    } else if (LIST_JOINTS.test(text) && refused > 0) {
      if (!goesOn(sentence, spans, i, text)) return;
      i++;
    } else if (ARTICLES.test(text) && !sentence.isUsed(i)) i++;
    else {
      if (refused === 0 && !sentence.isUsed(i) && !isMark(text) && !FILLERS.has(text))
        refuseWord(sentence, i, negator, reading);
      return;
    }
  }
}

/** A comma goes on with the list only when an "or" follows: "not black, white please" wants white. */
function goesOn(sentence: Sentence, spans: Map<number, Span>, at: number, joint: string): boolean {
  let next = at + 1;
  // "not black, or white".
  const isLast = joint === ',' && /^(?:or|and|nor)$/.test(sentence.tokens[next]?.text ?? '');
  if (isLast) next++;
  if (ARTICLES.test(sentence.tokens[next]?.text ?? '')) next++;
  const span = spans.get(next);
  if (!span) return false;
  if (isLast) return true;
  return joint !== ',' || /^(?:or|and|nor|,)$/.test(sentence.tokens[span.to]?.text ?? '');
}

/** What "without" leaves out is for the search, which knows what products say that they lack. */
function refuseWord(sentence: Sentence, at: number, negator: string, reading: ValuesReading): void {
  if (/without|sans/.test(negator)) {
    sentence.respell(at, sentence.tokens[at]!.text);
    sentence.tokens[at]!.raw = `without ${sentence.tokens[at]!.raw}`;
    return;
  }
  reading.unwanted_words.push(sentence.tokens[at]!.text);
  sentence.use(at);
}
