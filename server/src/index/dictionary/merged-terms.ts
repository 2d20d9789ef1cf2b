// K-way merge of several term dictionaries.
import {
  compareBytes,
  MAX_TERM_BYTES,
  type TermCursor,
  type TermDictionary,
  type TermInfo,
} from './term-dictionary.ts';

interface Occurrence extends TermInfo {
  /** Index of the dictionary. */
  source: number;
}

/** `occurrences` are in the order of the dictionaries. */
type Visit = (term: Uint8Array<ArrayBuffer>, length: number, occurrences: readonly Occurrence[]) => void;

/** Visits each distinct term in byte order. The arguments are reused for the next term. */
export function forEachMergedTerm(dictionaries: readonly TermDictionary[], visit: Visit): void {
  const cursors = dictionaries.map((dictionary) => dictionary.cursor());
  const reused = dictionaries.map((_, source): Occurrence => ({ source, number: 0, first: 0, count: 0 }));
  // Dictionaries with terms left, sorted by their next term. Insertion is cheap: the first one mostly stays first.
  const queue: number[] = [];
  for (const [source, cursor] of cursors.entries()) if (cursor.next()) enqueue(queue, cursors, source);
  const term = new Uint8Array(MAX_TERM_BYTES);
  const occurrences: Occurrence[] = [];
  while (queue.length > 0) {
    const { bytes, length } = cursors[queue[0]!]!;
    for (let i = 0; i < length; i++) term[i] = bytes[i]!;
    occurrences.length = 0;
    while (queue.length > 0 && isAt(cursors[queue[0]!]!, term, length)) {
      const source = queue.shift()!;
      const [occurrence, cursor] = [reused[source]!, cursors[source]!];
      occurrence.number = cursor.number;
      occurrence.first = cursor.first;
      occurrence.count = cursor.count;
      occurrences.push(occurrence);
    }
    for (let i = 0; i < occurrences.length; i++) {
      const { source } = occurrences[i]!;
      if (cursors[source]!.next()) enqueue(queue, cursors, source);
    }
    visit(term, length, occurrences);
  }
}

const isAt = (cursor: TermCursor, term: Uint8Array, length: number): boolean =>
  cursor.length === length && compareBytes(cursor.bytes, length, term, length) === 0;

/** Equal terms are ordered by dictionary. */
function enqueue(queue: number[], cursors: readonly TermCursor[], source: number): void {
  const { bytes, length } = cursors[source]!;
  let at = 0;
  for (; at < queue.length; at++) {
    const other = cursors[queue[at]!]!;
    const order = compareBytes(other.bytes, other.length, bytes, length);
    if (order > 0 || (order === 0 && queue[at]! > source)) break;
  }
  queue.splice(at, 0, source);
}
