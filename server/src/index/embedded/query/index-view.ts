// All segments as one index: products are numbered on from segment to segment, and dead ones are known to be dead.

import { countOf, docsOf, type Entries, entriesOf, entryOf, isShort, type ListRange } from '../format/posting-lists.ts';
import type { Segment } from '../format/segment.ts';
import { remember } from './memoise.ts';

/** Scanning costs about so many times less an entry than looking a dead product up. */
const LOOKUP_COST = 16;
/** Counts that are remembered. */
const MAX_COUNTED = 50_000;

/** How many of a list live, of its products and of the first so many dead. */
interface Living {
  count: number;
  dead: number;
}

/** A segment and its dead, who become more as long as it is in use. */
export class LiveSegment {
  readonly segment: Segment;
  readonly dead: number[] = [];
  /** One for each that is dead; undefined while all live. */
  isDead: Uint8Array | undefined;
  /** Of long lists, by where they begin. */
  readonly #living = new Map<number, Living>();

  constructor(segment: Segment, dead: Iterable<number> = []) {
    this.segment = segment;
    this.kill(dead);
  }

  kill(docs: Iterable<number>): void {
    for (const doc of docs) {
      this.isDead ??= new Uint8Array(this.segment.size);
      if (this.isDead[doc] === 1) continue;
      this.isDead[doc] = 1;
      this.dead.push(doc);
    }
  }

  get size(): number {
    return this.segment.size - this.dead.length;
  }

  /** How many living products a list has. Of a long one only those are looked for who died since it was asked last. */
  living(range: ListRange): number {
    if (!this.isDead) return range.count;
    const entries = this.segment.entries(range);
    if (isShort(range.count)) return range.count - this.#deadIn(entries);
    const known = remember(this.#living, range.first, MAX_COUNTED, () => ({ count: range.count, dead: 0 }));
    if ((this.dead.length - known.dead) * LOOKUP_COST < range.count) {
      for (let i = known.dead; i < this.dead.length; i++) if (entryOf(entries, this.dead[i]!) >= 0) known.count--;
    } else known.count = range.count - this.#deadIn(entries);
    known.dead = this.dead.length;
    return known.count;
  }

  #deadIn(entries: Entries): number {
    let count = 0;
    for (const doc of docsOf(entries)) count += this.isDead![doc]!;
    return count;
  }
}

/** A segment in its place among the others. */
export interface Part {
  live: LiveSegment;
  segment: Segment;
  /** Added to the place of a product in its segment. */
  base: number;
}

/** Products of one segment that have a term, in order. */
export interface Run extends Entries {
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
    return remember(this.#counts, term, MAX_COUNTED, () => {
      let count = 0;
      for (const part of this.parts) {
        const range = part.segment.find(term);
        if (range) count += part.live.living(range);
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
    return segment.numbers[place - base]!;
  };
}

export function runIn(part: Part, term: string): Run | undefined {
  const range = part.segment.find(term);
  return range && { part, ...part.segment.entries(range) };
}

/** What a product has of the runs of several segments, 0 for nothing. `doc` is its place in the segment. */
export function weightAt(runs: readonly Run[], part: Part, doc: number): number {
  for (const run of runs) {
    if (run.part !== part) continue;
    const at = entryOf(run, doc);
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
      const there = entryOf(others[i]!, doc);
      weight = there < 0 ? 0 : Math.min(weight, others[i]!.weights[there]!);
    }
    if (weight === 0 || !isWanted(doc)) continue;
    docs.push(doc);
    weights.push(weight);
  }
  if (docs.length === 0) return undefined;
  const { part, bounds } = shortest!;
  return { part, ...entriesOf(docs, Uint8Array.from(weights), bounds.length - 1) };
}
