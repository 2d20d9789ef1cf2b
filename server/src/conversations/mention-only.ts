// Finds products that only mention what was asked for: a puzzle with a picture of a lamp is not a lamp.

import type { IndexResult } from '../index/port.ts';
import type { CatalogueStore, StoredProduct } from '../store/catalogue-store.ts';
import { stem, wordsOf } from '../text/analyse.ts';
import { headsOf } from '../vocabulary/category-heads.ts';

/** Products are read in batches, in ascending weight of the word, because those are the likeliest mentions. */
const BATCH = 100;
/** Shorter words occur inside unrelated words. */
const MIN_SUBSTRING_LETTERS = 4;

/** Products that have none of the words in their name or brand, nor as the noun of their category. */
export async function mentionOnlyProducts(
  { store }: { store: CatalogueStore },
  subjects: string[],
  found: IndexResult,
): Promise<Set<number>> {
  const stems = new Set(subjects.map(stem));
  const { names, weights } = weigh(stems, found);
  const spellings = [...names].map((name) => wordsOf(name).map(stem));
  const order = [...weights.keys()].sort((a, b) => weights[a]! - weights[b]!);
  const numbers = order.map((i) => found.product_nos[i]!);
  const mentions = new Set<number>();
  for (let from = 0; from < numbers.length; from += BATCH) {
    const products = await store.getProducts({ product_nos: numbers.slice(from, from + BATCH) });
    const others = products.filter((stored) => !spellings.some((parts) => isNamed(stored, parts)));
    for (const { product_no } of others) mentions.add(product_no);
    // The word weighs more in all remaining products.
    if (others.length === 0) break;
  }
  return mentions;
}

/** The weight of the words in each product, and the spellings that the index matched for them. */
function weigh(stems: ReadonlySet<string>, { product_nos, term_matches }: IndexResult) {
  const { alternatives, slot_count, matched_by, points } = term_matches!;
  const isSubject = alternatives.map(({ word }) => stems.has(stem(word)));
  const names = new Set(stems);
  const weights = new Float32Array(product_nos.length);
  for (const [at, alternative] of matched_by.entries()) {
    if (alternative === 0 || !isSubject[alternative - 1]) continue;
    names.add(alternatives[alternative - 1]!.by);
    weights[Math.floor(at / slot_count)]! += points[at]!;
  }
  return { names, weights };
}

function isNamed({ product: { name, brand, category } }: StoredProduct, parts: string[]): boolean {
  // "Dress Shoes" are shoes.
  const kinds = (category ?? '').split('>').flatMap(headsOf);
  const words = [...wordsOf([name, brand].filter(Boolean).join(' ')), ...kinds].map(stem);
  return parts.every((part) =>
    words.some((word) => word === part || (part.length >= MIN_SUBSTRING_LETTERS && word.includes(part))),
  );
}
