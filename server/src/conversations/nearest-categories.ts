// Offers the categories that come nearest to something the catalogue does not have.
import type { ChatState, Refinement } from './chat-state.ts';
import { type Found, findProducts } from './find-products.ts';
import { asSpelled, deepestLevel } from './refinement.ts';
import type { TurnDeps } from './turn-deps.ts';

const MAX_OFFERED = 3;
/** The best of the products that mention it, of which a category needs a share. */
const BEST = 20;
const MIN_SHARE = 0.15;

/** The categories of products that mention it, with the number of products that choosing them shows. */
export async function nearestCategories(
  deps: TurnDeps,
  { product_nos }: Found,
  without: ChatState,
  sets: string[],
): Promise<Refinement | null> {
  if (product_nos.length === 0 || deps.searches.left < MAX_OFFERED) return null;
  const best = product_nos.subarray(0, BEST);
  const offered = deepestLevel(await deps.index.summarise(best))
    .filter(({ count }) => count >= MIN_SHARE * best.length)
    .slice(0, MAX_OFFERED);
  const counts = await Promise.all(
    offered.map(({ value }) => findProducts(deps, { ...without, category: value }, sets, { may_loosen: false })),
  );
  const options = offered
    .map(({ value, product_no }, i) => ({ text: value, count: counts[i]!.product_nos.length, product_no }))
    .filter(({ count }) => count > 0);
  if (options.length === 0) return null;
  return { ...(await asSpelled(deps, { category: 'category', options })), drops_words: true };
}
