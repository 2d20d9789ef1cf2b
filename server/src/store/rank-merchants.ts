// Finds merchants by words: whole words, beginnings of words, and one typo.

import { wordsOf } from '../text/analyse.ts';
import { editsBetween } from '../text/edits.ts';
import { foldText } from '../text/fold-text.ts';
import type { StoredMerchant } from './port.ts';

/** How much a match says, by where it is: the name says most. */
const WEIGHTS = { name: 10, domain: 6, brands: 3, categories: 3, product_terms: 2 };
const EXACT_NAME = 1000;
/** Shorter words have too many neighbours for a typo to be told. */
const MIN_TYPO_LETTERS = 4;

/** The merchants that have every word somewhere, the best first; of equals the larger one. */
export function rankMerchants(merchants: readonly StoredMerchant[], query: string): StoredMerchant[] {
  const words = wordsOf(query);
  const name = foldText(query);
  if (words.length === 0) return [];
  return merchants
    .map((merchant) => ({
      merchant,
      score: scoreOf(merchant, words) + (foldText(merchant.name) === name ? EXACT_NAME : 0),
    }))
    .filter(({ score }) => score > 0)
    .sort(
      (a, b) =>
        b.score - a.score ||
        b.merchant.product_count - a.merchant.product_count ||
        (a.merchant.name < b.merchant.name ? -1 : 1),
    )
    .map(({ merchant }) => merchant);
}

/** 0 when some word is nowhere. */
function scoreOf(merchant: StoredMerchant, words: string[]): number {
  const held = (Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]).map((field) => ({
    weight: WEIGHTS[field],
    words: wordsOf([merchant[field]].flat().join(' ')),
  }));
  let sum = 0;
  for (const word of words) {
    const best = Math.max(...held.map((field) => field.weight * closest(field.words, word)));
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
}

function closest(held: string[], word: string): number {
  if (held.includes(word)) return 1;
  if (held.some((other) => other.startsWith(word))) return 0.7;
  if (word.length >= MIN_TYPO_LETTERS && held.some((other) => editsBetween(word, other, 1) <= 1)) return 0.4;
  return 0;
}
