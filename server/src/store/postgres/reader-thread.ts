// Runs reads that compute for long in a thread with connections of its own, so that they do not delay requests.
import { BULK_WORKER } from '../../bulk-worker-limits.ts';
import { CallableThread } from '../../callable-thread.ts';
import type { StoreCalls } from '../store.ts';
import type { ReaderOptions } from './reader.ts';

export interface ThreadOptions extends ReaderOptions {
  /** Of reads that a request waits for. */
  request_deadline_ms: number;
}

export type ReaderThreadCalls = {
  run: (read: { name: keyof StoreCalls; input: unknown }) => unknown;
  /** Ends the connections when all reads have ended. */
  close: (input: null) => Promise<void>;
};

export class ReaderThread {
  readonly #thread: CallableThread<ReaderThreadCalls>;

  constructor(workerData: ThreadOptions, onFault: (error: unknown) => void) {
    this.#thread = new CallableThread({
      thread: new URL('./reader-worker.ts', import.meta.url),
      options: { workerData, ...BULK_WORKER },
      lost: 'store_unavailable',
      onFault,
    });
  }

  call(name: keyof StoreCalls, input: unknown): Promise<unknown> {
    return this.#thread.call('run', { name, input });
  }

  /** Completes all pending calls, then ends the thread. */
  close(): Promise<void> {
    return this.#thread.close('close');
  }
}
