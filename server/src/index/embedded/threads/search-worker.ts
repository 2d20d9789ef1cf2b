// The handle of a search thread: runs one job at a time, and restarts the thread with back-off if it dies.
import { Worker } from 'node:worker_threads';
import type { Broadcast, FromSearcher, SearchJob, ToSearcher } from './protocol.ts';

const RESTART_DELAY_MS = { initial: 200, max: 10_000 };
/** A backstop: the work budget stops a search long before. Segments are outside the heap. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 2048 };

interface Options<J> {
  /** The messages that bring a new thread up to date. */
  catchUp: () => Broadcast[];
  onReply: (job: J, reply: FromSearcher) => void;
  /** The thread died while it ran the job. */
  onLost: (job: J) => void;
  onFree: () => void;
  onFault: (error: unknown) => void;
}

export class SearchWorker<J extends { id: number; request: SearchJob }> {
  readonly #options: Options<J>;
  /** The id of the job that its caller has abandoned; shared with the thread. */
  readonly #abandonedId = new Int32Array(new SharedArrayBuffer(4));
  #worker: Worker | undefined;
  #restart_ms = RESTART_DELAY_MS.initial;
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

  /** Whether the thread runs, or will be restarted. */
  get isUsable(): boolean {
    return this.#worker !== undefined || !this.#isClosed;
  }

  start(job: J, units: number): void {
    this.#running = job;
    this.#worker!.postMessage({ id: job.id, ...job.request, units } satisfies ToSearcher);
  }

  send(message: Broadcast): void {
    this.#worker?.postMessage(message);
  }

  abandon(): void {
    if (this.#running) Atomics.store(this.#abandonedId, 0, this.#running.id);
  }

  /** From now on a thread that dies is not restarted. */
  stopRestarting(): void {
    this.#isClosed = true;
  }

  async end(): Promise<void> {
    this.#isClosed = true;
    this.#running = undefined;
    await this.#worker?.terminate();
  }

  #spawn(): void {
    const worker = new Worker(new URL('./search-thread.ts', import.meta.url), {
      workerData: this.#abandonedId.buffer,
      resourceLimits: RESOURCE_LIMITS,
    });
    this.#worker = worker;
    for (const message of this.#options.catchUp()) worker.postMessage(message);
    worker.on('message', (reply: FromSearcher) => {
      this.#restart_ms = RESTART_DELAY_MS.initial;
      const job = this.#running;
      this.#running = undefined;
      if (job) this.#options.onReply(job, reply);
    });
    worker.on('error', this.#options.onFault);
    worker.on('exit', () => this.#onExit());
  }

  #onExit(): void {
    this.#worker = undefined;
    const lost = this.#running;
    this.#running = undefined;
    if (!this.#isClosed) {
      setTimeout(() => {
        if (this.#isClosed) return;
        this.#spawn();
        this.#options.onFree();
      }, this.#restart_ms).unref();
      this.#restart_ms = Math.min(2 * this.#restart_ms, RESTART_DELAY_MS.max);
    }
    if (lost) this.#options.onLost(lost);
    this.#options.onFree();
  }
}
