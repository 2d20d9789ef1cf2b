// The words between spaces of a draft's texts: each is read once, and from then on known by its number.
import { wordsOf } from '../../../text/analyse.ts';
import { lacksOf } from '../../../text/tokens.ts';
import { measuresOf } from '../../../text/units.ts';
import type { DraftTerms } from './draft-terms.ts';
import { GrowingBytes, type GrowingNumbers } from './growing.ts';
import type { Sections } from './layout.ts';
import { endsMainPart, SAYS, type WordReader } from './read-words.ts';
import { SpacedTermsWriter } from './spaced-terms.ts';
import { keptTerm } from './term-dictionary.ts';
import { nextHash, startHash, type TextNumbers } from './text-numbers.ts';

const SPACE = 32;
const LETTER_BYTES = 3;
export class DraftWords {
  readonly #reader: WordReader;
  readonly #texts: TextNumbers;
  readonly #terms: DraftTerms;
  readonly #spacedTerms = new SpacedTermsWriter();
  /** By word: what it may say beside its terms. */
  readonly #says = new GrowingBytes();
  /** By word, where it has any: its terms as one. */
  readonly #joined = new Map<number, number[]>();
  #written = Buffer.alloc(2 ** 14);

  /** `texts` numbers the words. */
  constructor(reader: WordReader, texts: TextNumbers, terms: DraftTerms) {
    this.#reader = reader;
    this.#texts = texts;
    this.#terms = terms;
  }

  /** The words of a folded text, as spaces part them, by their numbers. */
  split(folded: string, numbers: GrowingNumbers): void {
    numbers.clear();
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
      numbers.push(this.#numberOf(start, at, hash));
      [start, hash] = [at + 1, startHash];
    }
    if (start < end) numbers.push(this.#numberOf(start, end, hash));
  }

  /** The terms of some words are added to others. */
  termsOf(words: GrowingNumbers, terms: number[]): void {
    for (let i = 0; i < words.length; i++) this.#spacedTerms.addTo(terms, words.at(i));
  }

  /** Terms of a text besides those of its words are added to others. */
  extrasOf(folded: string, words: GrowingNumbers, extras: number[]): void {
    let says = 0;
    for (let i = 0; i < words.length; i++) says |= this.#says.at(words.at(i));
    if (says === 0) return;
    if (says & SAYS.number) for (const { token } of measuresOf(folded)) extras.push(this.#numberOfTerm(token));
    if (says & SAYS.joined) {
      for (let i = 0; i < words.length; i++) extras.push(...(this.#joined.get(words.at(i)) ?? []));
    }
    if (says & SAYS.lack) for (const lack of lacksOf(wordsOf(folded))) extras.push(this.#numberOfTerm(lack));
  }

  /** How many words of a name tell what the thing is. */
  mainTermsOf(name: GrowingNumbers, folded: string): number {
    let [says, count] = [0, 0];
    for (let i = 0; i < name.length; i++) {
      says |= this.#says.at(name.at(i));
      count += this.#spacedTerms.countOf(name.at(i));
    }
    const end = says & SAYS.end ? wordsOf(folded).findIndex((word, i) => i > 0 && endsMainPart(word)) : -1;
    return end < 0 ? count : end;
  }

  readonly #numberOfTerm = (term: string): number => this.#terms.numberOf(keptTerm(term));

  #numberOf(from: number, to: number, hash: number): number {
    const number = this.#texts.numberOf(this.#written, from, to, hash);
    if (number === this.#says.length) this.#read(number, this.#written.toString('utf8', from, to));
    return number;
  }

  #read(number: number, folded: string): void {
    const word = this.#reader.word(folded);
    this.#spacedTerms.append(this.#terms.numbersOf(word));
    this.#says.push(word.says);
    if (word.joined.length > 0) this.#joined.set(number, word.joined.map(this.#numberOfTerm));
  }

  /** Which terms the words stand for, with the words in some order. `rank`: the new numbers of the terms. */
  sections(order: Uint32Array, rank: Uint32Array): Sections {
    const writer = new SpacedTermsWriter();
    const terms: number[] = [];
    for (let i = 0; i < order.length; i++) {
      terms.length = 0;
      this.#spacedTerms.addTo(terms, order[i]!);
      for (let at = 0; at < terms.length; at++) terms[at] = rank[terms[at]!]!;
      writer.append(terms);
    }
    return writer.sections();
  }
}
