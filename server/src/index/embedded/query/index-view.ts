// All live segments as one index. A global document id is the segment's base plus the id within the segment.

import { memoise } from '../../memoise.ts';
import { countOf, forEachPosting, type Postings, postingsOf, weightOf } from '../format/posting-lists.ts';
import type { Segment } from '../format/segment.ts';
import type { LiveSegment } from '../live-segment.ts';

/** Cached document frequencies per view. */
const MAX_CACHED = 50_000;

/** A live segment within a view. */
export interface SegmentView {
  live: LiveSegment;
  segment: Segment;
  /** Global id of the segment's first document. */
  base: number;
}

/** The postings of a term in one segment. */
export interface PostingList extends Postings {
  segmentView: SegmentView;
}

export class IndexView {
  readonly segments: SegmentView[] = [];
  /** Number of document ids, deleted documents included. */
  readonly maxDoc: number;
  /** Number of live documents. */
  readonly size: number;
  readonly #frequencies = new Map<string, number>();

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

  /** Number of live documents that contain a term. */
  documentFrequency(term: string): number {
    return memoise(this.#frequencies, term, MAX_CACHED, () => {
      let count = 0;
      for (const segmentView of this.segments) {
        const list = segmentView.segment.find(term);
        if (list) count += segmentView.live.documentFrequency(list);
      }
      return count;
    });
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

/** Quantised weight of a term in a document, 0 if absent. `doc` is the id within the segment. */
export function weightAt(postingLists: readonly PostingList[], segmentView: SegmentView, doc: number): number {
  for (const postingList of postingLists) {
    if (postingList.segmentView === segmentView) return weightOf(postingList, doc);
  }
  return 0;
}

/** Documents in all posting lists of one segment, each with its minimum weight, up to `limit`. */
export function intersect(
  postingLists: readonly PostingList[],
  accepts: (doc: number) => boolean,
  limit: number,
): PostingList | undefined {
  const [shortest, ...others] = postingLists.toSorted((a, b) => countOf(a) - countOf(b));
  const [docs, weights]: [number[], number[]] = [[], []];
  forEachPosting(shortest!, (doc, own) => {
    if (docs.length >= limit) return;
    let weight = own;
    for (let i = 0; i < others.length && weight > 0; i++) weight = Math.min(weight, weightOf(others[i]!, doc));
    if (weight === 0 || !accepts(doc)) return;
    docs.push(doc);
    weights.push(weight);
  });
  if (docs.length === 0) return undefined;
  const { segmentView, bounds } = shortest!;
  return { segmentView, ...postingsOf(docs, Uint8Array.from(weights), bounds.length - 1) };
}
