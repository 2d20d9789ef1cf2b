// The words of a segment as written, for prefix, suffix and fuzzy lookups. Only words of letters: words with digits are never
// corrected, and their prefixes are looked up in the term dictionary.

import type { BytesHash } from './bytes-hash.ts';
import type { Sections } from './layout.ts';
import { popCount } from './pop-count.ts';
import { StringTable } from './string-table.ts';

/** The sections of the marked words. */
export function spellingSections(words: BytesHash, isMarked: Uint8Array): Sections {
  const order = words.sorted(isMarked);
  const masks = new Uint32Array(order.length);
  const lengths = new Uint8Array(order.length);
  for (let i = 0; i < order.length; i++) {
    const word = words.text(order[i]!);
    masks[i] = letterMask(word);
    lengths[i] = Math.min(255, word.length);
  }
  return { ...words.sections('spellings', order), 'spellings.letters': masks, 'spellings.lengths': lengths };
}

export class SpellingDictionary {
  readonly table: StringTable;
  readonly #masks: Uint32Array;
  readonly #lengths: Uint8Array;

  constructor(sections: Sections) {
    this.table = new StringTable(sections, 'spellings');
    this.#masks = sections['spellings.letters'] as Uint32Array;
    this.#lengths = sections['spellings.lengths'] as Uint8Array;
  }

  withPrefix(prefix: string): string[] {
    const bytes = Buffer.from(prefix);
    const found: string[] = [];
    for (let i = this.table.lowerBound(bytes); i < this.table.length && this.table.startsWith(i, bytes); i++) {
      found.push(this.table.get(i));
    }
    return found;
  }

  withSuffix(suffix: string, min_letters: number): string[] {
    const bytes = Buffer.from(suffix);
    const found: string[] = [];
    for (let i = 0; i < this.table.length; i++) {
      if (this.#lengths[i]! >= min_letters && this.table.endsWith(i, bytes)) found.push(this.table.get(i));
    }
    return found;
  }

  /** Candidates within an edit distance: most other words are excluded by length and letters alone. */
  similarTo(word: string, edits: number): string[] {
    const wanted = letterMask(word);
    const found: string[] = [];
    for (let i = 0; i < this.#masks.length; i++) {
      const difference = this.#lengths[i]! - word.length;
      if (difference > edits || difference < -edits) continue;
      if (popCount(wanted ^ this.#masks[i]!) <= 2 * edits) found.push(this.table.get(i));
    }
    return found;
  }
}

/** One bit per letter; different letters may share a bit. */
function letterMask(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) % 31);
  return letters;
}
