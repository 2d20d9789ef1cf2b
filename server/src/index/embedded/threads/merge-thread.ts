// The merger's thread: some segments in, one out, again and again. It also writes it: a large one takes a while.
import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '../../../lower-priority.ts';
import { writeSegment } from '../writer/commit-point.ts';
import { mergeSegments } from '../writer/merge-segments.ts';
import { fromShared, type MergeRequest, type MergeResult } from './protocol.ts';

lowerThreadPriority();
parentPort!.on('message', ({ segments, keep }: MergeRequest) => {
  const buffer = mergeSegments(segments.map(fromShared));
  const kept = keep && writeSegment(keep.folder, keep.file, buffer);
  parentPort!.postMessage({ buffer, kept } satisfies MergeResult);
});
