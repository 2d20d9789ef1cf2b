// The first stage of reading: turns a message into typed spans, by the catalogue's vocabulary and the language's phrases.

import * as english from '../../language/english.ts';
import { Lexicon, spaced } from '../../language/lexicon.ts';
import { stem } from '../../text/analyse.ts';
import { letterSize, sizesFor } from '../../vocabulary/size-values.ts';
import { isKnownWord, isThing } from '../../vocabulary/synonym-words.ts';
import type { Meaning, Vocabulary } from '../../vocabulary/vocabulary.ts';
import { joinLists } from './join-lists.ts';
import { isTagged, type Span } from './span.ts';
import { correctSpelling } from './spelling.ts';
import { type Token, tokenise } from './tokenise.ts';

const PHRASES = new Lexicon(english.PHRASES);
const NAMES = new Lexicon({ name: english.FIXED_NAMES, compound: english.COMPOUNDS });
const CURRENCIES = new Map(
  Object.entries(english.CURRENCIES).flatMap(([code, words]) => words.split(' ').map((word) => [word, code])),
);
const ORDINALS = new Map(
  english.ORDINALS.split(', ').flatMap((words, i) => words.split(' ').map((word) => [word, i + 1])),
);
const PERSONS = new Map(
  Object.entries(english.PERSONS).flatMap(([gender, words]) => [...spaced(words)].map((word) => [word, gender])),
);
/** In a catalogue without genders, they describe. */
const CHILDREN = new Set(['kids', 'girls', 'boys'].flatMap((gender) => english.GENDER_WORDS[gender]!));
const PRONOUNS = spaced('her him he she');
const PARTS = spaced(english.PARTS);
const COUNT_UNITS = spaced(english.COUNT_UNITS);
const QUALIFIERS = spaced(english.QUALIFIERS);
const SHADES = spaced(english.SHADES);
const REGIONS = spaced('us uk eu w l');
const FOR_WHOM = spaced('my a the me men women kids');
const SETS = spaced('set pack box pair pairs case bundle');
const MATERIALS = spaced(english.MATERIALS).difference(spaced(english.FINISHES));
const MAX_COUNT = 100;
const MEASURE_RANGE = /^\d+(?:[.,]\d+)? ?- ?\d/;

export function tagMessage(message: string, vocabulary: Vocabulary, { may_correct = true } = {}): Span[] {
  const said = tokenise(message);
  const tokens = may_correct ? correctSpelling(said, PHRASES, vocabulary) : said;
  const words = tokens.map(({ text }) => text);
  const spans: Span[] = [];
  for (let at = 0; at < tokens.length; ) {
    const { length, ...span } = spanAt({ tokens, words, at, before: spans.at(-1), vocabulary });
    spans.push(span);
    at += length;
  }
  return joinLists(spans);
}

type Tagged = Span & { length: number };

/** A place in the message. */
interface Place {
  tokens: Token[];
  words: string[];
  at: number;
  before: Span | undefined;
  vocabulary: Vocabulary;
}

const spanAt = (place: Place): Tagged =>
  quantityAt(place) ?? nameAt(place) ?? valueOrPhraseAt(place) ?? signAt(place) ?? wordAt(place);

function quantityAt({ tokens, words, at, before, vocabulary }: Place): Tagged | undefined {
  const textAt = (i: number) => words[i] ?? '';
  const { text, number, measure } = tokens[at]!;
  if (measure) {
    const values = MEASURE_RANGE.test(text) ? sizesFor(text, vocabulary) : [...vocabulary.sizesMeasuring(measure)];
    if (MEASURE_RANGE.test(text) && values.length === 0) return { tags: ['measure_range'], text, length: 1 };
    return { tags: ['measure'], text, length: 1, ...(values.length > 0 ? { field: 'size' as const, values } : {}) };
  }
  const isPhrase =
    (PHRASES.longestAt(words, at)?.length ?? 1) > 1 ||
    (vocabulary.longestAt(words, at)?.length ?? 1) > 1 ||
    NAMES.longestAt(words, at);
  if (ORDINALS.has(text) && !isPhrase)
    return { tags: ['ordinal', ...(phraseAt([text], 0)?.tags ?? [])], text, number: ORDINALS.get(text)!, length: 1 };
  const sign = CURRENCIES.get(text);
  const next = tokens[at + 1]?.number;
  if (sign && next !== undefined) return amount(next, sign, 2 + (CURRENCIES.get(textAt(at + 2)) === sign ? 1 : 0));
  if (REGIONS.has(text) && next !== undefined) return regionSizeAt(tokens, at);
  if (number === undefined) return sign ? { tags: ['currency'], text, currency: sign, length: 1 } : undefined;
  const after = textAt(at + 1);
  // A screen of 4k, but under 4k.
  if (
    /^\dk$/.test(text) &&
    !isTagged(before, 'limit.max', 'limit.min', 'about', 'between', 'budget', 'to') &&
    !CURRENCIES.has(after)
  )
    return { tags: ['word'], text, isKnown: true, length: 1 };
  if (after === '%' || after === 'percent') return { tags: ['percent'], text: `${text}%`, number, length: 2 };
  if (CURRENCIES.has(after)) return amount(number, CURRENCIES.get(after)!, 2);
  if (REGIONS.has(after)) return { tags: ['region_size'], text: `${after} ${text}`, length: 2 };
  if (textAt(at - 1) === 'of' && SETS.has(textAt(at - 2))) return { tags: ['word'], text, isKnown: true, length: 1 };
  // "4 my cat": a four that stands for "for".
  if (text === '4' && after !== 'man' && (PERSONS.has(after) || FOR_WHOM.has(after)))
    return { tags: ['for'], text: 'for', length: 1 };
  if (COUNT_UNITS.has(after) && number < MAX_COUNT) return { tags: ['measure'], text: `${text} ${after}`, length: 2 };
  return amount(number, undefined, 1);
}

