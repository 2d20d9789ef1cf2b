// Learning, seen from the index thread: the learner works in a thread of its own, and the event loop has no part in it.
import { Worker } from 'node:worker_threads';
import type { Sample, WordSpaceTable } from '../ranking/learn-word-space.ts';
import type { MemoryIndex } from './memory-index.ts';
import { sampleWords } from './sample-words.ts';

/** Fewer products have too little in common to learn from. */
const MIN_LEARNED = 100;

/** A table of what the index holds now; an empty one where that is too little. */
export async function learn(index: MemoryIndex): Promise<WordSpaceTable> {
  if (index.size < MIN_LEARNED) return { terms: [], vectors: new Int8Array(), up_to: index.newest };
  return learnFrom(await sampleWords(index));
}

function learnFrom(sample: Sample): Promise<WordSpaceTable> {
  const transferList = [sample.products.buffer, sample.weights.buffer, sample.starts.buffer] as ArrayBuffer[];
  const worker = new Worker(new URL('./learner-thread.ts', import.meta.url), { workerData: sample, transferList });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the learner ended without a table')));
  });
}
