// What the second look and the search for copies ask of a product, read from its segment.
import { valuesOf } from '../../../product/text-fields.ts';
import { wordsOf } from '../../../text/analyse.ts';
import type { Purchase } from '../../ranking/deduplicate.ts';
import type { ProductFeatures } from '../../ranking/rerank.ts';
import type { WordVectors } from '../../ranking/word-vectors.ts';
import { FLAGS, MISSING } from '../format/fields.ts';
import { GrowableUint32 } from '../format/growable-arrays.ts';
import type { Segment } from '../format/segment.ts';
import { textOf } from '../format/term-dictionary.ts';
import { termOf } from '../writer/analyse-words.ts';
import { memoise } from './memoise.ts';

interface Category {
  rows: number[];
  nodes: readonly string[];
}

/** What a query asks for, by slot: the terms that it may stand for, and what it weighs. */
export interface QuerySlots {
  slots: readonly { terms: ReadonlySet<string>; idf: number }[];
  /** Every term that the query names, for brands. */
  named: ReadonlySet<string>;
  /** All terms of the query in order, for names. */
  name: readonly string[];
}

/** By these bits most terms of a name are told as not asked for, without looking them up. */
const LOWER_BITS = 255;

/** The same by the numbers that the terms have in a segment. */
export class SlotTerms {
  readonly named: ReadonlySet<string>;
  readonly #slots: readonly { numbers: ReadonlySet<number>; idf: number }[];
  readonly #all: number;
  /** Undefined where no name of the segment has all of them. */
  readonly #name: readonly number[] | undefined;
  /** By the lower bits of a term: 1 where it may be asked for. */
  readonly #asked = new Uint8Array(LOWER_BITS + 1);

  constructor(segment: Segment, { slots, named, name }: QuerySlots) {
    this.named = named;
    const numbers = name.flatMap((term) => segment.find(term)?.number ?? []);
    this.#name = name.length > 0 && numbers.length === name.length ? numbers : undefined;
    this.#slots = slots.map(({ terms, idf }) => {
      const numbers = [...terms].flatMap((term) => segment.find(term)?.number ?? []);
      for (const number of numbers) this.#asked[number & LOWER_BITS] = 1;
      return { numbers: new Set(numbers), idf };
    });
    this.#all = slots.reduce((sum, { idf }) => sum + idf, 0);
  }

  isName(name: GrowableUint32): boolean {
    return this.#name?.length === name.length && this.#name.every((term, i) => name.at(i) === term);
  }

  /** The share of what the query asks that the first so many terms of a name say. */
  coverage(name: GrowableUint32, main_terms: number): number {
    const asked: number[] = [];
    const most = Math.min(main_terms, name.length);
    for (let i = 0; i < most; i++) if (this.#asked[name.at(i) & LOWER_BITS] === 1) asked.push(name.at(i));
    let covered = 0;
    for (const { numbers, idf } of this.#slots) {
      for (let i = 0; i < asked.length; i++) {
        if (!numbers.has(asked[i]!)) continue;
        covered += idf;
        break;
      }
    }
    return this.#all > 0 ? covered / this.#all : 0;
  }
}

const NO_CATEGORY: Category = { rows: [], nodes: [] };
const NO_TERMS: readonly string[] = [];
const NO_CODES: ArrayLike<number> = [];
/** Instead of where a word stands in the word wordVectors: not looked up yet, nowhere, or its terms each stand somewhere. */
const UNRESOLVED = 0x7fff;
const NO_ROW = -1;
const SEVERAL_ROWS = -2;
const MAX_CACHED = 20_000;

export class SegmentFeatures {
  readonly #segment: Segment;
  readonly #wordVectors: WordVectors | undefined;
  readonly #categories = new Map<number, Category>();
  readonly #brands = new Map<number, readonly string[]>();
  readonly #categoryCodes: ArrayLike<number>;
  readonly #brandCodes: ArrayLike<number>;
  /** By the number of a word: frequent words have small ones, and stay in the processor's cache. */
  readonly #rows: Int16Array;
  /** The terms of the name at hand. */
  readonly #name = new GrowableUint32();

