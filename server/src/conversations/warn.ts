// Words the warnings about a result: no match, dropped filters, and words that no product has.
import type { ChatState } from './chat-state.ts';
import { type Found, findProducts } from './find-products.ts';
import { money } from './money.ts';
import { describeSearch, priceText } from './say.ts';
import type { TurnDeps } from './turn-deps.ts';

export async function warnOf(deps: TurnDeps, found: Found, asked: ChatState, sets: string[]): Promise<string | null> {
  const missing = found.missing.map((word) => `"${word}"`).join(', ');
  const unsaid = missing && `None of these mentions ${missing}.`;
  if (found.loosened.length > 0) {
    const search = describeSearch(asked, deps.vocabulary());
    return `Nothing matched ${search}, so I left out ${found.loosened.join(', ')}. ${unsaid}`.trim();
  }
  if (found.product_nos.length === 0) return warnOfNothing(deps, asked, sets);
  return unsaid || null;
}

/** Price limits and exclusions are never dropped; the warning says how many products they hide. */
async function warnOfNothing(deps: TurnDeps, asked: ChatState, sets: string[]): Promise<string> {
  const nothing = `Nothing matched ${describeSearch(asked, deps.vocabulary())}.`;
  const price = priceText(asked.price);
  if (price) {
    const free = await countOf(deps, { ...asked, price: {} }, sets);
    if (free) return `${nothing} Without the limit "${price}", there ${free}.`;
  }
  if (Object.keys(asked.unwanted).length > 0 || asked.unwanted_words.length > 0) {
    const free = await countOf(deps, { ...asked, unwanted: {}, unwanted_words: [] }, sets);
    if (free) return `${nothing} Including what you ruled out, there ${free}.`;
  }
  return nothing;
}

async function countOf(deps: TurnDeps, state: ChatState, sets: string[]): Promise<string | undefined> {
  if (deps.searches.left <= 0) return undefined;
  const found = await findProducts(deps, state, sets, { may_loosen: false });
  const count = found.product_nos.length - found.near;
  if (count === 0) return undefined;
  const { prices, currencies } = await deps.index.summarise(found.product_nos);
  const known = [...prices.keys()].filter((i) => !Number.isNaN(prices[i]!)).sort((a, b) => prices[a]! - prices[b]!);
  const lowest = known.length > 0 ? `, starting at ${money(prices[known[0]!]!, currencies[known[0]!]!)}` : '';
  return `${count === 1 ? 'is' : 'are'} ${count}${lowest}`;
}
