// Texts of many words, told by the numbers of their words: each word of a segment is judged once a search, by its bytes,
// unless it is known already which words are meant.
import { wordsOf } from '../../../text/analyse.ts';
import { WORDED_FIELDS, type WordedField } from '../segment/fields.ts';
import type { Segment } from '../segment/segment.ts';

/** A bit for each word that is looked for, and one that says that a word of the segment was judged. */
const MOST_WORDS = 7;
const JUDGED = 1 << MOST_WORDS;

/** Which of the words that are looked for a word of the segment meets. */
type MeetsWord = (id: number, wanted: number) => boolean;

interface Judge {
  meets: MeetsWord;
  /** Where only one word is looked for: the words that meet it, of those in more than one place, if that is known. */
  known: readonly number[] | undefined;
}

/** Whether one of some texts of a product has, for some alternative, every one of its words. */
function everyWord(
  segment: Segment,
  fields: readonly WordedField[],
  alternatives: readonly (readonly string[])[],
  judgeOf: (wanted: readonly string[]) => Judge,
): (doc: number) => boolean {
  const wanted = [...new Set(alternatives.flat())];
  if (wanted.length > MOST_WORDS) {
    // Rare, and not worth wider marks: one alternative at a time, and of its words so many at a time.
    const tests = alternatives.flatMap((words) => fields.map((field) => inTurns(segment, field, words, judgeOf)));
    return (doc) => tests.some((test) => test(doc));
  }
  const masks = alternatives.map((words) => words.reduce((mask, word) => mask | (1 << wanted.indexOf(word)), 0));
  const isAsked = WORDED_FIELDS.map((field) => fields.includes(field));
  const end = isAsked.lastIndexOf(true) + 1;
  const markOf = judgeWords(segment, wanted.length, judgeOf(wanted));
  return (doc) => {
    const reader = segment.textReader(doc);
    for (let field = 0; field < end; field++) {
      const count = reader.next();
      if (!isAsked[field]) {
        reader.pass(count);
        continue;
      }
      let met = 0;
      for (let left = count; left > 0; left--) {
        const mark = markOf(reader.next());
        if (mark === JUDGED) continue;
        met |= mark;
        for (const mask of masks) if ((met & mask) === mask) return true;
      }
    }
    return false;
  };
}

/** What is known of a word is remembered, but for those that stand in one place only. */
function judgeWords(segment: Segment, wanted: number, { meets, known }: Judge): (id: number) => number {
  const marks = new Uint8Array(segment.firstSingle);
  if (known) {
    marks.fill(JUDGED);
    for (const id of known) marks[id] = JUDGED | 1;
  }
  const judge = (id: number) => {
    let mark = JUDGED;
    for (let i = 0; i < wanted; i++) if (meets(id, i)) mark |= 1 << i;
    return mark;
  };
  return (id) => {
    if (id >= marks.length) return judge(id);
    if (marks[id] === 0) marks[id] = judge(id);
    return marks[id]!;
  };
}

function inTurns(
  segment: Segment,
  field: WordedField,
  words: readonly string[],
  judgeOf: (wanted: readonly string[]) => Judge,
): (doc: number) => boolean {
  const turns: ((doc: number) => boolean)[] = [];
  for (let i = 0; i < words.length; i += MOST_WORDS) {
    turns.push(everyWord(segment, [field], [words.slice(i, i + MOST_WORDS)], judgeOf));
  }
  return (doc) => turns.every((has) => has(doc));
}

/** Words anywhere inside the words of a text. */
export const wordsInside = (
  segment: Segment,
  fields: readonly WordedField[],
  alternatives: readonly string[],
): ((doc: number) => boolean) =>
  everyWord(
    segment,
    fields,
    alternatives.map((alternative) => alternative.split(' ')),
    (wanted) => {
      const needles = wanted.map((word) => Buffer.from(word));
      const known = wanted.length === 1 ? segment.lastSpacedWith(wanted[0]!) : undefined;
      return { meets: (id, i) => segment.spaced.holds(id, needles[i]!), known };
    },
  );

/** Words, or their beginnings. */
export const wordsBegun = (
  segment: Segment,
  fields: readonly WordedField[],
  alternatives: readonly (readonly string[])[],
): ((doc: number) => boolean) =>
  everyWord(segment, fields, alternatives, (wanted) => ({
    meets: (id, i) => wordsOf(segment.spaced.get(id)).some((word) => word.startsWith(wanted[i]!)),
    known: undefined,
  }));
