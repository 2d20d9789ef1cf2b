// The live segments of an index, as its writer holds them: a batch of changes adds a segment and deletes older versions.
import type { ProductChange } from '../../../store/packed-changes.ts';
import { lowerBound } from '../../dictionary/lower-bound.ts';
import type { FieldLengths } from '../../ranking/field-lengths.ts';
import { Segment } from '../format/segment.ts';
import { LiveSegment } from '../live-segment.ts';
import { type IndexUpdate, toShared } from '../threads/index-update.ts';
import { BatchIndexer } from './batch-indexer.ts';

export interface SegmentEntry {
  id: number;
  live: LiveSegment;
}

export class SegmentSet {
  readonly lengths: FieldLengths;
  readonly #indexer: BatchIndexer;
  #segments: SegmentEntry[] = [];
  #lastId = 0;

  constructor(lengths: FieldLengths) {
    this.lengths = lengths;
    this.#indexer = new BatchIndexer(lengths);
  }

  get segments(): readonly SegmentEntry[] {
    return this.#segments;
  }

  /** Number of live documents. */
  get size(): number {
    return this.#segments.reduce((sum, { live }) => sum + live.size, 0);
  }

  /** Number of live documents with a higher product number. */
  newerThan(product_no: number): number {
    let count = 0;
    for (const { live } of this.#segments) {
      const first = lowerBound(live.segment.productNos, product_no + 1, 0, live.segment.size);
      count += live.segment.size - first;
      for (const doc of live.deletions) if (doc >= first) count--;
    }
    return count;
  }

  add(buffer: SharedArrayBuffer, deletions: Iterable<number>): SegmentEntry {
    const entry = { id: ++this.#lastId, live: new LiveSegment(new Segment(buffer), deletions) };
    this.#segments.push(entry);
    return entry;
  }

  apply(changes: readonly ProductChange[]): IndexUpdate {
    const product_nos = changes.map(({ product_no }) => product_no);
    return this.addBatch(product_nos, this.#indexer.buildSegment(changes));
  }

  /** Adds the segment of a batch that changed these products; their older versions are deleted. */
  addBatch(product_nos: Iterable<number>, buffer: SharedArrayBuffer | undefined): IndexUpdate {
    const deleted = this.#delete(new Set(product_nos));
    const removed = this.#removeEmpty();
    const added = buffer ? [this.#publish(buffer, [])] : [];
    return { added, removed, deleted: deleted.filter(({ id }) => !removed.includes(id)) };
  }

  /** Replaces merged segments by their result, and carries over documents that were deleted during the merge. */
  replace(merged: readonly SegmentEntry[], buffer: SharedArrayBuffer): IndexUpdate {
    const segment = new Segment(buffer);
    // A set: several of the merged segments may hold a deleted version of the same product.
    const deletions = new Set<number>();
    for (const { live } of merged) {
      for (const doc of live.deletions) {
        const product_no = live.segment.productNos[doc]!;
        const mergedDoc = segment.docOf(product_no);
        if (mergedDoc !== undefined && !isLiveIn(merged, product_no)) deletions.add(mergedDoc);
      }
    }
    this.#segments = this.#segments.filter((entry) => !merged.includes(entry));
    const added = segment.size > deletions.size ? [this.#publish(buffer, deletions)] : [];
    return { added, removed: merged.map(({ id }) => id), deleted: [] };
  }

  /** The update that publishes all segments. */
  snapshot(): IndexUpdate {
    return { added: this.#segments.map(({ id, live }) => ({ id, ...toShared(live) })), removed: [], deleted: [] };
  }

  #publish(buffer: SharedArrayBuffer, deletions: Iterable<number>): IndexUpdate['added'][number] {
    const { id, live } = this.add(buffer, deletions);
    return { id, ...toShared(live) };
  }

  #delete(product_nos: ReadonlySet<number>): IndexUpdate['deleted'] {
    return this.#segments.flatMap(({ id, live }) => {
      const docs: number[] = [];
      for (const product_no of product_nos) {
        const doc = liveDoc(live, product_no);
        if (doc !== undefined) docs.push(doc);
      }
      live.delete(docs);
      return docs.length > 0 ? [{ id, docs: Uint32Array.from(docs) }] : [];
    });
  }

  #removeEmpty(): number[] {
    const empty = this.#segments.filter(({ live }) => live.size === 0);
    if (empty.length > 0) this.#segments = this.#segments.filter(({ live }) => live.size > 0);
    return empty.map(({ id }) => id);
  }
}

function liveDoc({ segment, deletedFlags }: LiveSegment, product_no: number): number | undefined {
  const doc = segment.docOf(product_no);
  return doc !== undefined && deletedFlags?.[doc] !== 1 ? doc : undefined;
}

const isLiveIn = (entries: readonly SegmentEntry[], product_no: number): boolean =>
  entries.some(({ live }) => liveDoc(live, product_no) !== undefined);
