// Texts by number, in two arrays: where each begins, and their bytes.
import { gallop } from './first-from.ts';
import type { Sections } from './layout.ts';
import { hashOf, type TextNumbers } from './text-numbers.ts';

export class StringTable {
  readonly #offsets: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly #text: Buffer;
  #asked: { part: string; most: number; found: readonly number[] | undefined } | undefined;

  constructor(sections: Sections, name: string) {
    this.#offsets = (sections[`${name}.offsets`] ?? new Uint32Array(1)) as Uint32Array;
    this.#bytes = (sections[`${name}.bytes`] ?? new Uint8Array(0)) as Uint8Array;
    const { buffer, byteOffset, byteLength } = this.#bytes;
    this.#text = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
  }

  get length(): number {
    return this.#offsets.length - 1;
  }

  get(i: number): string {
    return this.#text.toString('utf8', this.#offsets[i]!, this.#offsets[i + 1]!);
  }

  /** The number of a text among others. */
  numberIn(texts: TextNumbers, i: number): number {
    const [from, to] = [this.#offsets[i]!, this.#offsets[i + 1]!];
    return texts.numberOf(this.#bytes, from, to, hashOf(this.#bytes, from, to));
  }

  /** The texts that hold another, in order; undefined where they are more than `most`. */
  containing(part: string, most: number): readonly number[] | undefined {
    // A search asks for the same one several times over.
    if (this.#asked?.part !== part || this.#asked.most !== most) {
      this.#asked = { part, most, found: textsWith(this.#text, this.#offsets, Buffer.from(part), most) };
    }
    return this.#asked.found;
  }

  /** Whether a text holds some bytes. */
  holds(i: number, part: Uint8Array): boolean {
    return holdsBytes(this.#bytes, this.#offsets[i]!, this.#offsets[i + 1]!, part);
  }

  /** Whether a text ends so; tells without making a text of it. */
  endsWith(i: number, ending: Uint8Array): boolean {
    const from = this.#offsets[i + 1]! - ending.length;
    if (from < this.#offsets[i]!) return false;
    for (let at = 0; at < ending.length; at++) if (this.#bytes[from + at] !== ending[at]) return false;
    return true;
  }

  /** Where the first text stands, of those in order, that is not before this one. */
  firstFrom(wanted: Uint8Array): number {
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
    for (let at = 0; at < beginning.length; at++) if (this.#bytes[from + at] !== beginning[at]) return false;
    return true;
  }

  #isBefore(i: number, wanted: Uint8Array): boolean {
    const from = this.#offsets[i]!;
    const length = this.#offsets[i + 1]! - from;
    const shared = Math.min(length, wanted.length);
    for (let at = 0; at < shared; at++) {
      const difference = this.#bytes[from + at]! - wanted[at]!;
      if (difference !== 0) return difference < 0;
    }
    return length < wanted.length;
  }
}

/** Where so many were found in a part of the texts, it is known how many there will be in all. */
const SOON = 500;
const SAMPLE = 2 ** 16;

/** Where in a needle the letter stands that is rarest in a text: the native search stops at every first letter. */
function rarestIn(text: Uint8Array, needle: Uint8Array): number {
  if (text.length < SAMPLE) return 0;
  const counts = new Uint32Array(256);
  const from = (text.length - SAMPLE) >> 1;
  for (let at = from; at < from + SAMPLE; at++) counts[text[at]!]!++;
  let rarest = 0;
  for (let i = 1; i < needle.length; i++) if (counts[needle[i]!]! < counts[needle[rarest]!]!) rarest = i;
  return rarest;
}

function holdsBytes(bytes: Uint8Array, from: number, to: number, part: Uint8Array): boolean {
  const [first, last] = [part[0], to - part.length];
  for (let at = from; at <= last; at++) {
    if (bytes[at] !== first) continue;
    let same = 1;
    while (same < part.length && bytes[at + same] === part[same]) same++;
    if (same === part.length) return true;
  }
  return false;
}

/**
 * Which of the texts that stand one behind the other hold some bytes, at a place that is meant; undefined where they are
 * more than `most`.
 */
export function textsWith(
  text: Buffer,
  starts: Uint32Array,
  needle: Buffer,
  most: number,
  isMeant: (at: number, i: number) => boolean = () => true,
): number[] | undefined {
  const rarest = rarestIn(text, needle);
  const rest = needle.subarray(rarest);
  const found: number[] = [];
  let i = 0;
  for (let at = text.indexOf(rest); at >= 0; ) {
    if (found.length > most || (found.length === SOON && (SOON * text.length) / most > at)) return undefined;
    const start = at - rarest;
    i = gallop(starts, at + 1, i, starts.length) - 1;
    const end = starts[i + 1]!;
    // What begins in one text and ends in the next is in neither.
    const isInside = start >= starts[i]! && at + rest.length <= end && isAt(text, start, needle) && isMeant(at, i);
    if (isInside) found.push(i);
    at = text.indexOf(rest, isInside ? end : at + 1);
  }
  return found.length > most ? undefined : found;
}

function isAt(text: Uint8Array, at: number, needle: Uint8Array): boolean {
  for (let i = 0; i < needle.length; i++) if (text[at + i] !== needle[i]) return false;
  return true;
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