const amount = (number: number, currency: string | undefined, length: number): Tagged => ({
  tags: ['amount', ...(currency ? ['money'] : [])],
  text: String(number),
  number,
  ...(currency ? { currency } : {}),
  length,
});

/** "us 10.5", "w32 l32". */
function regionSizeAt(tokens: Token[], at: number): Tagged {
  let end = at;
  while (REGIONS.has(tokens[end]?.text ?? '') && tokens[end + 1]?.number !== undefined) end += 2;
  const parts = tokens.slice(at, end).map(({ text }) => text);
  return { tags: ['region_size'], text: parts.join(' '), length: end - at };
}

/** Fixed names ("green tea") and compounds ("over ear") are words of the subject. */
function nameAt({ words, at, before, vocabulary }: Place): Tagged | undefined {
  // "Non slip", but "non leather" excludes leather.
  if (words[at] === 'non' && words[at + 1] && !vocabulary.longestAt(words, at + 1))
    return { tags: ['word'], text: `non-${words[at + 1]}`, length: 2, isKnown: vocabulary.knows(words[at + 1]!) };
  const found = NAMES.longestAt(words, at);
  if (!found || found.length < 2) return undefined;
  const value = vocabulary.longestAt(words, at);
  const isName = value?.meanings[0]?.field === 'brand' || value?.meanings[0]?.field === 'merchant.name';
  if (value && value.length >= found.length && (!isName || isTagged(before, 'by', 'from', 'not'))) return undefined;
  const parts = words.slice(at, at + found.length);
  const text = parts.join(found.tags[0] === 'compound' ? '-' : ' ');
  const isNoun = found.tags[0] === 'name' && isThing(parts.at(-1)!, vocabulary);
  return { tags: ['word'], text, length: found.length, isNoun, isKnown: parts.some((part) => vocabulary.knows(part)) };
}

function valueOrPhraseAt(place: Place): Tagged | undefined {
  const { words, at, before } = place;
  const phrase = phraseAt(words, at);
  if (PRONOUNS.has(words[at]!) && isTagged(before, 'for')) return personAt(place);
  const value = valueAt(place);
  if (!phrase) return value ?? personAt(place) ?? sizeAt(place);
  if (!value || value.length < phrase.length) return phrase;
  return value.length > phrase.length || isNamePlace(place, value.length) ? value : phrase;
}

function phraseAt(words: string[], at: number): Tagged | undefined {
  const found = PHRASES.longestAt(words, at);
  return found && { ...found, text: words.slice(at, at + found.length).join(' ') };
}

/** Where a name is expected, a common word may be one: "from next", "not next", "next boots". */
function isNamePlace({ words, at, before, vocabulary }: Place, length: number): boolean {
  if (isTagged(before, 'by', 'from', 'not', 'or', 'article')) return true;
  return (at === 0 || words[at + length] === 'or') && vocabulary.isNoun(words[at + length] ?? '');
}

function valueAt(place: Place): Tagged | undefined {
  const { tokens, words, at, before, vocabulary } = place;
  if (tokens[at]!.number !== undefined || tokens[at]!.isSign) return undefined;
  const begun =
    isTagged(before, 'by', 'from', 'not') && !PHRASES.longestAt(words, at)
      ? vocabulary.brandBegunBy(words[at]!)
      : undefined;
  if (begun && !vocabulary.longestAt(words, at))
    return { tags: ['value'], text: words[at]!, field: 'brand', values: [begun.value], length: 1 };
  if (isMaterialPrefix(place))
    return { tags: ['value'], text: words[at]!, field: 'material', values: [words[at]!], length: 1 };
  const shade = SHADES.has(words[at]!) && vocabulary.longestAt(words, at) === undefined ? 1 : 0;
  const found = vocabulary.longestAt(words, at + shade);
  if (!found || (found.length === 1 && words[at + shade]!.length < 2)) return undefined;
  const meaning = chooseMeaning({ ...place, at: at + shade }, found);
  if (!meaning || (shade > 0 && meaning.field !== 'color')) return undefined;
  const { field, value } = meaning;
  // A feed may have "Small" in the column of colours.
  if (letterSize(words[at]!) && found.length === 1 && (field === 'color' || field === 'material')) return undefined;
  const length = shade + found.length;
  const text = words.slice(at, at + length).join(' ');
  const meanings = found.meanings.map((other) => ({ field: other.field, value: other.value }));
  return { tags: [text === 'new' ? 'new' : 'value'], text, field, values: value.split('||'), meanings, length };
}

