// The handle of one search thread: one search at a time, and another worker in the place of one that died.
import { Worker } from 'node:worker_threads';
import type { Broadcast, FromSearcher, SearchJob, ToSearcher } from './protocol.ts';

const RESTART_DELAYS_MS = { first: 200, longest: 10_000 };
/** The last defence: a search is stopped by its budget long before. Segments are not in the heap. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 2048 };

interface Options<J> {
  /** What a new worker has to be told. */
  catchUp: () => Broadcast[];
  onAnswer: (job: J, answer: FromSearcher) => void;
  /** The worker died while it ran this. */
  onLost: (job: J) => void;
  /** It can take a job again. */
  onFree: () => void;
  onFault: (error: unknown) => void;
}

export class SearchWorker<J extends { id: number; order: SearchJob }> {
  readonly #options: Options<J>;
  /** The id of the search that its caller has abandoned. */
  readonly #abandoned = new Int32Array(new SharedArrayBuffer(4));
  #worker: Worker | undefined;
  #restart_ms = RESTART_DELAYS_MS.first;
  #isClosed = false;
  #running: J | undefined;

  constructor(options: Options<J>) {
    this.#options = options;
    this.#spawn();
  }

  get running(): J | undefined {
    return this.#running;
  }

  get isFree(): boolean {
    return this.#worker !== undefined && this.#running === undefined;
  }

  /** Whether it runs, or will again. */
  get isUsable(): boolean {
    return this.#worker !== undefined || !this.#isClosed;
  }

  start(job: J, units: number): void {
    this.#running = job;
    this.#worker!.postMessage({ id: job.id, ...job.order, units } satisfies ToSearcher);
  }

  tell(message: Broadcast): void {
    this.#worker?.postMessage(message);
  }

  abandon(): void {
    if (this.#running) Atomics.store(this.#abandoned, 0, this.#running.id);
  }

  /** A worker that dies from now on is not replaced. */
  closeWhenLost(): void {
    this.#isClosed = true;
  }

  async end(): Promise<void> {
    this.#isClosed = true;
    this.#running = undefined;
    await this.#worker?.terminate();
  }

  #spawn(): void {
    const worker = new Worker(new URL('./search-thread.ts', import.meta.url), {
      workerData: this.#abandoned.buffer,
      resourceLimits: RESOURCE_LIMITS,
    });
    this.#worker = worker;
    for (const message of this.#options.catchUp()) worker.postMessage(message);
    worker.on('message', (answer: FromSearcher) => {
      this.#restart_ms = RESTART_DELAYS_MS.first;
      const job = this.#running;
      this.#running = undefined;
      if (job) this.#options.onAnswer(job, answer);
    });
    worker.on('error', this.#options.onFault);
    worker.on('exit', () => this.#replace());
  }

  #replace(): void {
    this.#worker = undefined;
    const lost = this.#running;
    this.#running = undefined;
    if (!this.#isClosed) {
      setTimeout(() => {
        if (this.#isClosed) return;
        this.#spawn();
        this.#options.onFree();
      }, this.#restart_ms).unref();
      this.#restart_ms = Math.min(2 * this.#restart_ms, RESTART_DELAYS_MS.longest);
    }
    if (lost) this.#options.onLost(lost);
    this.#options.onFree();
  }
}
