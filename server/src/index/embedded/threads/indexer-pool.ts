// Threads that make segments while a great many changes are to be taken: then every core has something to do. They begin
// with the first changes, and end when there are no more.
import { Worker } from 'node:worker_threads';
import { BULK_WORKER } from '../../../bulk-worker-limits.ts';
import type { PackedChanges } from '../../../store/packed-changes.ts';
import type { FieldLengths } from '../../ranking/field-lengths.ts';
import { nextMessage } from './next-message.ts';

interface DraftersOptions {
  /** How many drafts are made at once. */
  threads: number;
  lengths: FieldLengths;
  /** Called in the order in which the changes came. */
  take: (changes: readonly PackedChanges[], buffer: SharedArrayBuffer | undefined) => Promise<void>;
}

export class IndexerPool {
  readonly #options: DraftersOptions;
  readonly #idle: Worker[] = [];
  /** What has not been taken yet, in order. */
  readonly #open: Promise<void>[] = [];

  constructor(options: DraftersOptions) {
    this.#options = options;
  }

  /** Resolves when a thread has begun: so the next changes come in while all of them work. */
  async add(changes: readonly PackedChanges[]): Promise<void> {
    while (this.#open.length >= this.#options.threads) await this.#open[0];
    const taken = this.#takeAfter(this.#open.at(-1), changes, this.#draft(changes));
    this.#open.push(taken);
    taken.then(() => this.#open.shift(), endThread);
  }

  /** Resolves when everything is taken. */
  async end(): Promise<void> {
    try {
      await Promise.all(this.#open);
    } finally {
      for (const worker of this.#idle) void worker.terminate();
    }
  }

  async #takeAfter(
    before: Promise<void> | undefined,
    changes: readonly PackedChanges[],
    drafted: Promise<SharedArrayBuffer | undefined>,
  ): Promise<void> {
    const [buffer] = await Promise.all([drafted, before]);
    await this.#options.take(changes, buffer);
  }

  async #draft(changes: readonly PackedChanges[]): Promise<SharedArrayBuffer | undefined> {
    const { lengths } = this.#options;
    const worker =
      this.#idle.pop() ??
      new Worker(new URL('./indexer-thread.ts', import.meta.url), { workerData: lengths, ...BULK_WORKER });
    worker.postMessage(changes);
    const buffer = await nextMessage<SharedArrayBuffer | undefined>(worker, 'a drafter');
    this.#idle.push(worker);
    return buffer;
  }
}

/** Changes that cannot be taken must not be passed over: with its writer the index is lost, and filled from what was kept. */
function endThread(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}