/** "merino or cashmere": beside another one, or where one is expected, the first word of a material is one. */
function isMaterialPrefix({ words, at, before, vocabulary }: Place): boolean {
  if (!vocabulary.beginsMaterial(words[at]!) || vocabulary.longestAt(words, at)) return false;
  return isTagged(before, 'in', 'of', 'or') || words[at + 1] === 'or' || words[at - 2] === 'or';
}

/** The meaning that the words before ask for, else the most frequent; undefined if it is rather a word. */
function chooseMeaning(
  { words, at, before, vocabulary }: Place,
  { length, meanings }: { length: number; meanings: Meaning[] },
): Meaning | undefined {
  const inField = (field: string) => meanings.find((meaning) => meaning.field === field);
  const name = inField('brand') ?? inField('merchant.name');
  if (isTagged(before, 'from')) return inField('merchant.name') ?? name ?? meanings[0];
  // "No velvet" means the material, even if a colour is called so.
  const first = (MATERIALS.has(words[at]!) && inField('material')) || meanings[0];
  if (!first || length > 1) return first?.field === 'merchant.name' ? name : first;
  const isLook = first.field === 'color' || first.field === 'material';
  if (isLook && PARTS.has(words[at + 1] ?? '')) return undefined;
  const isName = first.field === 'brand' || first.field === 'merchant.name';
  // A brand that is called like a thing is the thing, if more names have the word than the brand has products.
  const word = words[at]!;
  if (isName && vocabulary.isNoun(word) && vocabulary.countOf(word) > 2 * first.count) return undefined;
  const isPlural = word.length > 3 && stem(word) !== word;
  if (isName && (isThing(word, vocabulary) || isPlural) && isTagged(before, 'word') && !before!.isNoun)
    return undefined;
  return isName ? (inField('brand') ?? first) : first;
}

function personAt({ words, at, before, vocabulary }: Place): Tagged | undefined {
  const word = words[at]!;
  const gender = PERSONS.get(word) ?? PERSONS.get(word.replace(/s$/, ''));
  if (!gender || (PRONOUNS.has(word) && !isTagged(before, 'for'))) return undefined;
  const meanings = english.GENDER_WORDS[gender]?.flatMap((name) => vocabulary.longestAt([name], 0)?.meanings ?? []);
  const meaning = meanings?.find(({ field }) => field === 'gender');
  if (!meaning) return { tags: ['person'], text: word, length: 1 };
  const isAdult = gender === 'female' || gender === 'male';
  const tags = ['person', 'value', ...(isAdult ? ['adult'] : [])];
  return { tags, text: word, field: 'gender', values: meaning.value.split('||'), length: 1 };
}

function sizeAt({ words, at, before }: Place): Tagged | undefined {
  const word = words[at] === 'x' && letterSize(`x-${words[at + 1]}`) ? `x-${words[at + 1]}` : words[at]!;
  if (!letterSize(word)) return undefined;
  // "s" is a size only where one is expected.
  const isExpected =
    word.length > 1 ||
    isTagged(before, 'size', 'in', 'value', 'pause', 'or', 'correct') ||
    at === words.length - 1 ||
    words[at + 1] === 'or';
  return isExpected ? { tags: ['letter_size'], text: word, length: word.includes('-') ? 2 : 1 } : undefined;
}

function signAt({ tokens, at }: Place): Tagged | undefined {
  const { text, isSign } = tokens[at]!;
  return isSign ? { tags: english.SIGN_TAGS[text] ?? ['pause'], text, length: 1 } : undefined;
}

function wordAt({ tokens, words, at, before, vocabulary }: Place): Tagged {
  let end = at + 1;
  // "Fragrance free", but "toaster free shipping".
  if (tokens[end]?.text === 'free' && !PHRASES.longestAt(words, end)?.tags.includes('free_shipping')) end++;
  while (tokens[end]?.isGlued) end++;
  const parts = tokens.slice(at, end).map(({ text }) => text);
  const last = parts.at(-1)!;
  const isKnown = parts.some((part) => isKnownWord(part, vocabulary));
  const isPlural = last.length > 3 && stem(last) !== last;
  const isIntroduced = isTagged(before, 'article', 'wish', 'any', 'what_about', 'only');
  // Only things have a plural or an article: "toasters", "a toaster".
  const isNamed =
    (isPlural && !PARTS.has(last) && (isKnown || isIntroduced)) ||
    (isTagged(before, 'article') && /^an?$/.test(before!.text));
  const isLast = tokens[end] === undefined || !isKnownWord(tokens[end]!.text, vocabulary);
  const isNoun =
    !QUALIFIERS.has(last) &&
    !CHILDREN.has(last) &&
    ((isThing(last, vocabulary) && !PARTS.has(last)) || (isNamed && isLast));
  return { tags: ['word'], text: parts.join('-'), length: end - at, isNoun, isKnown, isIntroduced };
}
