// Substring search in byte arrays.

const SAMPLE_BYTES = 2 ** 16;
/** The search starts at a later byte of the needle if that is this many times rarer than the first. */
const MIN_RARITY = 8;

/** Byte frequencies of a text, estimated from a sample on first use. */
export class ByteFrequencies {
  readonly #text: Uint8Array;
  #counts: Uint32Array | undefined;

  constructor(text: Uint8Array) {
    this.#text = text;
  }

  /** The offset in the needle to search from: the native search stops at every occurrence of its first byte. */
  rarestOffset(needle: Uint8Array): number {
    if (this.#text.length < SAMPLE_BYTES) return 0;
    this.#counts ??= countBytes(this.#text);
    const counts = this.#counts;
    let rarest = 0;
    for (let i = 1; i < needle.length; i++) if (counts[needle[i]!]! < counts[needle[rarest]!]!) rarest = i;
    return counts[needle[rarest]!]! * MIN_RARITY < counts[needle[0]!]! ? rarest : 0;
  }
}

function countBytes(text: Uint8Array): Uint32Array {
  const counts = new Uint32Array(256);
  const from = (text.length - SAMPLE_BYTES) >> 1;
  for (let at = from; at < from + SAMPLE_BYTES; at++) counts[text[at]!]!++;
  return counts;
}

export function containsBytes(bytes: Uint8Array, from: number, to: number, part: Uint8Array): boolean {
  const [first, last] = [part[0], to - part.length];
  for (let at = from; at <= last; at++) if (bytes[at] === first && matchesAt(bytes, at, part)) return true;
  return false;
}

export function matchesAt(text: Uint8Array, at: number, needle: Uint8Array): boolean {
  for (let i = 0; i < needle.length; i++) if (text[at + i] !== needle[i]) return false;
  return true;
}

/** The total is extrapolated once, after this many hits. */
const EXTRAPOLATED_AT = 500;

/** Whether a scan with `found` hits up to `at` has exceeded `max`, or will. */
export const willExceed = (found: number, at: number, length: number, max: number): boolean =>
  found > max || (found === EXTRAPOLATED_AT && (EXTRAPOLATED_AT * length) / max > at);
