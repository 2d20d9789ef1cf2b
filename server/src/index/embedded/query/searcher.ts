// A search, step by step: read the query, score the words, keep the best that the filters leave, look at them again.
import { toGtin14 } from '../../../product/gtin.ts';
import { negatedTerm } from '../../../text/negation.ts';
import type { Explanation, IndexQuery, IndexResult, WordPoints, WordsFound } from '../../port.ts';
import { moveCopies } from '../../ranking/deduplicate.ts';
import {
  type Alternative,
  type FindSynonyms,
  type Interpretation,
  interpretQuery,
  type Slot,
} from '../../ranking/interpret-query.ts';
import { type Candidate, lookAgain, type Pieces, type ProductFeatures } from '../../ranking/rerank.ts';
import { MAX_EXACT_NAMES, SECOND_LOOK, UNWANTED } from '../../ranking/weights.ts';
import type { WordVectors } from '../../ranking/word-vectors.ts';
import { identitiesOf, nameIdentity } from '../format/identities.ts';
import { dequantiseWeight, pointsByWeight, SCORE_SCALE } from '../format/quantised-weight.ts';
import type { Segment } from '../format/segment.ts';
import { truncateTerm } from '../format/term-dictionary.ts';
import { compileFilter } from './filter/compile-filter.ts';
import type { PartFilter } from './filter/segment-filter.ts';
import { type IndexView, intersect, type Part, type Run, runIn, weightAt } from './index-view.ts';
import { NAME_COST, saidTogether, Vocabulary } from './index-vocabulary.ts';
import { memoise } from './memoise.ts';
import { bestByWords } from './retrieve-candidates.ts';
import { Scorer, type UnwantedWord } from './scorer.ts';
import { Features, type QuerySlots, SegmentSlots } from './segment-features.ts';
import type { Place } from './select-top-k.ts';
import { type Allowance, WorkBudget } from './work-budget.ts';

/** Units for reading the identifiers of a product, and for telling whether one has a word. */
const IDENTIFIED_COST = 3000;
const TELL_COST = 30;
const UNLIMITED: Allowance = { units: Number.POSITIVE_INFINITY };

/** A product that is identified, or named like the query, is among the best whatever its words score. */
const IDENTIFIED = 2 ** 29;

interface Ranked extends Place {
  /** Of the second look; without it the score is that of the words. */
  pieces?: Pieces;
}

/** What an alternative leads to, and what it counts. */
interface Found {
  alternative: Alternative;
  runs: Run[];
  factor: number;
  points: Int32Array;
}

interface Unwanted extends UnwantedWord {
  idf: number;
}

/** A query, and what its words lead to in this index. */
interface Understood {
  query: Interpretation;
  /** By slot of the query. */
  found: Found[][];
  unwanted: Unwanted[];
}

/** Products that get the second look whatever their words score, and those of them that an identifier tells. */
interface Pinned {
  all: Set<number>;
  identified: Set<number>;
}

type Filter = (part: Part) => PartFilter;

export class Searcher {
  readonly #budget = new WorkBudget();
  readonly #scorer = new Scorer(this.#budget);
  readonly #features = new WeakMap<Segment, Features>();
  #view: IndexView;
  #vocabulary: Vocabulary;
  findSynonyms: FindSynonyms = () => [];
  space: WordVectors | undefined;

  constructor(view: IndexView) {
    this.#view = view;
    this.#vocabulary = new Vocabulary(view, this.#budget);
  }

  use(view: IndexView): void {
    this.#view = view;
    this.#vocabulary = new Vocabulary(view, this.#budget);
    // What it found last stands in segments that may be gone by now.
    this.#scorer.begin(undefined, 0, view.numberAt);
  }

  /** Units that the last search has used. */
  get spent(): number {
    return this.#budget.spent;
  }

