// Merges segments into one, without deleted documents.
import { stem } from '../../../text/analyse.ts';
import { BytesHash } from '../../dictionary/bytes-hash.ts';
import { GrowableUint32 } from '../../dictionary/growable-arrays.ts';
import { pack, type Sections } from '../../dictionary/layout.ts';
import { forEachMergedTerm } from '../../dictionary/merged-terms.ts';
import { spellingSections } from '../../dictionary/spelling-dictionary.ts';
import { TermDictionary, TermDictionaryWriter } from '../../dictionary/term-dictionary.ts';
import { identityHashes, sortedIdentities } from '../format/identities.ts';
import { DELETED } from '../format/posting-lists.ts';
import { PostingsWriter } from '../format/postings-writer.ts';
import type { Segment } from '../format/segment.ts';
import { WordTermsWriter } from '../format/word-terms.ts';
import { ColumnsBuilder, Source } from './columns-builder.ts';

interface Input {
  segment: Segment;
  /** 1 per deleted document; undefined if there is none. */
  deletedFlags: Uint8Array | undefined;
}

export function mergeSegments(inputs: readonly Input[]): SharedArrayBuffer {
  const columns = new ColumnsBuilder(new BytesHash());
  const sources = inputs.map(({ segment }) => new Source(segment));
  const newDocs = renumber(inputs, sources, columns);
  const { terms, numbers } = mergeTerms(
    inputs.map(({ segment }) => segment),
    newDocs,
    columns.count,
  );
  const { sections, wordOrder } = columns.sections();
  return pack({
    ...sections,
    ...mergeWordTerms(sources, wordOrder, numbers),
    ...terms,
    ...mergeIdentities(inputs, newDocs),
    ...mergeSpellings(inputs, terms),
  });
}

/** Copies the live documents in the order of their product numbers. Returns the map from old to new documents. */
function renumber(inputs: readonly Input[], sources: readonly Source[], columns: ColumnsBuilder): Uint32Array[] {
  const newDocs = inputs.map(({ segment }) => new Uint32Array(segment.size).fill(DELETED));
  const next = inputs.map(() => 0);
  for (;;) {
    let first = -1;
    let lowest = Number.POSITIVE_INFINITY;
    for (const [i, { segment, deletedFlags }] of inputs.entries()) {
      while (deletedFlags?.[next[i]!] === 1) next[i]!++;
      const number = segment.productNos[next[i]!];
      if (number !== undefined && number < lowest) [first, lowest] = [i, number];
    }
    if (first < 0) return newDocs;
    const doc = next[first]!++;
    newDocs[first]![doc] = columns.count;
    columns.addFrom(sources[first]!, doc);
  }
}

/** Translates the terms of the words to their new numbers. `order`: the words in their new order. */
function mergeWordTerms(sources: readonly Source[], order: Uint32Array, numbers: readonly Uint32Array[]): Sections {
  // For each word in the merged table: a segment that has it, and its id there.
  const [holders, ids] = [new Uint32Array(order.length), new Uint32Array(order.length)];
  for (const [i, { newWords }] of sources.entries()) {
    for (let word = 0; word < newWords.length; word++) {
      if (newWords[word] === 0) continue;
      holders[newWords[word]! - 1] = i;
      ids[newWords[word]! - 1] = word;
    }
  }
  const writer = new WordTermsWriter();
  const terms: number[] = [];
  for (const word of order) {
    const holder = holders[word]!;
    terms.length = 0;
    sources[holder]!.segment.wordTerms.addTo(terms, ids[word]!);
    for (let at = 0; at < terms.length; at++) terms[at] = numbers[holder]![terms[at]!]!;
    writer.append(terms);
  }
  return writer.sections();
}

/** `numbers`: the new term numbers of each segment. */
function mergeTerms(
  segments: readonly Segment[],
  newDocs: readonly Uint32Array[],
  count: number,
): { terms: Sections; numbers: Uint32Array[] } {
  const numbers = segments.map(({ terms }) => new Uint32Array(terms.count));
  const writer = new TermDictionaryWriter();
  const postings = new PostingsWriter(count);
  let [docs, weights] = [new Uint32Array(1024), new Uint8Array(1024)];
  forEachMergedTerm(
    segments.map(({ terms }) => terms),
    (term, length, occurrences) => {
      let max = 0;
      for (let i = 0; i < occurrences.length; i++) max += occurrences[i]!.count;
      if (max > docs.length) [docs, weights] = [new Uint32Array(2 * max), new Uint8Array(2 * max)];
      let live = 0;
      for (let i = 0; i < occurrences.length; i++) {
        const { source } = occurrences[i]!;
        live = segments[source]!.copyPostings(occurrences[i]!, newDocs[source]!, docs, weights, live);
      }
      if (live === 0) return;
      if (occurrences.length > 1) sortPostings(docs, weights, live);
      for (let i = 0; i < occurrences.length; i++) {
        numbers[occurrences[i]!.source]![occurrences[i]!.number] = writer.count;
      }
      writer.append(term, 0, length, live);
      postings.append(docs, weights, 0, live);
    },
  );
  return { terms: { ...writer.sections(), ...postings.sections() }, numbers };
}

/** Sorts postings by document. Mostly they are sorted, since newer segments have newer products. */
function sortPostings(docs: Uint32Array, weights: Uint8Array, count: number): void {
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

function mergeIdentities(inputs: readonly Input[], newDocs: readonly Uint32Array[]): Sections {
  const [hashes, docs] = [new GrowableUint32(), new GrowableUint32()];
  for (const [i, { segment }] of inputs.entries()) {
    const [ownHashes, ownDocs] = [identityHashes(segment.sections), segment.sections['identities.docs']!];
    for (let at = 0; at < ownDocs.length; at++) {
      const doc = newDocs[i]![ownDocs[at]!]!;
      if (doc === DELETED) continue;
      hashes.push(ownHashes[at]!);
      docs.push(doc);
    }
  }
  return sortedIdentities(hashes.view(), docs.view());
}

/** Drops words whose term no live document has. */
function mergeSpellings(inputs: readonly Input[], terms: Sections): Sections {
  const words = new BytesHash();
  for (const { segment } of inputs) {
    const { table } = segment.spellings;
    for (let i = 0; i < table.length; i++) table.internIn(words, i);
  }
  const isLive = new Uint8Array(words.length).fill(1);
  if (inputs.some(({ deletedFlags }) => deletedFlags)) {
    const dictionary = new TermDictionary(terms);
    for (let i = 0; i < words.length; i++) isLive[i] = Number(dictionary.find(stem(words.text(i))) !== undefined);
  }
  return spellingSections(words, isLive);
}
