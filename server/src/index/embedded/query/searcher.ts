// The query path: interpret the query, retrieve candidates by BM25F, filter, re-rank, de-duplicate.
import { toGtin14 } from '../../../product/gtin.ts';
import { negatedTerm } from '../../../text/negation.ts';
import type { Explanation, IndexQuery, IndexResult, TermMatches, TermScore } from '../../port.ts';
import { deduplicate } from '../../ranking/deduplicate.ts';
import {
  type Alternative,
  type FindSynonyms,
  type Interpretation,
  interpretQuery,
  type Slot,
} from '../../ranking/interpret-query.ts';
import { type Candidate, type Contributions, type ProductFeatures, rerank } from '../../ranking/rerank.ts';
import { MAX_EXACT_NAMES, RERANK_DEPTH, UNWANTED_WEIGHT } from '../../ranking/weights.ts';
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

/** Work units for reading the identifiers of a document, and for reporting one alternative of one hit. */
const IDENTIFIER_COST = 3000;
const MATCH_REPORT_COST = 30;
const UNLIMITED: Allowance = { units: Number.POSITIVE_INFINITY };

/** Lifts products matched by identifier or exact name into the re-ranking, whatever their terms score. */
const PINNED_SCORE = 2 ** 29;

interface Ranked extends ScoredDoc {
  /** Set if the document was re-ranked; otherwise `score` is the BM25F score. */
  contributions?: Contributions;
}

/** An alternative with its posting lists and scores in this index. */
interface ResolvedAlternative {
  alternative: Alternative;
  postingLists: PostingList[];
  factor: number;
  points: Int32Array;
}

interface ResolvedUnwanted extends UnwantedTerm {
  idf: number;
}

/** An interpretation with its posting lists. */
interface ResolvedQuery {
  interpretation: Interpretation;
  /** By query slot. */
  resolved: ResolvedAlternative[][];
  unwanted: ResolvedUnwanted[];
}

