// A bigram filter: one bit per document and pair of adjacent bytes, for identifiers and for words that occur only once.
// Substring filters use it to find candidates, since scanning all those words would take longer than the rest of a search.

import type { FullTextField, IdentifierField } from '../../criteria/field-kinds.ts';
import type { Sections } from '../../dictionary/layout.ts';
import { popCount } from '../../dictionary/pop-count.ts';

/**
 * Rows: one per pair of digits, since most needles are numbers; one per digit three times in a row, which is only one pair;
 * one per first digit of a number. All other pairs share the remaining rows by hash. Barcodes have a filter of their own,
 * because their common prefixes would weaken the filter for model numbers.
 */
const DIGITS = 10;
const TRIPLES = DIGITS * DIGITS;
const FIRST_DIGITS = TRIPLES + DIGITS;
const OTHERS = FIRST_DIGITS + DIGITS;
const ROWS = { text: OTHERS + 40, barcode: FIRST_DIGITS + 1 } as const;
export type BigramKind = keyof typeof ROWS;
export const BIGRAM_KINDS = Object.keys(ROWS) as BigramKind[];

export const bigramKindOf = (field: FullTextField | IdentifierField): BigramKind =>
  field === 'barcode' ? 'barcode' : 'text';

const ZERO = 48;
const isDigit = (byte: number): boolean => byte >= ZERO && byte < ZERO + DIGITS;

/** Calls `take` with the row of every pair of a text, repeatedly for repeated pairs. */
function forEachRow(kind: BigramKind, bytes: Uint8Array, from: number, to: number, take: (row: number) => void): void {
  for (let i = from + 1; i < to; i++) {
    const [first, second] = [bytes[i - 1]!, bytes[i]!];
    const digit = second - ZERO;
    if (isDigit(first) && isDigit(second)) {
      take((first - ZERO) * DIGITS + digit);
      if (first === second && i - 2 >= from && bytes[i - 2] === second) take(TRIPLES + digit);
    } else if (kind === 'barcode') take(FIRST_DIGITS);
    else if (isDigit(second)) take(FIRST_DIGITS + digit);
    else take(OTHERS + ((first * 31 + second) % (ROWS.text - OTHERS)));
  }
}

/** 32-bit words per row. */
const widthOf = (docs: number): number => Math.ceil(docs / 32);

export class BigramFilterWriter {
  readonly #kind: BigramKind;
  readonly #bits: Uint32Array;
  readonly #width: number;
  #isEmpty = true;

  constructor(kind: BigramKind, docs: number) {
    this.#kind = kind;
    this.#width = widthOf(docs);
    this.#bits = new Uint32Array(ROWS[kind] * this.#width);
  }

  add(doc: number, bytes: Uint8Array, from: number, to: number): void {
    this.#isEmpty = false;
    const [at, bit] = [doc >>> 5, 1 << (doc & 31)];
    forEachRow(this.#kind, bytes, from, to, (row) => {
      this.#bits[row * this.#width + at]! |= bit;
    });
  }

  /** Empty if no text was added. */
  sections(): Sections {
    return this.#isEmpty ? {} : { [`bigrams.${this.#kind}`]: this.#bits };
  }
}

export class BigramFilter {
  readonly #kind: BigramKind;
  readonly #bits: Uint32Array | undefined;
  readonly #width: number;

  constructor(sections: Sections, kind: BigramKind, docs: number) {
    this.#kind = kind;
    this.#bits = sections[`bigrams.${kind}`] as Uint32Array | undefined;
    this.#width = widthOf(docs);
  }

  /** Number of documents with all pairs of the needle, possibly in different words. */
  count(needle: Uint8Array): number {
    let count = 0;
    this.#forEachWord(needle, (bits) => {
      count += popCount(bits);
    });
    return count;
  }

  /** Marks the documents with all pairs of the needle. */
  mark(needle: Uint8Array, marks: Uint8Array): void {
    this.#forEachWord(needle, (bits, first) => {
      for (let left = bits; left !== 0; left &= left - 1) marks[first + 31 - Math.clz32(left & -left)] = 1;
    });
  }

  /** Tests single documents for all pairs of the needle. */
  tester(needle: Uint8Array): (doc: number) => boolean {
    const rows = this.#rowsOf(needle);
    if (!rows) return () => false;
    return (doc) => {
      for (const row of rows) if ((row[doc >>> 5]! & (1 << (doc & 31))) === 0) return false;
      return true;
    };
  }

  /** The distinct rows of the needle's pairs; undefined if the filter is empty. */
  #rowsOf(needle: Uint8Array): Uint32Array[] | undefined {
    const all = this.#bits;
    if (!all) return undefined;
    const wanted = new Set<number>();
    forEachRow(this.#kind, needle, 0, needle.length, (row) => wanted.add(row));
    return Array.from(wanted, (row) => all.subarray(row * this.#width, (row + 1) * this.#width));
  }

  /** Calls `take` with the intersection of the rows, 32 documents at a time. */
  #forEachWord(needle: Uint8Array, take: (bits: number, first: number) => void): void {
    const rows = this.#rowsOf(needle);
    if (!rows) return;
    for (let at = 0; at < this.#width; at++) {
      let bits = -1;
      for (let row = 0; row < rows.length && bits !== 0; row++) bits &= rows[row]![at]!;
      if (bits !== 0) take(bits, at * 32);
    }
  }
}
