// Which products of a segment a text criterion means, found from its words instead of asked of every product. Only where
// they are not many: otherwise it is quicker to ask the best ones until enough are found.
import { wordsOf } from '../../../../text/analyse.ts';
import { identityOf } from '../../../../text/tokens.ts';
import { type IdentifierField, isFullText, isIdentifierField, type TextField } from '../../format/fields.ts';
import { docsOf, type PostingListRef } from '../../format/posting-lists.ts';
import type { Segment } from '../../format/segment.ts';
import { termOf } from '../../writer/analyse-words.ts';
import type { WorkBudget } from '../work-budget.ts';
import { equalsOf, wholeOf } from './match-text.ts';
import { textEquals } from './match-words.ts';
import { FEW_WORDS, type TextCriterion } from './text-criterion.ts';
import { codesContaining, codesOf, docsWithAny } from './value-codes.ts';

/** Units for a product that is found, and for looking a text up. */
const FOUND_COST = 50;
const LOOKUP_COST = 500;
/** More than this segmentView of all products are many. */
const FEW = 1 / 16;

/** The products that one of the fields makes match, in order; undefined: too many, or not to be found this way. */
export function findProducts(segment: Segment, criterion: TextCriterion, budget: WorkBudget): Uint32Array | undefined {
  if (criterion.isLike && criterion.alternatives.length > FEW_WORDS) return undefined;
  const most = segment.size * FEW;
  const waysOf = criterion.isLike ? waysToLike : waysToEqual;
  const ways = criterion.alternatives.flatMap((alternative) =>
    waysOf(segment, criterion.fields, alternative, most, budget),
  );
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
    for (const doc of docs) {
      budget.spend(FOUND_COST);
      found.add(doc);
    }
    if (found.size > most) return undefined;
  }
  return Uint32Array.from(found).sort();
}

type Found = Iterable<number> | undefined;
/** One way after the other: when one finds too many the others need not be gone. */
type Ways = (() => Found)[];

/** What has to be read in texts is not found this way. */
const waysToLike = (
  segment: Segment,
  fields: readonly TextField[],
  alternative: string,
  _most: number,
  budget: WorkBudget,
): Ways =>
  fields.map((field) => () => {
    if (isFullText(field) || isIdentifierField(field)) return undefined;
    if (!segment.codeColumn(field)) return [];
    const meant = codesContaining(segment, field, [alternative], budget);
    return meant && docsWithAny(segment, field, meant, budget);
  });

/** The products that have the rarest of some terms; undefined where all are frequent, or there is none. */
function docsOfRarest(
  segment: Segment,
  terms: readonly (PostingListRef | undefined)[],
  most: number,
): Uint32Array | undefined {
  let rarest: PostingListRef | undefined;
  for (const range of terms) {
    if (!range) return new Uint32Array(0);
    if (!rarest || range.count < rarest.count) rarest = range;
  }
  return rarest && rarest.count <= most ? docsOf(segment.postings(rarest)) : undefined;
}

const waysToEqual = (
  segment: Segment,
  fields: readonly TextField[],
  alternative: string,
  most: number,
  budget: WorkBudget,
): Ways => fields.map((field) => () => findEqual(segment, field, alternative, most, budget));

function findEqual(segment: Segment, field: TextField, alternative: string, most: number, budget: WorkBudget): Found {
  budget.spend(LOOKUP_COST);
  if (isFullText(field)) {
    if (!segment.hasField(field)) return [];
    const terms = wordsOf(alternative).map((word) => segment.find(termOf(word)));
    return docsOfRarest(segment, terms, most)?.filter(textEquals(segment, field, [alternative], budget));
  }
  if (isIdentifierField(field)) {
    // A barcode is kept by its fourteen digits, everything else by its letters and digits.
    const identity = field === 'barcode' ? wholeOf(field, alternative) : identityOf(alternative);
    if (identity === '') return undefined;
    const docs = new Set([...segment.docsOfIdentity(identity), ...segment.docsOfIdentity(identityOf(alternative))]);
    budget.spend(LOOKUP_COST * docs.size);
    const equals = equalsOf(field, [alternative]);
    return [...docs].filter((doc) => isHeld(segment, field, doc, equals));
  }
  if (!segment.codeColumn(field)) return [];
  const meant = codesOf(segment, field, [alternative]);
  return meant && docsWithAny(segment, field, meant, budget);
}

function isHeld(segment: Segment, field: IdentifierField, doc: number, matches: (held: string) => boolean): boolean {
  const held = segment.identifierText(field, doc);
  return held !== '' && matches(held);
}
