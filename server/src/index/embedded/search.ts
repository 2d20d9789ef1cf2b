// A search, step by step: read the query, score the words, keep the best that the filters leave, look at them again.
import { toGtin14 } from '../../product/gtin.ts';
import { lackOf } from '../../text/negation.ts';
import type { Explanation, IndexQuery, IndexResult, WordPoints } from '../port.ts';
import { moveCopies } from '../ranking/copies.ts';
import {
  type Alternative,
  type FindSynonyms,
  type Interpretation,
  interpretQuery,
  type Slot,
} from '../ranking/interpret-query.ts';
import { type Candidate, type Look, lookAgain, type Pieces, type QueryFeatures } from '../ranking/second-look.ts';
import { SECOND_LOOK, UNWANTED } from '../ranking/weights.ts';
import type { WordSpace } from '../ranking/word-space.ts';
import { compileFilter } from './compile-filter.ts';
import { copyableOf } from './copyable.ts';
import { identityTerm } from './digest-product.ts';
import type { MemoryIndex } from './memory-index.ts';
import { type Entries, intersect, type Postings, weightIn } from './postings.ts';
import { ScoreRoom } from './score-room.ts';
import { TopRanks } from './top-ranks.ts';

/** An identified product is among the best whatever its words score. */
const IDENTIFIED = 1e6;

interface Ranked {
  doc: number;
  score: number;
  pieces?: Pieces;
}

/** What an alternative leads to, and what it counts. */
interface Found {
  alternative: Alternative;
  entries: Entries;
  factor: number;
}

export class Searcher {
  readonly #index: MemoryIndex;
  readonly #room = new ScoreRoom();
  findSynonyms: FindSynonyms = () => [];
  space: WordSpace | undefined;

  constructor(index: MemoryIndex) {
    this.#index = index;
  }