  /** Throws SearchStopped when it exceeds its allowance, or was abandoned. */
  search(asked: IndexQuery, allowance: Allowance = UNLIMITED): IndexResult {
    this.#budget.begin(allowance);
    const off = new Set(asked.without);
    const query = interpretQuery(asked.text, this.#vocabulary, this.findSynonyms, off);
    const found = query.slots.map((slot) => this.#find(slot));
    const filter = compileFilter(asked.criteria, asked.exclude, !off.has('shortcuts'), this.#budget);
    const pinned: Pinned = { all: new Set(), identified: new Set() };
    const understood = { query, found, unwanted: query.unwanted.map((term) => this.#unwantedWord(term)) };
    const best = this.#score(asked, understood, filter, pinned, off);
    const candidates = this.#candidates(best.slice(0, SECOND_LOOK), understood, pinned);
    const slots = slotsOf(query, found);
    const look = { features: this.#featuresFor(slots), space: this.space };
    const looked = lookAgain(candidates, slots.slots.length, look, off);
    looked.sort((a, b) => b.score - a.score || a.number - b.number);
    const ranked: Ranked[] = [...looked, ...best.slice(SECOND_LOOK)];
    const { items, copies } = off.has('copies')
      ? { items: ranked, copies: new Set<Ranked>() }
      : moveCopies<Ranked>(ranked, {
          keyOf: ({ place }) => this.#ask(place, (features, doc) => features.copyKey(doc)),
          purchaseOf: ({ place }) => this.#ask(place, (features, doc) => features.purchase(doc)),
        });
    const shown = items.slice(0, asked.limit);
    if (asked.explain || asked.tell_words) this.#budget.spend(TELL_COST * shown.length * found.flat().length);
    return {
      product_nos: numbersOf(shown),
      corrections: [...query.corrections],
      ...(asked.explain ? { explanations: shown.map((item) => this.#explain(item, query, found, copies)) } : {}),
      ...(asked.tell_words ? { words_found: this.#wordsFound(shown, query, found) } : {}),
    };
  }

  /** The best by their words, at least as many as get the second look. */
  #score(
    asked: IndexQuery,
    { query, found, unwanted }: Understood,
    filter: Filter,
    pinned: Pinned,
    off: ReadonlySet<string>,
  ): Place[] {
    return bestByWords(this.#scorer, this.#view, {
      k: Math.max(asked.limit, SECOND_LOOK),
      words: found.filter((lists) => lists.length > 0).map((lists) => ({ lists })),
      unwanted,
      filter,
      identifiedIn: (part) => {
        const identified = off.has('identifier') ? [] : this.#identifiedIn(part, query, found);
        for (const doc of identified) pinned.identified.add(part.base + doc);
        return [...new Set([...identified, ...this.#namedIn(part, query.name.map(truncateTerm))])];
      },
      identified_points: IDENTIFIED,
      onIdentified: (place) => pinned.all.add(place),
      without_shortcuts: off.has('shortcuts'),
    });
  }

  #candidates(best: Place[], { query, found, unwanted }: Understood, pinned: Pinned): Candidate[] {
    const majors = found.filter((_, s) => !query.slots[s]!.isMinor);
    const candidates = best.map(({ place, score, number }): Candidate => {
      const part = this.#view.partOf(place);
      const doc = place - part.base;
      const has = (lists: Found[]) => lists.some(({ runs }) => weightAt(runs, part, doc) > 0);
      return {
        place,
        number,
        lex: (pinned.all.has(place) ? score - IDENTIFIED : score) / SCORE_SCALE,
        has_all_words: majors.every(has),
        unwanted: unwantedIn(part, doc, unwanted),
        is_identified: pinned.identified.has(place),
      };
    });
    return candidates.sort((a, b) => b.lex - a.lex);
  }

  #explain(item: Ranked, { slots }: Interpretation, found: Found[][], copies: ReadonlySet<Ranked>): Explanation {
    const { place, number: product_no, pieces } = item;
    const score = pieces ? item.score : item.score / SCORE_SCALE;
    const part = this.#view.partOf(place);
    const words = slots.flatMap((slot, s): WordPoints[] => {
      for (const { runs, factor, alternative } of found[s]!) {
        const weight = dequantiseWeight(weightAt(runs, part, place - part.base));
        if (weight === 0) continue;
        return [{ word: slot.word, by: alternative.text, why: alternative.why, points: factor * weight }];
      }
      return [];
    });
    return { product_no, score, words, ...(pieces ? { pieces } : {}), is_copy: copies.has(item) };
  }

  #wordsFound(shown: readonly Ranked[], { slots }: Interpretation, found: Found[][]): WordsFound {
    const ways: WordsFound['ways'] = [];
    const way_of = new Uint16Array(shown.length * slots.length);
    const points = new Float32Array(way_of.length);
    for (const [s, slot] of slots.entries()) {
      const first = ways.length + 1;
      for (const { alternative } of found[s]!) ways.push({ word: slot.word, by: alternative.text });
      for (const [i, { place }] of shown.entries()) {
        const part = this.#view.partOf(place);
        for (const [f, { runs, factor }] of found[s]!.entries()) {
          const weight = dequantiseWeight(weightAt(runs, part, place - part.base));
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
    return this.#view.idf(this.#view.count(term));
  }

  #find({ alternatives }: Slot): Found[] {
    const typed = alternatives.find(({ why }) => why === 'typed');
    const most = typed ? this.#idf(truncateTerm(typed.terms[0]!)) : Number.POSITIVE_INFINITY;
    const found = alternatives.flatMap((alternative): Found[] => {
      const terms = alternative.terms.map(truncateTerm);
      if (terms.some((term) => this.#view.count(term) === 0)) return [];
      const factor = alternative.weight * Math.min(most, ...terms.map((term) => this.#idf(term)));
      const runs = terms.length === 1 ? this.#view.runs(terms[0]!) : this.#together(terms, alternative);
      return [{ alternative, runs, factor, points: pointsByWeight(factor) }];
    });
    // A product counts a word once, by what it gives most for; and what can give too little can be passed over.
    return found.sort((a, b) => b.factor - a.factor);
  }

  /** The parts of a split word stand side by side in the name; other words need only be there. */
  #together(terms: string[], { why }: Alternative): Run[] {
    const all = Number.POSITIVE_INFINITY;
    this.#budget.spend(NAME_COST * Math.min(...terms.map((term) => this.#view.count(term))));
    const found = this.#view.parts.map((part) => {
      if (why === 'split') return saidTogether(part, terms[0]!, terms[1]!, all);
      const runs = terms.map((term) => runIn(part, term)).filter((run) => run !== undefined);
      return runs.length < terms.length ? undefined : intersect(runs, () => true, all);
    });
    return found.filter((run) => run !== undefined);
  }

  /** Marks down whoever has what is not wanted, and does not say that it lacks it. */
  #unwantedWord(term: string): Unwanted {
    const lacks = this.#view.runs(negatedTerm(term));
    const idf = this.#idf(term);
    return {
      idf,
      runs: this.#view.runs(term),
      points: pointsByWeight(UNWANTED * idf),
      isSpared: (part, doc) => weightAt(lacks, part, doc) > 0,
    };
  }

  /** Products whose model number, SKU or barcode the query holds, and which have its other words too. */
  #identifiedIn(part: Part, { slots, identifiers }: Interpretation, found: Found[][]): number[] {
    const identified = new Set<number>();
    for (const { identity, words } of identifiers) {
      const spellings = /^\d{8,14}$/.test(identity) ? [identity, toGtin14(identity)] : [identity];
      const others = found.filter((_, s) => !slots[s]!.isMinor && !words.includes(slots[s]!.word));
      for (const doc of identifiedIn(part.segment, spellings, this.#budget)) {
        if (others.every((lists) => lists.some(({ runs }) => weightAt(runs, part, doc) > 0))) identified.add(doc);
      }
    }
    return [...identified];
  }

  /** Products whose name is the query and nothing else. */
  #namedIn({ segment }: Part, name: readonly string[]): number[] {
    if (name.length === 0) return [];
    const most = Math.ceil(MAX_EXACT_NAMES / this.#view.parts.length);
    const wanted = name.map((term) => segment.find(term)?.number).join(' ');
    return segment.docsOfIdentity(nameIdentity(name), most).filter((doc) => {
      this.#budget.spend(IDENTIFIED_COST);
      return segment.nameTerms(doc).join(' ') === wanted;
    });
  }

  #featuresFor(asked: QuerySlots): (place: number) => ProductFeatures {
    const inParts = new Map<Part, { features: Features; slots: SegmentSlots }>();
    return (place) => {
      const part = this.#view.partOf(place);
      const { features, slots } = memoise(inParts, part, this.#view.parts.length, () => ({
        features: this.#featuresOf(part.segment),
        slots: new SegmentSlots(part.segment, asked),
      }));
      return features.of(place - part.base, slots);
    };
  }

  /** Asks something of a product that does not depend on the query. */
  #ask<T>(place: number, question: (features: Features, doc: number) => T): T {
    const { segment, base } = this.#view.partOf(place);
    return question(this.#featuresOf(segment), place - base);
  }

  #featuresOf(segment: Segment): Features {
    let features = this.#features.get(segment);
    if (!features?.isIn(this.space)) {
      features = new Features(segment, this.space);
      this.#features.set(segment, features);
    }
    return features;
  }
}

/** How much a product has of what is not wanted. */
function unwantedIn(part: Part, doc: number, unwanted: readonly Unwanted[]): number {
  let sum = 0;
  for (const { idf, runs, isSpared } of unwanted) {
    if (!isSpared(part, doc)) sum += idf * dequantiseWeight(weightAt(runs, part, doc));
  }
  return sum;
}

/** Written out: `Uint32Array.from` takes twenty times as long, a tenth of a millisecond for a thousand. */
function numbersOf(shown: readonly Ranked[]): Uint32Array {
  const numbers = new Uint32Array(shown.length);
  for (let i = 0; i < shown.length; i++) numbers[i] = shown[i]!.number;
  return numbers;
}

/** The products that have one of these as an identifier: many have one of the same hash. */
function identifiedIn(segment: Segment, spellings: readonly string[], budget: WorkBudget): Set<number> {
  const found = new Set<number>();
  for (const spelling of spellings) {
    for (const doc of segment.docsOfIdentity(spelling)) {
      budget.spend(IDENTIFIED_COST);
      if (identitiesOf(segment.identifiers(doc)).has(spelling)) found.add(doc);
    }
  }
  return found;
}

function slotsOf({ slots, name }: Interpretation, found: Found[][]): QuerySlots {
  const named = new Set<string>();
  const asked = slots.flatMap((slot, s) => {
    if (slot.isMinor) return [];
    const single = found[s]!.filter(({ alternative }) => alternative.terms.length === 1);
    const terms = new Set(single.map(({ alternative }) => truncateTerm(alternative.terms[0]!)));
    for (const term of terms) named.add(term);
    return [{ terms, idf: Math.max(0, ...found[s]!.map(({ factor }) => factor)) }];
  });
  return { slots: asked, named, name: name.map(truncateTerm) };
}
