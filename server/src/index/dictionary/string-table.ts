// Strings by id, stored as offsets and concatenated UTF-8 bytes.

import { type BytesHash, hashOf } from './bytes-hash.ts';
import { ByteFrequencies, containsBytes, matchesAt, willExceed } from './find-bytes.ts';
import type { Sections } from './layout.ts';
import { gallop } from './lower-bound.ts';

export class StringTable {
  readonly #offsets: Uint32Array;
  readonly bytes: Uint8Array;
  readonly #text: Buffer;
  #frequencies: ByteFrequencies | undefined;
  #lastScan: { part: string; end: number; found: readonly number[] | undefined } | undefined;

  constructor(sections: Sections, name: string) {
    this.#offsets = (sections[`${name}.offsets`] ?? new Uint32Array(1)) as Uint32Array;
    this.bytes = (sections[`${name}.bytes`] ?? new Uint8Array(0)) as Uint8Array;
    const { buffer, byteOffset, byteLength } = this.bytes;
    this.#text = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
  }

  get length(): number {
    return this.#offsets.length - 1;
  }

  /** Start offset in `bytes`; the end is the start of the next string. */
  startOf(i: number): number {
    return this.#offsets[i]!;
  }

  get(i: number): string {
    return this.#text.toString('utf8', this.#offsets[i]!, this.#offsets[i + 1]!);
  }

  internIn(table: BytesHash, i: number): number {
    const [from, to] = [this.#offsets[i]!, this.#offsets[i + 1]!];
    return table.intern(this.bytes, from, to, hashOf(this.bytes, from, to));
  }

  /** The strings before `end` that contain `part`, ascending; undefined if there are more than `max`. */
  containing(part: string, max: number, end = this.length): readonly number[] | undefined {
    // A search scans for the same part several times.
    if (this.#lastScan?.part !== part || this.#lastScan.end !== end) {
      this.#lastScan = { part, end, found: this.#scan(Buffer.from(part), max, end) };
    }
    return this.#lastScan.found;
  }

  /** The result of `containing`, if this was its last call. */
  lastContaining(part: string, end = this.length): readonly number[] | undefined {
    return this.#lastScan?.part === part && this.#lastScan.end === end ? this.#lastScan.found : undefined;
  }

  #scan(needle: Buffer, max: number, end: number): number[] | undefined {
    const starts = this.#offsets;
    const text = this.#text.subarray(0, starts[end]);
    this.#frequencies ??= new ByteFrequencies(text);
    const rarest = this.#frequencies.rarestOffset(needle);
    const rest = needle.subarray(rarest);
    const found: number[] = [];
    let i = 0;
    for (let at = text.indexOf(rest); at >= 0; ) {
      if (willExceed(found.length, at, text.length, max)) return undefined;
      const start = at - rarest;
      i = gallop(starts, at + 1, i, starts.length) - 1;
      const next = starts[i + 1]!;
      // A match across the boundary of two strings does not count.
      const isInside = start >= starts[i]! && at + rest.length <= next && matchesAt(text, start, needle);
      if (isInside) found.push(i);
      at = text.indexOf(rest, isInside ? next : at + 1);
    }
    return found.length > max ? undefined : found;
  }

  contains(i: number, part: Uint8Array): boolean {
    return containsBytes(this.bytes, this.#offsets[i]!, this.#offsets[i + 1]!, part);
  }

  endsWith(i: number, suffix: Uint8Array): boolean {
    const from = this.#offsets[i + 1]! - suffix.length;
    if (from < this.#offsets[i]!) return false;
    for (let at = 0; at < suffix.length; at++) if (this.bytes[from + at] !== suffix[at]) return false;
    return true;
  }

  /** In a sorted table, the first string that is not below `wanted`. */
  lowerBound(wanted: Uint8Array): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#isBefore(middle, wanted)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  startsWith(i: number, prefix: Uint8Array): boolean {
    const from = this.#offsets[i]!;
    if (this.#offsets[i + 1]! - from < prefix.length) return false;
    for (let at = 0; at < prefix.length; at++) if (this.bytes[from + at] !== prefix[at]) return false;
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
