// Words the warnings about a result: no match, dropped filters, and words that no product has.

import { money } from '../text/money.ts';
import type { ChatState } from './chat-state.ts';
import { type Found, findProducts } from './find-products.ts';
import { describeSearch, priceText } from './say.ts';
import type { TurnDeps } from './turn-deps.ts';

export async function warningFor(
  deps: TurnDeps,
  found: Found,
  requested: ChatState,
  sets: string[],
): Promise<string | null> {
  const missing = found.missing.map((word) => `"${word}"`).join(', ');
  const unsaid = missing && `None of these mentions ${missing}.`;
  if (found.loosened.length > 0) {
    const search = describeSearch(requested, deps.vocabulary());
    return `Nothing matched ${search}, so I left out ${found.loosened.join(', ')}. ${unsaid}`.trim();
  }
  if (found.product_nos.length === 0) return warningForNothing(deps, requested, sets);
  return unsaid || null;
}

/** Price limits and exclusions are never dropped; the warning says how many products they hide. */
async function warningForNothing(deps: TurnDeps, requested: ChatState, sets: string[]): Promise<string> {
  const nothing = `Nothing matched ${describeSearch(requested, deps.vocabulary())}.`;
  const price = priceText(requested.price);
  if (price) {
    const count = await countText(deps, { ...requested, price: {} }, sets);
    if (count) return `${nothing} Without the limit "${price}", there ${count}.`;
  }
  if (Object.keys(requested.unwanted).length > 0 || requested.unwanted_words.length > 0) {
    const count = await countText(deps, { ...requested, unwanted: {}, unwanted_words: [] }, sets);
    if (count) return `${nothing} Including what you ruled out, there ${count}.`;
  }
  return nothing;
}

async function countText(deps: TurnDeps, state: ChatState, sets: string[]): Promise<string | undefined> {
  if (deps.searches.left <= 0) return undefined;
  const found = await findProducts(deps, state, sets, { may_loosen: false });
  const count = found.product_nos.length - found.near;
  if (count === 0) return undefined;
  const { prices, currencies } = await deps.index.summarise(found.product_nos);
  const known = [...prices.keys()].filter((i) => !Number.isNaN(prices[i]!)).sort((a, b) => prices[a]! - prices[b]!);
  const lowest = known.length > 0 ? `, starting at ${money(prices[known[0]!]!, currencies[known[0]!]!)}` : '';
  return `${count === 1 ? 'is' : 'are'} ${count}${lowest}`;
}
