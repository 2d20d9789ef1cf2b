// Lookup tables over the catalogue's values: what a shopper's words mean in this catalogue.
import { setImmediate } from 'node:timers/promises';
import * as english from '../language/english.ts';
import { listed, spaced } from '../language/lexicon.ts';
import { VOCABULARY_FIELDS, type VocabularyCounts, type VocabularyField } from '../store/catalogue-store.ts';
import { canonicalGender } from '../text/aliases.ts';
import { stem, wordsOf } from '../text/analyse.ts';
import { editDistance } from '../text/edit-distance.ts';
import { foldText } from '../text/fold-text.ts';
import { measureOf } from '../text/units.ts';
import { headsOf } from './category-heads.ts';

const { CONDITIONS, GENDER_WORDS, MATERIAL_ADJECTIVES, SPELLED_OTHERWISE } = english;
const BASIC_COLOURS = spaced(english.COLORS);
const BASIC_MATERIALS = spaced(english.MATERIALS);
const GIVEN_NAMES = spaced(english.GIVEN_NAMES);
const SHADES = spaced(english.SHADES);
const FILLERS = new Set(listed(english.PHRASES.filler!));

/** Fields whose values are recognised in messages. */
export type ValueField = 'brand' | 'merchant.name' | 'color' | 'size' | 'material' | 'gender' | 'condition';

export interface Meaning {
  field: ValueField;
  /** The criterion value. */
  value: string;
  /** Number of products that have it. */
  count: number;
}

/** Separates the values of one phrase. */
export const ALTERNATIVES = '||';

const MAX_PHRASE_WORDS = 5;
/** Building yields to the event loop after this time. */
const SLICE_MS = 5;
/** Shorter words are not spell-corrected. */
const MIN_FUZZY_LETTERS = 4;
const TWO_EDITS_FROM = 8;
const MAX_SHORT_LETTERS = 5;
/** Company suffixes that shoppers leave out. */
const COMPANY = / (?:(?:&|and) (?:partners|co|sons|daughters|company)\.?|ltd\.?|inc\.?|llc|gmbh|plc|co\.)$/i;

/** Synonyms of one material. */
const FAKE_LEATHERS = [...spaced(english.IMITATIONS)].map((way) => `${way} leather`);

export class Vocabulary {
  /** Meanings by phrase, the most frequent first. */
  readonly #phrases = new Map<string, Meaning[]>();
  /** Spelling candidates by first letter and length. */
  readonly #byLetter = new Map<string, { word: string; count: number; isValue: boolean }[]>();
  readonly #words: Map<string, number>;
  /** All words of phrases; they are never corrected. */
  readonly #phraseWords = new Set<string>();
  /** Words of multi-word names, with the other words of those names. */
  readonly #nameParts = new Map<string, Set<string>>();
  readonly #nouns = new Set<string>();
  /** Brands by a first word that no other brand has. */
  readonly #brandsByFirstWord = new Map<string, Meaning>();
  /** Leading words of multi-word materials, such as "merino". */
  readonly #materialPrefixes = new Set<string>();
  /** Sizes by normalised measure. */
  readonly #measures = new Map<string, string[]>();
  readonly #values: Record<VocabularyField, [string, number][]>;
  /** Query text that matches all categories, for searches without a subject. */
  readonly broadText: string;

  private constructor(counts: VocabularyCounts) {
    this.#values = counts;
    this.#words = new Map(counts.word);
    this.broadText = broadTextOf(counts.category);
  }

  static empty(): Vocabulary {
    const none = Object.fromEntries(VOCABULARY_FIELDS.map((field) => [field, []]));
    return new Vocabulary(none as unknown as VocabularyCounts);
  }

  /** Builds the tables in time slices. */
  static async build(counts: VocabularyCounts): Promise<Vocabulary> {
    const vocabulary = new Vocabulary(counts);
    let since_ms = performance.now();
    for (const _ of vocabulary.#learnAll(counts)) {
      if (performance.now() - since_ms < SLICE_MS) continue;
      await setImmediate();
      since_ms = performance.now();
    }
    return vocabulary;
  }

