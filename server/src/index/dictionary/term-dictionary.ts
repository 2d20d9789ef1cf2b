// The term dictionary of a segment: terms in byte order with their posting lists. Front-coded in blocks of 16: the first term
// of a block is stored whole, the others without the prefix they share with their predecessor.

import { MAX_TERM_CHARACTERS, truncateTerm } from '../ranking/analyse-words.ts';
import { GrowableBytes, GrowableUint32 } from './growable-arrays.ts';
import type { Sections } from './layout.ts';
import { isShortList, type PostingListRef } from './posting-list-ref.ts';

const BLOCK_TERMS = 16;
export const MAX_TERM_BYTES = 3 * MAX_TERM_CHARACTERS;

/** `number`: the ordinal of the term in the dictionary. */
export interface TermInfo extends PostingListRef {
  number: number;
}

/** The first `length` bytes of a reused buffer. */
interface TermBytes {
  readonly bytes: Uint8Array;
  length: number;
}

export class TermDictionaryWriter {
  readonly #blocks = new GrowableUint32();
  readonly #firstShort = new GrowableUint32();
  readonly #firstLong = new GrowableUint32();
  readonly #bytes = new GrowableBytes();
  readonly #before = new Uint8Array(MAX_TERM_BYTES);
  #beforeLength = 0;
  count = 0;
  #short = 0;
  #long = 0;

