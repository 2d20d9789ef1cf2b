// All segments as one index: products are numbered on from segment to segment, and dead ones are known to be dead.

import { countOf, docsOf, findPosting, type Postings, postingsOf } from '../format/posting-lists.ts';
import type { Segment } from '../format/segment.ts';
import type { LiveSegment } from '../live-segment.ts';
import { memoise } from './memoise.ts';

/** Cached document frequencies per view. */
const MAX_CACHED = 50_000;

/** A segment in its globalDoc among the others. */
export interface SegmentView {
  live: LiveSegment;
  segment: Segment;
  /** Added to the globalDoc of a product in its segment. */
  base: number;
}

/** Products of one segment that have a term, in order. */
export interface PostingList extends Postings {
  segmentView: SegmentView;
}

export class IndexView {
  readonly segments: SegmentView[] = [];
  /** Places, those of dead products too. */
  readonly maxDoc: number;
  /** Living products. */
  readonly size: number;
  readonly #counts = new Map<string, number>();

  constructor(segments: Iterable<LiveSegment>) {
    let [maxDoc, size] = [0, 0];
    for (const live of segments) {
      this.segments.push({ live, segment: live.segment, base: maxDoc });
      maxDoc += live.segment.size;
      size += live.size;
    }
    this.maxDoc = maxDoc;
    this.size = size;
  }

  /** How many products have a term. */
  documentFrequency(term: string): number {
    return memoise(this.#counts, term, MAX_CACHED, () => {
      let count = 0;
      for (const segmentView of this.segments) {
        const list = segmentView.segment.find(term);
        if (list) count += segmentView.live.documentFrequency(list);
      }
      return count;
    });
  }

  /** How much a term tells, by how few products have it. */
  idf(documentFrequency: number): number {
    return Math.log(1 + (this.size - documentFrequency + 0.5) / (documentFrequency + 0.5));
  }

  postingLists(term: string): PostingList[] {
    return this.segments.flatMap((segmentView) => postingListIn(segmentView, term) ?? []);
  }

  segmentViewOf(globalDoc: number): SegmentView {
    let [low, high] = [0, this.segments.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.segments[middle]!.base <= globalDoc) low = middle;
      else high = middle - 1;
    }
    return this.segments[low]!;
  }

  readonly productNumberAt = (globalDoc: number): number => {
    const { segment, base } = this.segmentViewOf(globalDoc);
    return segment.productNos[globalDoc - base]!;
  };
}

export function postingListIn(segmentView: SegmentView, term: string): PostingList | undefined {
  const list = segmentView.segment.find(term);
  return list && { segmentView, ...segmentView.segment.postings(list) };
}

/** What a product has of the postingLists of several segments, 0 for nothing. `doc` is its globalDoc in the segment. */
export function weightAt(postingLists: readonly PostingList[], segmentView: SegmentView, doc: number): number {
  for (const postingList of postingLists) {
    if (postingList.segmentView !== segmentView) continue;
    const at = findPosting(postingList, doc);
    return at < 0 ? 0 : postingList.weights[at]!;
  }
  return 0;
}

/** The products of one segment that all postingLists have, with the least of their weights, as many as are wanted. */
export function intersect(
  postingLists: readonly PostingList[],
  accepts: (doc: number) => boolean,
  limit: number,
): PostingList | undefined {
  const [shortest, ...others] = postingLists.toSorted((a, b) => countOf(a) - countOf(b));
  const [docs, weights]: [number[], number[]] = [[], []];
  let at = shortest!.bounds[0]!;
  for (const doc of docsOf(shortest!)) {
    if (docs.length >= limit) break;
    let weight = shortest!.weights[at++]!;
    for (let i = 0; i < others.length && weight > 0; i++) {
      const other = findPosting(others[i]!, doc);
      weight = other < 0 ? 0 : Math.min(weight, others[i]!.weights[other]!);
    }
    if (weight === 0 || !accepts(doc)) continue;
    docs.push(doc);
    weights.push(weight);
  }
  if (docs.length === 0) return undefined;
  const { segmentView, bounds } = shortest!;
  return { segmentView, ...postingsOf(docs, Uint8Array.from(weights), bounds.length - 1) };
}
