// Features of a document for re-ranking and de-duplication, read from its segment.
import { wordsOf } from '../../../text/analyse.ts';
import { textOf } from '../../dictionary/term-dictionary.ts';
import { memoise } from '../../memoise.ts';
import { termOf } from '../../ranking/analyse-words.ts';
import type { Purchase } from '../../ranking/deduplicate.ts';
import {
  categoryNodes,
  duplicateKeyOf,
  featuresOf,
  type ProductFeatures,
  type QueryTerms,
} from '../../ranking/product-features.ts';
import type { WordVectors } from '../../ranking/word-vectors.ts';
import { FLAGS, MISSING } from '../format/fields.ts';
import type { Segment } from '../format/segment.ts';

interface Category {
  rows: number[];
  nodes: readonly string[];
}

const NO_CATEGORY: Category = { rows: [], nodes: [] };
const NO_TERMS: readonly string[] = [];
const NO_CODES: ArrayLike<number> = [];
/** Special values of a cached row: not looked up yet, no term has a vector, several terms have one. */
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
  /** Vector row by word number. Frequent words have low numbers, so their rows stay in the CPU cache. */
  readonly #rows: Int16Array;

  /** An instance is valid for one table of word vectors. */
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

  of(doc: number, query: QueryTerms): ProductFeatures {
    const segment = this.#segment;
    const category = this.#categoryOf(this.#categoryCodes[doc]);
    const name: number[] = [];
    const rows = category.rows.slice();
    const reader = segment.textReader(doc);
    for (let left = reader.next(); left > 0; left--) this.#addWord(reader.next(), name, rows);
    const stored = {
      name,
      main_terms: segment.mainTerms[doc]!,
      brand: this.#brandOf(this.#brandCodes[doc]),
      rows,
      nodes: category.nodes,
      out_of_stock: (segment.flags[doc]! & FLAGS.out_of_stock) !== 0,
    };
    return featuresOf(stored, query);
  }

  /** Duplicates share a barcode, or a key of other fields. */
  duplicateKey(doc: number): string | number {
    const segment = this.#segment;
    const barcode = segment.identifierDigits('barcode', doc);
    if (barcode !== '') return barcode;
    return duplicateKeyOf(segment.fullText('name', doc), segment.textOf('brand', doc), segment.textOf('color', doc));
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

  /** Appends the terms of a word and their vector rows. */
  #addWord(word: number, terms: number[], rows: number[]): void {
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
      const termRow = this.#rowOf(terms[i]!);
      if (termRow >= 0) rows.push(termRow);
    }
  }

  /** Row of a single term; for several terms, whether any of them has a row. */
  #rowOfAll(terms: readonly number[], from: number): number {
    if (terms.length === from + 1) return this.#rowOf(terms[from]!);
    for (let i = from; i < terms.length; i++) if (this.#rowOf(terms[i]!) >= 0) return SEVERAL_ROWS;
    return NO_ROW;
  }

  #rowOf(term: number): number {
    if (!this.#wordVectors) return NO_ROW;
    const letters = this.#segment.terms.termBytesAt(term);
    return this.#wordVectors.mayContain(letters.bytes, letters.length)
      ? (this.#wordVectors.rowOf(textOf(letters)) ?? NO_ROW)
      : NO_ROW;
  }

  #categoryOf(code: number | undefined): Category {
    if (!code) return NO_CATEGORY;
    return memoise(this.#categories, code, MAX_CACHED, () => {
      const text = this.#segment.codedText('category', code);
      const rows = this.#wordVectors?.rowsOf(wordsOf(text).map(termOf)) ?? [];
      return { rows, nodes: categoryNodes(text) };
    });
  }

  #brandOf(code: number | undefined): readonly string[] {
    if (!code) return NO_TERMS;
    return memoise(this.#brands, code, MAX_CACHED, () => wordsOf(this.#segment.codedText('brand', code)).map(termOf));
  }
}
