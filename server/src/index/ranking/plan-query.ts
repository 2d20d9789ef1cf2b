// Plans a query: what an engine has to find, and the score of every match. Engines decide neither.
import { negatedTerm } from '../../text/negation.ts';
import { type ParsedFilter, parseFilter } from '../criteria/parse-filter.ts';
import type { IndexQuery } from '../port.ts';
import { termOf, truncateTerm } from './analyse-words.ts';
import { identitiesIn } from './identities.ts';
import { type Alternative, type FindSynonyms, type Interpretation, interpretQuery } from './interpret-query.ts';
import { inverseDocumentFrequency, type Lexicon } from './lexicon.ts';
import { pointsByWeight } from './quantised-weight.ts';
import { RERANK_DEPTH, UNWANTED_WEIGHT } from './weights.ts';

export interface PlannedAlternative extends Alternative {
  /** Weight times inverse document frequency. */
  factor: number;
  /** Score by quantised weight. */
  points: Int32Array;
}

/** A product scores in a slot by the first alternative that it matches. */
interface PlannedSlot {
  word: string;
  isOptional: boolean;
  /** By descending factor. Empty if the catalogue lacks the word. */
  alternatives: readonly PlannedAlternative[];
}

/** A term that subtracts from the score, unless the product also has the negation: it states that it lacks the term. */
export interface PlannedUnwanted {
  term: string;
  negation: string;
  idf: number;
  /** Score to subtract, by quantised weight. */
  points: Int32Array;
}

interface PlannedIdentifier {
  /** A product with one of these identities (`identitiesOf`) is meant if it also matches the other slots. */
  identities: readonly string[];
  otherSlots: readonly number[];
}

export interface QueryPlan {
  /** Number of products to retrieve: the best by score that pass the filter. */
  k: number;
  filter: ParsedFilter;
  slots: readonly PlannedSlot[];
  unwanted: readonly PlannedUnwanted[];
  /** Per slot, the term of products that deny its word; null if there are none, or matches are not reported. */
  negations: readonly (string | null)[];
  /** Products with one of these identifiers, or with exactly this name, are pinned: retrieved whatever they score. */
  identifiers: readonly PlannedIdentifier[];
  name: readonly string[];
  corrections: [typed: string, meant: string][];
  /** Ranking features that are switched off. */
  without: ReadonlySet<string>;
}

export function planQuery(query: IndexQuery, lexicon: Lexicon, findSynonyms: FindSynonyms): QueryPlan {
  const without = new Set(query.without);
  const interpretation = interpretQuery(query.text, lexicon, findSynonyms, without);
  const idf = (documentFrequency: number) => inverseDocumentFrequency(lexicon.size, documentFrequency);
  const { slots, unwanted, name, corrections } = interpretation;
  const frequencies = lexicon.documentFrequencies(unwanted);
  return {
    k: Math.max(query.limit, RERANK_DEPTH),
    filter: parseFilter(query.criteria, query.exclude),
    slots: slots.map(({ word, isOptional, alternatives }) => ({
      word,
      isOptional,
      alternatives: planAlternatives(alternatives, idf),
    })),
    unwanted: unwanted.map((term, i) => ({
      term,
      negation: truncateTerm(negatedTerm(term)),
      idf: idf(frequencies[i]!),
      points: pointsByWeight(UNWANTED_WEIGHT * idf(frequencies[i]!)),
    })),
    negations: query.report_matches ? planNegations(interpretation, lexicon) : slots.map(() => null),
    identifiers: without.has('identifier') ? [] : planIdentifiers(interpretation),
    name,
    corrections: [...corrections],
    without,
  };
}

/** A rare misspelling or synonym does not outweigh the word as typed. */
function planAlternatives(
  alternatives: readonly Alternative[],
  idf: (documentFrequency: number) => number,
): PlannedAlternative[] {
  const typed = alternatives.find(({ why }) => why === 'typed');
  const maxIdf = typed ? idf(typed.document_frequency) : Number.POSITIVE_INFINITY;
  return alternatives
    .filter(({ document_frequency }) => document_frequency > 0)
    .map((alternative) => {
      const factor = alternative.weight * Math.min(maxIdf, idf(alternative.document_frequency));
      return { ...alternative, factor, points: pointsByWeight(factor) };
    })
    .sort((a, b) => b.factor - a.factor);
}

function planNegations({ slots }: Interpretation, lexicon: Lexicon): (string | null)[] {
  const terms = slots.map(({ word }) => truncateTerm(negatedTerm(termOf(word))));
  const frequencies = lexicon.documentFrequencies(terms);
  return terms.map((term, s) => (frequencies[s]! > 0 && !slots[s]!.isOptional ? term : null));
}

const planIdentifiers = ({ slots, identifiers }: Interpretation): PlannedIdentifier[] =>
  identifiers.map(({ identity, words }) => ({
    identities: identitiesIn(identity),
    otherSlots: slots.flatMap(({ word, isOptional }, s) => (isOptional || words.includes(word) ? [] : [s])),
  }));
