// Texts of many words, told by the numbers of their words: each word of a segment is judged once a search, by its bytes.
import { wordsOf } from '../../../text/analyse.ts';
import { type ListRange, WINDOW } from '../segment/entries.ts';
import { WORDED_FIELDS, type WordedField } from '../segment/fields.ts';
import type { Segment } from '../segment/segment.ts';

/** A bit for each word that is looked for, and one that says that a word of the segment was judged. */
const MOST_WORDS = 7;
const JUDGED = 1 << MOST_WORDS;

/** More words of a segment that hold what is looked for are too many to go to their products. */
const MAX_WORDS = 20_000;

/** Which of the words that are looked for a word of the segment meets. */
type MeetsWord = (id: number, wanted: number) => boolean;

/** Whether one of some texts of a product has, for some alternative, every one of its words. */
export type HasWords = (fields: readonly WordedField[], doc: number) => boolean;

function everyWord(
  segment: Segment,
  alternatives: readonly (readonly string[])[],
  meets: (wanted: readonly string[]) => MeetsWord,
): HasWords {
  const wanted = [...new Set(alternatives.flat())];
  if (wanted.length > MOST_WORDS) {
    // Rare, and not worth wider marks: one alternative at a time, and of its words so many at a time.
    const tests = alternatives.map((words) => inTurns(segment, words, meets));
    return (fields, doc) => tests.some((test) => test(fields, doc));
  }
  const masks = alternatives.map((words) => words.reduce((mask, word) => mask | (1 << wanted.indexOf(word)), 0));
  const isMet = meets(wanted);
  const marks = new Uint8Array(segment.spaced.length);
  const judge = (id: number) => {
    let mark = JUDGED;
    for (let i = 0; i < wanted.length; i++) if (isMet(id, i)) mark |= 1 << i;
    marks[id] = mark;
    return mark;
  };
  return (fields, doc) => {
    const reader = segment.textReader(doc);
    for (const field of WORDED_FIELDS) {
      const count = reader.next();
      if (!fields.includes(field)) {
        reader.pass(count);
        continue;
      }
      let met = 0;
      for (let left = count; left > 0; left--) {
        const id = reader.next();
        const mark = marks[id]! || judge(id);
        if (mark === JUDGED) continue;
        met |= mark;
        for (const mask of masks) if ((met & mask) === mask) return true;
      }
    }
    return false;
  };
}

function inTurns(
  segment: Segment,
  words: readonly string[],
  meets: (wanted: readonly string[]) => MeetsWord,
): HasWords {
  const turns: HasWords[] = [];
  for (let i = 0; i < words.length; i += MOST_WORDS) {
    turns.push(everyWord(segment, [words.slice(i, i + MOST_WORDS)], meets));
  }
  return (fields, doc) => fields.some((field) => turns.every((has) => has([field], doc)));
}

/** Words anywhere inside the words of a text. Most products are told apart without reading their texts. */
export function wordsInside(segment: Segment, alternatives: readonly string[]): HasWords {
  const has = readInside(segment, alternatives);
  const mayHave = productsWithOneOf(segment, alternatives);
  return (fields, doc) => mayHave?.[doc] !== 0 && has(fields, doc);
}

const readInside = (segment: Segment, alternatives: readonly string[]): HasWords =>
  everyWord(
    segment,
    alternatives.map((alternative) => alternative.split(' ')),
    (wanted) => {
      const needles = wanted.map((word) => Buffer.from(word));
      return (id, i) => segment.spaced.holds(id, needles[i]!);
    },
  );

/** Words, or their beginnings. */
export const wordsBegun = (segment: Segment, alternatives: readonly (readonly string[])[]): HasWords =>
  everyWord(
    segment,
    alternatives,
    (wanted) => (id, i) => wordsOf(segment.spaced.get(id)).some((word) => word.startsWith(wanted[i]!)),
  );

/** One for each product that may have one of some alternatives in its texts; undefined where it cannot be told. */
export function productsWithOneOf(segment: Segment, alternatives: readonly string[]): Uint8Array | undefined {
  const mayHave = new Uint8Array(segment.size);
  for (const alternative of alternatives) {
    const [longest] = alternative.split(' ').toSorted((a, b) => b.length - a.length);
    const ids = segment.spaced.containing(longest!, MAX_WORDS);
    if (!ids) return undefined;
    for (const id of ids) {
      const rarest = rarestOf(segment, segment.spacedTerms.of(id));
      if (!rarest) return undefined;
      const { lows, bounds } = segment.entries(rarest);
      for (let window = 0; window + 1 < bounds.length; window++) {
        for (let at = bounds[window]!; at < bounds[window + 1]!; at++) mayHave[window * WINDOW + lows[at]!] = 1;
      }
    }
  }
  return mayHave;
}

/** The rarest of some terms; undefined where there is none: a word may be nothing but marks. */
function rarestOf(segment: Segment, terms: readonly number[]): ListRange | undefined {
  let rarest: ListRange | undefined;
  for (const term of terms) {
    const range = segment.terms.rangeAt(term);
    if (!rarest || range.count < rarest.count) rarest = range;
  }
  return rarest;
}
