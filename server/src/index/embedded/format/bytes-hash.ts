// Distinct texts, numbered as they come and known by their bytes. Most words of a catalogue come again and again: making a
// text of each, to ask a map for it, would take longer than everything else.

import type { Sections } from './layout.ts';
import { sortByBytes } from './sort-by-bytes.ts';

/** In a slot: the hash of a text, its number from 1, where its bytes begin, and how many they are. */
const SLOT = 4;
/** The most bytes that a letter of a text takes. */
const LETTER_BYTES = 3;

export const startHash = 0;
export const nextHash = (hash: number, byte: number): number => Math.imul(hash ^ byte, 0x01000193);

export class BytesHash {
  length = 0;
  #slots = new Uint32Array(1024 * SLOT);
  #bytes = Buffer.alloc(2 ** 14);
  #starts = new Uint32Array(1024);
  #written = Buffer.alloc(256);

  /** The number of a text, which is new or not. `hash`: of all its bytes, one after the other. */
  numberOf(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const number = this.#find(bytes, from, to, hash);
    return number < 0 ? this.#add(bytes, from, to, hash) : number;
  }

  /** The number of a text; below 0 where it has none. */
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

  numberOfText(text: string): number {
    const to = this.#write(text);
    return this.numberOf(this.#written, 0, to, hashOf(this.#written, 0, to));
  }

  /** The numbers of those that are marked, in the order of their bytes. */
  inOrder(isMarked: Uint8Array): Uint32Array {
    const order = new Uint32Array(this.length);
    let count = 0;
    for (let number = 0; number < this.length; number++) if (isMarked[number] === 1) order[count++] = number;
    return sortByBytes(this.#bytes, this.#starts, order.subarray(0, count));
  }

  /** All of them, one behind the other. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Where the bytes of a text begin; those of the next one begin where they end. */
  startOf(number: number): number {
    return this.#starts[number]!;
  }

  text(number: number): string {
    return this.#bytes.toString('utf8', this.#starts[number], this.#starts[number + 1]);
  }

  /** What a string table reads, with the texts in some order. */
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
    if (text.length * LETTER_BYTES > this.#written.length) this.#written = Buffer.alloc(2 * LETTER_BYTES * text.length);
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) return this.#written.write(text);
      this.#written[i] = code;
    }
    return text.length;
  }

  #add(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const number = this.length++;
    const start = this.#starts[number]!;
    const end = start + to - from;
    if (end > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], Math.max(2 * this.#bytes.length, end));
    if (this.length >= this.#starts.length) {
      const starts = new Uint32Array(2 * this.#starts.length);
      starts.set(this.#starts);
      this.#starts = starts;
    }
    for (let i = from; i < to; i++) this.#bytes[start + i - from] = bytes[i]!;
    this.#starts[number + 1] = end;
    if (this.length * SLOT * 4 > this.#slots.length * 3) this.#grow();
    this.#put(hash, number);
    return number;
  }

  #put(hash: number, number: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = firstSlot(hash) & mask;
    while (slots[slot + 1] !== 0) slot = (slot + SLOT) & mask;
    slots[slot] = hash;
    slots[slot + 1] = number + 1;
    slots[slot + 2] = this.#starts[number]!;
    slots[slot + 3] = this.#starts[number + 1]! - this.#starts[number]!;
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

/** The low bits of the hash alone tell words of like endings badly apart. */
const firstSlot = (hash: number): number => (hash ^ (hash >>> 15)) * SLOT;
