// The index thread: answers the calls of opensearch-index.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { serveCalls } from '../../../callable-thread.ts';
import { GenerationKeeper, type KeeperOptions, type PublishedGeneration } from '../generation-keeper.ts';

const keeper = new GenerationKeeper(workerData as KeeperOptions, (message) => post(message));
const post = serveCalls<PublishedGeneration>(parentPort!, {
  follow: (input: Parameters<GenerationKeeper['follow']>[0]) => keeper.follow(input),
  create: (input: Parameters<GenerationKeeper['create']>[0]) => keeper.create(input),
  discard: (input: Parameters<GenerationKeeper['discard']>[0]) => keeper.discard(input),
  apply: (input: Parameters<GenerationKeeper['apply']>[0]) => keeper.apply(input),
  deleteBefore: (input: Parameters<GenerationKeeper['deleteBefore']>[0]) => keeper.deleteBefore(input),
});
