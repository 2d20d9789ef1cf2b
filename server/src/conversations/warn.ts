// Words what a result does not confirm, what was left out to get it, and why there is none.

import { list, quoted } from '../text/list-words.ts';
import { money } from '../text/money.ts';
import type { ChatState } from './chat-state.ts';
import { priceText } from './filters.ts';
import { type Found, findProducts } from './find-products.ts';
import type { TurnDeps } from './turn-deps.ts';

/** Sentences for the reply and the warning; none if the result is all that was asked for. */
export async function notesOn(deps: TurnDeps, found: Found, requested: ChatState, sets: string[]): Promise<string[]> {
  const { product_nos, loosened, apart, mentioned, unconfirmed, unmet_exclusions } = found;
  const { length } = product_nos;
  if (length === 0) return noteOnNothing(deps, requested, sets);
  const mentionsNot = length === 1 ? 'It does not mention' : 'None of them mentions';
  const notes: string[] = [];
  const left = loosened.length > 1 ? 'those' : 'that';
  if (loosened.length > 0) notes.push(`Nothing matched ${list(loosened, 'and')} as well, so I left ${left} out.`);
  if (apart.length > 0) notes.push(`${mentionsNot} ${apart.length > 2 ? 'all of' : 'both'} ${quoted(apart, 'and')}.`);
  for (const { phrase, count } of mentioned) notes.push(noteOnMention(phrase, count, found));
  if (unconfirmed.length > 0) notes.push(`${mentionsNot} ${quoted(unconfirmed, 'or')}.`);
  if (unmet_exclusions.length > 0)
    notes.push(`No product mentions ${quoted(unmet_exclusions, 'or')}, so there was nothing to leave out.`);
  return notes;
}

function noteOnMention(phrase: string, count: number, { product_nos, state }: Found): string {
  if (count === product_nos.length) return `${count === 1 ? 'It mentions' : 'All of them mention'} "${phrase}".`;
  const first = state.order ? '' : ` and ${count === 1 ? 'comes' : 'come'} first`;
  return `${count} of them ${count === 1 ? 'mentions' : 'mention'} "${phrase}"${first}.`;
}

/** Price limits and exclusions are never dropped; the note says how many products they hide. */
async function noteOnNothing(deps: TurnDeps, requested: ChatState, sets: string[]): Promise<string[]> {
  const price = priceText(requested.price);
  if (price) {
    const count = await countText(deps, { ...requested, price: {} }, sets);
    if (count) return [`Without the limit "${price}", there ${count}.`];
  }
  if (Object.keys(requested.unwanted).length > 0 || requested.unwanted_words.length > 0) {
    const count = await countText(deps, { ...requested, unwanted: {}, unwanted_words: [] }, sets);
    if (count) return [`Including what you ruled out, there ${count}.`];
  }
  return [];
}

async function countText(deps: TurnDeps, state: ChatState, sets: string[]): Promise<string | undefined> {
  if (deps.searches.left <= 0) return undefined;
  const found = await findProducts(deps, state, sets, { may_loosen: false });
  const count = found.product_nos.length;
  if (count === 0) return undefined;
  const { prices, currencies } = await deps.index.summarise(found.product_nos);
  const known = [...prices.keys()].filter((i) => !Number.isNaN(prices[i]!)).sort((a, b) => prices[a]! - prices[b]!);
  const lowest = known.length > 0 ? `, starting at ${money(prices[known[0]!]!, currencies[known[0]!]!)}` : '';
  return `${count === 1 ? 'is' : 'are'} ${count}${lowest}`;
}
