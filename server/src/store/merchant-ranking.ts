// Ranks merchants by whole words, prefixes and one typo, weighted by field and by the share of products with the word.
// It keeps a dictionary of all merchants' terms, so that a query is compared once with each distinct term.

import { wordsOf } from '../text/analyse.ts';
import { editDistance } from '../text/edit-distance.ts';
import { foldText } from '../text/fold-text.ts';
import type { StoredMerchant } from './catalogue-store.ts';

/** Score of a match, by field. */
const WEIGHTS = { name: 10, domain: 6, brands: 3, categories: 3, product_terms: 2 };
/** Bonus of a merchant whose name is the query. */
const EXACT_NAME = 1000;
/** Score of a word that every product has. Shares are rounded up to tenths, so the larger merchant wins near ties. */
const FULL_SHARE = 3;
const SHARE_STEPS = 10;
const PREFIX = 0.7;
/** Factor of a word with one typo: low enough that a typo in a name scores below a prefix match of a term. */
const TYPO = 0.1;
/** Shorter words have too many neighbours at edit distance 1. */
const MIN_TYPO_LETTERS = 4;
/** Further words of a query are ignored. */
const MAX_QUERY_WORDS = 50;
/** The dictionary is compacted when more than this share of its terms may be unused. */
const MAX_STALE_SHARE = 0.5;
const MIN_STALE_TERMS = 10_000;

type MerchantFields = Pick<StoredMerchant, 'id' | 'product_count' | 'word_shares' | keyof typeof WEIGHTS>;

/** The current state of a merchant; null if it was deleted. */
export interface MerchantChange {
  id: number;
  change_no: number;
  merchant: MerchantFields | null;
}

interface IndexedMerchant {
  id: number;
  name: string;
  folded_name: string;
  product_count: number;
  /** Term numbers, with the weight of the best field that has the term and the score of its share of products. */
  terms: Uint32Array;
  weights: Float64Array;
  shares: Float64Array;
}

export class MerchantRanking {
  #merchants = new Map<number, IndexedMerchant>();
  /** Term numbers. */
  #dictionary = new Map<string, number>();
  /** Upper bound of the terms in the dictionary that no merchant has any more. */
  #stale = 0;
  #change_no = 0;

  /** The last change that it reflects. */
  get change_no(): number {
    return this.#change_no;
  }

  /** Changes by ascending number; several may share one. Skips those it reflects, because two refreshes may overlap. */
  apply(changes: Iterable<MerchantChange>): void {
    const reflected = this.#change_no;
    for (const { id, change_no, merchant } of changes) {
      if (change_no <= reflected) continue;
      if (merchant) this.set(merchant);
      else this.delete(id);
      this.#change_no = change_no;
    }
  }

  set(merchant: MerchantFields): void {
    this.delete(merchant.id);
    const weights = new Map<number, number>();
    const shares: number[] = [];
    // Fields are in descending order of weight, so the first weight of a term is its highest.
    for (const [field, weight] of Object.entries(WEIGHTS) as [keyof typeof WEIGHTS, number][])
      for (const word of wordsOf([merchant[field]].flat().join(' '))) {
        const number = this.#numberOf(word);
        if (weights.has(number)) continue;
        weights.set(number, weight);
        // Guards against inherited properties such as "constructor".
        const share = Object.hasOwn(merchant.word_shares, word) ? merchant.word_shares[word]! : 0;
        shares.push((FULL_SHARE * Math.ceil(share * SHARE_STEPS)) / SHARE_STEPS);
      }
    this.#merchants.set(merchant.id, {
      id: merchant.id,
      name: merchant.name,
      folded_name: foldText(merchant.name),
      product_count: merchant.product_count,
      terms: Uint32Array.from(weights.keys()),
      weights: Float64Array.from(weights.values()),
      shares: Float64Array.from(shares),
    });
  }

  delete(id: number): void {
    this.#stale += this.#merchants.get(id)?.terms.length ?? 0;
    this.#merchants.delete(id);
    if (this.#stale > MIN_STALE_TERMS && this.#stale > this.#dictionary.size * MAX_STALE_SHARE) this.#compact();
  }

  /** Ids of the merchants that match every word, best first; ties go to the larger merchant. */
  rank(query: string): number[] {
    const words = wordsOf(query).slice(0, MAX_QUERY_WORDS);
    const name = foldText(query);
    if (words.length === 0) return [];
    let found = [...this.#merchants.values()].map((merchant) => ({ merchant, score: 0 }));
    for (const word of words) {
      const similarities = this.#similarities(word);
      for (const one of found) {
        const best = bestScore(one.merchant, similarities);
        one.score = best === 0 ? -1 : one.score + best;
      }
      found = found.filter(({ score }) => score > 0);
    }
    for (const one of found) if (one.merchant.folded_name === name) one.score += EXACT_NAME;
    return found.sort((a, b) => b.score - a.score || bySize(a.merchant, b.merchant)).map(({ merchant }) => merchant.id);
  }

  #numberOf(word: string): number {
    let number = this.#dictionary.get(word);
    if (number === undefined) {
      number = this.#dictionary.size;
      this.#dictionary.set(word, number);
    }
    return number;
  }

  /** How well each term, by its number, matches a word of the query. */
  #similarities(word: string): Float64Array {
    const similarities = new Float64Array(this.#dictionary.size);
    for (const [term, number] of this.#dictionary) similarities[number] = similarity(term, word);
    return similarities;
  }

  #compact(): void {
    const terms = [...this.#dictionary.keys()];
    this.#dictionary = new Map();
    for (const merchant of this.#merchants.values())
      merchant.terms = merchant.terms.map((number) => this.#numberOf(terms[number]!));
    this.#stale = 0;
  }
}

function bestScore({ terms, weights, shares }: IndexedMerchant, similarities: Float64Array): number {
  let best = 0;
  for (let i = 0; i < terms.length; i++) {
    const similarity = similarities[terms[i]!]!;
    // Shares count only for matches without a typo.
    const score = similarity * (similarity > TYPO ? weights[i]! + shares[i]! : weights[i]!);
    if (score > best) best = score;
  }
  return best;
}

function similarity(term: string, word: string): number {
  if (term === word) return 1;
  if (term.startsWith(word)) return PREFIX;
  return word.length >= MIN_TYPO_LETTERS && editDistance(word, term, 1) <= 1 ? TYPO : 0;
}

const bySize = (a: IndexedMerchant, b: IndexedMerchant): number =>
  b.product_count - a.product_count || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id);
