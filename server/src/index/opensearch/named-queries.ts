// The named queries of one request. Every hit lists those it matches with their scores, wherever in the request they are.
import { MAX_WEIGHT } from '../ranking/quantised-weight.ts';
import { weightOfScore } from './term-frequency.ts';

/** Names are numbers, because each is repeated in every hit. */
export class NamedQueries {
  /** By number; undefined for queries whose score has no meaning. */
  readonly #boosts: (number | undefined)[] = [];
  readonly #terms = new Map<string, number>();

  /** Scores the weight of a term times `boost`. Named at its first use; a further use has another boost. */
  term(term: string, boost: number): object {
    const isNamed = this.#terms.has(term);
    if (!isNamed) this.#terms.set(term, this.#boosts.push(boost) - 1);
    return termQuery(term, boost, isNamed ? undefined : this.numberOf(term));
  }

  /** Names another query. */
  name(toQuery: (_name: string) => object): { query: object; number: number } {
    const number = this.#boosts.push(undefined) - 1;
    return { query: toQuery(String(number)), number };
  }

  /** Undefined if the request does not contain the term. */
  numberOf(term: string): number | undefined {
    return this.#terms.get(term);
  }

  /** Per query: the quantised weight of a term, MAX_WEIGHT of another query; 0 if it does not match. */
  readMatches(matched: Readonly<Record<string, number>>): Uint8Array {
    const matches = new Uint8Array(this.#boosts.length);
    for (const name in matched) {
      const boost = this.#boosts[Number(name)];
      matches[Number(name)] = boost === undefined ? MAX_WEIGHT : weightOfScore(matched[name]!, boost);
    }
    return matches;
  }
}

export const termQuery = (term: string, boost: number, name?: number): object => ({
  term: { t: { value: term, boost, ...(name === undefined ? {} : { _name: String(name) }) } },
});
