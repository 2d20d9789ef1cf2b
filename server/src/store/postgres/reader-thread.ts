// Runs reads that compute for long in a thread with connections of its own, so that they do not delay requests.
import { Worker } from 'node:worker_threads';
import type { ErrorCode } from '@finderfee/contract/errors.ts';
import { AppError } from '../../app-error.ts';
import { BULK_WORKER } from '../../bulk-worker-limits.ts';
import type { StoreCalls } from '../store.ts';
import type { ReaderOptions } from './reader.ts';

export interface ThreadCall {
  id: number;
  name: keyof StoreCalls;
  input: unknown;
}

/** Errors lose their class between threads. */
export type ThreadReply = { id: number; value: unknown } | { id: number; code: ErrorCode; cause: string };

export interface ThreadOptions extends ReaderOptions {
  /** Of reads that a request waits for. */
  request_deadline_ms: number;
}

interface Pending {
  resolve: (value: unknown) => void;
  reject: (error: AppError) => void;
}

export class ReaderThread {
  readonly #options: ThreadOptions;
  readonly #onFault: (error: unknown) => void;
  #worker: Worker | undefined;
  readonly #pending = new Map<number, Pending>();
  #calls = 0;
  #isClosing = false;

  constructor(options: ThreadOptions, onFault: (error: unknown) => void) {
    this.#options = options;
    this.#onFault = onFault;
  }

  /** The thread starts with its first call, and again after it has ended. */
  call(name: keyof StoreCalls, input: unknown): Promise<unknown> {
    if (this.#isClosing) return Promise.reject(new AppError('not_ready'));
    this.#worker ??= this.#spawn();
    const id = this.#calls++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#worker!.postMessage({ id, name, input } satisfies ThreadCall);
    });
  }

  /** Completes all pending calls, then ends the thread. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const worker = this.#worker;
    if (!worker) return;
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('close');
    await exited;
  }

  #spawn(): Worker {
    const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), {
      workerData: this.#options,
      ...BULK_WORKER,
    });
    worker.on('message', (reply: ThreadReply) => this.#settle(reply));
    worker.on('error', (error) => this.#onFault(error));
    worker.on('exit', () => this.#fail());
    return worker;
  }

  #settle(reply: ThreadReply): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if ('value' in reply) pending?.resolve(reply.value);
    else pending?.reject(new AppError(reply.code, { cause: new Error(reply.cause) }));
  }

  #fail(): void {
    this.#worker = undefined;
    for (const { reject } of this.#pending.values())
      reject(new AppError('store_unavailable', { cause: new Error('the reader thread has ended') }));
    this.#pending.clear();
  }
}
