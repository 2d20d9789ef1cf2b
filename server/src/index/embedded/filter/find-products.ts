// Which products of a segment a text criterion means, found from its words instead of asked of every product. Only where
// they are not many: otherwise it is quicker to ask the best ones until enough are found.
import { wordsOf } from '../../../text/analyse.ts';
import { identityOf } from '../../../text/tokens.ts';
import { docsOf, type ListRange } from '../segment/entries.ts';
import {
  BETWEEN_VALUES,
  type CodedField,
  isOwn,
  isWorded,
  type OwnField,
  type TextField,
  type WordedField,
} from '../segment/fields.ts';
import { termOf } from '../segment/read-words.ts';
import type { Segment } from '../segment/segment.ts';
import { codesOf, fewWith } from './codes-of-values.ts';
import { equalsOf, likeOf, wholeOf } from './match-text.ts';
import { productsWithOneOf, wordsInside } from './match-words.ts';

/** More than this part of all products are many. */
export const FEW = 1 / 16;
/** More values that hold what is looked for are many. */
const MAX_VALUES = 20_000;
/** More products than this to read take longer than asking those that have the query's words. */
const MAX_READ = 5000;

export interface TextCriterion {
  fields: readonly TextField[];
  isLike: boolean;
  alternatives: readonly string[];
}

/** The products that one of the fields makes match, in order; undefined: too many, or not to be found this way. */
export function findProducts(segment: Segment, criterion: TextCriterion): Uint32Array | undefined {
  const most = segment.size * FEW;
  const waysOf = criterion.isLike ? waysToLike : waysToEqual;
  const ways = criterion.alternatives.flatMap((alternative) => waysOf(segment, criterion.fields, alternative, most));
  if (ways.length === 1) {
    const docs = ways[0]!();
    // Such a list is in order already.
    if (!docs || docs instanceof Uint32Array) return docs;
    return Uint32Array.from(docs).sort();
  }
  const found = new Set<number>();
  for (const way of ways) {
    const docs = way();
    if (!docs) return undefined;
    for (const doc of docs) found.add(doc);
    if (found.size > most) return undefined;
  }
  return Uint32Array.from(found).sort();
}

type Found = Iterable<number> | undefined;
/** One way after the other: when one finds too many the others need not be gone. The quick ones come first. */
type Ways = (() => Found)[];

function waysToLike(segment: Segment, fields: readonly TextField[], alternative: string, most: number): Ways {
  const words = alternative.split(' ').toSorted((a, b) => b.length - a.length);
  const worded = fields.filter(isWorded).filter((field) => segment.hasField(field));
  const own = fields.filter(isOwn);
  const coded = fields.filter((field) => !isWorded(field) && !isOwn(field)) as CodedField[];
  return [
    ...coded.map((field) => () => likeInValues(segment, field, alternative, words[0]!)),
    ...(worded.length > 0 ? [() => likeInWords(segment, worded, alternative)] : []),
    ...(own.length > 0 ? [() => likeInOwn(segment, own, alternative, words, most)] : []),
  ];
}

function likeInValues(segment: Segment, field: CodedField, alternative: string, longest: string): Found {
  const { values } = segment.codeColumn(field) ?? {};
  if (!values) return [];
  // Aliases, and marks that do not count, are not to be seen in the text.
  if (likeIsMoreThanInside(field)) return undefined;
  const matches = likeOf(field, [alternative]);
  const codes = values.containing(longest, MAX_VALUES)?.map((i) => i + 1);
  const meant = codes?.filter((code) => segment.codedText(field, code).split(BETWEEN_VALUES).some(matches));
  return meant && fewWith(segment, field, new Set(meant));
}

function likeInOwn(
  segment: Segment,
  fields: readonly OwnField[],
  alternative: string,
  words: readonly string[],
  most: number,
): Found {
  const docs = segment.docsWithOwn(fields, Buffer.from(words[0]!), words.length === 1 ? most : MAX_READ);
  if (words.length === 1) return docs;
  return docs?.filter((doc) => fields.some((field) => isHeld(segment, field, doc, likeOf(field, [alternative]))));
}

const likeIsMoreThanInside = (field: CodedField): boolean =>
  field === 'gender' || field === 'country' || field === 'availability' || field === 'condition';

/** Through the words that hold it, and the products that have their terms. */
function likeInWords(segment: Segment, fields: readonly WordedField[], alternative: string): Found {
  const mayHave = productsWithOneOf(segment, fields, [alternative]);
  if (!mayHave) return undefined;
  const candidates: number[] = [];
  for (let doc = mayHave.indexOf(1); doc >= 0; doc = mayHave.indexOf(1, doc + 1)) {
    if (candidates.push(doc) > MAX_READ) return undefined;
  }
  return candidates.filter(wordsInside(segment, fields, [alternative]));
}

/** The products that have the rarest of some terms; undefined where all are frequent, or there is none. */
function docsOfRarest(
  segment: Segment,
  terms: readonly (ListRange | undefined)[],
  most: number,
): Uint32Array | undefined {
  let rarest: ListRange | undefined;
  for (const range of terms) {
    if (!range) return new Uint32Array(0);
    if (!rarest || range.count < rarest.count) rarest = range;
  }
  return rarest && rarest.count <= most ? docsOf(segment.entries(rarest)) : undefined;
}

const waysToEqual = (segment: Segment, fields: readonly TextField[], alternative: string, most: number): Ways =>
  fields.map((field) => () => findEqual(segment, field, alternative, most));

function findEqual(segment: Segment, field: TextField, alternative: string, most: number): Found {
  const equals = equalsOf(field, [alternative]);
  if (isWorded(field)) {
    if (!segment.hasField(field)) return [];
    const terms = wordsOf(alternative).map((word) => segment.find(termOf(word)));
    const docs = docsOfRarest(segment, terms, most);
    return docs?.filter((doc) => equals(segment.wordedText(field, doc)));
  }
  if (isOwn(field)) {
    // A barcode is kept by its fourteen digits, everything else by its letters and digits.
    const identity = field === 'barcode' ? wholeOf(field, alternative) : identityOf(alternative);
    if (identity === '') return undefined;
    const docs = new Set([...segment.docsOfIdentity(identity), ...segment.docsOfIdentity(identityOf(alternative))]);
    return [...docs].filter((doc) => isHeld(segment, field, doc, equals));
  }
  if (!segment.codeColumn(field)) return [];
  const meant = codesOf(segment, field, [alternative]);
  return meant && fewWith(segment, field, meant);
}

function isHeld(segment: Segment, field: OwnField, doc: number, matches: (held: string) => boolean): boolean {
  const held = segment.ownText(field, doc);
  return held !== '' && matches(held);
}
