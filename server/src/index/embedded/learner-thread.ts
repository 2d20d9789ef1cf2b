// The learner's thread: one sample in, one table out.
import { parentPort, workerData } from 'node:worker_threads';
import { learnWordSpace, type Sample } from '../ranking/learn-word-space.ts';

const table = learnWordSpace(workerData as Sample);
parentPort!.postMessage(table, [table.vectors.buffer as ArrayBuffer]);
