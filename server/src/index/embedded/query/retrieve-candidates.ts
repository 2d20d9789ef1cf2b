// The best products by the words of a query. What it takes to be among them is guessed beforehand, by some products from all
// over the catalogue: then many others need not be counted to the end. A guess that was too high shows, and is lowered.

import { samplePostings, sampleSizeOf, WINDOW } from '../format/posting-lists.ts';
import type { PartFilter } from './filter/segment-filter.ts';
import type { IndexView, Part } from './index-view.ts';
import type { PartQuestion, ScoredWord, Scorer, UnwantedWord } from './scorer.ts';
import type { Place } from './select-top-k.ts';

export interface BestAsked {
  /** So many are wanted. */
  k: number;
  words: readonly ScoredWord[];
  unwanted: readonly UnwantedWord[];
  filter: (part: Part) => PartFilter;
  /** Products that are found by other means than their words, by their places in a segment. */
  identifiedIn: (part: Part) => readonly number[];
  identified_points: number;
  onIdentified: (place: number) => void;
  /** Everybody is counted to the end. */
  without_shortcuts: boolean;
}

/** Units for a candidate that the best are selected from. */
const SELECT_COST = 20;
/** So many times as many as are wanted are looked at, then so many, before all are, where filters read products. */
const READ_FIRST = [4, 64];
/** A larger part of the products would take too long to be worth it. */
const MOST_SAMPLED = 1 / 16;
/** By so many times what chance makes of it a guess is put lower: one in some hundred is still too high. */
const CAUTION = 3;
/** One that is put so many times lower is tried next. */
const LOWER = 4;

export function bestByWords(scorer: Scorer, view: IndexView, asked: BestAsked): Place[] {
  const { k, filter } = asked;
  const isRead = view.parts.some((part) => filter(part).isWanted);
  const isWanted = (place: number) => {
    const part = view.partOf(place);
    return filter(part).isWanted?.(place - part.base) ?? true;
  };
  const bestOf = (scored: number | undefined): Place[] => {
    scoreEnough(scorer, view, asked, scored);
    scorer.budget.spend(SELECT_COST * scorer.best.count);
    return scorer.best.select(k, isRead ? isWanted : undefined);
  };
  // With points taken off nobody can be left out before the end.
  if (asked.unwanted.length > 0 || asked.without_shortcuts) return bestOf(undefined);
  if (!isRead) return bestOf(k);
  // Filters that read products one by one mostly find enough among the best.
  for (const times of READ_FIRST) {
    const enough = bestOf(k * times);
    if (enough.length === k || scorer.best.isComplete) return enough;
  }
  return bestOf(undefined);
}

/** Scores at least so many, the best, before any product is read; without a number all. */
function scoreEnough(scorer: Scorer, view: IndexView, asked: BestAsked, wanted: number | undefined): void {
  const guesses = wanted === undefined ? [] : guess(scorer, view, asked, wanted);
  for (const least of [...guesses, 0]) {
    scorer.begin(wanted, least, view.numberAt);
    for (const part of view.parts) scorer.add(part, questionOf(asked, part));
    if (least === 0 || scorer.best.count >= wanted!) return;
  }
}

const questionOf = (asked: BestAsked, part: Part): PartQuestion => ({
  words: asked.words,
  unwanted: asked.unwanted,
  filter: asked.filter(part),
  identified: asked.identifiedIn(part),
  identified_points: asked.identified_points,
  onIdentified: (doc) => asked.onIdentified(part.base + doc),
});

/** What the last of so many may have, the better guess first. */
function guess(scorer: Scorer, view: IndexView, { words, filter }: BestAsked, wanted: number): number[] {
  const sampled = view.parts.reduce((sum, { segment }) => sum + sampleSizeOf(segment.size), 0);
  if (view.places <= WINDOW || sampled > MOST_SAMPLED * view.places) return [];
  // Where filters leave few there is little to gain.
  if (view.parts.some((part) => filter(part).candidates)) return [];
  const expected = (wanted * sampled) / view.places;
  const rank = Math.ceil(expected + CAUTION * Math.sqrt(expected));
  const some = words.map(({ lists }) => ({
    lists: lists.map(({ runs, points }) => ({ points, runs: runs.map((run) => ({ ...run, ...samplePostings(run) })) })),
  }));
  const nothingElse = { unwanted: [], identified: [], identified_points: 0, onIdentified: () => {} };
  scorer.begin(LOWER * rank, 0, view.numberAt);
  for (const part of view.parts) scorer.add(part, { words: some, filter: filter(part), ...nothingElse });
  return [rank, LOWER * rank].map((each) => scorer.best.leastOf(each)).filter((least) => least > 0);
}
