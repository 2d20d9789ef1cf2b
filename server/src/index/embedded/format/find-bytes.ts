// Looks for a few bytes among many.

const SAMPLE = 2 ** 16;

/** A letter that is so many times rarer than the first is looked for instead: the rest of the needle is compared here. */
const RARER = 8;

/** How frequent letters are in a text: counted when it is first asked, by some of it. */
export class Letters {
  readonly #text: Uint8Array;
  #counts: Uint32Array | undefined;

  constructor(text: Uint8Array) {
    this.#text = text;
  }

  /** From where on a needle is looked for in the text: the native search stops at every first letter. */
  rarestOffset(needle: Uint8Array): number {
    if (this.#text.length < SAMPLE) return 0;
    this.#counts ??= countLetters(this.#text);
    const counts = this.#counts;
    let rarest = 0;
    for (let i = 1; i < needle.length; i++) if (counts[needle[i]!]! < counts[needle[rarest]!]!) rarest = i;
    return counts[needle[rarest]!]! * RARER < counts[needle[0]!]! ? rarest : 0;
  }
}

function countLetters(text: Uint8Array): Uint32Array {
  const counts = new Uint32Array(256);
  const from = (text.length - SAMPLE) >> 1;
  for (let at = from; at < from + SAMPLE; at++) counts[text[at]!]!++;
  return counts;
}

export function containsBytes(bytes: Uint8Array, from: number, to: number, part: Uint8Array): boolean {
  const [first, last] = [part[0], to - part.length];
  for (let at = from; at <= last; at++) if (bytes[at] === first && isAt(bytes, at, part)) return true;
  return false;
}

export function isAt(text: Uint8Array, at: number, needle: Uint8Array): boolean {
  for (let i = 0; i < needle.length; i++) if (text[at + i] !== needle[i]) return false;
  return true;
}

/** Where so many were found in a part of the texts, it is known how many there will be in all. */
const SOON = 500;

/** Whether there will be more than `most` of something of which so many were found up to here. */
export const willExceed = (found: number, at: number, length: number, most: number): boolean =>
  found > most || (found === SOON && (SOON * length) / most > at);
