// Whether what a model says is so: its products were found, its prices are theirs, and it leads nowhere.
import { stem, wordsOf } from '../../text/analyse.ts';
import { foldText } from '../../text/fold-text.ts';
import { ModelFailure } from './completions.ts';

/** What the tools showed in this turn. */
export interface Seen {
  ids: Set<string>;
  /** Of products, and of their brands, shops and categories. */
  names: string[];
  amounts: Set<number>;
}

const LINK = /https?:|www\.|\]\(|<[a-z!/]|[a-z0-9-]\.(?:com|net|org|io|shop|store)\b/i;
/** A price with its currency, before or behind. */
const PRICE =
  /(?:[$€£¥₹]|\b(?:USD|EUR|GBP))\s?(\d+(?:,\d{3})*(?:\.\d+)?)|(\d+(?:,\d{3})*(?:\.\d+)?)\s?(?:[€£$]|(?:USD|EUR|GBP|dollars|euros|pounds)\b)/g;
/** Capitals and figures in a row, but for the word that begins a sentence. */
const NAME = /(?<!^|[.!?:]\s+|[\p{L}\p{N}'’-])\p{Lu}[\p{L}\p{N}'’-]*(?:\s+[\p{Lu}\p{N}][\p{L}\p{N}'’-]*)+/gu;
const QUOTED = /[“"«*]{1,2}([^“”"«»*]{4,})[”"»*]{1,2}/g;

export function assertTrue(reply: string, product_ids: string[], seen: Seen, said: string): void {
  if (reply === '') throw new ModelFailure('it said nothing');
  if (LINK.test(reply)) throw new ModelFailure('it gave a link');
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
      throw new ModelFailure('it gave a price that no product has');
  }
}

/** A name most of whose words nobody has said is made up. */
function assertNamesKnown(reply: string, texts: string[]): void {
  const known = new Set(texts.flatMap(wordsOf).map(stem));
  for (const [name] of reply.matchAll(NAME)) {
    const words = wordsOf(name).map(stem);
    const unknown = words.filter((word) => !known.has(word));
    if (unknown.length > words.length / 2) throw new ModelFailure('it named a product that no search found');
  }
}
