// Whether a product is the thing that was asked for, or only speaks of it: a puzzle with a picture of a lamp is no lamp.
import type { Deps } from '../deps.ts';
import type { Explanation } from '../index/port.ts';
import type { StoredProduct } from '../store/port.ts';
import { stem, wordsOf } from '../text/analyse.ts';
import { headsOf } from './category-heads.ts';

/** So many are looked at together: those in which the word weighs least come first, and are most often about others. */
const BATCH = 100;
/** Shorter ones stand inside words of every kind. */
const INSIDE_FROM = 4;

/** Of products that were found, those that have none of these words in their name or brand, nor as the kind that their category names. */
export async function onlySpeakingOf(deps: Deps, things: string[], found: Explanation[]): Promise<Set<number>> {
  const asked = new Set(things.map(stem));
  const pointsOf = ({ words }: Explanation) => words.filter(({ word }) => asked.has(stem(word)));
  // What the index takes for the same thing is the thing too.
  const names = new Set([...asked, ...found.flatMap((one) => pointsOf(one).map(({ by }) => by))]);
  const spellings = [...names].map((name) => wordsOf(name).map(stem));
  const weights = new Map(
    found.map((one) => [one.product_no, pointsOf(one).reduce((sum, { points }) => sum + points, 0)]),
  );
  const numbers = [...weights.keys()].sort((a, b) => weights.get(a)! - weights.get(b)!);
  const speaking = new Set<number>();
  for (let from = 0; from < numbers.length; from += BATCH) {
    const products = await deps.store.getProducts({ product_nos: numbers.slice(from, from + BATCH) });
    const others = products.filter((stored) => !spellings.some((parts) => isCalled(stored, parts)));
    for (const { product_no } of others) speaking.add(product_no);
    // The word weighs more in all that are left.
    if (others.length === 0) break;
  }
  return speaking;
}

function isCalled({ product: { name, brand, category } }: StoredProduct, parts: string[]): boolean {
  // "Dress Shoes" are shoes.
  const kinds = (category ?? '').split('>').flatMap(headsOf);
  const words = [...wordsOf([name, brand].filter(Boolean).join(' ')), ...kinds].map(stem);
  return parts.every((part) =>
    words.some((word) => word === part || (part.length >= INSIDE_FROM && word.includes(part))),
  );
}
