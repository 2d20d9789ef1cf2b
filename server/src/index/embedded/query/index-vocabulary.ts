// The words of the catalogue: which terms there are, which words begin or end so, which one a misspelt word means.
import { stem } from '../../../text/analyse.ts';
import { editDistance } from '../../../text/edit-distance.ts';
import type { Vocabulary } from '../../ranking/interpret-query.ts';
import { type IndexView, intersect, postingListIn, type SegmentView } from './index-view.ts';
import { memoise } from './memoise.ts';
import type { WorkBudget } from './work-budget.ts';

/** Units for looking a term up in a segment; for each word of the catalogue when words are looked for by their letters. */
const LOOKUP_COST = 500;
/** Units for a product whose name may say two terms side by side. */
export const NAME_COST = 300;
const [COMPLETION_COST, CORRECTION_COST, COMPOUND_COST] = [2, 10, 5];
const MIN_COMPOUND_LETTERS = 10;
const MAX_COMPOUNDS = 20;
/** Two letters begin too many words for all of them to be meant. */
const MAX_TWO_LETTER_COMPLETIONS = 50;
/** Identifiers that begin alike in thousands are not meant by their beginning. */
const MAX_IDENTIFIER_COMPLETIONS = 2000;
/** So many products that have both words tell whether names say them side by side. */
const MAX_PHRASE_CANDIDATES = 5000;
/** Of each kind of question; people ask for the same words again and again. */
const MAX_CACHED = 10_000;
/** Of these each is a long list. */
const MAX_CACHED_COMPLETIONS = 500;

export class IndexVocabulary implements Vocabulary {
  readonly #view: IndexView;
  readonly #budget: WorkBudget;
  /** Words of all segments. A cached answer costs as much as a new one, so that a search always ends alike. */
  readonly #words: number;
  readonly #together = new Map<string, boolean>();
  readonly #begun = new Map<string, string[]>();
  readonly #correct = new Map<string, string | null>();
  readonly #compounds = new Map<string, string[]>();

  constructor(view: IndexView, budget: WorkBudget) {
    this.#view = view;
    this.#budget = budget;
    this.#words = view.segments.reduce((sum, { segment }) => sum + segment.spellings.table.length, 0);
  }

  documentFrequency(term: string): number {
    this.#budget.spend(LOOKUP_COST * this.#view.segments.length);
    return this.#view.documentFrequency(term);
  }

  completionsOf(letters: string, limit: number): string[] {
    this.#budget.spend(COMPLETION_COST * this.#words);
    return memoise(this.#begun, `${limit} ${letters}`, MAX_CACHED_COMPLETIONS, () => {
      const most = letters.length === 2 ? MAX_TWO_LETTER_COMPLETIONS : limit;
      const words = new Set(this.#view.segments.flatMap(({ segment }) => segment.spellings.beginningWith(letters)));
      for (const term of this.#identifiersBegunBy(letters)) words.add(term);
      return shortestFirst(words).slice(0, most);
    });
  }

  /** A word with fewer edits is the nearer one: it is looked for first, among far fewer. */
  correct(word: string, edits: number): string | undefined {
    this.#budget.spend(CORRECTION_COST * edits * this.#words);
    const correct = memoise(this.#correct, `${edits} ${word}`, MAX_CACHED, () => {
      for (let most = 1; most <= edits; most++) {
        const found = this.#nearestWithin(word, most);
        if (found !== undefined) return found;
      }
      return null;
    });
    return correct ?? undefined;
  }

  #nearestWithin(word: string, edits: number): string | undefined {
    const likely = new Set(this.#view.segments.flatMap(({ segment }) => segment.spellings.like(word, edits)));
    let best: { word: string; edits: number; count: number } | undefined;
    for (const other of likely) {
      if (other.length < 3) continue;
      const distance = editDistance(word, other, edits);
      if (distance > edits || (best && distance > best.edits)) continue;
      const count = this.#view.documentFrequency(stem(other));
      if (count === 0) continue;
      if (!best || distance < best.edits || isLikelier(word, other, count, best)) {
        best = { word: other, edits: distance, count };
      }
    }
    return best?.word;
  }

  compoundsOf(word: string): string[] {
    this.#budget.spend(COMPOUND_COST * this.#words);
    return memoise(this.#compounds, word, MAX_CACHED, () => {
      const least = Math.max(MIN_COMPOUND_LETTERS, word.length + 1);
      const longer = new Set(this.#view.segments.flatMap(({ segment }) => segment.spellings.endingWith(word, least)));
      return shortestFirst(longer)
        .slice(0, MAX_COMPOUNDS)
        .filter((found) => this.#isKnownPrefix(found.slice(0, -word.length)));
    });
  }

  isPhrase(first: string, second: string): boolean {
    const most = Math.min(this.documentFrequency(first), this.documentFrequency(second));
    if (most === 0) return false;
    this.#budget.spend(NAME_COST * most);
    return memoise(this.#together, `${first} ${second}`, MAX_CACHED, () =>
      this.#view.segments.some(
        (segmentView) => phrasePostings(segmentView, first, second, 1, MAX_PHRASE_CANDIDATES) !== undefined,
      ),
    );
  }

  #isKnownPrefix(prefix: string): boolean {
    return (
      prefix.length > 2 &&
      (this.#view.documentFrequency(stem(prefix)) > 0 ||
        (prefix.endsWith('s') && this.#view.documentFrequency(prefix.slice(0, -1)) > 0))
    );
  }

  /** Terms with digits in them: they are written as they are kept. */
  #identifiersBegunBy(letters: string): string[] {
    const beginning = Buffer.from(letters);
    const found: string[] = [];
    let looked = 0;
    for (const { segment } of this.#view.segments) {
      const cursor = segment.terms.cursorFrom(beginning);
      while (cursor.next()) {
        if (!cursor.startsWith(beginning)) {
          if (cursor.isPast(beginning)) break;
          continue;
        }
        if (++looked > MAX_IDENTIFIER_COMPLETIONS) return [];
        if (cursor.hasDigit()) found.push(cursor.text);
      }
    }
    return found;
  }
}

/** The products of a segment whose name says one term right before another. */
export function phrasePostings(
  segmentView: SegmentView,
  first: string,
  second: string,
  limit: number,
  maxCandidates = Number.POSITIVE_INFINITY,
) {
  const { segment } = segmentView;
  const postingLists = [postingListIn(segmentView, first), postingListIn(segmentView, second)].filter(
    (postingList) => postingList !== undefined,
  );
  if (postingLists.length < 2) return undefined;
  const [before, behind] = [segment.find(first)!.number, segment.find(second)!.number];
  let left = maxCandidates;
  const isPhraseIn = (doc: number) => {
    if (left-- <= 0 || segmentView.live.deletedFlags?.[doc]) return false;
    const name = segment.nameTerms(doc);
    return name.some((term, i) => term === before && name[i + 1] === behind);
  };
  return intersect(postingLists, isPhraseIn, limit);
}

const shortestFirst = (words: Iterable<string>): string[] =>
  [...words].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));

/** People get the first letter right, and mean the word that is sold more. */
function isLikelier(word: string, other: string, count: number, best: { word: string; count: number }): boolean {
  const [same, bestSame] = [other[0] === word[0], best.word[0] === word[0]];
  if (same !== bestSame) return same;
  return count > best.count || (count === best.count && other < best.word);
}
