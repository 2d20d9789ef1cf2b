// Schedules jobs on search threads through bounded queues. A job starts with a small budget; one that exceeds it is queued
// again with the full budget, and at most half of the threads run such jobs.
import { AppError } from '../../../app-error.ts';
import type { IndexQuery, IndexResult, ProductSummary, SearchCaller } from '../../port.ts';
import type { Broadcast, FromSearcher, SearchJob } from './protocol.ts';
import { ResultCache } from './result-cache.ts';
import { SearchState } from './search-state.ts';
import { SearchWorker } from './search-worker.ts';

/** Queue capacities. A job that exceeds them is refused at once. */
const MAX_WAITING = 500;
const MAX_EXPENSIVE_WAITING = 50;
/** While both queues hold jobs, one of this many started is keyless. */
const KEYLESS_SHARE = 4;
/** Full work budget, a few seconds of a core. On a million products, searches with filters use 2 to 8 million units. */
const MAX_UNITS = 2_000_000_000;
/** Fraction of the budget that every job starts with. */
const CHEAP_FRACTION = 1 / 100;

interface QueuedJob {
  id: number;
  request: SearchJob;
  isAbandoned: boolean;
  hasFullBudget: boolean;
  resolve: (result: IndexResult | ProductSummary) => void;
  reject: (error: unknown) => void;
}

interface QueueOptions {
  threads: number;
  /** Capacity of the result cache, in product numbers. */
  result_cache_size: number;
  max_units?: number | undefined;
  onFault: (error: unknown) => void;
}

export class SearchQueue {
  readonly #threads: SearchWorker<QueuedJob>[];
  readonly #state = new SearchState();
  readonly #cache: ResultCache;
  readonly #maxUnits: number;
  readonly #onFault: (error: unknown) => void;
  #keyed: QueuedJob[] = [];
  #keyless: QueuedJob[] = [];
  #starts = 0;
  /** Jobs that exceeded the initial budget. */
  #expensive: QueuedJob[] = [];
  #lastId = 0;
  #isClosed = false;
  #whenEmpty = () => {};

  constructor({ threads, result_cache_size, max_units = MAX_UNITS, onFault }: QueueOptions) {
    this.#cache = new ResultCache(result_cache_size);
    this.#maxUnits = max_units;
    this.#onFault = onFault;
    this.#threads = Array.from({ length: threads }, () => this.#newThread());
  }

  /** Number of jobs queued or running. */
  get waiting(): number {
    return this.#queued + this.#threads.filter(({ running }) => running).length;
  }

