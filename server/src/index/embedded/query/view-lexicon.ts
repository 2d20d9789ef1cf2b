// The lexicon of an index view, and the phrases in the names of its documents.
import { DictionaryLexicon } from '../../dictionary/dictionary-lexicon.ts';
import { memoise } from '../../memoise.ts';
import type { WorkBudget } from '../../work-budget.ts';
import { type IndexView, intersect, postingListIn, type SegmentView } from './index-view.ts';

/** Work units for checking a name for a phrase. */
export const NAME_COST = 300;
/** Documents checked before two terms are taken not to form a phrase. */
const MAX_PHRASE_CANDIDATES = 5000;
const MAX_CACHED_PHRASES = 10_000;

export function viewLexicon(view: IndexView, budget: WorkBudget): DictionaryLexicon {
  const phrases = new Map<string, boolean>();
  const documentFrequency = (term: string) => view.documentFrequency(term);
  const isPhrase = (first: string, second: string) => {
    budget.spend(NAME_COST * Math.min(documentFrequency(first), documentFrequency(second)));
    return memoise(phrases, `${first} ${second}`, MAX_CACHED_PHRASES, () =>
      view.segments.some(
        (segmentView) => phrasePostings(segmentView, first, second, 1, MAX_PHRASE_CANDIDATES) !== undefined,
      ),
    );
  };
  const dictionaries = view.segments.map(({ segment }) => segment);
  return new DictionaryLexicon({ size: view.size, dictionaries, documentFrequency, isPhrase }, budget);
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