  /** They are as good as the word wordVectors in which they are told. */
  constructor(segment: Segment, wordVectors: WordVectors | undefined) {
    this.#segment = segment;
    this.#wordVectors = wordVectors;
    this.#categoryCodes = segment.codeColumn('category')?.codes ?? NO_CODES;
    this.#brandCodes = segment.codeColumn('brand')?.codes ?? NO_CODES;
    this.#rows = new Int16Array(segment.words.length).fill(UNRESOLVED);
  }

  uses(wordVectors: WordVectors | undefined): boolean {
    return this.#wordVectors === wordVectors;
  }

  of(doc: number, slots: SlotTerms): ProductFeatures {
    const segment = this.#segment;
    const category = this.#categoryOf(this.#categoryCodes[doc]);
    const [name, rows] = [this.#name, category.rows.slice()];
    name.clear();
    const reader = segment.textReader(doc);
    for (let left = reader.next(); left > 0; left--) this.#addWord(reader.next(), name, rows);
    const brand = this.#brandOf(this.#brandCodes[doc]);
    return {
      main_part: slots.coverage(name, segment.mainTerms[doc]!),
      name_length: name.length,
      is_exact_name: slots.isName(name),
      rows,
      nodes: category.nodes,
      is_brand_named: brand.length > 0 && brand.every((term) => slots.named.has(term)),
      out_of_stock: (segment.flags[doc]! & FLAGS.out_of_stock) !== 0,
    };
  }

  /** Copies have one barcode; where there is none, one name, brand and colour. */
  duplicateKey(doc: number): string | number {
    const segment = this.#segment;
    const barcode = segment.identifierDigits('barcode', doc);
    if (barcode !== '') return barcode;
    return JSON.stringify([
      segment.fullText('name', doc),
      segment.textOf('brand', doc),
      valuesOf('color', segment.textOf('color', doc)),
    ]);
  }

  purchase(doc: number): Purchase {
    const segment = this.#segment;
    const amount = segment.number('final_price', doc);
    return {
      currency: segment.textOf('currency', doc),
      amount: amount === MISSING ? undefined : amount,
      out_of_stock: (segment.flags[doc]! & FLAGS.out_of_stock) !== 0,
    };
  }

  /** Adds the terms of a word, and where they stand in the word wordVectors. */
  #addWord(word: number, terms: GrowableUint32, rows: number[]): void {
    const before = terms.length;
    this.#segment.wordTerms.addTo(terms, word);
    let row = this.#rows[word]!;
    if (row === UNRESOLVED) {
      row = this.#rowOfAll(terms, before);
      this.#rows[word] = row;
    }
    if (row >= 0) rows.push(row);
    if (row !== SEVERAL_ROWS) return;
    for (let i = before; i < terms.length; i++) {
      const of = this.#rowOf(terms.at(i));
      if (of >= 0) rows.push(of);
    }
  }

  /** Of the terms from one on: where the only one stands, or whether any of several stands somewhere. */
  #rowOfAll(terms: GrowableUint32, from: number): number {
    if (terms.length === from + 1) return this.#rowOf(terms.at(from));
    for (let i = from; i < terms.length; i++) if (this.#rowOf(terms.at(i)) >= 0) return SEVERAL_ROWS;
    return NO_ROW;
  }

  #rowOf(term: number): number {
    if (!this.#wordVectors) return NO_ROW;
    const letters = this.#segment.terms.termBytesAt(term);
    return this.#wordVectors.mayKnow(letters.bytes, letters.length)
      ? (this.#wordVectors.rowOf(textOf(letters)) ?? NO_ROW)
      : NO_ROW;
  }

  #categoryOf(code: number | undefined): Category {
    if (!code) return NO_CATEGORY;
    return memoise(this.#categories, code, MAX_CACHED, () => {
      const text = this.#segment.codedText('category', code);
      const levels = text
        .split('>')
        .map((level) => level.trim())
        .filter(Boolean);
      const rows = this.#wordVectors?.rowsOf(wordsOf(text).map(termOf)) ?? [];
      return { rows, nodes: levels.map((_, i) => levels.slice(0, i + 1).join('>')) };
    });
  }

  #brandOf(code: number | undefined): readonly string[] {
    if (!code) return NO_TERMS;
    return memoise(this.#brands, code, MAX_CACHED, () => wordsOf(this.#segment.codedText('brand', code)).map(termOf));
  }
}
