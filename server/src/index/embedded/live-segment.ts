// A segment with its tombstones, and the document frequencies of its posting lists.
import { isShortList, type PostingListRef } from '../dictionary/posting-list-ref.ts';
import { memoise } from '../memoise.ts';
import { docsOf, type Postings, weightOf } from './format/posting-lists.ts';
import type { Segment } from './format/segment.ts';

/** Cost of looking one document up in a posting list, in postings scanned. */
const LOOKUP_COST = 16;
/** Cached document frequencies per segment. */
const MAX_CACHED = 50_000;

/** `count` is correct for the first `deletions` tombstones of the segment. */
interface CachedFrequency {
  count: number;
  deletions: number;
}

/** Tombstones are only added; a merge drops the documents they mark. */
export class LiveSegment {
  readonly segment: Segment;
  /** Deleted documents, in order of deletion. */
  readonly deletions: number[] = [];
  /** 1 per deleted document; undefined until the first deletion. */
  deletedFlags: Uint8Array | undefined;
  /** Document frequencies of long posting lists, keyed by list offset. Refreshed incrementally. */
  readonly #frequencies = new Map<number, CachedFrequency>();

  constructor(segment: Segment, deletions: Iterable<number> = []) {
    this.segment = segment;
    this.delete(deletions);
  }

  delete(docs: Iterable<number>): void {
    for (const doc of docs) {
      this.deletedFlags ??= new Uint8Array(this.segment.size);
      if (this.deletedFlags[doc] === 1) continue;
      this.deletedFlags[doc] = 1;
      this.deletions.push(doc);
    }
  }

  /** Number of live documents. */
  get size(): number {
    return this.segment.size - this.deletions.length;
  }

  /** Number of live documents in a posting list. */
  documentFrequency(list: PostingListRef): number {
    if (!this.deletedFlags) return list.count;
    const postings = this.segment.postings(list);
    if (isShortList(list.count)) return list.count - this.#countDeleted(postings);
    const cached = memoise(this.#frequencies, list.first, MAX_CACHED, () => ({ count: list.count, deletions: 0 }));
    if ((this.deletions.length - cached.deletions) * LOOKUP_COST < list.count) {
      for (let i = cached.deletions; i < this.deletions.length; i++) {
        if (weightOf(postings, this.deletions[i]!) > 0) cached.count--;
      }
    } else cached.count = list.count - this.#countDeleted(postings);
    cached.deletions = this.deletions.length;
    return cached.count;
  }

  #countDeleted(postings: Postings): number {
    let count = 0;
    for (const doc of docsOf(postings)) count += this.deletedFlags![doc]!;
    return count;
  }
}
