// Which products may hold some letters in words that no other product has, such as model numbers, and in their own texts:
// one bit for each product and each pair of neighbouring bytes. There are as many such words as products, so going through
// all of them would take longer than the rest of a search.

import type { FullTextField, IdentifierField } from './fields.ts';
import type { Sections } from './layout.ts';
import { popCount } from './pop-count.ts';

/**
 * Barcodes have bits of their own: many begin alike, and that says nothing about model numbers. There is a row for every pair
 * of digits, because numbers are what is mostly looked for; then for every digit that stands three times in a row, because
 * that is only one pair; then for every digit that a number begins with. All other pairs share some rows, and in barcodes,
 * which hardly have any, one.
 */
const DIGITS = 10;
const TRIPLES = DIGITS * DIGITS;
const BEGINNINGS = TRIPLES + DIGITS;
const OTHERS = BEGINNINGS + DIGITS;
const ROWS = { text: OTHERS + 40, barcode: BEGINNINGS + 1 } as const;
export type BigramKind = keyof typeof ROWS;
export const BIGRAM_KINDS = Object.keys(ROWS) as BigramKind[];

export const bigramKindOf = (field: FullTextField | IdentifierField): BigramKind =>
  field === 'barcode' ? 'barcode' : 'text';

const ZERO = 48;
const isDigit = (byte: number): boolean => byte >= ZERO && byte < ZERO + DIGITS;

/** Tells the rows of all pairs of a text, some several times. */
function eachRow(kind: BigramKind, bytes: Uint8Array, from: number, to: number, take: (row: number) => void): void {
  for (let i = from + 1; i < to; i++) {
    const [first, second] = [bytes[i - 1]!, bytes[i]!];
    const digit = second - ZERO;
    if (isDigit(first) && isDigit(second)) {
      take((first - ZERO) * DIGITS + digit);
      if (first === second && i - 2 >= from && bytes[i - 2] === second) take(TRIPLES + digit);
    } else if (kind === 'barcode') take(BEGINNINGS);
    else if (isDigit(second)) take(BEGINNINGS + digit);
    else take(OTHERS + ((first * 31 + second) % (ROWS.text - OTHERS)));
  }
}

/** So many numbers of 32 bits hold a bit for each product. */
const widthOf = (products: number): number => Math.ceil(products / 32);

export class BigramFilterWriter {
  readonly #kind: BigramKind;
  readonly #bits: Uint32Array;
  readonly #width: number;
  #isEmpty = true;

  constructor(kind: BigramKind, products: number) {
    this.#kind = kind;
    this.#width = widthOf(products);
    this.#bits = new Uint32Array(ROWS[kind] * this.#width);
  }

  /** A product has a text. */
  add(doc: number, bytes: Uint8Array, from: number, to: number): void {
    this.#isEmpty = false;
    const [at, bit] = [doc >>> 5, 1 << (doc & 31)];
    eachRow(this.#kind, bytes, from, to, (row) => {
      this.#bits[row * this.#width + at]! |= bit;
    });
  }

  /** None where no text was added. */
  sections(): Sections {
    return this.#isEmpty ? {} : { [`pairs.${this.#kind}`]: this.#bits };
  }
}

export class BigramFilter {
  readonly #kind: BigramKind;
  readonly #bits: Uint32Array | undefined;
  readonly #width: number;

  constructor(sections: Sections, kind: BigramKind, products: number) {
    this.#kind = kind;
    this.#bits = sections[`pairs.${kind}`] as Uint32Array | undefined;
    this.#width = widthOf(products);
  }

  /** How many products have all pairs of some bytes, if in several of their words. */
  count(needle: Uint8Array): number {
    let count = 0;
    this.#each(needle, (bits) => {
      count += popCount(bits);
    });
    return count;
  }

  /** Marks them. */
  mark(needle: Uint8Array, marks: Uint8Array): void {
    this.#each(needle, (bits, first) => {
      for (let left = bits; left !== 0; left &= left - 1) marks[first + 31 - Math.clz32(left & -left)] = 1;
    });
  }

  /** Tells of single products whether they have all pairs. */
  tester(needle: Uint8Array): (doc: number) => boolean {
    const rows = this.#rowsOf(needle);
    if (!rows) return () => false;
    return (doc) => {
      for (const row of rows) if ((row[doc >>> 5]! & (1 << (doc & 31))) === 0) return false;
      return true;
    };
  }

  /** The bits of all pairs of some bytes, each once. Undefined where no product has a text. */
  #rowsOf(needle: Uint8Array): Uint32Array[] | undefined {
    const all = this.#bits;
    if (!all) return undefined;
    const wanted = new Set<number>();
    eachRow(this.#kind, needle, 0, needle.length, (row) => wanted.add(row));
    return Array.from(wanted, (row) => all.subarray(row * this.#width, (row + 1) * this.#width));
  }

  /** 32 products at a time: a bit for each that has all pairs. */
  #each(needle: Uint8Array, take: (bits: number, first: number) => void): void {
    const rows = this.#rowsOf(needle);
    if (!rows) return;
    for (let at = 0; at < this.#width; at++) {
      let bits = -1;
      for (let row = 0; row < rows.length && bits !== 0; row++) bits &= rows[row]![at]!;
      if (bits !== 0) take(bits, at * 32);
    }
  }
}