  search(asked: IndexQuery): IndexResult {
    const off = new Set(asked.without);
    const query = interpretQuery(asked.text, this.#index.vocabulary, this.findSynonyms, off);
    const found = query.slots.map((slot) => this.#find(slot));
    const room = this.#room.for(this.#index.docs.length);
    for (const [i, slot] of query.slots.entries()) {
      for (const { entries, factor } of found[i]!) room.add(entries, i + 1, factor, slot.isMinor ? 0 : 1);
    }
    this.#markDown(query, room);
    const identified = off.has('identifier') ? new Set<number>() : this.#identify(query, found, room);
    const isWanted = compileFilter(asked.criteria, asked.exclude);
    const best = this.#best(room, isWanted, Math.max(asked.limit, SECOND_LOOK));
    const candidates = this.#candidates(best.slice(0, SECOND_LOOK), query, identified, room);
    const looked = lookAgain(candidates, this.#featuresOf(query, found), this.#look(), off);
    const { numbers } = this.#index;
    looked.sort((a, b) => b.score - a.score || numbers[a.doc]! - numbers[b.doc]!);
    const ranked = [...looked, ...best.slice(SECOND_LOOK)];
    const { items, copies } = off.has('copies')
      ? { items: ranked, copies: new Set<Ranked>() }
      : moveCopies<Ranked>(ranked, ({ doc }) => copyableOf(this.#index.docs[doc]!));
    const shown = items.slice(0, asked.limit);
    return {
      product_nos: Uint32Array.from(shown, ({ doc }) => numbers[doc]!),
      corrections: [...query.corrections],
      ...(asked.explain ? { explanations: shown.map((item) => this.#explain(item, query, found, copies)) } : {}),
    };
  }

  #candidates(best: Ranked[], query: Interpretation, identified: Set<number>, room: ScoreRoom): Candidate[] {
    const majors = query.slots.filter(({ isMinor }) => !isMinor).length;
    const candidates = best.map(
      ({ doc, score }): Candidate => ({
        doc,
        lex: identified.has(doc) ? score - IDENTIFIED : score,
        has_all_words: room.matched[doc] === majors,
        unwanted: this.#unwantedIn(doc, query),
        is_identified: identified.has(doc),
      }),
    );
    return candidates.sort((a, b) => b.lex - a.lex);
  }

  #explain(item: Ranked, { slots }: Interpretation, found: Found[][], copies: ReadonlySet<Ranked>): Explanation {
    const words = slots.flatMap((slot, s): WordPoints[] => {
      for (const { entries, factor, alternative } of found[s]!) {
        const weight = weightIn(entries, item.doc);
        if (weight === 0) continue;
        return [{ word: slot.word, by: alternative.text, why: alternative.why, points: factor * weight }];
      }
      return [];
    });
    const { doc, score, pieces } = item;
    const product_no = this.#index.numbers[doc]!;
    return { product_no, score, words, ...(pieces ? { pieces } : {}), is_copy: copies.has(item) };
  }

  #postings(term: string): Postings | undefined {
    const id = this.#index.vocabulary.idOf(term);
    return id === undefined ? undefined : this.#index.vocabulary.postings[id];
  }

  #hasTerm(term: string, doc: number): boolean {
    const postings = this.#postings(term);
    return postings !== undefined && weightIn(postings, doc) > 0;
  }

  #find({ alternatives }: Slot): Found[] {
    const typed = alternatives.find(({ why }) => why === 'typed');
    const most = typed ? this.#index.idf(this.#postings(typed.terms[0]!)!.live) : Number.POSITIVE_INFINITY;
    return alternatives.flatMap((alternative): Found[] => {
      const postings = alternative.terms.map((term) => this.#postings(term)).filter((list) => list !== undefined);
      if (postings.length < alternative.terms.length) return [];
      const entries = postings.length === 1 ? postings[0]! : this.#together(postings, alternative);
      const idf = Math.min(most, ...postings.map(({ live }) => this.#index.idf(live)));
      return [{ alternative, entries, factor: alternative.weight * idf }];
    });
  }

  /** The parts of a split word stand side by side in the name; other words need only be there. */
  #together(postings: Postings[], { terms, why }: Alternative): Entries {
    if (why !== 'split') return intersect(postings, () => true, Number.POSITIVE_INFINITY);
    const [first, second] = terms.map((term) => this.#index.vocabulary.idOf(term)!);
    return this.#index.sideBySide(first!, second!, Number.POSITIVE_INFINITY);
  }

  #markDown({ unwanted }: Interpretation, room: ScoreRoom): void {
    for (const term of unwanted) {
      const postings = this.#postings(term);
      if (!postings) continue;
      const lack = this.#postings(lackOf(term));
      const factor = UNWANTED * this.#index.idf(postings.live);
      for (let i = 0; i < postings.length; i++) {
        const doc = postings.docs[i]!;
        if (room.has(doc) && !(lack && weightIn(lack, doc))) room.scores[doc]! -= factor * postings.weights[i]!;
      }
    }
  }

  #unwantedIn(doc: number, { unwanted }: Interpretation): number {
    let sum = 0;
    for (const term of unwanted) {
      const postings = this.#postings(term);
      if (!postings || this.#hasTerm(lackOf(term), doc)) continue;
      sum += this.#index.idf(postings.live) * weightIn(postings, doc);
    }
    return sum;
  }

  /** Products whose model number, SKU or barcode the query holds, and which have its other words too. */
  #identify({ slots, identifiers }: Interpretation, found: Found[][], room: ScoreRoom): Set<number> {
    const identified = new Set<number>();
    for (const { identity, words } of identifiers) {
      const spellings = /^\d{8,14}$/.test(identity) ? [identity, toGtin14(identity)] : [identity];
      for (const spelling of spellings) {
        const postings = this.#postings(identityTerm(spelling));
        for (let i = 0; i < (postings?.length ?? 0); i++) {
          const doc = postings!.docs[i]!;
          const hasRest = slots.every(
            (slot, s) =>
              slot.isMinor || words.includes(slot.word) || found[s]!.some(({ entries }) => weightIn(entries, doc) > 0),
          );
          if (!hasRest || identified.has(doc)) continue;
          identified.add(doc);
          room.touch(doc);
          room.scores[doc]! += IDENTIFIED;
        }
      }
    }
    return identified;
  }

  #best(room: ScoreRoom, isWanted: ReturnType<typeof compileFilter>, limit: number): Ranked[] {
    const top = new TopRanks(limit);
    const { touched, scores, count } = room;
    const { numbers, docs } = this.#index;
    for (let i = 0; i < count; i++) {
      const doc = touched[i]!;
      const score = scores[doc]!;
      if (score < top.worst || score <= 0) continue;
      const number = numbers[doc]!;
      if (number === 0 || !top.wouldTake(score, number)) continue;
      if (isWanted(docs[doc]!.fields)) top.add(score, number);
    }
    return top.ranked().map(({ number, score }) => ({ doc: this.#index.docOf(number), score }));
  }

  #featuresOf({ slots }: Interpretation, found: Found[][]): QueryFeatures {
    const { vocabulary } = this.#index;
    const named = new Set<number>();
    const features = slots.flatMap((slot, s) => {
      if (slot.isMinor) return [];
      const single = found[s]!.filter(({ alternative }) => alternative.terms.length === 1);
      const terms = new Set(single.map(({ alternative }) => vocabulary.idOf(alternative.terms[0]!)!));
      for (const term of terms) named.add(term);
      return [{ terms, idf: Math.max(0, ...found[s]!.map(({ factor }) => factor)) }];
    });
    return { major_words: features.length, slots: features, named };
  }

  #look(): Look {
    const { vocabulary, docs } = this.#index;
    const { space } = this;
    return {
      features: (doc) => docs[doc]!.features,
      idf: (term) => this.#index.idf(vocabulary.postings[term]!.live),
      space,
      rows: space?.rowsOf(vocabulary.terms) ?? new Int32Array(0),
    };
  }
}
