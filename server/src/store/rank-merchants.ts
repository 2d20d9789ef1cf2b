// Finds merchants by words: whole words, beginnings of words, and one typo; those first whose name has the words, then those
// most of whose products do. Their words are kept ready, so that a search compares the distinct words of all merchants once
// and reads no text.

import { wordsOf } from '../text/analyse.ts';
import { editDistance } from '../text/edit-distance.ts';
import { foldText } from '../text/fold-text.ts';
import type { StoredMerchant } from './port.ts';

/** How much a match says, by where it is: the name says most. */
const WEIGHTS = { name: 10, domain: 6, brands: 3, categories: 3, product_terms: 2 };
const EXACT_NAME = 1000;
/** Score of a word that every product of a merchant has. Shares are rounded up to tenths, so the larger merchant wins near ties. */
const ABOUT = 3;
const SHARE_STEPS = 10;
/** Closeness of a word with one typo. In a name it scores below a prefix match of a term. */
const TYPO = 0.1;
/** Shorter words have too many neighbours for a typo to be told. */
const MIN_TYPO_LETTERS = 4;
/** Further words of a query are not looked at. */
const MAX_QUERY_WORDS = 50;
/** Words that no merchant has any more are dropped when this share of them may be left over. */
const MAX_STALE_SHARE = 0.5;
const MIN_STALE_WORDS = 10_000;

type Searched = Pick<StoredMerchant, 'id' | 'product_count' | 'word_shares' | keyof typeof WEIGHTS>;

interface Prepared {
  id: number;
  name: string;
  folded_name: string;
  product_count: number;
  /** By number, each with what it scores by the best field that has it, and by the share of products that do. */
  words: Uint32Array;
  weights: Float64Array;
  shares: Float64Array;
}

export class MerchantRanking {
  #merchants = new Map<number, Prepared>();
  #numbers = new Map<string, number>();
  /** How many words of merchants were replaced or removed. */
  #stale = 0;

  set(merchant: Searched): void {
    this.delete(merchant.id);
    const weights = new Map<number, number>();
    const shares: number[] = [];
    // From the heaviest field to the lightest: the first weight of a word is its best.
    for (const [field, weight] of Object.entries(WEIGHTS) as [keyof typeof WEIGHTS, number][])
      for (const word of wordsOf([merchant[field]].flat().join(' '))) {
        const number = this.#numberOf(word);
        if (weights.has(number)) continue;
        weights.set(number, weight);
        // Words may be called like what every object has: "constructor".
        const share = Object.hasOwn(merchant.word_shares, word) ? merchant.word_shares[word]! : 0;
        shares.push((ABOUT * Math.ceil(share * SHARE_STEPS)) / SHARE_STEPS);
      }
    this.#merchants.set(merchant.id, {
      id: merchant.id,
      name: merchant.name,
      folded_name: foldText(merchant.name),
      product_count: merchant.product_count,
      words: Uint32Array.from(weights.keys()),
      weights: Float64Array.from(weights.values()),
      shares: Float64Array.from(shares),
    });
  }

  delete(id: number): void {
    this.#stale += this.#merchants.get(id)?.words.length ?? 0;
    this.#merchants.delete(id);
    if (this.#stale > MIN_STALE_WORDS && this.#stale > this.#numbers.size * MAX_STALE_SHARE) this.#dropStaleWords();
  }

  /** The ids of the merchants that have every word somewhere, the best first; of equals the larger one. */
  rank(query: string): number[] {
    const words = wordsOf(query).slice(0, MAX_QUERY_WORDS);
    const name = foldText(query);
    if (words.length === 0) return [];
    let found = [...this.#merchants.values()].map((merchant) => ({ merchant, score: 0 }));
    for (const word of words) {
      const closeness = this.#closenessTo(word);
      for (const one of found) {
        const best = bestOf(one.merchant, closeness);
        one.score = best === 0 ? -1 : one.score + best;
      }
      found = found.filter(({ score }) => score > 0);
    }
    for (const one of found) if (one.merchant.folded_name === name) one.score += EXACT_NAME;
    return found
      .sort((a, b) => b.score - a.score || inOrder(a.merchant, b.merchant))
      .map(({ merchant }) => merchant.id);
  }

  #numberOf(word: string): number {
    let number = this.#numbers.get(word);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(word, number);
    }
    return number;
  }

  /** Of each word, by its number, how close it is to a word of a query. */
  #closenessTo(word: string): Float64Array {
    const closeness = new Float64Array(this.#numbers.size);
    for (const [held, number] of this.#numbers) closeness[number] = closenessOf(held, word);
    return closeness;
  }

  #dropStaleWords(): void {
    const words = [...this.#numbers.keys()];
    this.#numbers = new Map();
    for (const merchant of this.#merchants.values())
      merchant.words = merchant.words.map((number) => this.#numberOf(words[number]!));
    this.#stale = 0;
  }
}

function bestOf({ words, weights, shares }: Prepared, closeness: Float64Array): number {
  let best = 0;
  for (let i = 0; i < words.length; i++) {
    const close = closeness[words[i]!]!;
    // A word that is only nearly the one asked for says nothing about what a merchant sells most.
    const score = close * (close > TYPO ? weights[i]! + shares[i]! : weights[i]!);
    if (score > best) best = score;
  }
  return best;
}

function closenessOf(held: string, word: string): number {
  if (held === word) return 1;
  if (held.startsWith(word)) return 0.7;
  return word.length >= MIN_TYPO_LETTERS && editDistance(word, held, 1) <= 1 ? TYPO : 0;
}

const inOrder = (a: Prepared, b: Prepared): number =>
  b.product_count - a.product_count || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id);
