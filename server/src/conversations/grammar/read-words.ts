// Reads what no rule matched: the subject and its describing words, exclusions of words, and bare numbers.
import { spaced } from '../../language/lexicon.ts';
import { stem, wordsOf } from '../../text/analyse.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { isTagged, type Span } from '../tagger/span.ts';
import type { Intent, IntentOf } from './intent.ts';

/** Longer runs after a "not" are not one thing. */
const MAX_EXCLUDED_WORDS = 3;
const MAX_PRICE_DIGITS = 4;
/** After a word that is not a noun, smaller numbers belong to a name: "air max 90". */
const MIN_SURE_PRICE = 100;
/** "le" in the name of a person. */
const MAX_PARTICLE = 3;
const isYear = (number: number) => number >= 1900 && number <= 2100;

export function readWords(
  intents: Intent[],
  rest: Span[],
  clause: Span[],
  vocabulary: Vocabulary,
  isCorrection: boolean,
): Intent[] {
  const reader = new WordReader(rest, vocabulary);
  reader.read();
  const isInterest = clause.some((span) => isTagged(span, 'interest', 'lover'));
  // A gift for a father who likes grilling is not a product for men.
  const isRecipient = (intent: Intent) =>
    isGender(intent) && clause.some((span) => isTagged(span, 'adult') && span.values?.[0] === intent.values[0]);
  const kept = intents.filter((intent) => !(isInterest && isRecipient(intent)));
  const genders = kept.filter(isGender);
  const chosen = kept.filter((intent) => genders.length < 2 || !(isGender(intent) && intent.mode === 'default'));
  // The words of "where is my order 4711" are not looked for.
  const isTalk = chosen.some((intent) => intent.type === 'Unsupported' && intent.topic !== 'ratings') && !reader.head;
  if (chosen.some((intent) => intent.type === 'Unsupported' && DOMINANT.has(intent.topic)))
    return chosen.filter(({ type }) => type === 'Unsupported');
  return isTalk ? chosen : [...chosen, ...reader.intents, ...subjectIntents(reader, clause, rest, isCorrection)];
}

const isGender = (intent: Intent): intent is IntentOf<'SetFilter'> =>
  intent.type === 'SetFilter' && intent.field === 'gender';
/** A message about these is not a search, whatever else it has. */
const DOMINANT = new Set<string>(['orders', 'chatter']);

function subjectIntents(
  { words, head, soft, phrase }: WordReader,
  clause: Span[],
  rest: Span[],
  isCorrection: boolean,
): Intent[] {
  const isInstead = clause.some((span) => isTagged(span, 'instead'));
  if (head) {
    const isKept = isCorrection || rest.some((span) => isTagged(span, 'only', 'same'));
    const isRelated =
      isTagged(clause[0], 'also', 'what_about') ||
      isTagged(clause.at(-1), 'too') ||
      clause.some(({ text }) => text.includes('also'));
    const mode = isInstead ? 'new' : isKept ? 'keep' : isRelated ? 'related' : 'new';
    return [{ type: 'NewSubject', words: words.join(' '), head, mode }];
  }
  if (words.length === 0 && soft.length === 0) return [];
  const mode = isInstead || isCorrection ? 'replace' : 'add';
  return [{ type: 'AddWords', words: words.join(' '), soft, phrase: phrase.join(' '), mode }];
}

const PLAIN_TAGS = spaced('adjust release free leave off field.brand field.price field.category');

class WordReader {
  readonly words: string[] = [];
  readonly soft: string[] = [];
  /** Known and unknown words in their order. */
  readonly phrase: string[] = [];
  readonly intents: Intent[] = [];
  head = '';
  readonly #spans: Span[];
  readonly #vocabulary: Vocabulary;
  #joint = '';

  constructor(spans: Span[], vocabulary: Vocabulary) {
    this.#spans = spans;
    this.#vocabulary = vocabulary;
  }

