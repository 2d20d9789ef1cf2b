// The words of a segment's texts as they are written, for finding those that begin or end so, or are spelt nearly so. Only
// words of letters: what has digits is never corrected, and its beginnings stand among the terms.

import type { BytesHash } from './bytes-hash.ts';
import type { Sections } from './layout.ts';
import { popCount } from './pop-count.ts';
import { StringTable } from './string-table.ts';

const LETTERS_ONLY = /^\p{L}+$/u;

export const isSpellable = (word: string): boolean => LETTERS_ONLY.test(word);

/** Of words of letters; those that are marked. */
export function spellingSections(words: BytesHash, isMarked: Uint8Array): Sections {
  const order = words.inOrder(isMarked);
  const letters = new Uint32Array(order.length);
  const lengths = new Uint8Array(order.length);
  for (let i = 0; i < order.length; i++) {
    const word = words.text(order[i]!);
    letters[i] = lettersOf(word);
    lengths[i] = Math.min(255, word.length);
  }
  return { ...words.sections('words', order), 'words.letters': letters, 'words.lengths': lengths };
}

export class SpellingDictionary {
  readonly table: StringTable;
  readonly #letters: Uint32Array;
  readonly #lengths: Uint8Array;

  constructor(sections: Sections) {
    this.table = new StringTable(sections, 'words');
    this.#letters = sections['words.letters'] as Uint32Array;
    this.#lengths = sections['words.lengths'] as Uint8Array;
  }

  beginningWith(beginning: string): string[] {
    const bytes = Buffer.from(beginning);
    const found: string[] = [];
    for (let i = this.table.lowerBound(bytes); i < this.table.length && this.table.startsWith(i, bytes); i++) {
      found.push(this.table.get(i));
    }
    return found;
  }

  endingWith(ending: string, min_letters: number): string[] {
    const bytes = Buffer.from(ending);
    const found: string[] = [];
    for (let i = 0; i < this.table.length; i++) {
      if (this.#lengths[i]! >= min_letters && this.table.endsWith(i, bytes)) found.push(this.table.get(i));
    }
    return found;
  }

  /** Words that may be within so many edits: most others are told apart by their letters alone. */
  like(word: string, edits: number): string[] {
    const wanted = lettersOf(word);
    const found: string[] = [];
    for (let i = 0; i < this.#letters.length; i++) {
      const difference = this.#lengths[i]! - word.length;
      if (difference > edits || difference < -edits) continue;
      if (popCount(wanted ^ this.#letters[i]!) <= 2 * edits) found.push(this.table.get(i));
    }
    return found;
  }
}

/** A bit for each letter. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) % 31);
  return letters;
}
