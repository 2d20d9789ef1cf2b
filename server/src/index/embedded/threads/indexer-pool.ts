// A pool of threads that build segments in parallel during bulk indexing. Threads start with the first batches.
import { Worker } from 'node:worker_threads';
import { BULK_WORKER } from '../../../bulk-worker-limits.ts';
import type { PackedChanges } from '../../../store/packed-changes.ts';
import type { FieldLengths } from '../../ranking/field-lengths.ts';
import { nextMessage } from '../../threads/next-message.ts';

interface IndexerPoolOptions {
  threads: number;
  lengths: FieldLengths;
  /** Called once per batch, in the order of the change log. */
  onSegment: (changes: readonly PackedChanges[], buffer: SharedArrayBuffer | undefined) => Promise<void>;
}

export class IndexerPool {
  readonly #options: IndexerPoolOptions;
  readonly #idle: Worker[] = [];
  /** Batches in progress, in order. */
  readonly #batches: Promise<void>[] = [];

  constructor(options: IndexerPoolOptions) {
    this.#options = options;
  }

  /** Resolves when a thread has started on the batch, so that the next one is read while all threads work. */
  async add(changes: readonly PackedChanges[]): Promise<void> {
    while (this.#batches.length >= this.#options.threads) await this.#batches[0];
    const batch = this.#publishAfter(this.#batches.at(-1), changes, this.#build(changes));
    this.#batches.push(batch);
    batch.then(() => this.#batches.shift(), throwUncaught);
  }

  /** Resolves when all batches are published. */
  async end(): Promise<void> {
    try {
      await Promise.all(this.#batches);
    } finally {
      for (const worker of this.#idle) void worker.terminate();
    }
  }

  async #publishAfter(
    previous: Promise<void> | undefined,
    changes: readonly PackedChanges[],
    built: Promise<SharedArrayBuffer | undefined>,
  ): Promise<void> {
    const [buffer] = await Promise.all([built, previous]);
    await this.#options.onSegment(changes, buffer);
  }

  async #build(changes: readonly PackedChanges[]): Promise<SharedArrayBuffer | undefined> {
    const { lengths } = this.#options;
    const worker =
      this.#idle.pop() ??
      new Worker(new URL('./indexer-thread.ts', import.meta.url), { workerData: lengths, ...BULK_WORKER });
    worker.postMessage(changes);
    const buffer = await nextMessage<SharedArrayBuffer | undefined>(worker, 'an indexer thread');
    this.#idle.push(worker);
    return buffer;
  }
}

/** Skipping a batch would lose changes. Failing the writer thread makes the index reload from its last commit point. */
function throwUncaught(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}
