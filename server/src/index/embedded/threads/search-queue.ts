// Searches wait for the next free thread, in bounded queues; abandoned ones are dropped. A search that turns out to be
// expensive is queued again with the full budget, which at most half of the threads give out at a time.
import { AppError } from '../../../app-error.ts';
import type { IndexQuery, IndexResult, ProductSummary, SearchCaller } from '../../port.ts';
import type { Broadcast, FromSearcher, SearchJob } from './protocol.ts';
import { ResultCache } from './result-cache.ts';
import { SearchState } from './search-state.ts';
import { SearchWorker } from './search-worker.ts';

/** Past this many waiting searches a further one is refused at once. */
const MAX_WAITING = 500;
const MAX_EXPENSIVE_WAITING = 50;
/** While both queues hold searches, every fourth one started is keyless. */
const KEYLESS_SHARE = 4;
/**
 * Units that a search may use, a few seconds of a core. In a million products searches with several words and filters use
 * two to eight million.
 */
const MAX_UNITS = 2_000_000_000;
/** Past this part of them a search is expensive. */
const EXPENSIVE_PART = 1 / 100;

interface Waiting {
  id: number;
  order: SearchJob;
  isAbandoned: boolean;
  /** Otherwise it may only use what a cheap search uses. */
  hasFullBudget: boolean;
  resolve: (result: IndexResult | ProductSummary) => void;
  reject: (error: unknown) => void;
}

interface QueueOptions {
  threads: number;
  /** How many product numbers of the last searches are remembered. */
  remembered: number;
  max_units?: number | undefined;
  onFault: (error: unknown) => void;
}

export class SearchQueue {
  readonly #threads: SearchWorker<Waiting>[];
  readonly #state = new SearchState();
  readonly #recent: ResultCache;
  readonly #maxUnits: number;
  readonly #onFault: (error: unknown) => void;
  #line: Waiting[] = [];
  /** Searches of callers without a key. */
  #keyless: Waiting[] = [];
  #starts = 0;
  /** Searches that used up the budget of a cheap one, and wait for the full one. */
  #expensive: Waiting[] = [];
  #lastId = 0;
  #isClosed = false;
  #whenEmpty = () => {};

  constructor({ threads, remembered, max_units = MAX_UNITS, onFault }: QueueOptions) {
    this.#recent = new ResultCache(remembered);
    this.#maxUnits = max_units;
    this.#onFault = onFault;
    this.#threads = Array.from({ length: threads }, () => this.#newThread());
  }

  /** Searches that have not been answered. */
  get waiting(): number {
    return this.#queued + this.#threads.filter(({ running }) => running).length;
  }

