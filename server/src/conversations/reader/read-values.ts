// Brands, shops, colours, materials, genders and conditions: the catalogue's own words, wanted or not wanted.

import { ALTERNATIVES, type ValueField, type Vocabulary } from '../../vocabulary/vocabulary.ts';
import { BASIC_MATERIALS, FILLERS } from '../shopping-words.ts';
import { isThingWord } from './real-words.ts';
import { isMark, phrase, type Sentence } from './sentence.ts';
import { isContentAt, LIST_JOINTS, type Span, spansIn, type Value } from './value-spans.ts';

export interface ValuesReading {
  wanted: Value[];
  unwanted: Value[];
  /** "no, cream" without its comma: what follows a "no" that is all the message says besides. */
  is_plain_no: boolean;
  /** Neither wanted nor unwanted any more. */
  released: Value[];
  /** "any colour but pink": what was wanted before is no more. */
  opened: ValueField[];
  /** Words that are said to be left out of what is looked for. */
  released_words: string[];
  /** "is fine": no more unwanted, or else wanted. */
  accepted: Value[];
  /** "is ok", which joins what was asked for, unlike "would be lovely". */
  is_conceded: boolean;
  /** All that it says is which kind is refused or fine: "no used phones", "used books are fine too". */
  is_about_kind: boolean;
  /** Words that are not wanted and are no values: what they mean is for the search to tell. */
  unwanted_words: string[];
}

const NEGATORS = phrase(
  '(?:any|every|all)(?: the)? (?:brands?|makes?|colou?rs?|shops?|stores?|materials?) (?:apart from|other than|aside from|but(?! (?:in|with|for|from|only|just|not)(?= ))|but not|except|besides|bar)',
  'anything (?:but|except)',
  'everything (?:but|except)',
  'anywhere (?:but|except|other than)',
  'all but',
  '(?:(?:anything|something) )?(?:other|else|different|differing) (?:than|from)',
  'apart from',
  'aside from',
  'besides',
  'barring',
  'except(?: for)?',
  '(?:exclud(?:e|ing)|avoid(?:ing)?|leave out|skip|hide|(?:take|filter|cut) out|get rid of|ditch)(?: (?:anything|everything|all|those|ones|products?|items?|stuff|things))?(?: (?:by|from|in|made (?:of|from)|with|thats|that is|that are))?',
  '(?:i )?(?:really )?(?:dont|do not|didnt) (?:(?:want|wanna)(?: to)? see|want|like|need|(?:show|give)(?: me)?|include)(?: any)?',
  '(?:im |i am )?not (?:(?:really|a|big|so|too|much) )*(?:fan of|into|keen on)(?: the)?',
  '(?:i )?hate',
  'no more',
  'nothing (?:in|from|by|with|made of|that is|thats)',
  'nothing(?! (?:else|too|much|over|under|above|below|more|less|special|in particular)(?= ))(?= \\p{L})',
  '(?:but |just |and |rather |please |definitely |absolutely )*(?<!(?:is|are|s) an? )(?:not|no)(?! (?:ok|okay|fine|good|alright|for me|(?:really )?my)(?= ))(?: (?:any|from|by|in|made of|with|the|for|sold|at|have|having|get|see))*',
  'without(?: any)?',
  '(?:that|which) (?:doesnt|dont|does not|do not|wont)(?: (?:have|need|contain|use|require|come with))?(?: any| an?)?(?! (?:cost|break|look|take|weigh|matter)(?= ))',
  'neither',
  'never',
  'non',
  '(?:it |they |that )?(?:cant|cannot|can not|must not|mustnt|shouldnt|should not|may not) (?:be|have)',
  '(?:it |they )?(?:better not|wont) be',
  'sans',
  'minus(?! \\d)',
  '(?:isnt|arent)(?! (?:really )?my(?= ))',
  'hold the',
);
/** All others are wanted. */
const ALL_BUT = /^(?:any|every|all)/;
const RELEASING = phrase(
  '(?:(?:change|switch|swap|replace)(?= (?:the |from )*\\p{L}+(?: \\p{L}+)? (?:to|with|for|by) )(?: from)?|instead of|rather than|forget(?: about)?|(?:thats |ive had |had )?enough(?: of| with)?|(?:im |i am )?(?:done|finished) with|drop|remove|lose|scrap|never ?mind|(?:it |they )?(?:doesnt|does not|dont|do not|neednt|need not) (?:(?:have|need) to )?be|not (?:necessarily|just|only)|no need for)(?: (?:a|an|the|any|in|from|by|just|only))*',
);
const EXCHANGING = /^(?:change|switch|swap|replace)/;
const PLAIN_NO = phrase(
  '(?<=^ (?:(?:hmm|um|uh|oh|well|ok|okay|,|\\.) )*)no(?= (?:the )?\\p{L}+(?: \\p{L}+)?(?: ones?| please)* [^\\p{L}\\p{N}]*$)',
);
/** "is ok too": what was not wanted may come again. */
const ACCEPTED =
  /^(?:(?:is|are|s|would be|sounds?|looks?)(?: (?:also|still|just|·))? (?:fine|ok|okay|good|alright|great|lovely|nice|perfect|ideal|brilliant|amazing|cool|preferred|acceptable|welcome)|(?:would|could|will|might|should) (?:(?:also|·) )?work|(?:(?:also|·) )?works|work|(?:will|would) do|(?:fine|ok|okay|welcome|acceptable) (?:too|as well)|(?:fine|ok|okay)(?= *$))(?= |$)/;
