// The identifiers of a field, such as model numbers: one line per document in one byte array, so that a single scan finds a
// substring in all of them.

import { ByteFrequencies, containsBytes, matchesAt, willExceed } from '../../dictionary/find-bytes.ts';
import { GrowableBytes, GrowableUint32 } from '../../dictionary/growable-arrays.ts';
import type { Sections } from '../../dictionary/layout.ts';
import { gallop } from '../../dictionary/lower-bound.ts';
import type { BigramFilterWriter } from './bigram-filter.ts';

/** No text contains it: white space is folded. */
const LINE_BREAK = 10;
const ZERO = 48;
/** Every fourth line has a stored offset; the others are found by counting line breaks. */
const BLOCK_LINES = 4;

export class IdentifierTextsWriter {
  readonly #bytes = new GrowableBytes();
  readonly #starts = new GrowableUint32();
  #lines = 0;

  add(text: string): void {
    this.#startLine();
    if (text !== '') this.#bytes.pushAll(Buffer.from(text));
    this.#bytes.push(LINE_BREAK);
  }

  /** Copies a line from another segment; an empty one if that has no texts. */
  addFrom(texts: IdentifierTexts | undefined, line: number): void {
    this.#startLine();
    if (texts) {
      const { from, to } = texts.rangeOf(line);
      this.#bytes.pushFew(texts.bytes, from, to);
    }
    this.#bytes.push(LINE_BREAK);
  }

  addBigrams(bigrams: BigramFilterWriter): void {
    const bytes = this.#bytes.view();
    for (let [line, from] = [0, 0]; line < this.#lines; line++) {
      const end = bytes.indexOf(LINE_BREAK, from);
      if (end > from) bigrams.add(line, bytes, from, end);
      from = end + 1;
    }
  }

  /** Empty if all lines are. */
  sections(name: string): Sections {
    if (this.#bytes.length === this.#lines) return {};
    return { [`${name}.bytes`]: this.#bytes.view(), [`${name}.starts`]: this.#starts.view() };
  }

  #startLine(): void {
    if (this.#lines++ % BLOCK_LINES === 0) this.#starts.push(this.#bytes.length);
  }
}

export class IdentifierTexts {
  readonly bytes: Buffer;
  readonly #starts: Uint32Array;
  readonly #frequencies: ByteFrequencies;

  private constructor(bytes: Uint8Array, starts: Uint32Array) {
    this.bytes = Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length);
    this.#starts = starts;
    this.#frequencies = new ByteFrequencies(this.bytes);
  }

  static of(sections: Sections, name: string): IdentifierTexts | undefined {
    const bytes = sections[`${name}.bytes`];
    return bytes && new IdentifierTexts(bytes as Uint8Array, sections[`${name}.starts`] as Uint32Array);
  }

  rangeOf(line: number): { from: number; to: number } {
    const { bytes } = this;
    let from = this.#starts[Math.floor(line / BLOCK_LINES)]!;
    for (let before = line % BLOCK_LINES; before > 0; before--) while (bytes[from++] !== LINE_BREAK);
    let to = from;
    while (bytes[to] !== LINE_BREAK) to++;
    return { from, to };
  }

  text(line: number): string {
    const { from, to } = this.rangeOf(line);
    return this.bytes.toString('utf8', from, to);
  }

  /** The digits of a text without leading zeros: as a number where that is exact, which compares faster. */
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

  /** Whether a text contains all needles. */
  contains(line: number, needles: readonly Uint8Array[]): boolean {
    const { from, to } = this.rangeOf(line);
    return needles.every((needle) => containsBytes(this.bytes, from, to, needle));
  }

  /** The lines that contain the needle, ascending; undefined if there are more than `max`. */
  linesWith(needle: Buffer, max: number): number[] | undefined {
    const { bytes } = this;
    const rarest = this.#frequencies.rarestOffset(needle);
    const rest = needle.subarray(rarest);
    const found: number[] = [];
    let [block, line, from] = [0, 0, 0];
    for (let at = bytes.indexOf(rest); at >= 0; at = bytes.indexOf(rest, at + 1)) {
      if (willExceed(found.length, at, bytes.length, max)) return undefined;
      if (!matchesAt(bytes, at - rarest, needle)) continue;
      const there = gallop(this.#starts, at + 1, block, this.#starts.length) - 1;
      if (there > block) [block, line, from] = [there, there * BLOCK_LINES, this.#starts[there]!];
      for (; from < at; from++) if (bytes[from] === LINE_BREAK) line++;
      if (found.at(-1) !== line) found.push(line);
    }
    return found.length > max ? undefined : found;
  }
}
