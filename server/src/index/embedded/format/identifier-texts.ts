// Texts that differ from product to product, such as their numbers, one field at a time: a line each, one behind the other,
// so that a text is looked for in all of them at once.

import type { BigramFilterWriter } from './bigram-filter.ts';
import { containsBytes, isAt, Letters, willExceed } from './find-bytes.ts';
import { GrowableBytes, GrowableUint32 } from './growable-arrays.ts';
import type { Sections } from './layout.ts';
import { gallop } from './lower-bound.ts';

/** No text has it: white space is folded. */
const LINE_BREAK = 10;
const ZERO = 48;
/** It is kept where every so many lines begin; the others are counted from there. */
const BLOCK = 4;

export class IdentifierTextsWriter {
  readonly #bytes = new GrowableBytes();
  readonly #starts = new GrowableUint32();
  #lines = 0;

  add(text: string): void {
    this.#begin();
    if (text !== '') this.#bytes.pushAll(Buffer.from(text));
    this.#bytes.push(LINE_BREAK);
  }

  /** Takes a line over; without texts an empty one. */
  addFrom(texts: IdentifierTexts | undefined, line: number): void {
    this.#begin();
    if (texts) {
      const { from, to } = texts.rangeOf(line);
      this.#bytes.pushFew(texts.bytes, from, to);
    }
    this.#bytes.push(LINE_BREAK);
  }

  /** The pairs of each line, as that of a product. */
  addPairs(pairs: BigramFilterWriter): void {
    const bytes = this.#bytes.whole();
    for (let [line, from] = [0, 0]; line < this.#lines; line++) {
      const end = bytes.indexOf(LINE_BREAK, from);
      if (end > from) pairs.add(line, bytes, from, end);
      from = end + 1;
    }
  }

  /** None where all lines are empty. */
  sections(name: string): Sections {
    if (this.#bytes.length === this.#lines) return {};
    return { [`${name}.bytes`]: this.#bytes.whole(), [`${name}.starts`]: this.#starts.whole() };
  }

  #begin(): void {
    if (this.#lines++ % BLOCK === 0) this.#starts.push(this.#bytes.length);
  }
}

export class IdentifierTexts {
  readonly bytes: Buffer;
  readonly #starts: Uint32Array;
  readonly #letters: Letters;

  private constructor(bytes: Uint8Array, starts: Uint32Array) {
    this.bytes = Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length);
    this.#starts = starts;
    this.#letters = new Letters(this.bytes);
  }

  static of(sections: Sections, name: string): IdentifierTexts | undefined {
    const bytes = sections[`${name}.bytes`];
    return bytes && new IdentifierTexts(bytes as Uint8Array, sections[`${name}.starts`] as Uint32Array);
  }

  rangeOf(line: number): { from: number; to: number } {
    const { bytes } = this;
    let from = this.#starts[Math.floor(line / BLOCK)]!;
    for (let before = line % BLOCK; before > 0; before--) while (bytes[from++] !== LINE_BREAK);
    let to = from;
    while (bytes[to] !== LINE_BREAK) to++;
    return { from, to };
  }

  text(line: number): string {
    const { from, to } = this.rangeOf(line);
    return this.bytes.toString('utf8', from, to);
  }

  /** The digits of a text, without zeros before them: as a number, which takes less to tell, where it is told exactly. */
  digits(line: number): number | string {
    const { from, to } = this.rangeOf(line);
    let value = 0;
    for (let at = from; at < to; at++) {
      const digit = this.bytes[at]! - ZERO;
      if (digit >= 0 && digit <= 9) value = 10 * value + digit;
    }
    if (value > 0 && value <= Number.MAX_SAFE_INTEGER) return value;
    return this.text(line).replace(/\D/g, '').replace(/^0+/, '');
  }

  /** Whether a text holds every one of some others. */
  holds(line: number, needles: readonly Uint8Array[]): boolean {
    const { from, to } = this.rangeOf(line);
    return needles.every((needle) => containsBytes(this.bytes, from, to, needle));
  }

  /** The lines that hold some bytes, in order; undefined where they are more than `most`. */
  linesWith(needle: Buffer, most: number): number[] | undefined {
    const { bytes } = this;
    const rarest = this.#letters.rarestOffset(needle);
    const rest = needle.subarray(rarest);
    const found: number[] = [];
    let [block, line, from] = [0, 0, 0];
    for (let at = bytes.indexOf(rest); at >= 0; at = bytes.indexOf(rest, at + 1)) {
      if (willExceed(found.length, at, bytes.length, most)) return undefined;
      if (!isAt(bytes, at - rarest, needle)) continue;
      const there = gallop(this.#starts, at + 1, block, this.#starts.length) - 1;
      if (there > block) [block, line, from] = [there, there * BLOCK, this.#starts[there]!];
      for (; from < at; from++) if (bytes[from] === LINE_BREAK) line++;
      if (found.at(-1) !== line) found.push(line);
    }
    return found.length > most ? undefined : found;
  }
}
