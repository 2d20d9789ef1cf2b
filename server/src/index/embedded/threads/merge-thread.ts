// The merger's thread: some segments in, one out, again and again. It also writes it: a large one takes a while.
import { parentPort } from 'node:worker_threads';
import { giveWay } from '../../../lower-priority.ts';
import { writeSegment } from '../writer/commit-point.ts';
import { mergeSegments } from '../writer/merge-segments.ts';
import { liveOf, type MergeOrder, type MergeOutcome } from './protocol.ts';

giveWay();
parentPort!.on('message', ({ segments, keep }: MergeOrder) => {
  const buffer = mergeSegments(segments.map(liveOf));
  const kept = keep && writeSegment(keep.folder, keep.file, buffer);
  parentPort!.postMessage({ buffer, kept } satisfies MergeOutcome);
});
