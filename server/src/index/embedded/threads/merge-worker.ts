// The handle of the merge thread, which starts with the first merge.
import { Worker } from 'node:worker_threads';
import { BULK_WORKER } from '../../../bulk-worker-limits.ts';
import { nextMessage } from '../../threads/next-message.ts';
import type { MergeRequest, MergeResult } from './protocol.ts';

export class MergeWorker {
  #worker: Worker | undefined;

  /** One merge at a time. */
  merge(request: MergeRequest): Promise<MergeResult> {
    this.#worker ??= new Worker(new URL('./merge-thread.ts', import.meta.url), BULK_WORKER);
    this.#worker.postMessage(request);
    return nextMessage(this.#worker, 'the merge thread');
  }

  /** Frees the memory of the last merges, which may be as much as the index itself takes. */
  stop(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}