  get #queued(): number {
    return this.#keyed.length + this.#keyless.length + this.#expensive.length;
  }

  async search(query: IndexQuery, caller: SearchCaller = {}): Promise<IndexResult> {
    const cached = this.#isClosed ? undefined : this.#cache.find(query);
    if (cached) return cached;
    const { generation } = this.#cache;
    const result = (await this.#run({ kind: 'search', query }, caller)) as IndexResult;
    this.#cache.add(query, result, generation);
    return result;
  }

  summarise(product_nos: Uint32Array, caller: SearchCaller = {}): Promise<ProductSummary> {
    return this.#run({ kind: 'summarise', product_nos }, caller) as Promise<ProductSummary>;
  }

  async #run(request: SearchJob, caller: SearchCaller): Promise<IndexResult | ProductSummary> {
    const { signal, is_keyless = false, is_admitted = false } = caller;
    const queue = is_keyless ? this.#keyless : this.#keyed;
    if (this.#isClosed) throw new AppError('not_ready');
    if (signal?.aborted) throw abandoned();
    if (!is_admitted && queue.length >= MAX_WAITING) throw new AppError('overloaded');
    const { promise, resolve, reject } = Promise.withResolvers<IndexResult | ProductSummary>();
    const job = { id: ++this.#lastId, request, isAbandoned: false, hasFullBudget: false, resolve, reject };
    const abandon = () => this.#abandon(job);
    queue.push(job);
    signal?.addEventListener('abort', abandon);
    this.#startNext();
    return promise.finally(() => signal?.removeEventListener('abort', abandon));
  }

  /** Sends a message to all threads. Searches that start later see its effect. */
  broadcast(message: Broadcast): void {
    this.#cache.invalidate();
    this.#state.record(message);
    for (const thread of this.#threads) thread.send(message);
  }

  /** Refuses new jobs, and ends when the queued ones are done. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const thread of this.#threads) thread.stopRestarting();
    for (const job of this.#expensive.splice(0)) job.reject(new AppError('not_ready'));
    if (this.waiting > 0) await new Promise<void>((resolve) => (this.#whenEmpty = resolve));
    await this.end();
  }

  /** Ends at once; queued jobs are rejected as `not_ready`. */
  async end(): Promise<void> {
    this.#isClosed = true;
    this.#rejectAll();
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }

  #newThread(): SearchWorker<QueuedJob> {
    return new SearchWorker<QueuedJob>({
      catchUp: () => this.#state.messages(),
      onReply: (job, reply) => this.#settle(job, reply),
      // Not retried: the job may be what killed the thread.
      onLost: (job) => job.reject(threadEnded()),
      onFree: () => this.#startNext(),
      onFault: this.#onFault,
    });
  }

  #startNext(): void {
    for (const thread of this.#threads) {
      if (!thread.isFree) continue;
      const next = this.#next();
      if (next) thread.start(next, next.hasFullBudget ? this.#maxUnits : this.#maxUnits * CHEAP_FRACTION);
    }
    if (this.#isClosed && !this.#threads.some(({ isUsable }) => isUsable)) this.#rejectAll();
    if (this.waiting === 0) this.#whenEmpty();
  }

  /** Keeps at least one thread for jobs with the initial budget, so that cheap searches never wait for expensive ones. */
  #next(): QueuedJob | undefined {
    const full = this.#threads.filter(({ running }) => running?.hasFullBudget).length;
    const mayHaveFullBudget = full < Math.floor(this.#threads.length / 2);
    if (mayHaveFullBudget && this.#expensive.length > 0) return this.#expensive.shift();
    const [first, second] =
      this.#starts++ % KEYLESS_SHARE === 0 ? [this.#keyless, this.#keyed] : [this.#keyed, this.#keyless];
    const next = first.shift() ?? second.shift();
    if (next) next.hasFullBudget = mayHaveFullBudget;
    return next;
  }

  #settle(job: QueuedJob, { result, stopped, error }: FromSearcher): void {
    if (result) job.resolve(result);
    else if (job.isAbandoned || stopped === 'abandoned') job.reject(abandoned());
    else if (stopped === undefined) job.reject(error);
    else if (job.hasFullBudget) job.reject(new AppError('search_too_costly'));
    else this.#requeue(job);
    this.#startNext();
  }

  #requeue(job: QueuedJob): void {
    if (this.#isClosed || this.#expensive.length >= MAX_EXPENSIVE_WAITING) {
      job.reject(new AppError(this.#isClosed ? 'not_ready' : 'overloaded'));
      return;
    }
    job.hasFullBudget = true;
    this.#expensive.push(job);
    // With a single thread, the first expensive job starts a second one.
    if (this.#threads.length === 1) this.#threads.push(this.#newThread());
  }

  #abandon(job: QueuedJob): void {
    job.isAbandoned = true;
    this.#threads.find(({ running }) => running === job)?.abandon();
    const isOther = (other: QueuedJob) => other !== job;
    const before = this.#queued;
    this.#keyed = this.#keyed.filter(isOther);
    this.#keyless = this.#keyless.filter(isOther);
    this.#expensive = this.#expensive.filter(isOther);
    if (this.#queued < before) job.reject(abandoned());
  }

  #rejectAll(): void {
    const open = [...this.#keyed, ...this.#keyless, ...this.#expensive, ...this.#threads.map(({ running }) => running)];
    this.#keyed = [];
    this.#keyless = [];
    this.#expensive = [];
    for (const job of open) job?.reject(threadEnded());
    this.#whenEmpty();
  }
}

/** The caller has disconnected and does not see the code. */
const abandoned = () => new AppError('overloaded', { cause: 'the search was abandoned' });

const threadEnded = () => new AppError('not_ready', { cause: 'a search thread exited' });