  get #queued(): number {
    return this.#line.length + this.#keyless.length + this.#expensive.length;
  }

  async search(query: IndexQuery, caller: SearchCaller = {}): Promise<IndexResult> {
    const known = this.#isClosed ? undefined : this.#recent.find(query);
    if (known) return known;
    const { generation } = this.#recent;
    const result = (await this.#ask({ kind: 'search', query }, caller)) as IndexResult;
    this.#recent.add(query, result, generation);
    return result;
  }

  summarise(product_nos: Uint32Array, caller: SearchCaller = {}): Promise<ProductSummary> {
    return this.#ask({ kind: 'summarise', product_nos }, caller) as Promise<ProductSummary>;
  }

  async #ask(order: SearchJob, caller: SearchCaller): Promise<IndexResult | ProductSummary> {
    const { signal, is_keyless = false, is_admitted = false } = caller;
    const line = is_keyless ? this.#keyless : this.#line;
    if (this.#isClosed) throw new AppError('not_ready');
    if (signal?.aborted) throw abandoned();
    if (!is_admitted && line.length >= MAX_WAITING) throw new AppError('overloaded');
    const { promise, resolve, reject } = Promise.withResolvers<IndexResult | ProductSummary>();
    const waiting = { id: ++this.#lastId, order, isAbandoned: false, hasFullBudget: false, resolve, reject };
    const abandon = () => this.#abandon(waiting);
    line.push(waiting);
    signal?.addEventListener('abort', abandon);
    this.#startNext();
    return promise.finally(() => signal?.removeEventListener('abort', abandon));
  }

  /** Tells all threads; a search that comes later knows it. */
  tell(message: Broadcast): void {
    this.#recent.forgetAll();
    this.#state.note(message);
    for (const thread of this.#threads) thread.tell(message);
  }

  /** Takes no more, and ends when those that wait have been answered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const thread of this.#threads) thread.closeWhenLost();
    for (const job of this.#expensive.splice(0)) job.reject(new AppError('not_ready'));
    if (this.waiting > 0) await new Promise<void>((resolve) => (this.#whenEmpty = resolve));
    await this.end();
  }

  /** Ends at once: those that wait are told to come again. */
  async end(): Promise<void> {
    this.#isClosed = true;
    this.#rejectAll();
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }

  #newThread(): SearchWorker<Waiting> {
    return new SearchWorker<Waiting>({
      catchUp: () => this.#state.messages(),
      onAnswer: (job, answer) => this.#end(job, answer),
      // Not retried: it may be what killed the thread.
      onLost: (job) => job.reject(threadEnded()),
      onFree: () => this.#startNext(),
      onFault: this.#onFault,
    });
  }

  #startNext(): void {
    for (const thread of this.#threads) {
      if (!thread.isFree) continue;
      const next = this.#next();
      if (next) thread.start(next, next.hasFullBudget ? this.#maxUnits : this.#maxUnits * EXPENSIVE_PART);
    }
    if (this.#isClosed && !this.#threads.some(({ isUsable }) => isUsable)) this.#rejectAll();
    if (this.waiting === 0) this.#whenEmpty();
  }

  /** At least one thread runs only cheap searches, so that the next one need not wait for an expensive one. */
  #next(): Waiting | undefined {
    const full = this.#threads.filter(({ running }) => running?.hasFullBudget).length;
    const mayHaveFullBudget = full < Math.floor(this.#threads.length / 2);
    if (mayHaveFullBudget && this.#expensive.length > 0) return this.#expensive.shift();
    const [first, second] =
      this.#starts++ % KEYLESS_SHARE === 0 ? [this.#keyless, this.#line] : [this.#line, this.#keyless];
    const next = first.shift() ?? second.shift();
    if (next) next.hasFullBudget = mayHaveFullBudget;
    return next;
  }

  #end(job: Waiting, { result, stopped, error }: FromSearcher): void {
    if (result) job.resolve(result);
    else if (job.isAbandoned || stopped === 'abandoned') job.reject(abandoned());
    else if (stopped === undefined) job.reject(error);
    else if (job.hasFullBudget) job.reject(new AppError('search_too_costly'));
    else this.#waitWithExpensive(job);
    this.#startNext();
  }

  #waitWithExpensive(job: Waiting): void {
    if (this.#isClosed || this.#expensive.length >= MAX_EXPENSIVE_WAITING) {
      job.reject(new AppError(this.#isClosed ? 'not_ready' : 'overloaded'));
      return;
    }
    job.hasFullBudget = true;
    this.#expensive.push(job);
    // A single thread stays free for cheap searches: the first expensive one starts another.
    if (this.#threads.length === 1) this.#threads.push(this.#newThread());
  }

  #abandon(waiting: Waiting): void {
    waiting.isAbandoned = true;
    this.#threads.find(({ running }) => running === waiting)?.abandon();
    const isOther = (other: Waiting) => other !== waiting;
    const before = this.#queued;
    this.#line = this.#line.filter(isOther);
    this.#keyless = this.#keyless.filter(isOther);
    this.#expensive = this.#expensive.filter(isOther);
    if (this.#queued < before) waiting.reject(abandoned());
  }

  #rejectAll(): void {
    const open = [...this.#line, ...this.#keyless, ...this.#expensive, ...this.#threads.map(({ running }) => running)];
    this.#line = [];
    this.#keyless = [];
    this.#expensive = [];
    for (const waiting of open) waiting?.reject(threadEnded());
    this.#whenEmpty();
  }
}

/** Nobody hears it: the caller has gone. */
const abandoned = () => new AppError('overloaded', { cause: 'the search was abandoned' });

const threadEnded = () => new AppError('not_ready', { cause: 'a search thread ended' });
