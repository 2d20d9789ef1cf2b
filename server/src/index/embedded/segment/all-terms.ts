// The terms of several segments in one order, each once, with where every segment has it.
import type { Segment } from './segment.ts';
import { compareBytes, type TermCursor, type TermRange } from './term-dictionary.ts';

export interface TermAt extends TermRange {
  /** Of which segment. */
  source: number;
}

/** Calls back for each term; its bytes and the cursors at it are only good until the next one. */
export function eachTerm(segments: readonly Segment[], visit: (term: Uint8Array, at: readonly TermAt[]) => void): void {
  const cursors = segments.map((segment) => segment.terms.cursor());
  const open = cursors.map((cursor) => cursor.next());
  for (let first = leastOf(cursors, open); first >= 0; first = leastOf(cursors, open)) {
    const term = cursors[first]!.bytes.slice(0, cursors[first]!.length);
    const at: TermAt[] = [];
    for (let source = first; source < cursors.length; source++) {
      const cursor = cursors[source]!;
      if (!open[source] || compareBytes(cursor.bytes, cursor.length, term, term.length) !== 0) continue;
      at.push({ source, number: cursor.number, first: cursor.first, count: cursor.count });
      open[source] = cursor.next();
    }
    visit(term, at);
  }
}

/** Which cursor stands at the first term; the first of several. */
function leastOf(cursors: readonly TermCursor[], open: readonly boolean[]): number {
  let least = -1;
  for (let i = 0; i < cursors.length; i++) {
    if (!open[i]) continue;
    if (least < 0) least = i;
    else if (compareBytes(cursors[i]!.bytes, cursors[i]!.length, cursors[least]!.bytes, cursors[least]!.length) < 0) {
      least = i;
    }
  }
  return least;
}
