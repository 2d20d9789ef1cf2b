// The handle of a search thread: runs a bounded number of jobs, and restarts the thread with back-off if it dies.
import { Worker } from 'node:worker_threads';
import type { FromSearcher, SearchJob, ToSearcher } from './search-job.ts';

const RESTART_DELAY_MS = { initial: 200, max: 10_000 };
/**
 * The old generation is a backstop: the work budget stops a search long before. A young generation without a bound grows
 * under load and does not shrink: after a minute by 17 MB, which saves no CPU time. Shared memory is outside the heap.
 */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 2048, maxYoungGenerationSizeMb: 24 };

interface Options<J, B> {
  /** The file of the thread. */
  thread: URL;
  /** Number of jobs that the thread runs at the same time. */
  max_jobs: number;
  /** The messages that bring a new thread up to date. */
  catchUp: () => B[];
  onReply: (job: J, reply: FromSearcher) => void;
  /** The thread died while it ran the job. */
  onLost: (job: J) => void;
  onFree: () => void;
  onFault: (error: unknown) => void;
}

export class SearchWorker<J extends { id: number; request: SearchJob }, B> {
  readonly #options: Options<J, B>;
  /** The id of the job that was abandoned last; shared with the thread. */
  readonly #abandonedId = new Int32Array(new SharedArrayBuffer(4));
  #worker: Worker | undefined;
  #restart_ms = RESTART_DELAY_MS.initial;
  #isClosed = false;
  readonly #running = new Map<number, J>();

  constructor(options: Options<J, B>) {
    this.#options = options;
    this.#spawn();
  }

  get running(): readonly J[] {
    return [...this.#running.values()];
  }

  get isFree(): boolean {
    return this.#worker !== undefined && this.#running.size < this.#options.max_jobs;
  }

  /** Whether the thread runs, or will be restarted. */
  get isUsable(): boolean {
    return this.#worker !== undefined || !this.#isClosed;
  }

  start(job: J, units: number): void {
    this.#running.set(job.id, job);
    this.#post({ id: job.id, ...job.request, units });
  }

  send(message: B): void {
    this.#post(message);
  }

  /** A thread that is busy reads the shared number; one that waits receives the message. */
  abandon(job: J): void {
    if (!this.#running.has(job.id)) return;
    Atomics.store(this.#abandonedId, 0, job.id);
    this.#post({ kind: 'abandon', id: job.id });
  }

  /** From now on a thread that dies is not restarted. */
  stopRestarting(): void {
    this.#isClosed = true;
  }

  async end(): Promise<void> {
    this.#isClosed = true;
    this.#running.clear();
    await this.#worker?.terminate();
  }

  #post(message: ToSearcher<B>): void {
    this.#worker?.postMessage(message);
  }

  #spawn(): void {
    const worker = new Worker(this.#options.thread, {
      workerData: this.#abandonedId.buffer,
      resourceLimits: RESOURCE_LIMITS,
    });
    this.#worker = worker;
    for (const message of this.#options.catchUp()) worker.postMessage(message);
    worker.on('message', (reply: FromSearcher) => {
      this.#restart_ms = RESTART_DELAY_MS.initial;
      const job = this.#running.get(reply.id);
      this.#running.delete(reply.id);
      if (job) this.#options.onReply(job, reply);
    });
    worker.on('error', this.#options.onFault);
    worker.on('exit', () => this.#onExit());
  }

  #onExit(): void {
    this.#worker = undefined;
    const lost = this.running;
    this.#running.clear();
    if (!this.#isClosed) {
      setTimeout(() => {
        if (this.#isClosed) return;
        this.#spawn();
        this.#options.onFree();
      }, this.#restart_ms).unref();
      this.#restart_ms = Math.min(2 * this.#restart_ms, RESTART_DELAY_MS.max);
    }
    for (const job of lost) this.#options.onLost(job);
    this.#options.onFree();
  }
}
