// Checks a model's reply: it may only name products and prices that the tools returned, and must not contain links.
import { stem, wordsOf } from '../../text/analyse.ts';
import { foldText } from '../../text/fold-text.ts';
import { ModelFailure } from './completions.ts';

/** What the tools returned in this turn. */
export interface Seen {
  ids: Set<string>;
  /** Names of products, brands, shops and categories. */
  names: string[];
  amounts: Set<number>;
}

const LINK = /https?:|www\.|\]\(|<[a-z!/]|[a-z0-9-]\.(?:com|net|org|io|shop|store)\b/i;
/** A price with its currency before or after it. */
const PRICE =
  /(?:[$€£¥₹]|\b(?:USD|EUR|GBP))\s?(\d+(?:,\d{3})*(?:\.\d+)?)|(\d+(?:,\d{3})*(?:\.\d+)?)\s?(?:[€£$]|(?:USD|EUR|GBP|dollars|euros|pounds)\b)/g;
/** Two or more capitalised words or numbers in a row, not counting the first word of a sentence. */
const NAME = /(?<!^|[.!?:]\s+|[\p{L}\p{N}'’-])\p{Lu}[\p{L}\p{N}'’-]*(?:\s+[\p{Lu}\p{N}][\p{L}\p{N}'’-]*)+/gu;
const QUOTED = /[“"«*]{1,2}([^“”"«»*]{4,})[”"»*]{1,2}/g;

export function assertGrounded(reply: string, product_ids: string[], seen: Seen, said: string): void {
  if (reply === '') throw new ModelFailure('the reply is empty');
  if (LINK.test(reply)) throw new ModelFailure('the reply contains a link');
  if (product_ids.some((id) => !seen.ids.has(id))) throw new ModelFailure('it named a product that no search found');
  const names = seen.names.map(foldText);
  const own = foldText(said);
  for (const [, quoted] of reply.matchAll(QUOTED)) {
    const text = foldText(quoted!);
    if (!own.includes(text) && !names.some((name) => name.includes(text)))
      throw new ModelFailure('it named a product that no search found');
  }
  assertNamesKnown(reply, [...names, own]);
  for (const [, before, behind] of reply.matchAll(PRICE)) {
    const value = Number((before ?? behind)!.replaceAll(',', ''));
    if (!seen.amounts.has(value) && !own.includes(String(value)))
      throw new ModelFailure('the reply contains a price that no product has');
  }
}

/** A name is invented if most of its words are unknown. */
function assertNamesKnown(reply: string, texts: string[]): void {
  const known = new Set(texts.flatMap(wordsOf).map(stem));
  for (const [name] of reply.matchAll(NAME)) {
    const words = wordsOf(name).map(stem);
    const unknown = words.filter((word) => !known.has(word));
    if (unknown.length > words.length / 2) throw new ModelFailure('it named a product that no search found');
  }
}