  /** Appends the next term in byte order, `term` between `from` and `to`, with the length of its posting list. */
  append(term: Uint8Array, from: number, to: number, postings: number): void {
    const [isFirst, before, length] = [this.count % BLOCK_TERMS === 0, this.#before, to - from];
    if (isFirst) {
      this.#blocks.push(this.#bytes.length);
      this.#firstShort.push(this.#short);
      this.#firstLong.push(this.#long);
    }
    let shared = 0;
    if (!isFirst) {
      const max = Math.min(length, this.#beforeLength);
      while (shared < max && term[from + shared] === before[shared]) shared++;
    }
    this.#bytes.push(shared);
    this.#bytes.push(length - shared);
    this.#bytes.pushVarint(postings);
    this.#bytes.pushFew(term, from + shared, to);
    for (let i = shared; i < length; i++) before[i] = term[from + i]!;
    this.#beforeLength = length;
    this.count++;
    if (isShortList(postings)) this.#short += postings;
    else this.#long += postings;
  }

  sections(name = 'terms'): Sections {
    return {
      [`${name}.blocks`]: this.#blocks.view(),
      [`${name}.short`]: this.#firstShort.view(),
      [`${name}.long`]: this.#firstLong.view(),
      [`${name}.bytes`]: this.#bytes.view(),
      [`${name}.count`]: Uint32Array.of(this.count),
    };
  }
}

export class TermDictionary {
  readonly #blocks: Uint32Array;
  readonly #firstShort: Uint32Array;
  readonly #firstLong: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly count: number;
  /** Both are reused: lookups are short and frequent. */
  readonly #finder: TermCursor;
  readonly #term: TermBytes = { bytes: new Uint8Array(MAX_TERM_BYTES), length: 0 };

  constructor(sections: Sections, name = 'terms') {
    this.#blocks = sections[`${name}.blocks`] as Uint32Array;
    this.#firstShort = sections[`${name}.short`] as Uint32Array;
    this.#firstLong = sections[`${name}.long`] as Uint32Array;
    this.#bytes = sections[`${name}.bytes`] as Uint8Array;
    this.count = sections[`${name}.count`]![0]!;
    this.#finder = this.cursor();
  }

  find(term: string): TermInfo | undefined {
    const wanted = Buffer.from(truncateTerm(term));
    const block = this.#blockOf(wanted);
    if (block < 0) return undefined;
    const cursor = this.#finder;
    cursor.moveTo(this.#startOf(block));
    while (cursor.next()) {
      const order = compareBytes(cursor.bytes, cursor.length, wanted, wanted.length);
      if (order === 0) return { number: cursor.number, first: cursor.first, count: cursor.count };
      if (order > 0) return undefined;
    }
    return undefined;
  }

  /** The bytes of a term; valid until the next call. */
  termBytesAt(number: number): TermBytes {
    const { bytes } = this.#term;
    const source = this.#bytes;
    let at = this.#blocks[Math.floor(number / BLOCK_TERMS)]!;
    for (let left = number % BLOCK_TERMS; ; left--) {
      const [shared, own] = [source[at]!, source[at + 1]!];
      at += 2;
      while (source[at++]! >= 128);
      for (let i = 0; i < own; i++) bytes[shared + i] = source[at + i]!;
      at += own;
      if (left > 0) continue;
      this.#term.length = shared + own;
      return this.#term;
    }
  }

  /** The posting list of a term. */
  postingListAt(number: number): PostingListRef {
    const block = Math.floor(number / BLOCK_TERMS);
    const bytes = this.#bytes;
    let at = this.#blocks[block]!;
    let [short, long] = [this.#firstShort[block]!, this.#firstLong[block]!];
    for (let left = number - block * BLOCK_TERMS; ; left--) {
      const own = bytes[at + 1]!;
      at += 2;
      let [count, scale] = [0, 1];
      for (;;) {
        const byte = bytes[at++]!;
        count += (byte & 127) * scale;
        if (byte < 128) break;
        scale *= 128;
      }
      if (left === 0) return { first: isShortList(count) ? short : long, count };
      at += own;
      if (isShortList(count)) short += count;
      else long += count;
    }
  }

  /** A cursor at or before the first term with a prefix. */
  cursorFrom(prefix: Uint8Array): TermCursor {
    const cursor = this.cursor();
    const block = this.#blockOf(prefix);
    if (block >= 0) cursor.moveTo(this.#startOf(block));
    return cursor;
  }

  cursor(): TermCursor {
    return new TermCursor(this.#bytes, this.count);
  }

  /** The only block that can contain a term; -1 if it is below all terms. */
  #blockOf(wanted: Uint8Array): number {
    let [low, high] = [0, this.#blocks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compareHead(middle, wanted) <= 0) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #startOf(block: number): CursorPosition {
    return {
      at: this.#blocks[block]!,
      number: block * BLOCK_TERMS,
      short: this.#firstShort[block]!,
      long: this.#firstLong[block]!,
    };
  }

  #compareHead(block: number, wanted: Uint8Array): number {
    const bytes = this.#bytes;
    let at = this.#blocks[block]! + 1;
    const length = bytes[at++]!;
    while (bytes[at++]! >= 128);
    const shared = Math.min(length, wanted.length);
    for (let i = 0; i < shared; i++) {
      const difference = bytes[at + i]! - wanted[i]!;
      if (difference !== 0) return difference;
    }
    return length - wanted.length;
  }
}

/** The start of a block. */
interface CursorPosition {
  at: number;
  number: number;
  short: number;
  long: number;
}

/** Iterates over the terms. `next` moves to the first one. */
export class TermCursor {
  readonly bytes = new Uint8Array(MAX_TERM_BYTES);
  length = 0;
  number = -1;
  first = 0;
  count = 0;
  readonly #source: Uint8Array;
  readonly #terms: number;
  #at = 0;
  #short = 0;
  #long = 0;

  constructor(source: Uint8Array, terms: number) {
    this.#source = source;
    this.#terms = terms;
  }

  moveTo({ at, number, short, long }: CursorPosition): void {
    this.#at = at;
    this.number = number - 1;
    this.#short = short;
    this.#long = long;
  }

  next(): boolean {
    if (this.number + 1 >= this.#terms) return false;
    this.number++;
    const source = this.#source;
    let at = this.#at;
    const shared = source[at++]!;
    const own = source[at++]!;
    let postings = 0;
    let scale = 1;
    for (;;) {
      const byte = source[at++]!;
      postings += (byte & 127) * scale;
      if (byte < 128) break;
      scale *= 128;
    }
    for (let i = 0; i < own; i++) this.bytes[shared + i] = source[at + i]!;
    this.#at = at + own;
    this.length = shared + own;
    this.count = postings;
    if (isShortList(postings)) {
      this.first = this.#short;
      this.#short += postings;
    } else {
      this.first = this.#long;
      this.#long += postings;
    }
    return true;
  }

  get text(): string {
    return textOf(this);
  }

  hasDigit(): boolean {
    for (let i = 0; i < this.length; i++) if (this.bytes[i]! >= 48 && this.bytes[i]! <= 57) return true;
    return false;
  }

  /** Whether the term is above the prefix. */
  isPast(prefix: Uint8Array): boolean {
    return compareBytes(this.bytes, this.length, prefix, prefix.length) > 0;
  }

  startsWith(prefix: Uint8Array): boolean {
    return this.length >= prefix.length && compareBytes(this.bytes, prefix.length, prefix, prefix.length) === 0;
  }
}

export const textOf = ({ bytes, length }: TermBytes): string => Buffer.from(bytes.buffer, 0, length).toString();

export function compareBytes(a: Uint8Array, aLength: number, b: Uint8Array, bLength: number): number {
  const shared = Math.min(aLength, bLength);
  for (let i = 0; i < shared; i++) {
    const difference = a[i]! - b[i]!;
    if (difference !== 0) return difference;
  }
  return aLength - bLength;
}
