// The lexicon of an index view: document frequencies, completion, correction, compounds and phrases.
import { chooseCompletions, chooseCompounds, chooseCorrection, minCompoundLength } from '../../ranking/choose-words.ts';
import type { Lexicon } from '../../ranking/lexicon.ts';
import { type IndexView, intersect, postingListIn, type SegmentView } from './index-view.ts';
import { memoise } from './memoise.ts';
import type { WorkBudget } from './work-budget.ts';

/** Work units for looking a term up in one segment. */
const LOOKUP_COST = 500;
/** Work units for checking a name for a phrase. */
export const NAME_COST = 300;
const [COMPLETION_COST, CORRECTION_COST, COMPOUND_COST] = [2, 10, 5];
/** An identifier prefix that is shared by more terms is not completed. */
const MAX_IDENTIFIER_COMPLETIONS = 2000;
/** Documents checked before two terms are taken not to form a phrase. */
const MAX_PHRASE_CANDIDATES = 5000;
/** Cache size per kind of lookup. */
const MAX_CACHED = 10_000;
/** Each entry is a long list. */
const MAX_CACHED_COMPLETIONS = 500;

export class IndexLexicon implements Lexicon {
  readonly #view: IndexView;
  readonly #budget: WorkBudget;
  /**
   * Words in all segments. A cached answer costs as much as a computed one, so that the cost of a search is
   * deterministic.
   */
  readonly #words: number;
  readonly #phrases = new Map<string, boolean>();
  readonly #completions = new Map<string, string[]>();
  readonly #correct = new Map<string, string | null>();
  readonly #compounds = new Map<string, string[]>();

  constructor(view: IndexView, budget: WorkBudget) {
    this.#view = view;
    this.#budget = budget;
    this.#words = view.segments.reduce((sum, { segment }) => sum + segment.spellings.table.length, 0);
  }

  get size(): number {
    return this.#view.size;
  }

  documentFrequencies(terms: readonly string[]): number[] {
    this.#budget.spend(LOOKUP_COST * this.#view.segments.length * terms.length);
    return terms.map((term) => this.#view.documentFrequency(term));
  }

  completionsOf(letters: string, limit: number): string[] {
    this.#budget.spend(COMPLETION_COST * this.#words);
    return memoise(this.#completions, `${limit} ${letters}`, MAX_CACHED_COMPLETIONS, () => {
      const words = new Set(this.#view.segments.flatMap(({ segment }) => segment.spellings.withPrefix(letters)));
      for (const term of this.#identifierCompletions(letters)) words.add(term);
      return chooseCompletions(letters, words, limit);
    });
  }

  /** Tries fewer edits first: such words are closer, and there are far fewer of them. */
  correct(word: string, edits: number): string | undefined {
    this.#budget.spend(CORRECTION_COST * edits * this.#words);
    const correct = memoise(this.#correct, `${edits} ${word}`, MAX_CACHED, () => {
      for (let maxEdits = 1; maxEdits <= edits; maxEdits++) {
        const similar = this.#view.segments.flatMap(({ segment }) => segment.spellings.similarTo(word, maxEdits));
        const found = chooseCorrection(word, maxEdits, new Set(similar), this.#documentFrequency);
        if (found !== undefined) return found;
      }
      return null;
    });
    return correct ?? undefined;
  }

  compoundsOf(word: string): string[] {
    this.#budget.spend(COMPOUND_COST * this.#words);
    return memoise(this.#compounds, word, MAX_CACHED, () => {
      const minLength = minCompoundLength(word);
      const longer = this.#view.segments.flatMap(({ segment }) => segment.spellings.withSuffix(word, minLength));
      return chooseCompounds(word, new Set(longer), this.#documentFrequency);
    });
  }

  arePhrases(pairs: readonly (readonly [first: string, second: string])[]): boolean[] {
    return pairs.map(([first, second]) => this.#isPhrase(first, second));
  }

  #isPhrase(first: string, second: string): boolean {
    const maxNames = Math.min(...this.documentFrequencies([first, second]));
    if (maxNames === 0) return false;
    this.#budget.spend(NAME_COST * maxNames);
    return memoise(this.#phrases, `${first} ${second}`, MAX_CACHED, () =>
      this.#view.segments.some(
        (segmentView) => phrasePostings(segmentView, first, second, 1, MAX_PHRASE_CANDIDATES) !== undefined,
      ),
    );
  }

  readonly #documentFrequency = (term: string): number => this.#view.documentFrequency(term);

  /** Completions among terms with digits, which are not stemmed. */
  #identifierCompletions(letters: string): string[] {
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

/** Documents of a segment whose name has one term directly before another. */
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
