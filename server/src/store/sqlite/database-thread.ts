// Runs batches of calls in a database thread, and restarts the thread with back-off if it ends.
import { Worker } from 'node:worker_threads';
import { AppError } from '../../app-error.ts';
import { BULK_WORKER } from '../../bulk-worker-limits.ts';
import { BatchingQueue, type CallOutcome } from '../batching-queue.ts';
import type { QueueFigures } from '../store-figures.ts';
import type { Call, Outcome, ThreadData } from './batch.ts';

/** Back-off between restarts of a thread that ended. */
const RESTART_DELAYS_MS = { first: 200, longest: 10_000 };

export class DatabaseThread {
  readonly #data: ThreadData;
  readonly #onFault: (error: unknown) => void;
  readonly #queue = new BatchingQueue<Call>((calls) => this.#run(calls));
  #worker: Worker | undefined;
  #isReady = false;
  #restartDelay_ms = RESTART_DELAYS_MS.first;
  #isClosing = false;
  /** Receives the outcomes of the batch in flight. */
  #onOutcomes: (outcomes: Outcome[]) => void = () => {};

  constructor(data: ThreadData, onFault: (error: unknown) => void) {
    this.#data = data;
    this.#onFault = onFault;
  }

  /** Resolves when the thread has opened its database. Without this, the thread starts with its first call. */
  async start(): Promise<void> {
    const worker = this.#spawn();
    await new Promise<void>((resolve, reject) => {
      worker.once('message', () => resolve());
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the database thread ended before it was ready')));
    });
  }

  /** Calls queued or in flight. */
  get pending(): number {
    return this.#queue.pending;
  }

  get figures(): QueueFigures {
    return this.#queue.figures;
  }

  call(name: Call['name'], input: unknown, { hasDeadline = true } = {}): Promise<unknown> {
    if (!this.#worker && !this.#isClosing) this.#spawn();
    return this.#queue.call({ name, input }, { hasDeadline });
  }

  /** Completes all pending calls, then ends the thread. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#queue.close();
    const worker = this.#worker;
    if (!worker) return;
    // A thread that is still starting has no calls to complete.
    if (!this.#isReady) return void (await worker.terminate());
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('close');
    await exited;
  }

  // Never settles if the thread ends first: suspending the queue fails the calls.
  #run(calls: Call[]): Promise<CallOutcome[]> {
    return new Promise((resolve) => {
      this.#onOutcomes = (outcomes) => resolve(outcomes.map(toCallOutcome));
      this.#worker!.postMessage(calls);
    });
  }

  #spawn(): Worker {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: this.#data, ...BULK_WORKER });
    worker.on('message', (message: 'ready' | Outcome[]) => {
      if (message !== 'ready') return this.#onOutcomes(message);
      this.#isReady = true;
      this.#restartDelay_ms = RESTART_DELAYS_MS.first;
      this.#queue.resume();
    });
    worker.on('error', (error) => this.#onFault(error));
    worker.on('exit', () => this.#restart());
    this.#worker = worker;
    return worker;
  }

  #restart(): void {
    this.#isReady = false;
    this.#queue.suspend('the database thread ended');
    if (this.#isClosing) return;
    setTimeout(() => {
      if (!this.#isClosing) this.#spawn();
    }, this.#restartDelay_ms).unref();
    this.#restartDelay_ms = Math.min(this.#restartDelay_ms * 2, RESTART_DELAYS_MS.longest);
  }
}

/** SQLite's primary result codes for errors of the file or its lock; a retry may succeed. */
const TRANSIENT_FAULTS = new Set([5, 6, 8, 10, 11, 13, 14, 26]);
/** SQLITE_BUSY: another process held the write lock past the timeout, and the batch did not start. */
const BUSY = 5;

function toCallOutcome(outcome: Outcome): CallOutcome {
  if ('value' in outcome) return outcome;
  const { error, fault } = outcome;
  const primary = fault === undefined ? undefined : fault & 0xff;
  const code = primary !== undefined && TRANSIENT_FAULTS.has(primary) ? 'store_unavailable' : 'internal';
  return { error: new AppError(code, { cause: error }), is_busy: primary === BUSY };
}
