// Texts of many words, told by the numbers of their words: each word of a segment is judged once a search.
import { wordsOf } from '../../../text/analyse.ts';
import type { WordedField } from '../segment/fields.ts';
import type { Segment } from '../segment/segment.ts';
import { MAX_TEXTS } from './find-products.ts';

/** A verdict for each word of a segment, given when it is first asked for. */
class Verdicts {
  readonly #verdicts: Uint8Array;
  readonly #judge: (id: number) => boolean;

  /** `meant`: the words that pass, where they are known. */
  constructor(words: number, judge: (id: number) => boolean, meant?: readonly number[]) {
    this.#verdicts = new Uint8Array(words);
    this.#judge = judge;
    if (!meant) return;
    this.#verdicts.fill(1);
    for (const id of meant) this.#verdicts[id] = 2;
  }

  of(id: number): boolean {
    let verdict = this.#verdicts[id]!;
    if (verdict === 0) {
      verdict = this.#judge(id) ? 2 : 1;
      this.#verdicts[id] = verdict;
    }
    return verdict === 2;
  }
}

/** Whether a product's text has, for some alternative, every one of its words, by a rule for single words. */
function everyWord(
  segment: Segment,
  alternatives: readonly (readonly string[])[],
  isMet: (id: number, wanted: string) => boolean,
  meantBy: (wanted: string) => readonly number[] | undefined = () => undefined,
): (field: WordedField, doc: number) => boolean {
  const judged = alternatives.map((words) =>
    words.map((wanted) => new Verdicts(segment.spaced.length, (id) => isMet(id, wanted), meantBy(wanted))),
  );
  return (field, doc) => {
    const ids = segment.spacedIds(field, doc);
    return judged.some((words) => words.every((verdicts) => ids.some((id) => verdicts.of(id))));
  };
}

/** Words anywhere inside the words of a text. */
export const wordsInside = (segment: Segment, alternatives: readonly string[]) =>
  everyWord(
    segment,
    alternatives.map((alternative) => alternative.split(' ')),
    (id, wanted) => segment.spaced.get(id).includes(wanted),
    (wanted) => segment.spaced.containing(wanted, MAX_TEXTS),
  );

/** Words, or their beginnings. */
export const wordsBegun = (segment: Segment, alternatives: readonly (readonly string[])[]) =>
  everyWord(segment, alternatives, (id, wanted) =>
    wordsOf(segment.spaced.get(id)).some((word) => word.startsWith(wanted)),
  );
