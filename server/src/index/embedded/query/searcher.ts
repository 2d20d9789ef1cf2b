// A search, step by step: read the interpretation, score the words, keep the best that the filters leave, context at them again.
import { toGtin14 } from '../../../product/gtin.ts';
import { negatedTerm } from '../../../text/negation.ts';
import type { Explanation, IndexQuery, IndexResult, WordPoints, WordsFound } from '../../port.ts';
import { deduplicate } from '../../ranking/deduplicate.ts';
import {
  type Alternative,
  type FindSynonyms,
  type Interpretation,
  interpretQuery,
  type Slot,
} from '../../ranking/interpret-query.ts';
import { type Candidate, type Pieces, type ProductFeatures, rerank } from '../../ranking/rerank.ts';
import { MAX_EXACT_NAMES, RERANK_DEPTH, UNWANTED } from '../../ranking/weights.ts';
import type { WordVectors } from '../../ranking/word-vectors.ts';
import { identitiesOf, nameIdentity } from '../format/identities.ts';
import { dequantiseWeight, pointsByWeight, SCORE_SCALE } from '../format/quantised-weight.ts';
import type { Segment } from '../format/segment.ts';
import { truncateTerm } from '../format/term-dictionary.ts';
import { compileFilter } from './filter/compile-filter.ts';
import type { SegmentFilter } from './filter/segment-filter.ts';
import {
  type IndexView,
  intersect,
  type PostingList,
  postingListIn,
  type SegmentView,
  weightAt,
} from './index-view.ts';
import { IndexVocabulary, NAME_COST, phrasePostings } from './index-vocabulary.ts';
import { memoise } from './memoise.ts';
import { retrieveCandidates } from './retrieve-candidates.ts';
import { Scorer, type UnwantedTerm } from './scorer.ts';
import { type QuerySlots, SegmentFeatures, SlotTerms } from './segment-features.ts';
import type { ScoredDoc } from './select-top-k.ts';
import { type Allowance, WorkBudget } from './work-budget.ts';

/** Units for reading the identifiers of a product, and for telling whether one has a word. */
const IDENTIFIER_COST = 3000;
const MATCH_REPORT_COST = 30;
const UNLIMITED: Allowance = { units: Number.POSITIVE_INFINITY };

/** A product that is identified, or named like the interpretation, is among the best whatever its words score. */
const PINNED_SCORE = 2 ** 29;

interface Ranked extends ScoredDoc {
  /** Of the second context; without it the score is that of the words. */
  pieces?: Pieces;
}

/** What an alternative leads to, and what it counts. */
interface ResolvedAlternative {
  alternative: Alternative;
  postingLists: PostingList[];
  factor: number;
  points: Int32Array;
}

interface ResolvedUnwanted extends UnwantedTerm {
  idf: number;
}

/** A interpretation, and what its words lead to in this index. */
interface ResolvedQuery {
  interpretation: Interpretation;
  /** By slot of the interpretation. */
  resolved: ResolvedAlternative[][];
  unwanted: ResolvedUnwanted[];
}

/** Products that get the second context whatever their words score, and those of them that an identifier tells. */
interface Pinned {
  all: Set<number>;
  identified: Set<number>;
}

type Filter = (segmentView: SegmentView) => SegmentFilter;

export class Searcher {
  readonly #budget = new WorkBudget();
  readonly #scorer = new Scorer(this.#budget);
  readonly #features = new WeakMap<Segment, SegmentFeatures>();
  #view: IndexView;
  #vocabulary: IndexVocabulary;
  findSynonyms: FindSynonyms = () => [];
  wordVectors: WordVectors | undefined;

  constructor(view: IndexView) {
    this.#view = view;
    this.#vocabulary = new IndexVocabulary(view, this.#budget);
  }

  use(view: IndexView): void {
    this.#view = view;
    this.#vocabulary = new IndexVocabulary(view, this.#budget);
    // What it resolved last stands in segments that may be gone by now.
    this.#scorer.begin(undefined, 0, view.productNumberAt);
  }

  /** Units that the last search has used. */
  get spent(): number {
    return this.#budget.spent;
  }

