// Several segments as one, without their dead products.
import { stem } from '../../../text/analyse.ts';
import { BytesHash } from '../format/bytes-hash.ts';
import { GrowableUint32 } from '../format/growable-arrays.ts';
import { identityHashes, sortedIdentities } from '../format/identities.ts';
import { pack, type Sections } from '../format/layout.ts';
import { DELETED, PostingsWriter } from '../format/posting-lists.ts';
import type { Segment } from '../format/segment.ts';
import { spellingSections } from '../format/spelling-dictionary.ts';
import { TermDictionary, TermDictionaryWriter } from '../format/term-dictionary.ts';
import { WordTermsWriter } from '../format/word-terms.ts';
import { ColumnsBuilder, Source } from './columns-builder.ts';
import { forEachMergedTerm } from './merged-terms.ts';

export interface Merged {
  segment: Segment;
  /** One for each product that is dead: they are left out. Undefined: all live. */
  deletedFlags: Uint8Array | undefined;
}

export function mergeSegments(merged: readonly Merged[]): SharedArrayBuffer {
  const columns = new ColumnsBuilder(new BytesHash());
  const sources = merged.map(({ segment }) => new Source(segment));
  const places = renumber(merged, sources, columns);
  const { terms, numbers } = mergeTerms(
    merged.map(({ segment }) => segment),
    places,
    columns.count,
  );
  const { sections, spaced } = columns.sections();
  return pack({
    ...sections,
    ...mergeSpacedTerms(sources, spaced, numbers),
    ...terms,
    ...mergeIdentities(merged, places),
    ...mergeWords(merged, terms),
  });
}

/** Takes the living products over in the order of their numbers, and tells where each of them stands now. */
function renumber(merged: readonly Merged[], sources: readonly Source[], columns: ColumnsBuilder): Uint32Array[] {
  const places = merged.map(({ segment }) => new Uint32Array(segment.size).fill(DELETED));
  const next = merged.map(() => 0);
  for (;;) {
    let first = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const [i, { segment, deletedFlags }] of merged.entries()) {
      while (deletedFlags?.[next[i]!] === 1) next[i]!++;
      const number = segment.productNos[next[i]!];
      if (number !== undefined && number < least) [first, least] = [i, number];
    }
    if (first < 0) return places;
    const doc = next[first]!++;
    places[first]![doc] = columns.count;
    columns.addFrom(sources[first]!, doc);
  }
}

/** What the words between spaces stand for, by the new numbers of their terms. `order`: in which the words stand now. */
function mergeSpacedTerms(sources: readonly Source[], order: Uint32Array, numbers: readonly Uint32Array[]): Sections {
  // For each word, as it was numbered first: a segment that has it, and its number there.
  const [holders, places] = [new Uint32Array(order.length), new Uint32Array(order.length)];
  for (const [i, { spaced }] of sources.entries()) {
    for (let word = 0; word < spaced.length; word++) {
      if (spaced[word] === 0) continue;
      holders[spaced[word]! - 1] = i;
      places[spaced[word]! - 1] = word;
    }
  }
  const writer = new WordTermsWriter();
  const terms: number[] = [];
  for (const word of order) {
    const holder = holders[word]!;
    terms.length = 0;
    sources[holder]!.segment.wordTerms.addTo(terms, places[word]!);
    for (let at = 0; at < terms.length; at++) terms[at] = numbers[holder]![terms[at]!]!;
    writer.append(terms);
  }
  return writer.sections();
}

/** Tells also, for each segment, the new numbers of its terms. */
function mergeTerms(
  segments: readonly Segment[],
  places: readonly Uint32Array[],
  count: number,
): { terms: Sections; numbers: Uint32Array[] } {
  const numbers = segments.map(({ terms }) => new Uint32Array(terms.count));
  const writer = new TermDictionaryWriter();
  const entries = new PostingsWriter(count);
  let [docs, weights] = [new Uint32Array(1024), new Uint8Array(1024)];
  forEachMergedTerm(segments, (term, length, at) => {
    let most = 0;
    for (let i = 0; i < at.length; i++) most += at[i]!.count;
    if (most > docs.length) [docs, weights] = [new Uint32Array(2 * most), new Uint8Array(2 * most)];
    let living = 0;
    for (let i = 0; i < at.length; i++) {
      const { source } = at[i]!;
      living = segments[source]!.copyPostings(at[i]!, places[source]!, docs, weights, living);
    }
    if (living === 0) return;
    if (at.length > 1) sortEntries(docs, weights, living);
    for (let i = 0; i < at.length; i++) numbers[at[i]!.source]![at[i]!.number] = writer.count;
    writer.append(term, 0, length, living);
    entries.append(docs, weights, 0, living);
  });
  return { terms: { ...writer.sections(), ...entries.sections() }, numbers };
}

/** In the order of their products. Mostly they are: newer segments have newer products. */
function sortEntries(docs: Uint32Array, weights: Uint8Array, count: number): void {
  let isSorted = true;
  for (let i = 1; i < count && isSorted; i++) isSorted = docs[i - 1]! < docs[i]!;
  if (isSorted) return;
  const keys = new Float64Array(count);
  for (let i = 0; i < count; i++) keys[i] = docs[i]! * 256 + weights[i]!;
  keys.sort();
  for (let i = 0; i < count; i++) {
    docs[i] = Math.floor(keys[i]! / 256);
    weights[i] = keys[i]! % 256;
  }
}

function mergeIdentities(merged: readonly Merged[], places: readonly Uint32Array[]): Sections {
  const [hashes, docs] = [new GrowableUint32(), new GrowableUint32()];
  for (const [i, { segment }] of merged.entries()) {
    const [ownHashes, ownDocs] = [identityHashes(segment.sections), segment.sections['identities.docs']!];
    for (let at = 0; at < ownDocs.length; at++) {
      const doc = places[i]![ownDocs[at]!]!;
      if (doc === DELETED) continue;
      hashes.push(ownHashes[at]!);
      docs.push(doc);
    }
  }
  return sortedIdentities(hashes.view(), docs.view());
}

/** Words that some product still has. */
function mergeWords(merged: readonly Merged[], terms: Sections): Sections {
  const words = new BytesHash();
  for (const { segment } of merged) {
    const { table } = segment.spellings;
    for (let i = 0; i < table.length; i++) table.internIn(words, i);
  }
  const isLiving = new Uint8Array(words.length).fill(1);
  if (merged.some(({ deletedFlags }) => deletedFlags)) {
    const dictionary = new TermDictionary(terms);
    for (let i = 0; i < words.length; i++) isLiving[i] = Number(dictionary.find(stem(words.text(i))) !== undefined);
  }
  return spellingSections(words, isLiving);
}
