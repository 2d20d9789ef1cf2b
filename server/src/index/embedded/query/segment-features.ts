// Features of a document for re-ranking and de-duplication, read from its segment.
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

/** The major slots of a query: terms and weight of each. */
export interface QuerySlots {
  slots: readonly { terms: ReadonlySet<string>; idf: number }[];
  /** Every term of the query; used to detect brands. */
  named: ReadonlySet<string>;
  /** All terms of the query in order; used to detect exact names. */
  name: readonly string[];
}

/** The slots of a query, resolved to a segment's term numbers. */
export class SlotTerms {
  readonly named: ReadonlySet<string>;
  readonly #slots: readonly { numbers: ReadonlySet<number>; idf: number }[];
  readonly #totalIdf: number;
  /** Undefined if the segment lacks one of the terms. */
  readonly #name: readonly number[] | undefined;

  constructor(segment: Segment, { slots, named, name }: QuerySlots) {
    this.named = named;
    const numbers = name.flatMap((term) => segment.find(term)?.number ?? []);
    this.#name = name.length > 0 && numbers.length === name.length ? numbers : undefined;
    this.#slots = slots.map(({ terms, idf }) => ({
      numbers: new Set([...terms].flatMap((term) => segment.find(term)?.number ?? [])),
      idf,
    }));
    this.#totalIdf = slots.reduce((sum, { idf }) => sum + idf, 0);
  }

  isName(name: GrowableUint32): boolean {
    return this.#name?.length === name.length && this.#name.every((term, i) => name.at(i) === term);
  }

  /** Share of the query's weight that the first `main_terms` terms of a name cover. */
  coverage(name: GrowableUint32, main_terms: number): number {
    const end = Math.min(main_terms, name.length);
    let covered = 0;
    for (const { numbers, idf } of this.#slots) {
      for (let i = 0; i < end; i++) {
        if (!numbers.has(name.at(i))) continue;
        covered += idf;
        break;
      }
    }
    return this.#totalIdf > 0 ? covered / this.#totalIdf : 0;
  }
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
  /** Reused buffer for the terms of a name. */
  readonly #name = new GrowableUint32();

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

  /** Duplicates share a barcode, or, without one, the name, brand and colour. */
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

  /** Appends the terms of a word and their vector rows. */
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
      const termRow = this.#rowOf(terms.at(i));
      if (termRow >= 0) rows.push(termRow);
    }
  }

  /** Row of a single term; for several terms, whether any of them has a row. */
  #rowOfAll(terms: GrowableUint32, from: number): number {
    if (terms.length === from + 1) return this.#rowOf(terms.at(from));
    for (let i = from; i < terms.length; i++) if (this.#rowOf(terms.at(i)) >= 0) return SEVERAL_ROWS;
    return NO_ROW;
  }

  #rowOf(term: number): number {
    return this.#wordVectors?.rowOf(textOf(this.#segment.terms.termBytesAt(term))) ?? NO_ROW;
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
