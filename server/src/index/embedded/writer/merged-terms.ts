// The terms of several segments in one order, each once, with where every segment has it.
import type { Segment } from '../format/segment.ts';
import { compareBytes, MAX_TERM_BYTES, type TermCursor, type TermInfo } from '../format/term-dictionary.ts';

interface TermAt extends TermInfo {
  /** Of which segment. */
  source: number;
}

/** `at` is in the order of the segments. */
type Visit = (term: Uint8Array<ArrayBuffer>, length: number, at: readonly TermAt[]) => void;

/** Calls back for each term; its bytes and where it stands are only good until the next one. */
export function forEachMergedTerm(segments: readonly Segment[], visit: Visit): void {
  const cursors = segments.map((segment) => segment.terms.cursor());
  const places = segments.map((_, source): TermAt => ({ source, number: 0, first: 0, count: 0 }));
  // The segments that have terms left, by their next ones: mostly the one that was first is so again.
  const line: number[] = [];
  for (const [source, cursor] of cursors.entries()) if (cursor.next()) enter(line, cursors, source);
  const term = new Uint8Array(MAX_TERM_BYTES);
  const at: TermAt[] = [];
  while (line.length > 0) {
    const { bytes, length } = cursors[line[0]!]!;
    for (let i = 0; i < length; i++) term[i] = bytes[i]!;
    at.length = 0;
    while (line.length > 0 && isAt(cursors[line[0]!]!, term, length)) {
      const source = line.shift()!;
      const [place, cursor] = [places[source]!, cursors[source]!];
      place.number = cursor.number;
      place.first = cursor.first;
      place.count = cursor.count;
      at.push(place);
    }
    for (let i = 0; i < at.length; i++) if (cursors[at[i]!.source]!.next()) enter(line, cursors, at[i]!.source);
    visit(term, length, at);
  }
}

const isAt = (cursor: TermCursor, term: Uint8Array, length: number): boolean =>
  cursor.length === length && compareBytes(cursor.bytes, length, term, length) === 0;

/** Behind those whose terms come before its own, or are the same in a segment before it. */
function enter(line: number[], cursors: readonly TermCursor[], source: number): void {
  const { bytes, length } = cursors[source]!;
  let place = 0;
  for (; place < line.length; place++) {
    const other = cursors[line[place]!]!;
    const order = compareBytes(other.bytes, other.length, bytes, length);
    if (order > 0 || (order === 0 && line[place]! > source)) break;
  }
  line.splice(place, 0, source);
}