  read(): void {
    // Unknown words belong to a subject that is named in the same message.
    const hasNoun = this.#spans.some((span, i) => span.isNoun && !this.#isExcluded(i));
    for (let at = 0; at < this.#spans.length; ) at += this.#readAt(at, hasNoun);
  }

  #readAt(at: number, hasNoun: boolean): number {
    const span = this.#spans[at]!;
    if (!isTagged(span, 'word', 'amount')) this.#isSoftOpen = false;
    const isJoined = isTagged(span, 'not') && isTagged(this.#spans[at + 1], 'for', 'with', 'in', 'of');
    if (isJoined && isTagged(this.#spans[at + 2], 'word')) return 2 + this.#exclude(at + 2, true, hasNoun);
    if (isTagged(span, 'not', 'release') && isTagged(this.#spans[at + 1], 'word', 'letter_size'))
      return 1 + this.#exclude(at + 1, isTagged(span, 'not'), hasNoun);
    if (isTagged(span, 'instead_of'))
      return this.#spans.slice(at + 1).findIndex((next) => !isTagged(next, 'word')) + 1 || this.#spans.length;
    if (isTagged(span, 'amount')) this.#readNumber(at);
    else if (isTagged(span, 'measure')) this.#add(span.text);
    else if (isTagged(span, 'word')) this.#readWord(span, hasNoun);
    else if (isTagged(span, 'for', 'with')) this.#joint = isTagged(span, 'for') ? 'for' : 'with';
    else if (isTagged(span, 'or')) this.#joint = this.words.length > 0 || at === 0 ? 'or' : '';
    else if (isTagged(span, 'also', 'pause') && this.#isListed(at)) this.#joint = 'or';
    else if (this.#isPlainWord(span)) this.#readWord({ ...span, isKnown: true, isNoun: false }, hasNoun);
    else if (isTagged(span, 'break') || !isTagged(span, 'pause', 'interest', 'gift', 'new', 'of'))
      this.#joint = this.#joint === 'or' ? 'or' : '';
    return 1;
  }

  #readWord(span: Span, hasNoun: boolean): void {
    const isPartOfName = this.#isSoftOpen && span.text.length <= MAX_PARTICLE;
    if ((span.isKnown && !isPartOfName) || hasNoun) this.#add(span.text);
    else this.#addSoft(span.text);
    const noun = wordsOf(span.text).at(-1)!;
    // Of "headphones noise cancelling", the plural is the thing.
    const isPlural = (word: string) => stem(word) !== word;
    if (span.isNoun && this.#isMain && (isPlural(noun) || !isPlural(this.head))) this.head = noun;
  }

  #isMain = true;
  #isSoftOpen = false;

  /** Unknown words beside each other are one phrase: the name of a person, or of a brand. */
  #addSoft(text: string): void {
    this.soft.push(this.#isSoftOpen ? `${this.soft.pop()} ${text}` : text);
    this.#isSoftOpen = true;
    this.phrase.push(text);
  }

  #add(text: string): void {
    const isOpen = this.words.length > 0 || this.#joint !== 'or' || isTagged(this.#spans[0], 'or');
    if (this.#joint && isOpen) {
      this.words.push(this.#joint);
      if (this.phrase.length > 0) this.phrase.push(this.#joint);
    }
    if (this.#joint === 'for' || this.#joint === 'with') this.#isMain = false;
    this.words.push(text);
    this.#isSoftOpen = false;
    this.phrase.push(text);
    this.#joint = '';
  }

  /** "Shampoo and conditioner", "lamps, candles or a tent". */
  #isListed(at: number): boolean {
    const [before, after] = [this.#spans[at - 1], this.#spans[at + 1]];
    if (isTagged(this.#spans[at], 'also'))
      return this.head !== '' && this.#isMain && isTagged(before, 'word') && isTagged(after, 'word');
    return Boolean(before?.isNoun && after?.isNoun) && this.#spans.slice(at).some((span) => isTagged(span, 'or'));
  }

  /** A word with a function that no rule used may be a word of the catalogue: "clear", "set". */
  #isPlainWord({ tags, text }: Span): boolean {
    return (
      tags[0] === 'letter_size' ||
      (PLAIN_TAGS.has(tags[0]!) && !tags.includes('filler') && this.#vocabulary.knows(text))
    );
  }

  #isExcluded(at: number): boolean {
    let i = at;
    while (isTagged(this.#spans[i], 'word', 'letter_size', 'of', 'for', 'with')) i--;
    return isTagged(this.#spans[i], 'not', 'release');
  }

  /** Returns how many spans belong to the exclusion. */
  #exclude(from: number, isNot: boolean, hasNoun: boolean): number {
    let end = from;
    while (isTagged(this.#spans[end], 'word', 'letter_size', 'of') && end < from + MAX_EXCLUDED_WORDS) end++;
    const run = this.#spans.slice(from, end);
    // "not a gaming laptop" is a laptop.
    const isSubject = isNot && run.length > 1 && run.at(-1)!.isNoun && !hasNoun && run[0]!.isIntroduced;
    const excluded = isSubject ? run.slice(0, -1) : run;
    const words = excluded.map(({ text }) => text).join(' ');
    if (isSubject) this.#readWord(run.at(-1)!, true);
    if (!isNot) this.intents.push({ type: 'ReleaseWords', words });
    else if (wordsOf(words).every((word) => this.#vocabulary.knows(word)))
      this.intents.push({ type: 'ExcludeWords', words });
    else this.intents.push({ type: 'Unchecked', kind: 'exclusion', phrase: words }, { type: 'ReleaseWords', words });
    return end - from;
  }

  /** "air max 90" and "calendar 2025" are names, "4 chairs" is a quantity; other numbers are resolved by the state. */
  #readNumber(at: number): void {
    const { number, text } = this.#spans[at]!;
    const before = this.#spans.slice(0, at).findLast((span) => !isTagged(span, 'of'));
    const after = this.#spans[at + 1];
    if (this.#isSoftOpen) {
      this.#addSoft(text);
      return;
    }
    const isName =
      isTagged(before, 'word') &&
      (before!.isKnown || number! > 9) &&
      ((!before!.isNoun && number! < MIN_SURE_PRICE) || isYear(number!) || String(number).length > MAX_PRICE_DIGITS);
    // "iphone 11 case".
    if (isName || (isTagged(before, 'word') && before!.isKnown && after?.isNoun)) this.#add(text);
    else if ((isTagged(after, 'word') && !before?.isNoun) || isTagged(after, 'multiplied')) return;
    else this.intents.push({ type: 'SetNumber', number: number! });
  }
}
