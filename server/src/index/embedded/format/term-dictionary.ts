// The terms of a segment in order, each with where its products stand. Most terms of a catalogue are the identifier of one
// product, so a term takes few bytes: what it shares with the one before it is left out, and of every sixteen one is whole.

import { GrowableBytes, GrowableUint32 } from './growable-arrays.ts';
import type { Sections } from './layout.ts';
import { isShortList, type PostingListRef } from './posting-lists.ts';

const BLOCK = 16;
/** Longer ones are cut: nobody types them. */
const MAX_LETTERS = 80;
export const MAX_BYTES = 3 * MAX_LETTERS;

/** A term's number, in their order, and where its entries stand. */
export interface TermInfo extends PostingListRef {
  number: number;
}

/** The first so many bytes. */
interface Letters {
  readonly bytes: Uint8Array;
  length: number;
}

export class TermDictionaryWriter {
  readonly #blocks = new GrowableUint32();
  readonly #firstShort = new GrowableUint32();
  readonly #firstLong = new GrowableUint32();
  readonly #bytes = new GrowableBytes();
  readonly #before = new Uint8Array(MAX_BYTES);
  #beforeLength = 0;
  count = 0;
  #short = 0;
  #long = 0;

  /** In the order of their bytes: those of `term` from one place to another. */
  append(term: Uint8Array, from: number, to: number, entries: number): void {
    const [isFirst, before, length] = [this.count % BLOCK === 0, this.#before, to - from];
    if (isFirst) {
      this.#blocks.push(this.#bytes.length);
      this.#firstShort.push(this.#short);
      this.#firstLong.push(this.#long);
    }
    let shared = 0;
    if (!isFirst) {
      const most = Math.min(length, this.#beforeLength);
      while (shared < most && term[from + shared] === before[shared]) shared++;
    }
    this.#bytes.push(shared);
    this.#bytes.push(length - shared);
    this.#bytes.pushVarint(entries);
    this.#bytes.pushFew(term, from + shared, to);
    for (let i = shared; i < length; i++) before[i] = term[from + i]!;
    this.#beforeLength = length;
    this.count++;
    if (isShortList(entries)) this.#short += entries;
    else this.#long += entries;
  }

  sections(): Sections {
    return {
      'terms.blocks': this.#blocks.whole(),
      'terms.short': this.#firstShort.whole(),
      'terms.long': this.#firstLong.whole(),
      'terms.bytes': this.#bytes.whole(),
      'terms.count': Uint32Array.of(this.count),
    };
  }
}

/** The form in which a term is kept and looked for. */
export const truncateTerm = (term: string): string => (term.length <= MAX_LETTERS ? term : term.slice(0, MAX_LETTERS));

export class TermDictionary {
  readonly #blocks: Uint32Array;
  readonly #firstShort: Uint32Array;
  readonly #firstLong: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly count: number;
  /** Made once, both: a lookup is short, and there are many. */
  readonly #finder: TermCursor;
  readonly #letters: Letters = { bytes: new Uint8Array(MAX_BYTES), length: 0 };

  constructor(sections: Sections) {
    this.#blocks = sections['terms.blocks'] as Uint32Array;
    this.#firstShort = sections['terms.short'] as Uint32Array;
    this.#firstLong = sections['terms.long'] as Uint32Array;
    this.#bytes = sections['terms.bytes'] as Uint8Array;
    this.count = sections['terms.count']![0]!;
    this.#finder = this.cursor();
  }

  find(term: string): TermInfo | undefined {
    const wanted = Buffer.from(truncateTerm(term));
    const block = this.#blockOf(wanted);
    if (block < 0) return undefined;
    const cursor = this.#finder;
    cursor.moveTo(this.#before(block));
    while (cursor.next()) {
      const order = compareBytes(cursor.bytes, cursor.length, wanted, wanted.length);
      if (order === 0) return { number: cursor.number, first: cursor.first, count: cursor.count };
      if (order > 0) return undefined;
    }
    return undefined;
  }

  /** The letters of a term, by its number; reads nothing else. They are good until the next ones are asked for. */
  termBytesAt(number: number): Letters {
    const { bytes } = this.#letters;
    const source = this.#bytes;
    let at = this.#blocks[Math.floor(number / BLOCK)]!;
    for (let left = number % BLOCK; ; left--) {
      const [shared, own] = [source[at]!, source[at + 1]!];
      at += 2;
      while (source[at++]! >= 128);
      for (let i = 0; i < own; i++) bytes[shared + i] = source[at + i]!;
      at += own;
      if (left > 0) continue;
      this.#letters.length = shared + own;
      return this.#letters;
    }
  }

  /** Where the entries of a term stand, by its number; reads no letters. */
  postingListAt(number: number): PostingListRef {
    const block = Math.floor(number / BLOCK);
    const bytes = this.#bytes;
    let at = this.#blocks[block]!;
    let [short, long] = [this.#firstShort[block]!, this.#firstLong[block]!];
    for (let left = number - block * BLOCK; ; left--) {
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

  /** From the first term that begins so, in order. */
  cursorFrom(beginning: Uint8Array): TermCursor {
    const cursor = this.cursor();
    const block = this.#blockOf(beginning);
    if (block >= 0) cursor.moveTo(this.#before(block));
    return cursor;
  }

  cursor(): TermCursor {
    return new TermCursor(this.#bytes, this.count);
  }

  /** The block in which a term stands, if it is there; below 0: it is not. */
  #blockOf(wanted: Uint8Array): number {
    let [low, high] = [0, this.#blocks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compareHead(middle, wanted) <= 0) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #before(block: number): CursorPlace {
    return {
      at: this.#blocks[block]!,
      number: block * BLOCK,
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

/** The place before a term that begins a block. */
interface CursorPlace {
  at: number;
  number: number;
  short: number;
  long: number;
}

/** Reads on from term to term. */
export class TermCursor {
  readonly bytes = new Uint8Array(MAX_BYTES);
  length = 0;
  number = -1;
  first = 0;
  count = 0;
  readonly #source: Uint8Array;
  readonly #terms: number;
  #at = 0;
  #short = 0;
  #long = 0;

  /** Before the first of all terms. */
  constructor(source: Uint8Array, terms: number) {
    this.#source = source;
    this.#terms = terms;
  }

  moveTo({ at, number, short, long }: CursorPlace): void {
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
    let entries = 0;
    let scale = 1;
    for (;;) {
      const byte = source[at++]!;
      entries += (byte & 127) * scale;
      if (byte < 128) break;
      scale *= 128;
    }
    for (let i = 0; i < own; i++) this.bytes[shared + i] = source[at + i]!;
    this.#at = at + own;
    this.length = shared + own;
    this.count = entries;
    if (isShortList(entries)) {
      this.first = this.#short;
      this.#short += entries;
    } else {
      this.first = this.#long;
      this.#long += entries;
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

  /** Whether all further terms come after those that begin so. */
  isPast(beginning: Uint8Array): boolean {
    return compareBytes(this.bytes, this.length, beginning, beginning.length) > 0;
  }

  startsWith(beginning: Uint8Array): boolean {
    return (
      this.length >= beginning.length && compareBytes(this.bytes, beginning.length, beginning, beginning.length) === 0
    );
  }
}

export const textOf = ({ bytes, length }: Letters): string => Buffer.from(bytes.buffer, 0, length).toString();

export function compareBytes(a: Uint8Array, aLength: number, b: Uint8Array, bLength: number): number {
  const shared = Math.min(aLength, bLength);
  for (let i = 0; i < shared; i++) {
    const difference = a[i]! - b[i]!;
    if (difference !== 0) return difference;
  }
  return aLength - bLength;
}
