// Searches wait in one line for the next free thread. The line has an end, and who has gone away does not stand in it.
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../app-error.ts';
import type { IndexQuery, IndexResult, ProductSummary } from '../../port.ts';
import type { FromSearcher, SearcherOrder, ToSearcher } from './protocol.ts';
import { RecentResults } from './recent-results.ts';

/** Past this many waiting searches a further one is refused at once. */
const MAX_WAITING = 500;

interface Waiting {
  id: number;
  order: SearcherOrder;
  isAbandoned: boolean;
  resolve: (result: IndexResult | ProductSummary) => void;
  reject: (error: unknown) => void;
}

interface Thread {
  worker: Worker;
  /** Set to the number of a search that nobody waits for any more. */
  abandoned: Int32Array;
  running: Waiting | undefined;
}

interface QueueOptions {
  threads: number;
  /** How many product numbers of the last searches are remembered. */
  remembered: number;
  onFault: (error: unknown) => void;
  onLost: () => void;
}

export class SearchQueue {
  readonly #threads: Thread[];
  readonly #recent: RecentResults;
  #line: Waiting[] = [];
  #lastId = 0;
  #isClosed = false;
  #whenEmpty = () => {};

  constructor({ threads, remembered, onFault, onLost }: QueueOptions) {
    this.#recent = new RecentResults(remembered);
    this.#threads = Array.from({ length: threads }, () => {
      const abandoned = new SharedArrayBuffer(4);
      const worker = new Worker(new URL('./search-thread.ts', import.meta.url), { workerData: abandoned });
      const thread: Thread = { worker, abandoned: new Int32Array(abandoned), running: undefined };
      worker.on('message', (answer: FromSearcher) => this.#end(thread, answer));
      worker.on('error', onFault);
      worker.on('exit', () => {
        this.#rejectAll();
        if (!this.#isClosed) onLost();
      });
      return thread;
    });
  }

  /** Searches that have not been answered. */
  get waiting(): number {
    return this.#line.length + this.#threads.filter(({ running }) => running).length;
  }

  async search(query: IndexQuery, signal?: AbortSignal): Promise<IndexResult> {
    const known = this.#isClosed ? undefined : this.#recent.find(query);
    if (known) return known;
    const { generation } = this.#recent;
    const result = (await this.#ask({ kind: 'search', query }, signal)) as IndexResult;
    this.#recent.add(query, result, generation);
    return result;
  }

  summarise(product_nos: Uint32Array): Promise<ProductSummary> {
    return this.#ask({ kind: 'summarise', product_nos }) as Promise<ProductSummary>;
  }

  #ask(order: SearcherOrder, signal?: AbortSignal): Promise<IndexResult | ProductSummary> {
    if (this.#isClosed) return Promise.reject(new AppError('not_ready'));
    if (signal?.aborted) return Promise.reject(abandoned());
    if (this.#line.length >= MAX_WAITING) return Promise.reject(new AppError('overloaded'));
    return new Promise((resolve, reject) => {
      const waiting = { id: ++this.#lastId, order, isAbandoned: false, resolve, reject };
      this.#line.push(waiting);
      signal?.addEventListener('abort', () => this.#abandon(waiting), { once: true });
      this.#startNext();
    });
  }

  /** Tells all threads; a search that comes later knows it. */
  tell(message: ToSearcher): void {
    this.#recent.forgetAll();
    for (const { worker } of this.#threads) worker.postMessage(message);
  }

  /** Takes no more, and ends when those that wait have been answered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.waiting > 0) await new Promise<void>((resolve) => (this.#whenEmpty = resolve));
    await this.end();
  }

  /** Ends at once: those that wait are told to come again. */
  async end(): Promise<void> {
    this.#isClosed = true;
    this.#rejectAll();
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #startNext(): void {
    for (const thread of this.#threads) {
      if (thread.running) continue;
      const next = this.#line.shift();
      if (!next) return;
      thread.running = next;
      thread.worker.postMessage({ id: next.id, ...next.order } satisfies ToSearcher);
    }
  }

  #end(thread: Thread, { result, error }: FromSearcher): void {
    if (!thread.running) return;
    const { isAbandoned, resolve, reject } = thread.running;
    thread.running = undefined;
    this.#startNext();
    if (result) resolve(result);
    else reject(isAbandoned ? abandoned() : error);
    if (this.waiting === 0) this.#whenEmpty();
  }

  #abandon(waiting: Waiting): void {
    waiting.isAbandoned = true;
    const running = this.#threads.find((thread) => thread.running === waiting);
    if (running) Atomics.store(running.abandoned, 0, waiting.id);
    else if (this.#line.includes(waiting)) {
      this.#line = this.#line.filter((other) => other !== waiting);
      waiting.reject(abandoned());
    }
  }

  #rejectAll(): void {
    const open = [...this.#line, ...this.#threads.map(({ running }) => running)];
    this.#line = [];
    for (const thread of this.#threads) thread.running = undefined;
    this.#whenEmpty();
    for (const waiting of open) waiting?.reject(new AppError('not_ready', { cause: 'a search thread ended' }));
  }
}

/** Nobody hears it: the caller has gone. */
const abandoned = () => new AppError('overloaded', { cause: 'the search was abandoned' });
