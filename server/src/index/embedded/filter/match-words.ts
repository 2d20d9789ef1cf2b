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
/** Of more than this part of all products enough are soon found by reading the best. */
const MANY = 1 / 4;

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
export function wordsInside(
  segment: Segment,
  fields: readonly WordedField[],
  alternatives: readonly string[],
): (doc: number) => boolean {
  const has = readInside(segment, alternatives);
  const mayHave = productsWithOneOf(segment, fields, alternatives);
  return (doc) => mayHave?.[doc] !== 0 && has(fields, doc);
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

export const longestWord = (text: string): string =>
  text.split(' ').reduce((longest, word) => (word.length > longest.length ? word : longest));

/** What was asked last of each segment: a search asks it several times. */
const asked = new WeakMap<Segment, { key: string; marks: Uint8Array | undefined }>();

/** One for each product that may have one of some alternatives in its texts; undefined where they are many. */
export function productsWithOneOf(
  segment: Segment,
  fields: readonly WordedField[],
  alternatives: readonly string[],
): Uint8Array | undefined {
  const key = JSON.stringify([fields, alternatives]);
  let last = asked.get(segment);
  if (last?.key !== key) {
    const lists = listsOf(segment, fields, alternatives.map(longestWord));
    last = { key, marks: lists && markAll(segment, lists) };
    asked.set(segment, last);
  }
  return last.marks;
}

/** Where the products stand that have one of the words which hold one of some texts; undefined where they are many. */
function listsOf(segment: Segment, fields: readonly WordedField[], parts: readonly string[]): ListRange[] | undefined {
  const lists: ListRange[] = [];
  let products = 0;
  for (const part of parts) {
    const words = segment.spacedWith(fields, part, MAX_WORDS);
    if (!words) return undefined;
    for (const word of words) {
      const rarest = rarestOf(segment, segment.spacedTerms.of(word));
      if (!rarest) return undefined;
      products += rarest.count;
      if (products > segment.size * MANY) return undefined;
      lists.push(rarest);
    }
  }
  return lists;
}

function markAll(segment: Segment, lists: readonly ListRange[]): Uint8Array {
  const marks = new Uint8Array(segment.size);
  for (const list of lists) {
    const { lows, bounds } = segment.entries(list);
    for (let window = 0; window + 1 < bounds.length; window++) {
      for (let at = bounds[window]!; at < bounds[window + 1]!; at++) marks[window * WINDOW + lows[at]!] = 1;
    }
  }
  return marks;
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
