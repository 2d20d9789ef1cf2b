// Logarithmic merge policy: merges a tier of similar segments once it is full, and rewrites segments with many tombstones.
// https://lucene.apache.org/core/10_0_0/core/org/apache/lucene/index/LogDocMergePolicy.html
import type { LiveSegment } from '../live-segment.ts';

/** Segments per tier before it is merged, and the factor between the segment sizes of adjacent tiers. */
const SEGMENTS_PER_TIER = 8;
/** Segments with fewer documents belong to the lowest tier. */
const FLOOR_SEGMENT_DOCS = 500;
/** A segment is rewritten when a larger fraction of it is deleted. */
const DELETES_ALLOWED = 0.25;
const MIN_DELETES = 500;
/** When idle, segments below this fraction of the index are merged into one. */
const IDLE_FRACTION = 0.25;
/** Bounds the memory of a merge, which is about 1.5 times the size of its result. */
const MAX_MERGED_DOCS = 500_000;

/** The segments to merge next; empty if there is nothing to do. */
export function findMerge<S extends { live: LiveSegment }>(segments: readonly S[], isIdle: boolean): S[] {
  const tiers = new Map<number, S[]>();
  for (const segment of segments) {
    const tier = tierOf(segment.live.size);
    tiers.set(tier, [...(tiers.get(tier) ?? []), segment]);
  }
  const full = [...tiers].filter(([, members]) => members.length >= SEGMENTS_PER_TIER).sort(([a], [b]) => a - b);
  const [lowest] = full.map(([, members]) => smallest(members)).filter((merge) => merge.length > 0);
  if (lowest) return lowest;
  const rewritten = segments.find(
    ({ live: { deletions, segment } }) =>
      deletions.length > MIN_DELETES && deletions.length > DELETES_ALLOWED * segment.size,
  );
  if (rewritten) return [rewritten];
  if (!isIdle) return [];
  const docs = segments.reduce((sum, { live }) => sum + live.size, 0);
  return smallest(segments.filter(({ live }) => live.size < IDLE_FRACTION * docs));
}

const tierOf = (docs: number): number =>
  Math.max(0, Math.floor(Math.log(docs / FLOOR_SEGMENT_DOCS) / Math.log(SEGMENTS_PER_TIER)));

/** The smallest segments that fit into one merge; empty if that is only one. */
function smallest<S extends { live: LiveSegment }>(segments: readonly S[]): S[] {
  let docs = 0;
  const fitting = segments
    .toSorted((a, b) => a.live.size - b.live.size)
    .filter(({ live }) => {
      docs += live.size;
      return docs <= MAX_MERGED_DOCS;
    });
  return fitting.length > 1 ? fitting : [];
}
