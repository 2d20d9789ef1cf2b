// The segments of an index as its writer keeps them: new products make a new segment, old versions of them die, and small
// segments are merged into larger ones.
import type { ProductChange } from '../../../store/packed-changes.ts';
import type { FieldLengths } from '../../ranking/field-lengths.ts';
import { lowerBound } from '../format/lower-bound.ts';
import { Segment } from '../format/segment.ts';
import { LiveSegment } from '../live-segment.ts';
import { BatchIndexer } from './batch-indexer.ts';

/** What changed: searches see all of it at once. */
export interface Update {
  added: { id: number; buffer: SharedArrayBuffer; dead: Uint32Array }[];
  removed: number[];
  killed: { id: number; docs: Uint32Array }[];
}

export interface HeldSegment {
  id: number;
  live: LiveSegment;
}

/** So many segments of like size become one. */
const MERGED_AT_ONCE = 8;
const SMALLEST = 500;
/** A segment is rewritten when so large a part of it is dead. */
const DEAD_PART = 0.25;
const MIN_DEAD = 500;
/** When nothing else is to do: segments below this part of all products become one. */
const SMALL_PART = 0.25;
/** Merging takes about as much memory as what comes out of it, and half as much again: this bounds it. */
const MAX_MERGED = 500_000;

export class SegmentSet {
  readonly #maker: BatchIndexer;
  #segments: HeldSegment[] = [];
  #lastId = 0;

  constructor(lengths: FieldLengths) {
    this.#maker = new BatchIndexer(lengths);
  }

  get segments(): readonly HeldSegment[] {
    return this.#segments;
  }

  get size(): number {
    let size = 0;
    for (const { live } of this.#segments) size += live.size;
    return size;
  }

  /** How many living products have a higher number. */
  newerThan(product_no: number): number {
    let count = 0;
    for (const { live } of this.#segments) {
      const first = lowerBound(live.segment.productNos, product_no + 1, 0, live.segment.size);
      count += live.segment.size - first;
      for (const doc of live.deletions) if (doc >= first) count--;
    }
    return count;
  }

  /** A segment that was kept, or was made elsewhere. */
  add(buffer: SharedArrayBuffer, dead: Iterable<number>): HeldSegment {
    const held = { id: ++this.#lastId, live: new LiveSegment(new Segment(buffer), dead) };
    this.#segments.push(held);
    return held;
  }

  /** Takes products over as a segment that was made of them: old versions die. */
  take(product_nos: Iterable<number>, buffer: SharedArrayBuffer | undefined): Update {
    const killed = this.#kill(new Set(product_nos));
    const removed = this.#dropEmpty();
    const added = buffer ? [toShared(this.add(buffer, []))] : [];
    return { added, removed, killed: killed.filter(({ id }) => !removed.includes(id)) };
  }

  /** Makes the segment, too. */
  apply(changes: readonly ProductChange[]): Update {
    const product_nos = changes.map(({ product_no }) => product_no);
    return this.take(product_nos, this.#maker.make(changes));
  }

  /** Which segments to merge next, if any. In a quiet hour few large ones are better than several small ones. */
  toMerge(isQuiet: boolean): HeldSegment[] {
    const dying = this.#segments.find(
      ({ live }) => live.deletions.length > MIN_DEAD && live.deletions.length > DEAD_PART * live.segment.size,
    );
    const levels = new Map<number, HeldSegment[]>();
    for (const held of this.#segments) {
      const level = Math.max(0, Math.floor(Math.log(held.live.size / SMALLEST) / Math.log(MERGED_AT_ONCE)));
      levels.set(level, [...(levels.get(level) ?? []), held]);
    }
    const full = [...levels].filter(([, held]) => held.length >= MERGED_AT_ONCE).sort(([a], [b]) => a - b);
    const [lowest] = full.map(([, held]) => bounded(held)).filter((chosen) => chosen.length > 0);
    if (lowest) return lowest;
    if (dying) return [dying];
    const small = isQuiet ? this.#segments.filter(({ live }) => live.size < SMALL_PART * this.size) : [];
    return bounded(small);
  }

  /** Puts one segment in the place of those that it was made of. Who died meanwhile is dead in it, too. */
  replace(merged: readonly HeldSegment[], buffer: SharedArrayBuffer): Update {
    const segment = new Segment(buffer);
    // Each once, though several of the merged segments may have a dead version of it: otherwise it would look as if all were dead.
    const dead = new Set<number>();
    for (const { live } of merged) {
      for (const doc of live.deletions) {
        const product_no = live.segment.productNos[doc]!;
        const there = segment.docOf(product_no);
        if (there !== undefined && !isLiveIn(merged, product_no)) dead.add(there);
      }
    }
    this.#segments = this.#segments.filter((held) => !merged.includes(held));
    const added = segment.size > dead.size ? [toShared(this.add(buffer, dead))] : [];
    return { added, removed: merged.map(({ id }) => id), killed: [] };
  }

  #kill(product_nos: ReadonlySet<number>): Update['killed'] {
    return this.#segments.flatMap(({ id, live }) => {
      const docs: number[] = [];
      for (const product_no of product_nos) {
        const doc = live.segment.docOf(product_no);
        if (doc !== undefined && live.deletedFlags?.[doc] !== 1) docs.push(doc);
      }
      live.delete(docs);
      return docs.length > 0 ? [{ id, docs: Uint32Array.from(docs) }] : [];
    });
  }

  #dropEmpty(): number[] {
    const empty = this.#segments.filter(({ live }) => live.size === 0);
    if (empty.length > 0) this.#segments = this.#segments.filter(({ live }) => live.size > 0);
    return empty.map(({ id }) => id);
  }
}

/** The smallest of them, as many as may be merged at once; none where that is only one. */
function bounded(chosen: readonly HeldSegment[]): HeldSegment[] {
  let products = 0;
  const fitting = chosen
    .toSorted((a, b) => a.live.size - b.live.size)
    .filter(({ live }) => {
      products += live.size;
      return products <= MAX_MERGED;
    });
  return fitting.length > 1 ? fitting : [];
}

const toShared = ({ id, live }: HeldSegment): Update['added'][number] => ({
  id,
  buffer: live.segment.buffer,
  dead: Uint32Array.from(live.deletions),
});

const isLiveIn = (held: readonly HeldSegment[], product_no: number): boolean =>
  held.some(({ live }) => {
    const doc = live.segment.docOf(product_no);
    return doc !== undefined && live.deletedFlags?.[doc] !== 1;
  });