const CONCEDED = /(?:fine|acceptable|welcome|ok|okay|alright|works?|do|too|as well)$/;
/** "is out": refused after all. */
const REJECTED =
  /^(?:(?:is|are|s|looks?) (?:(?:also|·) )?(?:out(?: of the question)?|not (?:ok|okay|fine|good|for me|what i (?:want|need|like|asked for))|no good|an? (?:hard |big |definite )?no(?: (?:go|no|way))?|ugly|horrible|awful|boring|hideous)|(?:isnt|arent|(?:is|are) not) (?:really )?my (?:thing|style|taste|colou?rs?)|isnt (?:ok|good|for me)|wont do|excluded)(?= |$)/;
const ARTICLES = /^(?:a|an|the|any|in|by|from|made|of|with|brand|colou?rs?|ones?|things?|stuff|please|it|to|be|is)$/;
const AGE =
  '(?:\\d+ (?:year|yr|yo|month)s? (?:old )?|(?:teenaged?|teen|young|younger|older|eldest|youngest|baby|grown up) )?';
/** "for my mum and dad". */
const FOR =
  '(?:(?:for|4|(?<=· )(?:and|or|&|,)) |(?=(?:my|our) (?:little )?\\p{L}+ (?:wants?|needs?|would like|is looking|is after|asked for) )|(?<=(?:get|buy|find|give|getting|buying|got) )(?=(?:my|our) \\p{L}+ (?:an?|some|the|new|something) ))';
const WOMEN =
  'wifes?|girlfriends?|gfs?|(?:step)?(?:moms?|mums?|mothers?)(?: in law)?|mam|mummy|mommy|grandmas?|grandmothers?|gran|granny|nan|nana|missus|(?:step ?)?sisters?(?: in law)?|aunts?|aunt(?:ie|y)|fiancees?|bride|her(?! \\p{L}+s )';
const MEN =
  'husbands?|hubby|boyfriends?|bfs?|(?:step)?(?:dads?|fathers?)(?: in law)?|daddy|grandpas?|grand?dads?|granddads?|grandfathers?|(?:step ?)?brothers?(?: in law)?|uncles?|him|fiances?|groom';
const GIRLS = 'daughters?|nieces?|girls?|granddaughters?';
const BOYS = 'sons?|nephews?|boys?|grandsons?';
const PERSON = new RegExp(`^(?:${[WOMEN, MEN, GIRLS, BOYS].join('|')})$`, 'u');

/** Whom a thing may be for. */
export const isPerson = (word: string): boolean => PERSON.test(word);

/** For whom: a gender, where the catalogue knows any. */
const RELATIONS: [RegExp, string][] = [
  [phrase(`${FOR}(?:my |a |the |his |our )?(?:${WOMEN})(?: (?:birthday|bday|anniversary))?`), 'women'],
  [phrase(`${FOR}(?:my |a |the |her |our )?(?:${MEN})(?: (?:birthday|bday|anniversary))?`), 'men'],
  [phrase(`${FOR}(?:my |an? |the |our )?(?:little )?${AGE}(?:${GIRLS})`), 'girls'],
  [phrase(`${FOR}(?:my |an? |the |our )?(?:little )?${AGE}(?:${BOYS})`), 'boys'],
  [
    phrase(
      `${FOR}(?:my |an? |the |our )?(?:little )?(?:\\d+ (?:year|yr|yo|month)s?(?: olds?)?(?: (?:kid|child))?|${AGE}(?:kids?|children|child|toddlers?|grand(?:kids?|children|child)|little ones?))`,
      '(?<=^ (?:(?:an?|its|hes|shes|about) )*)(?:1[0-2]|[1-9]) (?:year|month)s?(?: olds?)?(?= [^\\p{L}\\p{N}]*$)',
    ),
    'kids',
  ],
];

