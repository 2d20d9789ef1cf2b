// Schedules jobs on search threads through bounded queues. A job starts with a small budget; one that exceeds it is queued
// again with the full budget, and at most half of the running jobs have that.
import { AppError } from '../../app-error.ts';
import type { IndexFigures, IndexQuery, IndexResult, ProductSummary, SearchCaller } from '../port.ts';
import { ResultCache } from './result-cache.ts';
import type { FromSearcher, SearchJob } from './search-job.ts';
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

/** The index that was searched has been replaced: a search that starts after the next broadcast may succeed. */
export class OutdatedIndexError extends Error {
  constructor(options: { cause: unknown }) {
    super('the index that was searched does not exist', options);
  }
}

interface QueuedJob {
  id: number;
  request: SearchJob;
  isAbandoned: boolean;
  hasFullBudget: boolean;
  resolve: (result: IndexResult | ProductSummary) => void;
  reject: (error: unknown) => void;
}

/** The state that every search thread holds, kept so that a replacement thread can be brought up to date. */
export interface ThreadState<B> {
  record(message: B): void;
  /** The messages that bring a new thread up to date. */
  messages(): B[];
}

interface QueueOptions<B> {
  /** The file of a search thread. */
  thread: URL;
  threads: number;
  /** Number of jobs that a thread runs at the same time: one, unless jobs wait for another process. */
  jobs_per_thread?: number;
  state: ThreadState<B>;
  /** Capacity of the result cache, in product numbers. */
  result_cache_size: number;
  max_units?: number | undefined;
  onFault: (error: unknown) => void;
}

/** `B`: the messages that the engine broadcasts to its threads. */
export class SearchQueue<B> {
  readonly #thread: URL;
  readonly #threads: SearchWorker<QueuedJob, B>[];
  readonly #jobsPerThread: number;
  readonly #state: ThreadState<B>;
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

  constructor(options: QueueOptions<B>) {
    const { thread, threads, jobs_per_thread = 1, state, result_cache_size, max_units = MAX_UNITS, onFault } = options;
    this.#thread = thread;
    this.#jobsPerThread = jobs_per_thread;
    this.#state = state;
    this.#cache = new ResultCache(result_cache_size);
    this.#maxUnits = max_units;
    this.#onFault = onFault;
    this.#threads = Array.from({ length: threads }, () => this.#newThread());
  }

  /** Number of jobs queued or running. */
  get waiting(): number {
    return this.#queued + this.#running.length;
  }

  get figures(): Pick<IndexFigures, 'waiting' | 'running' | 'capacity'> {
    const capacity = this.#threads.length * this.#jobsPerThread;
    return { waiting: this.waiting, running: this.#running.length, capacity };
  }

  get #running(): QueuedJob[] {
    return this.#threads.flatMap(({ running }) => running);
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
  broadcast(message: B): void {
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

  #newThread(): SearchWorker<QueuedJob, B> {
    return new SearchWorker<QueuedJob, B>({
      thread: this.#thread,
      max_jobs: this.#jobsPerThread,
      catchUp: () => this.#state.messages(),
      onReply: (job, reply) => this.#settle(job, reply),
      // Not retried: the job may be what killed the thread.
      onLost: (job) => job.reject(threadEnded()),
      onFree: () => this.#startNext(),
      onFault: this.#onFault,
    });
  }

  #startNext(): void {
    for (let thread = this.#leastBusy(); thread; thread = this.#leastBusy()) {
      const next = this.#next();
      if (!next) break;
      thread.start(next, next.hasFullBudget ? this.#maxUnits : this.#maxUnits * CHEAP_FRACTION);
    }
    if (this.#isClosed && !this.#threads.some(({ isUsable }) => isUsable)) this.#rejectAll();
    if (this.waiting === 0) this.#whenEmpty();
  }

  /** The thread that runs the fewest jobs; undefined if none can run another one. */
  #leastBusy(): SearchWorker<QueuedJob, B> | undefined {
    let best: SearchWorker<QueuedJob, B> | undefined;
    for (const thread of this.#threads) {
      if (thread.isFree && (!best || thread.running.length < best.running.length)) best = thread;
    }
    return best;
  }

  /** Leaves room for jobs with the initial budget, so that cheap searches never wait for expensive ones. */
  #next(): QueuedJob | undefined {
    const full = this.#running.filter(({ hasFullBudget }) => hasFullBudget).length;
    const mayHaveFullBudget = full < Math.floor((this.#threads.length * this.#jobsPerThread) / 2);
    if (mayHaveFullBudget && this.#expensive.length > 0) return this.#expensive.shift();
    const [first, second] =
      this.#starts++ % KEYLESS_SHARE === 0 ? [this.#keyless, this.#keyed] : [this.#keyed, this.#keyless];
    const next = first.shift() ?? second.shift();
    if (next) next.hasFullBudget = mayHaveFullBudget;
    return next;
  }

  #settle(job: QueuedJob, { result, stopped, error, code, is_outdated }: FromSearcher): void {
    if (result) job.resolve(result);
    else if (job.isAbandoned || stopped === 'abandoned') job.reject(abandoned());
    else if (is_outdated) job.reject(new OutdatedIndexError({ cause: error }));
    else if (stopped === undefined) job.reject(code ? new AppError(code, { cause: error }) : error);
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
    // With room for a single job, the first expensive one starts a second thread.
    if (this.#threads.length * this.#jobsPerThread === 1) this.#threads.push(this.#newThread());
  }

  #abandon(job: QueuedJob): void {
    job.isAbandoned = true;
    for (const thread of this.#threads) thread.abandon(job);
    const isOther = (other: QueuedJob) => other !== job;
    const before = this.#queued;
    this.#keyed = this.#keyed.filter(isOther);
    this.#keyless = this.#keyless.filter(isOther);
    this.#expensive = this.#expensive.filter(isOther);
    if (this.#queued < before) job.reject(abandoned());
  }

  #rejectAll(): void {
    const open = [...this.#keyed, ...this.#keyless, ...this.#expensive, ...this.#running];
    this.#keyed = [];
    this.#keyless = [];
    this.#expensive = [];
    for (const job of open) job.reject(threadEnded());
    this.#whenEmpty();
  }
}

/** The caller has disconnected and does not see the code. */
const abandoned = () => new AppError('overloaded', { cause: 'the search was abandoned' });

const threadEnded = () => new AppError('not_ready', { cause: 'a search thread exited' });