/** Documents that are always re-ranked, and the subset matched by an identifier. */
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
    // Drops references to documents of segments that may be gone.
    this.#scorer.begin(undefined, 0, view.productNumberAt);
  }

  /** Work units spent by the last search. */
  get spent(): number {
    return this.#budget.spent;
  }

  /** Throws SearchStopped when it exceeds its allowance, or was abandoned. */
  search(query: IndexQuery, allowance: Allowance = UNLIMITED): IndexResult {
    this.#budget.begin(allowance);
    const ablations = new Set(query.without);
    const interpretation = interpretQuery(query.text, this.#vocabulary, this.findSynonyms, ablations);
    const resolved = interpretation.slots.map((slot) => this.#resolve(slot));
    const filter = compileFilter(query.criteria, query.exclude, !ablations.has('shortcuts'), this.#budget);
    const pinned: Pinned = { all: new Set(), identified: new Set() };
    const resolvedQuery = {
      interpretation,
      resolved,
      unwanted: interpretation.unwanted.map((term) => this.#resolveUnwanted(term)),
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
          keyOf: ({ globalDoc }) => this.#readFeature(globalDoc, (features, doc) => features.duplicateKey(doc)),
          purchaseOf: ({ globalDoc }) => this.#readFeature(globalDoc, (features, doc) => features.purchase(doc)),
        });
    const shown = items.slice(0, query.limit);
    if (query.explain || query.report_matches)
      this.#budget.spend(MATCH_REPORT_COST * shown.length * resolved.flat().length);
    return {
      product_nos: productNumbers(shown),
      corrections: [...interpretation.corrections],
      ...(query.explain
        ? { explanations: shown.map((item) => this.#explain(item, interpretation, resolved, duplicates)) }
        : {}),
      ...(query.report_matches ? { term_matches: this.#termMatches(shown, interpretation, resolved) } : {}),
    };
  }

  /** The best documents by BM25F, at least as many as are re-ranked. */
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
    const required = resolved.filter((_, s) => !interpretation.slots[s]!.isOptional);
    const candidates = best.map(({ globalDoc, score, product_no }): Candidate => {
      const segmentView = this.#view.segmentViewOf(globalDoc);
      const doc = globalDoc - segmentView.base;
      const has = (alternatives: ResolvedAlternative[]) =>
        alternatives.some(({ postingLists }) => weightAt(postingLists, segmentView, doc) > 0);
      return {
        globalDoc,
        product_no,
        lexical: (pinned.all.has(globalDoc) ? score - PINNED_SCORE : score) / SCORE_SCALE,
        has_all_words: required.every(has),
        unwanted: unwantedIn(segmentView, doc, unwanted),
        is_identified: pinned.identified.has(globalDoc),
      };
    });
    return candidates.sort((a, b) => b.lexical - a.lexical);
  }

  #explain(
    item: Ranked,
    { slots }: Interpretation,
    resolved: ResolvedAlternative[][],
    duplicates: ReadonlySet<Ranked>,
  ): Explanation {
    const { globalDoc, product_no, contributions } = item;
    const score = contributions ? item.score : item.score / SCORE_SCALE;
    const segmentView = this.#view.segmentViewOf(globalDoc);
    const words = slots.flatMap((slot, s): TermScore[] => {
      for (const { postingLists, factor, alternative } of resolved[s]!) {
        const weight = dequantiseWeight(weightAt(postingLists, segmentView, globalDoc - segmentView.base));
        if (weight === 0) continue;
        return [{ word: slot.word, by: alternative.text, why: alternative.why, points: factor * weight }];
      }
      return [];
    });
    return {
      product_no,
      score,
      words,
      ...(contributions ? { contributions } : {}),
      is_duplicate: duplicates.has(item),
    };
  }

  #termMatches(shown: readonly Ranked[], { slots }: Interpretation, resolved: ResolvedAlternative[][]): TermMatches {
    const alternatives: TermMatches['alternatives'] = [];
    const matched_by = new Uint16Array(shown.length * slots.length);
    const points = new Float32Array(matched_by.length);
    for (const [s, slot] of slots.entries()) {
      const first = alternatives.length + 1;
      for (const { alternative } of resolved[s]!) alternatives.push({ word: slot.word, by: alternative.text });
      for (const [i, { globalDoc }] of shown.entries()) {
        const segmentView = this.#view.segmentViewOf(globalDoc);
        for (const [f, { postingLists, factor }] of resolved[s]!.entries()) {
          const weight = dequantiseWeight(weightAt(postingLists, segmentView, globalDoc - segmentView.base));
          if (weight === 0) continue;
          matched_by[i * slots.length + s] = first + f;
          points[i * slots.length + s] = factor * weight;
          break;
        }
      }
    }
    return { alternatives, slot_count: slots.length, matched_by, points };
  }

  #idf(term: string): number {
    return this.#view.idf(this.#view.documentFrequency(term));
  }

  #resolve({ alternatives }: Slot): ResolvedAlternative[] {
    const typed = alternatives.find(({ why }) => why === 'typed');
    const maxIdf = typed ? this.#idf(truncateTerm(typed.terms[0]!)) : Number.POSITIVE_INFINITY;
    const resolved = alternatives.flatMap((alternative): ResolvedAlternative[] => {
      const terms = alternative.terms.map(truncateTerm);
      if (terms.some((term) => this.#view.documentFrequency(term) === 0)) return [];
      const factor = alternative.weight * Math.min(maxIdf, ...terms.map((term) => this.#idf(term)));
      const postingLists =
        terms.length === 1 ? this.#view.postingLists(terms[0]!) : this.#intersection(terms, alternative);
      return [{ alternative, postingLists, factor, points: pointsByWeight(factor) }];
    });
    // The scorer counts a slot by its first matching alternative, so the highest factor comes first.
    return resolved.sort((a, b) => b.factor - a.factor);
  }

  /** The parts of a split word must be adjacent in the name; other terms may be anywhere. */
  #intersection(terms: string[], { why }: Alternative): PostingList[] {
    const noLimit = Number.POSITIVE_INFINITY;
    this.#budget.spend(NAME_COST * Math.min(...terms.map((term) => this.#view.documentFrequency(term))));
    const resolved = this.#view.segments.map((segmentView) => {
      if (why === 'split') return phrasePostings(segmentView, terms[0]!, terms[1]!, noLimit);
      const postingLists = terms
        .map((term) => postingListIn(segmentView, term))
        .filter((postingList) => postingList !== undefined);
      return postingLists.length < terms.length ? undefined : intersect(postingLists, () => true, noLimit);
    });
    return resolved.filter((postingList) => postingList !== undefined);
  }

  /** An unwanted term subtracts from documents that contain it, unless they state that they lack it. */
  #resolveUnwanted(term: string): ResolvedUnwanted {
    const negations = this.#view.postingLists(negatedTerm(term));
    const idf = this.#idf(term);
    return {
      idf,
      postingLists: this.#view.postingLists(term),
      points: pointsByWeight(UNWANTED_WEIGHT * idf),
      isExempt: (segmentView, doc) => weightAt(negations, segmentView, doc) > 0,
    };
  }

  /** Documents whose model number, SKU or barcode is in the query, and that contain its other words. */
  #identifiedIn(
    segmentView: SegmentView,
    { slots, identifiers }: Interpretation,
    resolved: ResolvedAlternative[][],
  ): number[] {
    const identified = new Set<number>();
    for (const { identity, words } of identifiers) {
      const spellings = /^\d{8,14}$/.test(identity) ? [identity, toGtin14(identity)] : [identity];
      const others = resolved.filter((_, s) => !slots[s]!.isOptional && !words.includes(slots[s]!.word));
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

  /** Documents whose name equals the query. */
  #namedIn({ segment }: SegmentView, name: readonly string[]): number[] {
    if (name.length === 0) return [];
    const limit = Math.ceil(MAX_EXACT_NAMES / this.#view.segments.length);
    const expected = name.map((term) => segment.find(term)?.number).join(' ');
    return segment.docsOfIdentity(nameIdentity(name), limit).filter((doc) => {
      this.#budget.spend(IDENTIFIER_COST);
      return segment.nameTerms(doc).join(' ') === expected;
    });
  }

  #featuresFor(query: QuerySlots): (globalDoc: number) => ProductFeatures {
    const bySegment = new Map<SegmentView, { features: SegmentFeatures; slots: SlotTerms }>();
    return (globalDoc) => {
      const segmentView = this.#view.segmentViewOf(globalDoc);
      const { features, slots } = memoise(bySegment, segmentView, this.#view.segments.length, () => ({
        features: this.#featuresOf(segmentView.segment),
        slots: new SlotTerms(segmentView.segment, query),
      }));
      return features.of(globalDoc - segmentView.base, slots);
    };
  }

  /** Reads a feature that does not depend on the query. */
  #readFeature<T>(globalDoc: number, read: (features: SegmentFeatures, doc: number) => T): T {
    const { segment, base } = this.#view.segmentViewOf(globalDoc);
    return read(this.#featuresOf(segment), globalDoc - base);
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

/** Sum of the unwanted terms' scores in a document. */
function unwantedIn(segmentView: SegmentView, doc: number, unwanted: readonly ResolvedUnwanted[]): number {
  let sum = 0;
  for (const { idf, postingLists, isExempt } of unwanted) {
    if (!isExempt(segmentView, doc)) sum += idf * dequantiseWeight(weightAt(postingLists, segmentView, doc));
  }
  return sum;
}

/** A loop, because `Uint32Array.from` with a mapping is twenty times slower (0.1 ms per 1,000 hits). */
function productNumbers(shown: readonly Ranked[]): Uint32Array {
  const numbers = new Uint32Array(shown.length);
  for (let i = 0; i < shown.length; i++) numbers[i] = shown[i]!.product_no;
  return numbers;
}

/** Documents with one of these identifiers. Candidates found by hash are verified. */
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
  const majorSlots = slots.flatMap((slot, s) => {
    if (slot.isOptional) return [];
    const single = resolved[s]!.filter(({ alternative }) => alternative.terms.length === 1);
    const terms = new Set(single.map(({ alternative }) => truncateTerm(alternative.terms[0]!)));
    for (const term of terms) named.add(term);
    return [{ terms, idf: Math.max(0, ...resolved[s]!.map(({ factor }) => factor)) }];
  });
  return { slots: majorSlots, named, name: name.map(truncateTerm) };
}