export function readValues(sentence: Sentence, vocabulary: Vocabulary): ValuesReading {
  const reading: ValuesReading = {
    wanted: [],
    unwanted: [],
    released: [],
    opened: [],
    released_words: [],
    accepted: [],
    is_conceded: false,
    unwanted_words: [],
    is_plain_no: false,
    is_about_kind: false,
  };
  // Twice, for "my dad and mum".
  for (const [pattern, gender] of [...RELATIONS, ...RELATIONS]) {
    const [meaning] = vocabulary.longestAt([gender], 0)?.meanings.filter(({ field }) => field === 'gender') ?? [];
    // Where the catalogue knows no genders it is for somebody all the same, and "brother" is no word to search for.
    const found = meaning || /men$/.test(gender) ? sentence.take(pattern) : undefined;
    if (!found || !meaning) continue;
    const isRefused = /^(?:not|never|nothing|isnt|arent)$/.test(sentence.texts[found.from - 1] ?? '');
    if (isRefused) sentence.use(found.from - 1);
    (isRefused ? reading.unwanted : reading.wanted).push(...eachOf(meaning));
  }
  const spans = spansIn(sentence, vocabulary);
  const byStart = new Map(spans.map((span) => [span.from, span]));
  joinPrefixes(sentence, byStart);
  releaseAfter(sentence, byStart, reading);
  refuseBefore(sentence, byStart, reading);
  const plainNo = sentence.find(PLAIN_NO);
  refuseFar(sentence, byStart, vocabulary, reading);
  for (let found = sentence.find(NEGATORS); found; found = sentence.find(NEGATORS)) {
    if (found[0] === 'nothing' && byStart.has(found.from)) break;
    sentence.use(found.from, found.to);
    // "nothing from Apple", where a brand is called Nothing.
    for (let i = found.from; i < found.to; i++) byStart.delete(i);
    const known = reading.unwanted.length;
    refuseFrom(sentence, byStart, found.to, found[0].trim(), reading);
    const [last] =
      reading.unwanted.length > known && isFirst(sentence, found.from) ? [lastUsed(sentence, found.to)] : [];
    if (last !== undefined && isThingAlone(sentence, last + 1)) reading.is_about_kind = true;
    if (ALL_BUT.test(found[0])) reading.opened.push(...reading.unwanted.slice(known).map(({ field }) => field));
  }
  const refused = reading.unwanted.length + reading.unwanted_words.length;
  reading.is_plain_no = plainNo !== undefined && refused === 1 && byStart.size === 0;
  sortWanted(sentence, [...byStart.values()], reading);
  return reading;
}

const isFirst = (sentence: Sentence, at: number): boolean =>
  sentence.tokens.slice(0, at).every(({ text }, i) => sentence.isUsed(i) || FILLERS.has(text) || isMark(text));

function lastUsed(sentence: Sentence, from: number): number {
  let at = from;
  while (at < sentence.tokens.length && sentence.isUsed(at)) at++;
  return at - 1;
}

/** One word, and nothing else that says anything. */
const isThingAlone = (sentence: Sentence, at: number): boolean =>
  isContentAt(sentence, at) && sentence.tokens.every((_, i) => i <= at || !isContentAt(sentence, i));

