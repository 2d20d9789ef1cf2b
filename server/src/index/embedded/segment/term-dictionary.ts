// The terms of a segment in order, each with where its products stand. Most terms of a catalogue are the identifier of one
// product, so a term takes few bytes: what it shares with the one before it is left out, and of every sixteen one is whole.
import { GrowingBytes, GrowingNumbers } from './growing.ts';
import type { Sections } from './layout.ts';

const BLOCK = 16;
/** Longer ones are cut: nobody types them. */
const MAX_LETTERS = 80;
const MAX_BYTES = 3 * MAX_LETTERS;

/** Where the entries of a term stand among all. */
export interface TermRange {
  from: number;
  to: number;
}

export class TermDictionaryWriter {
  readonly #blocks = new GrowingNumbers();
  readonly #firstEntries = new GrowingNumbers();
  readonly #bytes = new GrowingBytes();
  #before: Uint8Array = new Uint8Array(0);
  #count = 0;
  #entries = 0;

  /** In the order of their bytes. */
  append(term: Uint8Array, entries: number): void {
    const isFirst = this.#count % BLOCK === 0;
    if (isFirst) {
      this.#blocks.push(this.#bytes.length);
      this.#firstEntries.push(this.#entries);
    }
    let shared = 0;
    if (!isFirst) {
      const most = Math.min(term.length, this.#before.length);
      while (shared < most && term[shared] === this.#before[shared]) shared++;
    }
    this.#bytes.push(shared);
    this.#bytes.push(term.length - shared);
    this.#bytes.pushNumber(entries);
    this.#bytes.pushAll(term.subarray(shared));
    this.#before = term;
    this.#count++;
    this.#entries += entries;
  }

  sections(): Sections {
    return {
      'terms.blocks': this.#blocks.whole(),
      'terms.entries': this.#firstEntries.whole(),
      'terms.bytes': this.#bytes.whole(),
      'terms.count': Uint32Array.of(this.#count),
    };
  }
}

/** The form in which a term is kept and looked for. */
export const keptTerm = (term: string): string => (term.length <= MAX_LETTERS ? term : term.slice(0, MAX_LETTERS));

export class TermDictionary {
  readonly #blocks: Uint32Array;
  readonly #firstEntries: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly count: number;

  constructor(sections: Sections) {
    this.#blocks = sections['terms.blocks'] as Uint32Array;
    this.#firstEntries = sections['terms.entries'] as Uint32Array;
    this.#bytes = sections['terms.bytes'] as Uint8Array;
    this.count = sections['terms.count']![0]!;
  }

  find(term: string): TermRange | undefined {
    const wanted = Buffer.from(keptTerm(term));
    const cursor = this.#cursorBefore(wanted);
    while (cursor?.next()) {
      const order = compareBytes(cursor.bytes, cursor.length, wanted, wanted.length);
      if (order === 0) return { from: cursor.from, to: cursor.to };
      if (order > 0) return undefined;
    }
    return undefined;
  }

  /** From the first term that begins so, in order. */
  cursorFrom(beginning: Uint8Array): TermCursor {
    return this.#cursorBefore(beginning) ?? this.cursor();
  }

  cursor(): TermCursor {
    return new TermCursor(this.#bytes, 0, 0, 0, this.count);
  }

  /** At the beginning of the block in which a term stands, if it is there. */
  #cursorBefore(wanted: Uint8Array): TermCursor | undefined {
    let [low, high] = [0, this.#blocks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compareHead(middle, wanted) <= 0) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return undefined;
    const block = low - 1;
    return new TermCursor(this.#bytes, this.#blocks[block]!, this.#firstEntries[block]!, block * BLOCK, this.count);
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

/** Reads on from term to term. */
export class TermCursor {
  readonly bytes = new Uint8Array(MAX_BYTES);
  length = 0;
  from = 0;
  to = 0;
  readonly #source: Uint8Array;
  readonly #count: number;
  #at: number;
  #place: number;

  constructor(source: Uint8Array, at: number, entries: number, place: number, count: number) {
    this.#source = source;
    this.#at = at;
    this.#place = place;
    this.#count = count;
    this.to = entries;
  }

  next(): boolean {
    if (this.#place === this.#count) return false;
    this.#place++;
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
    this.from = this.to;
    this.to += entries;
    return true;
  }

  get text(): string {
    return Buffer.from(this.bytes.buffer, 0, this.length).toString();
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

export function compareBytes(a: Uint8Array, aLength: number, b: Uint8Array, bLength: number): number {
  const shared = Math.min(aLength, bLength);
  for (let i = 0; i < shared; i++) {
    const difference = a[i]! - b[i]!;
    if (difference !== 0) return difference;
  }
  return aLength - bLength;
}
