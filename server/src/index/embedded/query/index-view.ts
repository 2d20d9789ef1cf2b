// All segments as one index: products are numbered on from segment to segment, and dead ones are known to be dead.

import { countOf, docsOf, findPosting, type Postings, postingsOf } from '../format/posting-lists.ts';
import type { Segment } from '../format/segment.ts';
import type { LiveSegment } from '../live-segment.ts';
import { memoise } from './memoise.ts';

/** Cached document frequencies per view. */
const MAX_CACHED = 50_000;

/** A segment in its place among the others. */
export interface Part {
  live: LiveSegment;
  segment: Segment;
  /** Added to the place of a product in its segment. */
  base: number;
}

/** Products of one segment that have a term, in order. */
export interface Run extends Postings {
  part: Part;
}

export class IndexView {
  readonly parts: Part[] = [];
  /** Places, those of dead products too. */
  readonly places: number;
  /** Living products. */
  readonly size: number;
  readonly #counts = new Map<string, number>();

  constructor(segments: Iterable<LiveSegment>) {
    let [places, size] = [0, 0];
    for (const live of segments) {
      this.parts.push({ live, segment: live.segment, base: places });
      places += live.segment.size;
      size += live.size;
    }
    this.places = places;
    this.size = size;
  }

  /** How many products have a term. */
  count(term: string): number {
    return memoise(this.#counts, term, MAX_CACHED, () => {
      let count = 0;
      for (const part of this.parts) {
        const range = part.segment.find(term);
        if (range) count += part.live.documentFrequency(range);
      }
      return count;
    });
  }

  /** How much a term tells, by how few products have it. */
  idf(count: number): number {
    return Math.log(1 + (this.size - count + 0.5) / (count + 0.5));
  }

  runs(term: string): Run[] {
    return this.parts.flatMap((part) => runIn(part, term) ?? []);
  }

  partOf(place: number): Part {
    let [low, high] = [0, this.parts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.parts[middle]!.base <= place) low = middle;
      else high = middle - 1;
    }
    return this.parts[low]!;
  }

  readonly numberAt = (place: number): number => {
    const { segment, base } = this.partOf(place);
    return segment.productNos[place - base]!;
  };
}

export function runIn(part: Part, term: string): Run | undefined {
  const range = part.segment.find(term);
  return range && { part, ...part.segment.postings(range) };
}

/** What a product has of the runs of several segments, 0 for nothing. `doc` is its place in the segment. */
export function weightAt(runs: readonly Run[], part: Part, doc: number): number {
  for (const run of runs) {
    if (run.part !== part) continue;
    const at = findPosting(run, doc);
    return at < 0 ? 0 : run.weights[at]!;
  }
  return 0;
}

/** The products of one segment that all runs have, with the least of their weights, as many as are wanted. */
export function intersect(runs: readonly Run[], isWanted: (doc: number) => boolean, most: number): Run | undefined {
  const [shortest, ...others] = runs.toSorted((a, b) => countOf(a) - countOf(b));
  const [docs, weights]: [number[], number[]] = [[], []];
  let at = shortest!.bounds[0]!;
  for (const doc of docsOf(shortest!)) {
    if (docs.length >= most) break;
    let weight = shortest!.weights[at++]!;
    for (let i = 0; i < others.length && weight > 0; i++) {
      const there = findPosting(others[i]!, doc);
      weight = there < 0 ? 0 : Math.min(weight, others[i]!.weights[there]!);
    }
    if (weight === 0 || !isWanted(doc)) continue;
    docs.push(doc);
    weights.push(weight);
  }
  if (docs.length === 0) return undefined;
  const { part, bounds } = shortest!;
  return { part, ...postingsOf(docs, Uint8Array.from(weights), bounds.length - 1) };
}
