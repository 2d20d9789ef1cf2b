// Finds the documents that match a text criterion through the term dictionary and the doc values. It gives up when
// there are many: verifying the best candidates one by one is faster then.
import { wordsOf } from '../../../../text/analyse.ts';
import { identityOf } from '../../../../text/tokens.ts';
import { type IdentifierField, isFullText, isIdentifierField, type TextField } from '../../../criteria/field-kinds.ts';
import { canonicalForm, equalsMatcher } from '../../../criteria/match-text.ts';
import type { PostingListRef } from '../../../dictionary/posting-list-ref.ts';
import { termOf } from '../../../ranking/analyse-words.ts';
import type { WorkBudget } from '../../../work-budget.ts';
import { docsOf } from '../../format/posting-lists.ts';
import type { Segment } from '../../format/segment.ts';
import { textEquals } from './match-words.ts';
import { FEW_WORDS, type PreparedText } from './text-criterion.ts';
import { codesContaining, codesEqualTo, docsWithAny } from './value-codes.ts';

/** Work units per document found, and per lookup. */
const FOUND_COST = 50;
const LOOKUP_COST = 500;
/** Maximum share of a segment's documents to list. */
const MAX_SHARE = 1 / 16;

/** Sorted documents that match in one of the fields; undefined if there are too many or no lookup applies. */
export function findMatchingDocs(
  segment: Segment,
  criterion: PreparedText,
  budget: WorkBudget,
): Uint32Array | undefined {
  if (criterion.isLike && criterion.alternatives.length > FEW_WORDS) return undefined;
  const maxDocs = segment.size * MAX_SHARE;
  const lookupsOf = criterion.isLike ? likeLookups : equalLookups;
  const lookups = criterion.alternatives.flatMap((alternative) =>
    lookupsOf(segment, criterion.fields, alternative, maxDocs, budget),
  );
  if (lookups.length === 1) {
    const docs = lookups[0]!();
    // Already sorted.
    if (!docs || docs instanceof Uint32Array) return docs;
    return Uint32Array.from(docs).sort();
  }
  const found = new Set<number>();
  for (const lookup of lookups) {
    const docs = lookup();
    if (!docs) return undefined;
    for (const doc of docs) {
      budget.spend(FOUND_COST);
      found.add(doc);
    }
    if (found.size > maxDocs) return undefined;
  }
  return Uint32Array.from(found).sort();
}

type Found = Iterable<number> | undefined;
/** Lazy, because one lookup with too many documents makes the others unnecessary. */
type Lookups = (() => Found)[];

/** Substring matches in full text and identifiers have no lookup. */
const likeLookups = (
  segment: Segment,
  fields: readonly TextField[],
  alternative: string,
  _maxDocs: number,
  budget: WorkBudget,
): Lookups =>
  fields.map((field) => () => {
    if (isFullText(field) || isIdentifierField(field)) return undefined;
    if (!segment.codeColumn(field)) return [];
    const matching = codesContaining(segment, field, [alternative], budget);
    return matching && docsWithAny(segment, field, matching, budget);
  });

/** Documents with the rarest of several terms; undefined if all are too frequent or there are no terms. */
function docsOfRarest(
  segment: Segment,
  terms: readonly (PostingListRef | undefined)[],
  maxDocs: number,
): Uint32Array | undefined {
  let rarest: PostingListRef | undefined;
  for (const list of terms) {
    if (!list) return new Uint32Array(0);
    if (!rarest || list.count < rarest.count) rarest = list;
  }
  return rarest && rarest.count <= maxDocs ? docsOf(segment.postings(rarest)) : undefined;
}

const equalLookups = (
  segment: Segment,
  fields: readonly TextField[],
  alternative: string,
  maxDocs: number,
  budget: WorkBudget,
): Lookups => fields.map((field) => () => findEqual(segment, field, alternative, maxDocs, budget));

function findEqual(
  segment: Segment,
  field: TextField,
  alternative: string,
  maxDocs: number,
  budget: WorkBudget,
): Found {
  budget.spend(LOOKUP_COST);
  if (isFullText(field)) {
    if (!segment.hasField(field)) return [];
    const terms = wordsOf(alternative).map((word) => segment.find(termOf(word)));
    return docsOfRarest(segment, terms, maxDocs)?.filter(textEquals(segment, field, [alternative], budget));
  }
  if (isIdentifierField(field)) {
    // Barcodes are keyed by their 14 digits, other identifiers by their letters and digits.
    const identity = field === 'barcode' ? canonicalForm(field, alternative) : identityOf(alternative);
    if (identity === '') return undefined;
    const docs = new Set([...segment.docsOfIdentity(identity), ...segment.docsOfIdentity(identityOf(alternative))]);
    budget.spend(LOOKUP_COST * docs.size);
    const equals = equalsMatcher(field, [alternative]);
    return [...docs].filter((doc) => identifierMatches(segment, field, doc, equals));
  }
  if (!segment.codeColumn(field)) return [];
  const matching = codesEqualTo(segment, field, [alternative]);
  return matching && docsWithAny(segment, field, matching, budget);
}

function identifierMatches(
  segment: Segment,
  field: IdentifierField,
  doc: number,
  matches: (text: string) => boolean,
): boolean {
  const text = segment.identifierText(field, doc);
  return text !== '' && matches(text);
}