/** The rest is wanted, or accepted or refused where "is fine" or "is out" stands behind the list that it is in. */
function sortWanted(sentence: Sentence, spans: Span[], reading: ValuesReading): void {
  let into = reading.wanted;
  for (const [i, span] of [...spans.entries()].reverse()) {
    // "used books are fine".
    const isKind = isFirst(sentence, span.from) && isContentAt(sentence, span.to) && isBe(sentence.texts[span.to + 1]);
    const end = span.to + (isKind ? 1 : 0);
    const behind = sentence.texts.slice(end, end + 6);
    const isListed = LIST_JOINTS.test(behind[0] ?? '') && spans[i + 1]?.from === span.to + 1;
    const accepted = acceptedAt(sentence, end);
    const verdict = accepted ?? REJECTED.exec(behind.join(' '));
    if (!isListed) into = accepted ? reading.accepted : verdict ? reading.unwanted : reading.wanted;
    if (verdict) sentence.use(end, end + verdict[0].split(' ').length);
    if (accepted && CONCEDED.test(accepted[0])) reading.is_conceded = true;
    if (verdict && isKind) reading.is_about_kind = true;
    into.unshift(...eachOf(span));
  }
  for (const span of spans) sentence.use(span.from, span.to);
}

/** "carhartt works"; of "carhartt work pants" the work is that of the pants. */
function acceptedAt(sentence: Sentence, at: number): RegExpExecArray | undefined {
  const accepted = ACCEPTED.exec(sentence.texts.slice(at, at + 6).join(' '));
  const isOfThing = accepted && !accepted[0].includes(' ') && isContentAt(sentence, at + 1);
  return accepted && !isOfThing ? accepted : undefined;
}

const isBe = (word: string | undefined): boolean => word === 'is' || word === 'are';

function releaseAfter(sentence: Sentence, spans: Map<number, Span>, reading: ValuesReading): void {
  for (let found = sentence.find(RELEASING); found; found = sentence.find(RELEASING)) {
    sentence.use(found.from, found.to);
    const span = spans.get(found.to);
    if (span) take(sentence, spans, span, reading.released);
    for (let i = found.to; !span && !spans.has(i) && isContentAt(sentence, i); i++) {
      reading.released_words.push(sentence.tokens[i]!.text);
      sentence.use(i);
      // The "for" of "swap the kettle for a toaster".
      if (EXCHANGING.test(found[0]) && /^(?:to|with|for|by)$/.test(sentence.texts[i + 1] ?? '')) sentence.use(i + 1);
    }
  }
}

/** "leather-free", "nike no", "black? no thanks". */
const REFUSED_BEHIND =
  /^(?:free(?= |$)|(?:[,?.-] )?(?:no|nope|nah|not|out)(?: (?:thanks?|thank you|please|·|[.,!]))* *$)/;

function refuseBefore(sentence: Sentence, spans: Map<number, Span>, reading: ValuesReading): void {
  for (const span of [...spans.values()].reverse()) {
    const refused = REFUSED_BEHIND.exec(sentence.texts.slice(span.to).join(' '));
    if (!refused) continue;
    sentence.use(span.to, span.to + refused[0].trim().split(' ').length);
    take(sentence, spans, span, reading.unwanted);
  }
}

/** Refuses whatever is done to it: "i don't do leather", "can't stand brown", "not interested in nike". */
const TURNED = /^(?:not|never|dont|doesnt|didnt|wont|wouldnt|cant|cannot|couldnt)$/;
/** … but for these: "i don't mind leather", "i can't find brown". */
const UNTURNED =
  /^(?:mind|care|matter|have|has|got|know|find|see|you|u|think|just|only|necessarily|but|and|or|if|sure|too|so|as|than|forget|wait|want|like|need|show|give|include|with)$/;
const FAR = 3;

