// What was read of words and texts, by numbers. It lasts from segment to segment: most words of a catalogue come again and
// again, and each is read once.
import { wordsOf } from '../../../text/analyse.ts';
import { negatedTerms } from '../../../text/tokens.ts';
import { measuresOf } from '../../../text/units.ts';
import { BytesHash, nextHash, startHash } from '../format/bytes-hash.ts';
import { GrowableBytes, type GrowableUint32 } from '../format/growable-arrays.ts';
import { truncateTerm } from '../format/term-dictionary.ts';
import { WordTermsWriter } from '../format/word-terms.ts';
import { analyseText, analyseWord, endsMainPart, type Read, SAYS } from './analyse-words.ts';

/** A text that other products have too. */
export interface KnownText {
  terms: readonly number[];
  /** Terms besides those of its words. */
  extras: readonly number[];
  spellings: readonly number[];
  /** The last draft that had it. */
  draft: object | undefined;
}

const SPACE = 32;
const LETTER_BYTES = 3;
/** More texts are not remembered, nor longer ones. */
const MAX_TEXTS = 100_000;
const LONGEST_REMEMBERED = 200;

export class AnalysisCache {
  /** What stands between spaces: "shirt," or "mx-4". */
  readonly words = new BytesHash();
  readonly terms = new BytesHash();
  /** Words of letters as they are written. */
  readonly spellings = new BytesHash();
  readonly #termsOfWords = new WordTermsWriter();
  readonly #spellingsOfWords = new WordTermsWriter();
  /** By word: what it may say beside its terms. */
  readonly #says = new GrowableBytes();
  /** By word, where it has any: its parts as one term. */
  readonly #joined = new Map<number, number[]>();
  readonly #texts = new Map<string, KnownText>();
  #written = Buffer.alloc(2 ** 14);

  get size(): number {
    return this.words.length + this.terms.length;
  }

  /** The words of a folded text, as spaces part them. */
  split(folded: string, words: GrowableUint32): void {
    words.clear();
    if (folded.length * LETTER_BYTES > this.#written.length) {
      this.#written = Buffer.alloc(2 * LETTER_BYTES * folded.length);
    }
    const bytes = this.#written;
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

  /** The terms of a word are added to others. */
  addTermsOf(word: number, terms: number[]): void {
    this.#termsOfWords.addTo(terms, word);
  }

  addSpellingsOf(word: number, spellings: number[]): void {
    this.#spellingsOfWords.addTo(spellings, word);
  }

  /** Terms of a text besides those of its words are added to others. */
  addExtrasOf(folded: string, words: GrowableUint32, extras: number[]): void {
    const says = this.#saidBy(words);
    if (says === 0) return;
    if (says & SAYS.number) for (const { token } of measuresOf(folded)) extras.push(this.termOf(token));
    if (says & SAYS.joined) {
      for (let i = 0; i < words.length; i++) extras.push(...(this.#joined.get(words.at(i)) ?? []));
    }
    if (says & SAYS.lack) for (const lack of negatedTerms(wordsOf(folded))) extras.push(this.termOf(lack));
  }

  /** How many words of a name tell what the thing is. */
  countMainTerms(folded: string, words: GrowableUint32): number {
    let count = 0;
    for (let i = 0; i < words.length; i++) count += this.#termsOfWords.countOf(words.at(i));
    if ((this.#saidBy(words) & SAYS.end) === 0) return count;
    const end = wordsOf(folded).findIndex((word, i) => i > 0 && endsMainPart(word));
    return end < 0 ? count : end;
  }

  text(text: string): KnownText {
    const known = this.#texts.get(text);
    if (known) return known;
    const read = analyseText(text);
    const found = { ...this.#numbersOf(read), extras: read.extras.map(this.termOf), draft: undefined };
    if (this.#texts.size < MAX_TEXTS && text.length <= LONGEST_REMEMBERED) this.#texts.set(text, found);
    return found;
  }

  readonly termOf = (term: string): number => this.terms.internText(truncateTerm(term));

  #saidBy(words: GrowableUint32): number {
    let says = 0;
    for (let i = 0; i < words.length; i++) says |= this.#says.at(words.at(i));
    return says;
  }

  #wordAt(from: number, to: number, hash: number): number {
    const number = this.words.intern(this.#written, from, to, hash);
    if (number === this.#says.length) this.#read(number, this.#written.toString('utf8', from, to));
    return number;
  }

  #read(number: number, folded: string): void {
    const word = analyseWord(folded);
    const { terms, spellings } = this.#numbersOf(word);
    this.#termsOfWords.append(terms);
    this.#spellingsOfWords.append(spellings);
    this.#says.push(word.says);
    if (word.joined.length > 0) this.#joined.set(number, word.joined.map(this.termOf));
  }

  #numbersOf({ terms, spellable }: Read): { terms: number[]; spellings: number[] } {
    return {
      terms: terms.map((term) => this.terms.internText(term)),
      spellings: spellable.map((word) => this.spellings.internText(word)),
    };
  }
}
