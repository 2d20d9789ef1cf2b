// The merge thread: several segments in, one out. It also writes the file, because a large one takes a while.
import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '../../../lower-priority.ts';
import { writeSegment } from '../writer/commit-point.ts';
import { mergeSegments } from '../writer/merge-segments.ts';
import { fromShared } from './index-update.ts';
import type { MergeRequest, MergeResult } from './protocol.ts';

lowerThreadPriority();
parentPort!.on('message', ({ segments, target }: MergeRequest) => {
  const buffer = mergeSegments(segments.map(fromShared));
  const file = target && writeSegment(target.folder, target.file, buffer);
  parentPort!.postMessage({ buffer, file } satisfies MergeResult);
});
