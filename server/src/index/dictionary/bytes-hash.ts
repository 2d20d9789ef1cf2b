// A hash table from byte strings to consecutive ids, like Lucene's BytesRefHash. Most words of a catalogue repeat, and a
// JavaScript string per occurrence would dominate the time of indexing.

import type { Sections } from './layout.ts';
import { sortByBytes } from './sort-by-bytes.ts';

/** Numbers per slot: hash, id + 1, start and length of the bytes. */
const SLOT = 4;
/** UTF-8 bytes per UTF-16 code unit, at most. */
const MAX_UNIT_BYTES = 3;

export const startHash = 0;
export const nextHash = (hash: number, byte: number): number => Math.imul(hash ^ byte, 0x01000193);

export class BytesHash {
  length = 0;
  #slots = new Uint32Array(1024 * SLOT);
  #bytes = Buffer.alloc(2 ** 14);
  #starts = new Uint32Array(1024);
  #scratch = Buffer.alloc(256);

  /** The id of a byte string, which is added if it is new. `hash`: folded over its bytes by `nextHash`. */
  intern(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const id = this.#find(bytes, from, to, hash);
    return id < 0 ? this.#add(bytes, from, to, hash) : id;
  }

  /** -1 if it is not in the table. */
  #find(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const [slots, own, size] = [this.#slots, this.#bytes, to - from];
    const mask = slots.length - 1;
    for (let slot = firstSlot(hash) & mask; slots[slot + 1] !== 0; slot = (slot + SLOT) & mask) {
      if (slots[slot] !== hash >>> 0 || slots[slot + 3] !== size) continue;
      const start = slots[slot + 2]!;
      let same = 0;
      while (same < size && own[start + same] === bytes[from + same]) same++;
      if (same === size) return slots[slot + 1]! - 1;
    }
    return -1;
  }

  internText(text: string): number {
    const to = this.#write(text);
    return this.intern(this.#scratch, 0, to, hashOf(this.#scratch, 0, to));
  }

  /** The marked ids, sorted by bytes. */
  sorted(isMarked: Uint8Array): Uint32Array {
    const order = new Uint32Array(this.length);
    let count = 0;
    for (let id = 0; id < this.length; id++) if (isMarked[id] === 1) order[count++] = id;
    return sortByBytes(this.#bytes, this.#starts, order.subarray(0, count));
  }

  /** All byte strings, concatenated in order of their ids. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Start offset in `bytes`; the end is the start of the next id. */
  startOf(id: number): number {
    return this.#starts[id]!;
  }

  text(id: number): string {
    return this.#bytes.toString('utf8', this.#starts[id], this.#starts[id + 1]);
  }

  /** The sections of a `StringTable` with these ids, in this order. */
  sections(name: string, order: Uint32Array): Sections {
    const offsets = new Uint32Array(order.length + 1);
    let total = 0;
    for (let i = 0; i < order.length; i++) total += this.#starts[order[i]! + 1]! - this.#starts[order[i]!]!;
    const bytes = new Uint8Array(total);
    let at = 0;
    for (let i = 0; i < order.length; i++) {
      const end = this.#starts[order[i]! + 1]!;
      for (let from = this.#starts[order[i]!]!; from < end; from++) bytes[at++] = this.#bytes[from]!;
      offsets[i + 1] = at;
    }
    return { [`${name}.offsets`]: offsets, [`${name}.bytes`]: bytes };
  }

  #write(text: string): number {
    if (text.length * MAX_UNIT_BYTES > this.#scratch.length)
      this.#scratch = Buffer.alloc(2 * MAX_UNIT_BYTES * text.length);
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) return this.#scratch.write(text);
      this.#scratch[i] = code;
    }
    return text.length;
  }

  #add(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const id = this.length++;
    const start = this.#starts[id]!;
    const end = start + to - from;
    if (end > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], Math.max(2 * this.#bytes.length, end));
    if (this.length >= this.#starts.length) {
      const starts = new Uint32Array(2 * this.#starts.length);
      starts.set(this.#starts);
      this.#starts = starts;
    }
    for (let i = from; i < to; i++) this.#bytes[start + i - from] = bytes[i]!;
    this.#starts[id + 1] = end;
    if (this.length * SLOT * 4 > this.#slots.length * 3) this.#grow();
    this.#put(hash, id);
    return id;
  }

  #put(hash: number, id: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = firstSlot(hash) & mask;
    while (slots[slot + 1] !== 0) slot = (slot + SLOT) & mask;
    slots[slot] = hash;
    slots[slot + 1] = id + 1;
    slots[slot + 2] = this.#starts[id]!;
    slots[slot + 3] = this.#starts[id + 1]! - this.#starts[id]!;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(before.length * 2);
    for (let slot = 0; slot < before.length; slot += SLOT) {
      if (before[slot + 1] !== 0) this.#put(before[slot]!, before[slot + 1]! - 1);
    }
  }
}

export function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = startHash;
  for (let i = from; i < to; i++) hash = nextHash(hash, bytes[i]!);
  return hash;
}

/** Mixes in high bits: the low bits alone collide for words with the same ending. */
const firstSlot = (hash: number): number => (hash ^ (hash >>> 15)) * SLOT;