  /** Throws SearchStopped when it exceeds its allowance, or was abandoned. */
  search(query: IndexQuery, allowance: Allowance = UNLIMITED): IndexResult {
    this.#budget.begin(allowance);
    const ablations = new Set(query.without);
    const interpretation = interpretQuery(query.text, this.#vocabulary, this.findSynonyms, ablations);
    const resolved = interpretation.slots.map((slot) => this.#find(slot));
    const filter = compileFilter(query.criteria, query.exclude, !ablations.has('shortcuts'), this.#budget);
    const pinned: Pinned = { all: new Set(), identified: new Set() };
    const resolvedQuery = {
      interpretation,
      resolved,
      unwanted: interpretation.unwanted.map((term) => this.#unwantedWord(term)),
    };
    const best = this.#score(query, resolvedQuery, filter, pinned, ablations);
    const candidates = this.#candidates(best.slice(0, RERANK_DEPTH), resolvedQuery, pinned);
    const slots = slotsOf(interpretation, resolved);
    const context = { features: this.#featuresFor(slots), wordVectors: this.wordVectors };
    const reranked = rerank(candidates, slots.slots.length, context, ablations);
    reranked.sort((a, b) => b.score - a.score || a.product_no - b.product_no);
    const ranked: Ranked[] = [...reranked, ...best.slice(RERANK_DEPTH)];
    const { items, duplicates } = ablations.has('duplicates')
      ? { items: ranked, duplicates: new Set<Ranked>() }
      : deduplicate<Ranked>(ranked, {
          keyOf: ({ globalDoc }) => this.#ask(globalDoc, (features, doc) => features.duplicateKey(doc)),
          purchaseOf: ({ globalDoc }) => this.#ask(globalDoc, (features, doc) => features.purchase(doc)),
        });
    const shown = items.slice(0, query.limit);
    if (query.explain || query.tell_words)
      this.#budget.spend(MATCH_REPORT_COST * shown.length * resolved.flat().length);
    return {
      product_nos: productNumbers(shown),
      corrections: [...interpretation.corrections],
      ...(query.explain
        ? { explanations: shown.map((item) => this.#explain(item, interpretation, resolved, duplicates)) }
        : {}),
      ...(query.tell_words ? { words_found: this.#wordsFound(shown, interpretation, resolved) } : {}),
    };
  }

  /** The best by their words, at least as many as get the second context. */
  #score(
    query: IndexQuery,
    { interpretation, resolved, unwanted }: ResolvedQuery,
    filter: Filter,
    pinned: Pinned,
    ablations: ReadonlySet<string>,
  ): ScoredDoc[] {
    return retrieveCandidates(this.#scorer, this.#view, {
      k: Math.max(query.limit, RERANK_DEPTH),
      slots: resolved.filter((alternatives) => alternatives.length > 0).map((alternatives) => ({ alternatives })),
      unwanted,
      filter,
      pinnedIn: (segmentView) => {
        const identified = ablations.has('identifier') ? [] : this.#identifiedIn(segmentView, interpretation, resolved);
        for (const doc of identified) pinned.identified.add(segmentView.base + doc);
        return [...new Set([...identified, ...this.#namedIn(segmentView, interpretation.name.map(truncateTerm))])];
      },
      pinned_score: PINNED_SCORE,
      onPinned: (globalDoc) => pinned.all.add(globalDoc),
      is_exhaustive: ablations.has('shortcuts'),
    });
  }

  #candidates(best: ScoredDoc[], { interpretation, resolved, unwanted }: ResolvedQuery, pinned: Pinned): Candidate[] {
    const majors = resolved.filter((_, s) => !interpretation.slots[s]!.isMinor);
    const candidates = best.map(({ globalDoc, score, product_no }): Candidate => {
      const segmentView = this.#view.segmentViewOf(globalDoc);
      const doc = globalDoc - segmentView.base;
      const has = (alternatives: ResolvedAlternative[]) =>
        alternatives.some(({ postingLists }) => weightAt(postingLists, segmentView, doc) > 0);
      return {
        globalDoc,
        product_no,
        lex: (pinned.all.has(globalDoc) ? score - PINNED_SCORE : score) / SCORE_SCALE,
        has_all_words: majors.every(has),
        unwanted: unwantedIn(segmentView, doc, unwanted),
        is_identified: pinned.identified.has(globalDoc),
      };
    });
    return candidates.sort((a, b) => b.lex - a.lex);
  }

  #explain(
    item: Ranked,
    { slots }: Interpretation,
    resolved: ResolvedAlternative[][],
    duplicates: ReadonlySet<Ranked>,
  ): Explanation {
    const { globalDoc, product_no, pieces } = item;
    const score = pieces ? item.score : item.score / SCORE_SCALE;
    const segmentView = this.#view.segmentViewOf(globalDoc);
    const words = slots.flatMap((slot, s): WordPoints[] => {
      for (const { postingLists, factor, alternative } of resolved[s]!) {
        const weight = dequantiseWeight(weightAt(postingLists, segmentView, globalDoc - segmentView.base));
        if (weight === 0) continue;
        return [{ word: slot.word, by: alternative.text, why: alternative.why, points: factor * weight }];
      }
      return [];
    });
    return { product_no, score, words, ...(pieces ? { pieces } : {}), is_copy: duplicates.has(item) };
  }

  #wordsFound(shown: readonly Ranked[], { slots }: Interpretation, resolved: ResolvedAlternative[][]): WordsFound {
    const ways: WordsFound['ways'] = [];
    const way_of = new Uint16Array(shown.length * slots.length);
    const points = new Float32Array(way_of.length);
    for (const [s, slot] of slots.entries()) {
      const first = ways.length + 1;
      for (const { alternative } of resolved[s]!) ways.push({ word: slot.word, by: alternative.text });
      for (const [i, { globalDoc }] of shown.entries()) {
        const segmentView = this.#view.segmentViewOf(globalDoc);
        for (const [f, { postingLists, factor }] of resolved[s]!.entries()) {
          const weight = dequantiseWeight(weightAt(postingLists, segmentView, globalDoc - segmentView.base));
          if (weight === 0) continue;
          way_of[i * slots.length + s] = first + f;
          points[i * slots.length + s] = factor * weight;
          break;
        }
      }
    }
    return { ways, words_asked: slots.length, way_of, points };
  }

  #idf(term: string): number {
    return this.#view.idf(this.#view.documentFrequency(term));
  }

  #find({ alternatives }: Slot): ResolvedAlternative[] {
    const typed = alternatives.find(({ why }) => why === 'typed');
    const most = typed ? this.#idf(truncateTerm(typed.terms[0]!)) : Number.POSITIVE_INFINITY;
    const resolved = alternatives.flatMap((alternative): ResolvedAlternative[] => {
      const terms = alternative.terms.map(truncateTerm);
      if (terms.some((term) => this.#view.documentFrequency(term) === 0)) return [];
      const factor = alternative.weight * Math.min(most, ...terms.map((term) => this.#idf(term)));
      const postingLists = terms.length === 1 ? this.#view.postingLists(terms[0]!) : this.#together(terms, alternative);
      return [{ alternative, postingLists, factor, points: pointsByWeight(factor) }];
    });
    // A product counts a word once, by what it gives most for; and what can give too little can be passed over.
    return resolved.sort((a, b) => b.factor - a.factor);
  }

  /** The parts of a split word stand side by side in the name; other words need only be there. */
  #together(terms: string[], { why }: Alternative): PostingList[] {
    const all = Number.POSITIVE_INFINITY;
    this.#budget.spend(NAME_COST * Math.min(...terms.map((term) => this.#view.documentFrequency(term))));
    const resolved = this.#view.segments.map((segmentView) => {
      if (why === 'split') return phrasePostings(segmentView, terms[0]!, terms[1]!, all);
      const postingLists = terms
        .map((term) => postingListIn(segmentView, term))
        .filter((postingList) => postingList !== undefined);
      return postingLists.length < terms.length ? undefined : intersect(postingLists, () => true, all);
    });
    return resolved.filter((postingList) => postingList !== undefined);
  }

  /** Marks down whoever has what is not wanted, and does not say that it lacks it. */
  #unwantedWord(term: string): ResolvedUnwanted {
    const lacks = this.#view.postingLists(negatedTerm(term));
    const idf = this.#idf(term);
    return {
      idf,
      postingLists: this.#view.postingLists(term),
      points: pointsByWeight(UNWANTED * idf),
      isExempt: (segmentView, doc) => weightAt(lacks, segmentView, doc) > 0,
    };
  }

  /** Products whose model number, SKU or barcode the interpretation holds, and which have its other words too. */
  #identifiedIn(
    segmentView: SegmentView,
    { slots, identifiers }: Interpretation,
    resolved: ResolvedAlternative[][],
  ): number[] {
    const identified = new Set<number>();
    for (const { identity, words } of identifiers) {
      const spellings = /^\d{8,14}$/.test(identity) ? [identity, toGtin14(identity)] : [identity];
      const others = resolved.filter((_, s) => !slots[s]!.isMinor && !words.includes(slots[s]!.word));
      for (const doc of identifiedIn(segmentView.segment, spellings, this.#budget)) {
        if (
          others.every((alternatives) =>
            alternatives.some(({ postingLists }) => weightAt(postingLists, segmentView, doc) > 0),
          )
        )
          identified.add(doc);
      }
    }
    return [...identified];
  }

  /** Products whose name is the interpretation and nothing else. */
  #namedIn({ segment }: SegmentView, name: readonly string[]): number[] {
    if (name.length === 0) return [];
    const most = Math.ceil(MAX_EXACT_NAMES / this.#view.segments.length);
    const wanted = name.map((term) => segment.find(term)?.number).join(' ');
    return segment.docsOfIdentity(nameIdentity(name), most).filter((doc) => {
      this.#budget.spend(IDENTIFIER_COST);
      return segment.nameTerms(doc).join(' ') === wanted;
    });
  }

  #featuresFor(query: QuerySlots): (globalDoc: number) => ProductFeatures {
    const inParts = new Map<SegmentView, { features: SegmentFeatures; slots: SlotTerms }>();
    return (globalDoc) => {
      const segmentView = this.#view.segmentViewOf(globalDoc);
      const { features, slots } = memoise(inParts, segmentView, this.#view.segments.length, () => ({
        features: this.#featuresOf(segmentView.segment),
        slots: new SlotTerms(segmentView.segment, query),
      }));
      return features.of(globalDoc - segmentView.base, slots);
    };
  }

  /** Asks something of a product that does not depend on the interpretation. */
  #ask<T>(globalDoc: number, question: (features: SegmentFeatures, doc: number) => T): T {
    const { segment, base } = this.#view.segmentViewOf(globalDoc);
    return question(this.#featuresOf(segment), globalDoc - base);
  }

  #featuresOf(segment: Segment): SegmentFeatures {
    let features = this.#features.get(segment);
    if (!features?.uses(this.wordVectors)) {
      features = new SegmentFeatures(segment, this.wordVectors);
      this.#features.set(segment, features);
    }
    return features;
  }
}

/** How much a product has of what is not wanted. */
function unwantedIn(segmentView: SegmentView, doc: number, unwanted: readonly ResolvedUnwanted[]): number {
  let sum = 0;
  for (const { idf, postingLists, isExempt } of unwanted) {
    if (!isExempt(segmentView, doc)) sum += idf * dequantiseWeight(weightAt(postingLists, segmentView, doc));
  }
  return sum;
}

/** Written out: `Uint32Array.from` takes twenty times as long, a tenth of a millisecond for a thousand. */
function productNumbers(shown: readonly Ranked[]): Uint32Array {
  const numbers = new Uint32Array(shown.length);
  for (let i = 0; i < shown.length; i++) numbers[i] = shown[i]!.product_no;
  return numbers;
}

/** The products that have one of these as an identifier: many have one of the same hash. */
function identifiedIn(segment: Segment, spellings: readonly string[], budget: WorkBudget): Set<number> {
  const resolved = new Set<number>();
  for (const spelling of spellings) {
    for (const doc of segment.docsOfIdentity(spelling)) {
      budget.spend(IDENTIFIER_COST);
      if (identitiesOf(segment.identifiers(doc)).has(spelling)) resolved.add(doc);
    }
  }
  return resolved;
}

function slotsOf({ slots, name }: Interpretation, resolved: ResolvedAlternative[][]): QuerySlots {
  const named = new Set<string>();
  const query = slots.flatMap((slot, s) => {
    if (slot.isMinor) return [];
    const single = resolved[s]!.filter(({ alternative }) => alternative.terms.length === 1);
    const terms = new Set(single.map(({ alternative }) => truncateTerm(alternative.terms[0]!)));
    for (const term of terms) named.add(term);
    return [{ terms, idf: Math.max(0, ...resolved[s]!.map(({ factor }) => factor)) }];
  });
  return { slots: query, named, name: name.map(truncateTerm) };
}
