// Changes to the list of live segments, as the writer publishes them to search threads.
import { Segment } from '../format/segment.ts';
import { LiveSegment } from '../live-segment.ts';

/** A segment that can be posted to another thread: the buffer is shared, the tombstones are copied. */
export interface SharedSegment {
  buffer: SharedArrayBuffer;
  deletions: Uint32Array;
}

export const toShared = ({ segment, deletions }: LiveSegment): SharedSegment => ({
  buffer: segment.buffer,
  deletions: Uint32Array.from(deletions),
});

export const fromShared = ({ buffer, deletions }: SharedSegment): LiveSegment =>
  new LiveSegment(new Segment(buffer), deletions);

/** Becomes visible to searches as a whole. */
export interface IndexUpdate {
  added: (SharedSegment & { id: number })[];
  removed: number[];
  deleted: { id: number; docs: Uint32Array }[];
}

export function applyUpdate(segments: Map<number, LiveSegment>, { added, removed, deleted }: IndexUpdate): void {
  for (const { id, docs } of deleted) segments.get(id)?.delete(docs);
  for (const id of removed) segments.delete(id);
  for (const { id, ...shared } of added) segments.set(id, fromShared(shared));
}