  *#learnAll(counts: VocabularyCounts): Generator<void> {
    for (const [brand, count] of counts.brand) yield this.#learn('brand', brand, brand, count);
    yield this.#learnFirstWords(counts.brand);
    for (const [name, count] of counts.merchant) yield this.#learn('merchant.name', name, name, count);
    yield this.#learnColours(counts.color);
    yield this.#learnMaterials(counts.material);
    yield this.#learnGenders(counts.gender);
    yield this.#learnConditions(counts.condition);
    yield this.#learnMeasures(counts.size);
    yield* this.#learnNouns(counts);
    yield* this.#sortForSpelling();
  }

  /** The longest known phrase that starts at a word. */
  longestAt(words: readonly string[], at: number): { length: number; meanings: Meaning[] } | undefined {
    for (let length = Math.min(MAX_PHRASE_WORDS, words.length - at); length > 0; length--) {
      const meanings = this.#phrases.get(words.slice(at, at + length).join(' '));
      if (meanings) return { length, meanings };
    }
    return undefined;
  }

  /** "kingston" is Kingston Technology if no other brand starts with it; used where a name is expected. */
  brandBegunBy(word: string): Meaning | undefined {
    return this.#brandsByFirstWord.get(word);
  }

  beginsMaterial(word: string): boolean {
    return this.#materialPrefixes.has(word);
  }

  /** "28cm" is the size "28 cm" if the catalogue has it. */
  sizesMeasuring(measure: string): readonly string[] {
    return this.#measures.get(measure) ?? [];
  }

  /** Number of products with the word in their name or category. */
  countOf(word: string): number {
    return this.#words.get(word) ?? 0;
  }

  knows(word: string): boolean {
    return this.#words.has(word) || this.#phraseWords.has(word);
  }

  /** Whether a word names a kind of product: "jacket" does, "waterproof" does not. */
  isNoun(word: string): boolean {
    return this.#nouns.has(stem(word));
  }

  valuesOf(field: VocabularyField): readonly [string, number][] {
    return this.#values[field];
  }

  /** Spelling correction. At equal edit distance, filter values are preferred. */
  correct(word: string): string | undefined {
    if (word.length < MIN_FUZZY_LETTERS || /\d/.test(word)) return undefined;
    const maxEdits = word.length >= TWO_EDITS_FROM - 1 ? 2 : 1;
    let best: { word: string; edits: number; weight: number } | undefined;
    for (const candidate of this.#candidates(word, maxEdits)) {
      // The first letter is rarely wrong: "iphone" is not "phone".
      if (candidate.word === word.slice(1)) continue;
      // A short word is not a truncated longer one, unless that is a colour: "heart" is not "hearth".
      const isLonger =
        candidate.word.startsWith(word) && !candidate.word.endsWith(word.at(-1)!) && !candidate.word.endsWith('s');
      if (word.length <= MAX_SHORT_LETTERS && isLonger && !BASIC_COLOURS.has(candidate.word)) continue;
      const edits = editDistance(word, candidate.word, maxEdits);
      if (edits > maxEdits || (edits > 1 && !this.#isNearEnough(word, candidate.word))) continue;
      const weight = candidate.count * (candidate.isValue ? 3 : 1);
      if (!best || edits < best.edits || (edits === best.edits && weight > best.weight))
        best = { word: candidate.word, edits, weight };
    }
    return best?.word;
  }

  /** A noun with two adjacent letters swapped: "boots" for "boost". */
  thingSwappedIn(word: string): string | undefined {
    for (let i = 1; i < word.length - 1; i++) {
      const swapped = word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2);
      if (swapped !== word && this.#words.has(swapped) && this.isNoun(swapped)) return swapped;
    }
    return undefined;
  }

  /** Two edits need a long word, or a noun of equal length with the same first half, such as "sandles". */
  #isNearEnough(word: string, meant: string): boolean {
    if (word.length >= TWO_EDITS_FROM) return meant[0] === word[0];
    return meant.length === word.length && meant.slice(0, 4) === word.slice(0, 4) && this.isNoun(meant);
  }

  /** Whether a word is meaningful next to these: "technica" only next to "audio". */
  isMeantBeside(word: string, others: readonly string[]): boolean {
    const beside = this.#nameParts.get(word);
    return !beside || this.#phrases.has(word) || this.isNoun(word) || others.some((other) => beside.has(other));
  }

  /** Words of similar length with the same first letter, or with the first two letters swapped. */
  *#candidates(word: string, maxEdits: number) {
    for (const letter of new Set([word[0]!, word[1]!])) {
      for (let length = word.length - maxEdits; length <= word.length + maxEdits; length++) {
        yield* this.#byLetter.get(letter + length) ?? [];
      }
    }
  }

  #learn(field: ValueField, phrase: string, value: string, count: number): void {
    const spellings = new Set([wordsOf(phrase).join(' ')]);
    const isName = field === 'brand' || field === 'merchant.name';
    const [, sign] = /\S *([&+]) *\S/.exec(phrase) ?? [];
    if (sign) {
      const parts = phrase.split(sign).map((part) => wordsOf(part).join(' '));
      for (const joint of ['and', '&', '+']) spellings.add(parts.join(` ${joint} `));
    }
    // "North Face" is The North Face.
    if (field === 'brand' && /^the \S+ \S/i.test(phrase)) spellings.add(wordsOf(phrase).slice(1).join(' '));
    const short = phrase.replace(COMPANY, '');
    if (isName && short !== phrase && short.length > MIN_FUZZY_LETTERS) spellings.add(wordsOf(short).join(' '));
    // "doc martens" is Dr. Martens.
    for (const spelling of [...spellings]) if (isName) spellings.add(spelling.replace(/^dr (?=\p{L})/u, 'doc '));
    // "Under Armor" is the American spelling.
    for (const spelling of [...spellings]) if (isName) spellings.add(spelling.replace(/our(?= |$)/g, 'or'));
    // "fatface" is Fat Face.
    for (const spelling of [...spellings]) {
      const joined = spelling.replace(' ', '');
      if (isName && /^\p{L}+ \p{L}+$/u.test(spelling) && !this.#words.has(joined)) spellings.add(joined);
    }
    for (const spelling of spellings) for (const word of spelling.split(' ')) this.#phraseWords.add(word);
    const words = wordsOf(phrase);
    for (const word of words) this.#phraseWords.add(word);
    if (isName && words.length > 1) for (const word of words) this.#learnNameParts(word, words);
    for (const spelling of spellings) {
      if (spelling === '') continue;
      const meanings = this.#phrases.get(spelling) ?? [];
      const same = meanings.find((meaning) => meaning.field === field && meaning.value === value);
      if (same) same.count += count;
      else meanings.push({ field, value, count });
      meanings.sort((a, b) => b.count - a.count);
      this.#phrases.set(spelling, meanings);
    }
  }

  #learnNameParts(word: string, words: readonly string[]): void {
    const parts = this.#nameParts.get(word) ?? new Set();
    for (const part of words) parts.add(part);
    this.#nameParts.set(word, parts);
  }

  /** "tommy" is Tommy Hilfiger if no other brand starts with it. */
  #learnFirstWords(brands: [string, number][]): void {
    const firstOf = ([brand]: [string, number]) => wordsOf(brand)[0] ?? '';
    for (const [name, [one, ...others]] of Map.groupBy(brands, firstOf)) {
      if (others.length > 0 || wordsOf(one![0]).length < 2) continue;
      if (GIVEN_NAMES.has(name)) this.#learn('brand', name, ...one!);
      else this.#brandsByFirstWord.set(name, { field: 'brand', value: one![0], count: one![1] });
    }
  }

  /** Whole values, and words of longer values that are colours: "Navy Blue" is also blue. */
  #learnColours(colours: [string, number][]): void {
    const single = new Set(
      colours.map(([value]) => wordsOf(value)).flatMap((words) => (words.length === 1 ? words : [])),
    );
    for (const [value, count] of colours) {
      const words = wordsOf(value);
      this.#learn('color', value, words.join(' '), count);
      if (words.length < 2) continue;
      for (const word of words)
        if (single.has(word) || BASIC_COLOURS.has(word) || this.#isColourOnly(word))
          this.#learn('color', word, word, count);
    }
    this.#learnOtherSpellings('color');
    // A colour that no product has is still a colour; it matches nothing.
    if (colours.length > 0)
      for (const word of BASIC_COLOURS) if (!this.#phrases.has(word)) this.#learn('color', word, word, 0);
  }

  /** "cobalt" in "Cobalt Blue" has no other meaning in this catalogue. */
  #isColourOnly(word: string): boolean {
    return word.length > 3 && !this.#words.has(word) && !this.#phrases.has(word) && !SHADES.has(word);
  }

  /** Whole values, the last word of longer ones ("full-grain leather"), and basic materials in any position. */
  #learnMaterials(materials: [string, number][]): void {
    for (const [value, count] of materials) {
      const words = wordsOf(value);
      this.#learn('material', value, words.join(' '), count);
      // Lambswool is wool.
      for (const word of words)
        for (const end of BASIC_MATERIALS)
          if (word !== end && end.length > 3 && word.endsWith(end)) this.#learn('material', end, end, count);
      if (words.length < 2) continue;
      for (const word of words.slice(0, -1)) this.#materialPrefixes.add(word);
      const isMaterial = (word: string, i: number) =>
        BASIC_MATERIALS.has(word) || (i === words.length - 1 && /^\p{L}{3,}$/u.test(word) && word !== 'blend');
      for (const word of new Set(words.filter(isMaterial))) this.#learn('material', word, word, count);
    }
    for (const [adjective, material] of Object.entries(MATERIAL_ADJECTIVES))
      this.#alias('material', adjective, material);
    const fake = FAKE_LEATHERS.find((name) => this.#phrases.has(name));
    for (const name of materials.length > 0 ? FAKE_LEATHERS : [])
      if (fake) this.#alias('material', name, fake);
      else this.#learn('material', name, name, 0);
  }

  #learnGenders(genders: [string, number][]): void {
    for (const [value, count] of genders) {
      const meaning = canonicalGender(wordsOf(value).join(' '));
      for (const word of GENDER_WORDS[meaning] ?? [value]) this.#learn('gender', word, value, count);
    }
    // A catalogue without girls and boys has them as kids.
    for (const meaning of ['girls', 'boys']) {
      for (const word of GENDER_WORDS[meaning]!) if (!this.#phrases.has(word)) this.#alias('gender', word, 'kids');
    }
    // In a catalogue with girls and boys but no kids, kids means both.
    const [girls, boys] = ['girls', 'boys'].map((word) =>
      this.#phrases.get(word)?.find(({ field }) => field === 'gender'),
    );
    if (!girls || !boys || girls.value === boys.value) return;
    for (const word of GENDER_WORDS.kids!)
      if (!this.#phrases.has(word))
        this.#learn('gender', word, `${girls.value}${ALTERNATIVES}${boys.value}`, girls.count + boys.count);
  }

  #learnConditions(conditions: [string, number][]): void {
    for (const [value, count] of conditions) {
      const words = wordsOf(value).join(' ');
      this.#learn('condition', value, value, count);
      for (const phrase of CONDITIONS[words] ?? []) this.#learn('condition', phrase, value, count);
    }
    if (conditions.length === 0) return;
    // A condition that no product has is still a condition; it matches nothing.
    const isKnown = (phrase: string) => this.#phrases.get(phrase)?.some(({ field }) => field === 'condition');
    for (const value of ['used', 'refurbished']) {
      for (const phrase of CONDITIONS[value]!) if (!isKnown(phrase)) this.#learn('condition', phrase, value, 0);
    }
  }

  #learnMeasures(sizes: [string, number][]): void {
    for (const [value] of sizes) {
      const measure = measureOf(foldText(value));
      if (measure) this.#measures.set(measure, [...(this.#measures.get(measure) ?? []), value]);
    }
  }

  #learnOtherSpellings(field: ValueField): void {
    for (const [one, other] of SPELLED_OTHERWISE) {
      this.#alias(field, one, other);
      this.#alias(field, other, one);
    }
  }

  /** Adds a shopper's word for an existing value. */
  #alias(field: ValueField, word: string, of: string): void {
    if (this.#phrases.get(word)?.some((meaning) => meaning.field === field)) return;
    const meaning = this.#phrases.get(of)?.find((known) => known.field === field);
    if (meaning) this.#learn(field, word, meaning.value, meaning.count);
  }

  /** Nouns of categories, and words that occur in singular and plural. */
  *#learnNouns({ category, word }: VocabularyCounts): Generator<void> {
    for (const [level] of category) {
      for (const head of headsOf(level)) {
        this.#nouns.add(stem(head));
        // Knives and shelves.
        for (const end of head.endsWith('ves') ? ['f', 'fe'] : []) this.#nouns.add(stem(head.slice(0, -3) + end));
      }
      yield;
    }
    const values = (spelling: string) => this.#phrases.has(spelling);
    for (const [plural] of word) {
      const singular = stem(plural);
      if (singular === plural || /\d/.test(plural) || FILLERS.has(plural) || values(plural) || values(singular))
        continue;
      if (this.#words.has(singular)) this.#nouns.add(singular);
      yield;
    }
  }

  *#sortForSpelling(): Generator<void> {
    const add = (word: string, count: number, isValue: boolean) => {
      if (word.length < MIN_FUZZY_LETTERS || /\d/.test(word)) return;
      const key = word[0]! + word.length;
      const list = this.#byLetter.get(key) ?? [];
      list.push({ word, count, isValue });
      this.#byLetter.set(key, list);
    };
    for (const [word, count] of this.#words) if (!this.#phrases.has(word)) yield add(word, count, false);
    for (const [phrase, meanings] of this.#phrases) {
      if (!phrase.includes(' ')) yield add(phrase, meanings[0]!.count, true);
    }
    for (const word of this.#phraseWords)
      if (!this.#phrases.has(word) && !this.#words.has(word)) yield add(word, 1, false);
  }
}

const BROAD_LEVELS = 40;

function broadTextOf(categories: [string, number][]): string {
  return categories
    .slice(0, BROAD_LEVELS)
    .map(([level]) => level)
    .join(' ')
    .slice(0, 900);
}
