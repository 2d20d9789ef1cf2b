// Finds products that only mention what was asked for: a puzzle with a picture of a lamp is not a lamp.

import type { IndexResult } from '../index/port.ts';
import type { CatalogueStore, StoredProduct } from '../store/catalogue-store.ts';
import { stem, wordsOf } from '../text/analyse.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { headsOf } from '../vocabulary/category-heads.ts';

/** Products are read in batches, in ascending weight of the word, because those are the likeliest mentions. */
const BATCH = 100;
/** Words of names weigh the most, so a product that is named so is among the first. */
const BEST = 10;
/** Shorter words occur inside unrelated words. */
const MIN_SUBSTRING_LETTERS = 4;

/** Products that have none of the words in their name or brand, nor as the noun of their category. */
export async function mentionOnlyProducts(
  { store }: { store: CatalogueStore },
  subjects: string[],
  found: IndexResult,
): Promise<Set<number>> {
  const { isNamed, numbers } = byWeight(subjects, found);
  const mentions = new Set<number>();
  for (let from = 0; from < numbers.length; from += BATCH) {
    const products = await store.getProducts({ product_nos: numbers.slice(from, from + BATCH) });
    const others = products.filter((stored) => !isNamed(stored));
    for (const { product_no } of others) mentions.add(product_no);
    // The word weighs more in all remaining products.
    if (others.length === 0) break;
  }
  return mentions;
}

/** Whether a product has one of the words in its name or brand, or as the noun of its category. */
export async function isCarried({ store }: { store: CatalogueStore }, subject: readonly string[], found: IndexResult) {
  const { isNamed, numbers } = byWeight(subject, found);
  const products = numbers.length > 0 ? await store.getProducts({ product_nos: numbers.slice(-BEST) }) : [];
  return products.some(isNamed);
}

/** The products in ascending weight of the words, and whether one of the spellings that the index matched names it. */
function byWeight(subjects: readonly string[], { product_nos, term_matches }: IndexResult) {
  const { alternatives, slot_count, matched_by, points } = term_matches!;
  const names = new Set(subjects.map(stem));
  const isSubject = alternatives.map(({ word }) => names.has(stem(word)));
  const weights = new Float32Array(product_nos.length);
  for (const [at, alternative] of matched_by.entries()) {
    if (alternative === 0 || !isSubject[alternative - 1]) continue;
    names.add(alternatives[alternative - 1]!.by);
    weights[Math.floor(at / slot_count)]! += points[at]!;
  }
  const spellings = [...names].map((name) => wordsOf(name).map(stem));
  const order = [...weights.keys()].sort((a, b) => weights[a]! - weights[b]!);
  const numbers = order.map((i) => product_nos[i]!);
  return { numbers, isNamed: (stored: StoredProduct) => spellings.some((parts) => hasName(stored, parts)) };
}

function hasName({ product: { name, brand = '', category = '' } }: StoredProduct, parts: string[]): boolean {
  // "Dress Shoes" are shoes.
  const kinds = category.split('>').flatMap(headsOf);
  const words = [...namingWords(name), ...wordsOf(brand), ...kinds].map(stem);
  return parts.every((part) =>
    words.some((word) => word === part || (part.length >= MIN_SUBSTRING_LETTERS && word.includes(part))),
  );
}

/** "Tilly and the Umbrella" names a story, "Bruno the Otter" an otter. */
function namingWords(name: string): string[] {
  const words = wordsOf(name);
  return words.filter((_, i) => {
    const [before = '', article = ''] = words.slice(Math.max(0, i - 2), i);
    return !(article === 'a' || article === 'an' || (article === 'the' && STOP_WORDS.has(before)));
  });
}
