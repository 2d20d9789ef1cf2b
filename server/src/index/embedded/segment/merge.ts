// Several segments as one, without their dead products.
import { stem } from '../../../text/analyse.ts';
import { eachTerm } from './all-terms.ts';
import { GrowingBytes, GrowingNumbers } from './growing.ts';
import { sortedIdentities } from './identities.ts';
import { pack, type Sections } from './layout.ts';
import { ProductColumns, Source } from './product-columns.ts';
import type { Segment } from './segment.ts';
import { sortByBytes } from './string-table.ts';
import { TermDictionary, TermDictionaryWriter } from './term-dictionary.ts';
import { wordSections } from './words.ts';

export interface Merged {
  segment: Segment;
  /** One for each product that is dead: they are left out. Undefined: all live. */
  isDead: Uint8Array | undefined;
}

/** The product is not among the living. */
const GONE = 2 ** 32 - 1;

export function mergeSegments(merged: readonly Merged[]): SharedArrayBuffer {
  const columns = new ProductColumns();
  const places = renumber(merged, columns);
  const terms = mergeTerms(
    merged.map(({ segment }) => segment),
    places,
  );
  return pack({ ...columns.sections(), ...terms, ...mergeIdentities(merged, places), ...mergeWords(merged, terms) });
}

/** Takes the living products over in the order of their numbers, and tells where each of them stands now. */
function renumber(merged: readonly Merged[], columns: ProductColumns): Uint32Array[] {
  const places = merged.map(({ segment }) => new Uint32Array(segment.size).fill(GONE));
  const sources = merged.map(({ segment }) => new Source(segment));
  const next = merged.map(() => 0);
  for (;;) {
    let first = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const [i, { segment, isDead }] of merged.entries()) {
      while (isDead?.[next[i]!] === 1) next[i]!++;
      const number = segment.numbers[next[i]!];
      if (number !== undefined && number < least) [first, least] = [i, number];
    }
    if (first < 0) return places;
    const doc = next[first]!++;
    places[first]![doc] = columns.count;
    columns.addFrom(sources[first]!, doc);
  }
}

function mergeTerms(segments: readonly Segment[], places: readonly Uint32Array[]): Sections {
  const writer = new TermDictionaryWriter();
  const [docs, weights] = [new GrowingNumbers(), new GrowingBytes()];
  eachTerm(segments, (term, at) => {
    const start = docs.length;
    for (const { source, from, to } of at) {
      const [segment, place] = [segments[source]!, places[source]!];
      for (let entry = from; entry < to; entry++) {
        const doc = place[segment.docs[entry]!]!;
        if (doc === GONE) continue;
        docs.push(doc);
        weights.push(segment.weights[entry]!);
      }
    }
    if (docs.length === start) return;
    if (at.length > 1) sortEntries(docs.whole(), weights.whole(), start);
    writer.append(term, docs.length - start);
  });
  return { ...writer.sections(), 'entries.docs': docs.whole(), 'entries.weights': weights.whole() };
}

/** The entries of the last term in the order of their products. Mostly they are: newer segments have newer products. */
function sortEntries(docs: Uint32Array, weights: Uint8Array, start: number): void {
  let isSorted = true;
  for (let i = start + 1; i < docs.length && isSorted; i++) isSorted = docs[i - 1]! < docs[i]!;
  if (isSorted) return;
  const keys = new Float64Array(docs.length - start);
  for (let i = 0; i < keys.length; i++) keys[i] = docs[start + i]! * 256 + weights[start + i]!;
  keys.sort();
  for (let i = 0; i < keys.length; i++) {
    docs[start + i] = Math.floor(keys[i]! / 256);
    weights[start + i] = keys[i]! % 256;
  }
}

function mergeIdentities(merged: readonly Merged[], places: readonly Uint32Array[]): Sections {
  const [hashes, docs] = [new GrowingNumbers(), new GrowingNumbers()];
  for (const [i, { segment }] of merged.entries()) {
    const [ownHashes, ownDocs] = [segment.sections['identities.hashes']!, segment.sections['identities.docs']!];
    for (let at = 0; at < ownDocs.length; at++) {
      const doc = places[i]![ownDocs[at]!]!;
      if (doc === GONE) continue;
      hashes.push(ownHashes[at]!);
      docs.push(doc);
    }
  }
  return sortedIdentities(hashes.whole(), docs.whole());
}

/** Words that some product still has. */
function mergeWords(merged: readonly Merged[], terms: Sections): Sections {
  const dictionary = new TermDictionary(terms);
  const words = new Set<string>();
  for (const { segment } of merged) {
    for (let i = 0; i < segment.words.table.length; i++) words.add(segment.words.table.get(i));
  }
  const living = [...words].filter((word) => dictionary.find(stem(word)) !== undefined);
  return wordSections(sortByBytes(living));
}
