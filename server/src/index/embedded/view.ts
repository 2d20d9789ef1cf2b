// All segments as one index: products are numbered on from segment to segment, and dead ones are known to be dead.
import { firstFrom, gallop } from './segment/first-from.ts';
import type { Segment } from './segment/segment.ts';

/** Scanning costs about so many times less an entry than looking a dead product up. */
const LOOKUP_COST = 16;
/** Counts that are remembered; forgotten all at once when there are more. */
const MAX_COUNTED = 50_000;

/** A segment and its dead, who become more as long as it is in use. */
export class LiveSegment {
  readonly segment: Segment;
  readonly dead: number[] = [];
  /** One for each that is dead; undefined while all live. */
  isDead: Uint8Array | undefined;

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

  /** How many living products stand between two places of the entries. */
  living(from: number, to: number): number {
    const { docs } = this.segment;
    let count = to - from;
    if (!this.isDead) return count;
    if (this.dead.length * LOOKUP_COST < count) {
      for (const doc of this.dead) {
        const at = firstFrom(docs, doc, from, to);
        if (at < to && docs[at] === doc) count--;
      }
      return count;
    }
    for (let at = from; at < to; at++) count -= this.isDead[docs[at]!]!;
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

/** Products with a term, in the order of their places in one segment: entries `from` up to `to`. */
export interface Run {
  part: Part;
  docs: Uint32Array;
  weights: Uint8Array;
  from: number;
  to: number;
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
    const known = this.#counts.get(term);
    if (known !== undefined) return known;
    let count = 0;
    for (const part of this.parts) {
      const range = part.segment.find(term);
      if (range) count += part.live.living(range.from, range.to);
    }
    if (this.#counts.size >= MAX_COUNTED) this.#counts.clear();
    this.#counts.set(term, count);
    return count;
  }

  /** How much a term tells, by how few products have it. */
  idf(count: number): number {
    return Math.log(1 + (this.size - count + 0.5) / (count + 0.5));
  }

  runs(term: string): Run[] {
    return this.parts.flatMap((part) => {
      const range = part.segment.find(term);
      const { docs, weights } = part.segment;
      return range ? [{ part, docs, weights, from: range.from, to: range.to }] : [];
    });
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

  numberAt(place: number): number {
    const { segment, base } = this.partOf(place);
    return segment.numbers[place - base]!;
  }
}

/** What a product has of a run, 0 for nothing. `doc` is its place in the segment. */
function weightIn({ docs, weights, from, to }: Run, doc: number): number {
  const at = firstFrom(docs, doc, from, to);
  return at < to && docs[at] === doc ? weights[at]! : 0;
}

/** The same for runs of several segments. */
export function weightAt(runs: readonly Run[], part: Part, doc: number): number {
  for (const run of runs) if (run.part === part) return weightIn(run, doc);
  return 0;
}

/** The products of one segment that all runs have, with the least of their weights, as many as are wanted. */
export function intersect(runs: readonly Run[], isWanted: (doc: number) => boolean, most: number): Run | undefined {
  const [shortest, ...others] = runs.toSorted((a, b) => a.to - a.from - (b.to - b.from));
  const [docs, weights]: [number[], number[]] = [[], []];
  const next = others.map(({ from }) => from);
  for (let at = shortest!.from; at < shortest!.to && docs.length < most; at++) {
    const doc = shortest!.docs[at]!;
    let weight = shortest!.weights[at]!;
    for (let i = 0; i < others.length && weight > 0; i++) {
      const other = others[i]!;
      next[i] = gallop(other.docs, doc, next[i]!, other.to);
      const isThere = next[i]! < other.to && other.docs[next[i]!] === doc;
      weight = isThere ? Math.min(weight, other.weights[next[i]!]!) : 0;
    }
    if (weight === 0 || !isWanted(doc)) continue;
    docs.push(doc);
    weights.push(weight);
  }
  if (docs.length === 0) return undefined;
  return {
    part: shortest!.part,
    docs: Uint32Array.from(docs),
    weights: Uint8Array.from(weights),
    from: 0,
    to: docs.length,
  };
}
