// Texts by number, in two arrays: where each begins, and their bytes.

import { type BytesHash, hashOf } from './bytes-hash.ts';
import { containsBytes, isAt, Letters, willExceed } from './find-bytes.ts';
import type { Sections } from './layout.ts';
import { gallop } from './lower-bound.ts';

export class StringTable {
  readonly #offsets: Uint32Array;
  readonly bytes: Uint8Array;
  readonly #text: Buffer;
  #letters: Letters | undefined;
  #asked: { part: string; end: number; found: readonly number[] | undefined } | undefined;

  constructor(sections: Sections, name: string) {
    this.#offsets = (sections[`${name}.offsets`] ?? new Uint32Array(1)) as Uint32Array;
    this.bytes = (sections[`${name}.bytes`] ?? new Uint8Array(0)) as Uint8Array;
    const { buffer, byteOffset, byteLength } = this.bytes;
    this.#text = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
  }

  get length(): number {
    return this.#offsets.length - 1;
  }

  /** Where a text begins in the bytes; it ends where the next one begins. */
  startOf(i: number): number {
    return this.#offsets[i]!;
  }

  get(i: number): string {
    return this.#text.toString('utf8', this.#offsets[i]!, this.#offsets[i + 1]!);
  }

  /** The number of a text among others. */
  numberIn(texts: BytesHash, i: number): number {
    const [from, to] = [this.#offsets[i]!, this.#offsets[i + 1]!];
    return texts.numberOf(this.bytes, from, to, hashOf(this.bytes, from, to));
  }

  /** The first texts, up to `end`, that hold another, in order; undefined where they are more than `most`. */
  containing(part: string, most: number, end = this.length): readonly number[] | undefined {
    // A search asks for the same one several times over.
    if (this.#asked?.part !== part || this.#asked.end !== end) {
      this.#asked = { part, end, found: this.#textsWith(Buffer.from(part), most, end) };
    }
    return this.#asked.found;
  }

  /** The same, if it is what was asked for last. */
  lastContaining(part: string, end = this.length): readonly number[] | undefined {
    return this.#asked?.part === part && this.#asked.end === end ? this.#asked.found : undefined;
  }

  #textsWith(needle: Buffer, most: number, end: number): number[] | undefined {
    const starts = this.#offsets;
    const text = this.#text.subarray(0, starts[end]);
    // Those that are looked through, which are mostly the same.
    this.#letters ??= new Letters(text);
    const rarest = this.#letters.rarestOffset(needle);
    const rest = needle.subarray(rarest);
    const found: number[] = [];
    let i = 0;
    for (let at = text.indexOf(rest); at >= 0; ) {
      if (willExceed(found.length, at, text.length, most)) return undefined;
      const start = at - rarest;
      i = gallop(starts, at + 1, i, starts.length) - 1;
      const next = starts[i + 1]!;
      // What begins in one text and ends in the next is in neither.
      const isInside = start >= starts[i]! && at + rest.length <= next && isAt(text, start, needle);
      if (isInside) found.push(i);
      at = text.indexOf(rest, isInside ? next : at + 1);
    }
    return found.length > most ? undefined : found;
  }

  /** Whether a text holds some bytes. */
  holds(i: number, part: Uint8Array): boolean {
    return containsBytes(this.bytes, this.#offsets[i]!, this.#offsets[i + 1]!, part);
  }

  /** Whether a text ends so; tells without making a text of it. */
  endsWith(i: number, ending: Uint8Array): boolean {
    const from = this.#offsets[i + 1]! - ending.length;
    if (from < this.#offsets[i]!) return false;
    for (let at = 0; at < ending.length; at++) if (this.bytes[from + at] !== ending[at]) return false;
    return true;
  }

  /** Where the first text stands, of those in order, that is not before this one. */
  lowerBound(wanted: Uint8Array): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#isBefore(middle, wanted)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  startsWith(i: number, beginning: Uint8Array): boolean {
    const from = this.#offsets[i]!;
    if (this.#offsets[i + 1]! - from < beginning.length) return false;
    for (let at = 0; at < beginning.length; at++) if (this.bytes[from + at] !== beginning[at]) return false;
    return true;
  }

  #isBefore(i: number, wanted: Uint8Array): boolean {
    const from = this.#offsets[i]!;
    const length = this.#offsets[i + 1]! - from;
    const shared = Math.min(length, wanted.length);
    for (let at = 0; at < shared; at++) {
      const difference = this.bytes[from + at]! - wanted[at]!;
      if (difference !== 0) return difference < 0;
    }
    return length < wanted.length;
  }
}

export function stringTable(name: string, texts: readonly string[]): Sections {
  const offsets = new Uint32Array(texts.length + 1);
  let total = 0;
  for (const [i, text] of texts.entries()) {
    total += Buffer.byteLength(text);
    offsets[i + 1] = total;
  }
  const bytes = Buffer.alloc(total);
  for (const [i, text] of texts.entries()) bytes.write(text, offsets[i]!);
  return { [`${name}.offsets`]: offsets, [`${name}.bytes`]: new Uint8Array(bytes.buffer, bytes.byteOffset, total) };
}
