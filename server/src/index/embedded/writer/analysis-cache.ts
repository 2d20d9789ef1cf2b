// Caches the analysis of words and texts across segments: most words of a catalogue repeat, and each is analysed once.
import { wordsOf } from '../../../text/analyse.ts';
import { negatedTerms } from '../../../text/tokens.ts';
import { measuresOf } from '../../../text/units.ts';
import { BytesHash, nextHash, startHash } from '../../dictionary/bytes-hash.ts';
import { GrowableBytes, type GrowableUint32 } from '../../dictionary/growable-arrays.ts';
import {
  type Analysis,
  analyseText,
  analyseWord,
  mainTermsOf,
  truncateTerm,
  WORD_FLAGS,
} from '../../ranking/analyse-words.ts';
import { WordTermsWriter } from '../format/word-terms.ts';

export interface AnalysedText {
  terms: readonly number[];
  /** Terms beyond those of its words: measures, hyphenations, negations. */
  extras: readonly number[];
  spellings: readonly number[];
  /** The last segment builder that used it. */
  lastBuilder: object | undefined;
}

const SPACE = 32;
/** UTF-8 bytes per UTF-16 code unit, at most. */
const MAX_UNIT_BYTES = 3;
/** Limits of the cache of texts. */
const MAX_TEXTS = 100_000;
const MAX_TEXT_LENGTH = 200;

export class AnalysisCache {
  /** Texts between spaces, such as "shirt," or "mx-4". */
  readonly words = new BytesHash();
  readonly terms = new BytesHash();
  /** Words for the spelling dictionary. */
  readonly spellings = new BytesHash();
  readonly #termsOfWords = new WordTermsWriter();
  readonly #spellingsOfWords = new WordTermsWriter();
  /** WORD_FLAGS by word. */
  readonly #flags = new GrowableBytes();
  /** Joined terms of hyphenated words. */
  readonly #joined = new Map<number, number[]>();
  readonly #texts = new Map<string, AnalysedText>();
  #scratch = Buffer.alloc(2 ** 14);

  get size(): number {
    return this.words.length + this.terms.length;
  }

  /** Splits a folded text at spaces into word ids. */
  split(folded: string, words: GrowableUint32): void {
    words.clear();
    if (folded.length * MAX_UNIT_BYTES > this.#scratch.length) {
      this.#scratch = Buffer.alloc(2 * MAX_UNIT_BYTES * folded.length);
    }
    const bytes = this.#scratch;
    const end = bytes.write(folded);
    let [start, hash] = [0, startHash];
    for (let at = 0; at < end; at++) {
      const byte = bytes[at]!;
      if (byte !== SPACE) {
        hash = nextHash(hash, byte);
        continue;
      }
      words.push(this.#wordAt(start, at, hash));
      [start, hash] = [at + 1, startHash];
    }
    if (start < end) words.push(this.#wordAt(start, end, hash));
  }

  addTermsOf(word: number, terms: number[]): void {
    this.#termsOfWords.addTo(terms, word);
  }

  addSpellingsOf(word: number, spellings: number[]): void {
    this.#spellingsOfWords.addTo(spellings, word);
  }

  /** Adds the terms of a text beyond those of its words. */
  addExtrasOf(folded: string, words: GrowableUint32, extras: number[]): void {
    const flags = this.#flagsOf(words);
    if (flags === 0) return;
    if (flags & WORD_FLAGS.number) for (const { token } of measuresOf(folded)) extras.push(this.termOf(token));
    if (flags & WORD_FLAGS.joined) {
      for (let i = 0; i < words.length; i++) extras.push(...(this.#joined.get(words.at(i)) ?? []));
    }
    if (flags & WORD_FLAGS.negation) for (const term of negatedTerms(wordsOf(folded))) extras.push(this.termOf(term));
  }

  /** See `mainTermsOf`. */
  countMainTerms(folded: string, words: GrowableUint32): number {
    let count = 0;
    for (let i = 0; i < words.length; i++) count += this.#termsOfWords.countOf(words.at(i));
    return mainTermsOf(folded, count, this.#flagsOf(words));
  }

  text(text: string): AnalysedText {
    const cached = this.#texts.get(text);
    if (cached) return cached;
    const analysis = analyseText(text);
    const found = { ...this.#idsOf(analysis), extras: analysis.extras.map(this.termOf), lastBuilder: undefined };
    if (this.#texts.size < MAX_TEXTS && text.length <= MAX_TEXT_LENGTH) this.#texts.set(text, found);
    return found;
  }

  readonly termOf = (term: string): number => this.terms.internText(truncateTerm(term));

  #flagsOf(words: GrowableUint32): number {
    let flags = 0;
    for (let i = 0; i < words.length; i++) flags |= this.#flags.at(words.at(i));
    return flags;
  }

  #wordAt(from: number, to: number, hash: number): number {
    const id = this.words.intern(this.#scratch, from, to, hash);
    if (id === this.#flags.length) this.#analyse(id, this.#scratch.toString('utf8', from, to));
    return id;
  }

  #analyse(id: number, folded: string): void {
    const word = analyseWord(folded);
    const { terms, spellings } = this.#idsOf(word);
    this.#termsOfWords.append(terms);
    this.#spellingsOfWords.append(spellings);
    this.#flags.push(word.flags);
    if (word.joined.length > 0) this.#joined.set(id, word.joined.map(this.termOf));
  }

  #idsOf({ terms, spellable }: Analysis): { terms: number[]; spellings: number[] } {
    return {
      terms: terms.map((term) => this.terms.internText(term)),
      spellings: spellable.map((word) => this.spellings.internText(word)),
    };
  }
}