function refuseFar(sentence: Sentence, spans: Map<number, Span>, vocabulary: Vocabulary, reading: ValuesReading): void {
  const isBetween = (i: number) => {
    const { text } = sentence.tokens[i]!;
    const isWord = /^\p{L}+$/u.test(text) && !sentence.isUsed(i) && !UNTURNED.test(text) && !TURNED.test(text);
    return isWord && !vocabulary.isNoun(text) && !isThingWord(text);
  };
  for (const [i, { text }] of sentence.tokens.entries()) {
    if (!TURNED.test(text) || sentence.isUsed(i)) continue;
    let at = i + 1;
    while (at <= i + FAR && at < sentence.tokens.length && !spans.has(at) && isBetween(at)) at++;
    if (!spans.has(at) || at === i + 1) continue;
    sentence.use(i, at);
    refuseFrom(sentence, spans, at, text, reading);
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
      // "not wool cotton", "not black mens": without an "or" only "black leather" is refused together.
      const isBeside = refused > 0 && sentence.isUsed(i - 1);
      if (isBeside && !(reading.unwanted.at(-1)?.field === 'color' && span.field === 'material')) return;
      take(sentence, spans, ofFieldNamed(span, negator), reading.unwanted);
      refused++;
      i = span.to;
    } else if (LIST_JOINTS.test(text) && refused > 0) {
      if (!goesOn(sentence, spans, i, reading.unwanted.at(-1)?.field)) {
        // "not rubber or pvc".
        if (isOneOfTwo(sentence, spans, i) && isContentAt(sentence, i + 1) && !spans.has(i + 1))
          refuseWord(sentence, i + 1, negator, reading, false);
        return;
      }
      i++;
    } else if (refused > 0 && !LIST_JOINTS.test(sentence.tokens[i - 1]!.text) && BEGINNING.test(text)) return;
    else if (ARTICLES.test(text) && !sentence.isUsed(i)) i++;
    else {
      if (refused > 0 || sentence.isUsed(i) || isMark(text) || FILLERS.has(text)) return;
      const isAll = isWhole(sentence, start);
      const end = refuseWord(sentence, i, negator, reading, isAll);
      const next = sentence.texts[end + 1] ?? '';
      // "not silk or wool", "not made of pvc or rubber": whatever the "or" joins without a thing beside it is refused, too.
      const isAlike =
        isAll || (BASIC_MATERIALS.has(text) && BASIC_MATERIALS.has(next)) || isOneOfTwo(sentence, spans, end);
      if (isAlike && /^(?:or|nor|and)$/.test(sentence.texts[end] ?? '') && isContentAt(sentence, end + 1))
        refuseFrom(sentence, spans, end + 1, negator, reading);
      return;
    }
  }
}

/** Behind an "or" one value, or one word, is the last that is said. */
function isOneOfTwo(sentence: Sentence, spans: Map<number, Span>, at: number): boolean {
  const last = spans.get(at + 1)?.to ?? at + 2;
  return (
    sentence.texts[at] === 'or' &&
    sentence.tokens.slice(last).every(({ text }, i) => sentence.isUsed(last + i) || isMark(text))
  );
}

/** "any brand but next": of a brand and a shop that are called so, the one that is spoken of. */
function ofFieldNamed(span: Span, negator: string): Span {
  const named = /brand|make/.test(negator) ? 'brand' : /shop|store/.test(negator) ? 'merchant.name' : undefined;
  return { ...span, ...span.meanings.find(({ field }) => field === named) };
}

/** With these something else begins: "without leather, in black". */
const BEGINNING = /^(?:in|by|from|made|of|with|an?|the|any)$/;

/** A comma goes on with the list only when an "or" follows, and with values of one kind: "not black, white please" wants white. */
function goesOn(sentence: Sentence, spans: Map<number, Span>, at: number, field: ValueField | undefined): boolean {
  const textAt = (i: number) => sentence.tokens[i]?.text ?? '';
  // "not black, or white".
  const isLast = textAt(at) === ',' && /^(?:or|and|nor)$/.test(textAt(at + 1));
  const first = isLast ? at + 2 : at + 1;
  const next = ARTICLES.test(textAt(first)) ? first + 1 : first;
  const span = spans.get(next);
  if (!span) return false;
  const isSame = span.field === field;
  if (isLast) return true;
  if (textAt(at) !== ',') return isSame || next === first || !BEGINNING.test(textAt(first));
  return isSame && /^(?:or|and|nor|,)$/.test(textAt(span.to));
}

/** Whether the negation is all that the message says: then all its words are refused, as in "not star wars". */
const isWhole = (sentence: Sentence, start: number): boolean =>
  sentence.tokens.every(({ text }, i) => (i < start ? sentence.isUsed(i) || FILLERS.has(text) || isMark(text) : true));

/** Up to where. What "without" leaves out is for the search, which knows what products say that they lack. */
function refuseWord(sentence: Sentence, at: number, negator: string, reading: ValuesReading, isAll: boolean): number {
  if (/without|sans/.test(negator)) {
    sentence.respell(at, sentence.tokens[at]!.text);
    sentence.tokens[at]!.raw = `without ${sentence.tokens[at]!.raw}`;
    return sentence.tokens.length;
  }
  let end = at + 1;
  while (isAll && isContentAt(sentence, end)) end++;
  const words = sentence.tokens.slice(at, end).map(({ text }) => text);
  reading.unwanted_words.push(words.join(' '));
  sentence.use(at, end);
  return end;
}
