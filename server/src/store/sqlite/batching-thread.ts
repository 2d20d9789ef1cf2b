// The handle of a database thread. Calls that arrive while a batch runs form the next batch (group commit).
import { Worker } from 'node:worker_threads';
import { AppError } from '../../app-error.ts';
import { BULK_WORKER } from '../../bulk-worker-limits.ts';
import type { Call, Outcome, ThreadData } from './batch.ts';

/** Back-pressure: with this many calls queued, further calls fail as overloaded. */
const MAX_QUEUED = 10_000;
/**
 * Bounds how long the first call of a batch waits for the last. Larger batches save few commits and return their results
 * in bursts that leave the event loop idle in between: 100 was measured to acknowledge a third more calls than 500.
 */
const MAX_BATCH = 100;
/** A call that was queued longer fails instead of running: its caller has given up. Imports have no deadline. */
const QUEUE_DEADLINE_MS = 4000;
/** Back-off between restarts of a thread that ended. */
const RESTART_DELAYS_MS = { first: 200, longest: 10_000 };

interface PendingCall extends Call {
  /** Infinity: the call has no deadline. */
  queued_at_ms: number;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

export class BatchingThread {
  readonly #data: ThreadData;
  readonly #onFault: (error: unknown) => void;
  #worker: Worker | undefined;
  #isReady = false;
  /** The thread ended and its replacement has not opened the database yet. */
  #isDown = false;
  #restartDelay_ms = RESTART_DELAYS_MS.first;
  #isClosing = false;
  #isScheduled = false;
  #queued: PendingCall[] = [];
  #inFlight: PendingCall[] = [];
  #whenIdle: (() => void) | undefined;

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
    return this.#queued.length + this.#inFlight.length;
  }

  call(name: Call['name'], input: unknown, { hasDeadline = true } = {}): Promise<unknown> {
    if (this.#isClosing) return Promise.reject(new AppError('not_ready'));
    if (this.#isDown) return Promise.reject(new AppError('store_unavailable', { cause: 'its thread is down' }));
    if (!this.#worker) this.#spawn();
    if (this.#queued.length >= MAX_QUEUED) return Promise.reject(new AppError('overloaded'));
    return new Promise((resolve, reject) => {
      const queued_at_ms = hasDeadline ? performance.now() : Number.POSITIVE_INFINITY;
      this.#queued.push({ name, input, resolve, reject, queued_at_ms });
      this.#schedule();
    });
  }

  /** Completes all pending calls, then ends the thread. */
  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.pending > 0) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
    const worker = this.#worker;
    if (!worker) return;
    // A thread that is still starting has no calls to complete.
    if (!this.#isReady) return void (await worker.terminate());
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('close');
    await exited;
  }

  // Deferred to the end of this event-loop turn, so that requests that arrive together share a commit.
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#send();
    });
  }

  #send(): void {
    if (!this.#isReady || this.#inFlight.length > 0) return;
    this.#failOverdue();
    if (this.#queued.length === 0) {
      this.#whenIdle?.();
      return;
    }
    this.#inFlight = this.#queued.splice(0, MAX_BATCH);
    this.#worker!.postMessage(this.#inFlight.map(({ name, input }) => ({ name, input })));
  }

  #failOverdue(): void {
    const deadline_ms = performance.now() - QUEUE_DEADLINE_MS;
    const overdue = this.#queued.filter((call) => call.queued_at_ms <= deadline_ms);
    if (overdue.length > 0) this.#queued = this.#queued.filter((call) => call.queued_at_ms > deadline_ms);
    for (const call of overdue) call.reject(new AppError('store_unavailable', { cause: 'the call waited too long' }));
  }

  #finish(outcomes: Outcome[]): void {
    const finished = this.#inFlight;
    const isRetried = (call: PendingCall, i: number) => !hasDeadline(call) && isBusy(outcomes[i]!) && !this.#isClosing;
    this.#inFlight = [];
    this.#queued.unshift(...finished.filter(isRetried));
    this.#send();
    for (const [i, outcome] of outcomes.entries()) {
      const call = finished[i]!;
      if ('value' in outcome) call.resolve(outcome.value);
      else if (!isRetried(call, i)) call.reject(toAppError(outcome));
    }
  }

  #spawn(): Worker {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: this.#data, ...BULK_WORKER });
    worker.on('message', (message: 'ready' | Outcome[]) => {
      if (message !== 'ready') return this.#finish(message);
      this.#isReady = true;
      this.#isDown = false;
      // The start of the thread does not count towards the deadline.
      for (const call of this.#queued) call.queued_at_ms = Math.max(call.queued_at_ms, performance.now());
      this.#restartDelay_ms = RESTART_DELAYS_MS.first;
      this.#schedule();
    });
    worker.on('error', (error) => this.#onFault(error));
    worker.on('exit', () => this.#restart());
    this.#worker = worker;
    return worker;
  }

  // Calls in flight may or may not have committed. Callers can retry them, because writes are idempotent by key.
  #restart(): void {
    this.#isReady = false;
    this.#isDown = true;
    const lost = [...this.#inFlight, ...this.#queued];
    this.#inFlight = [];
    this.#queued = [];
    for (const call of lost) call.reject(new AppError('store_unavailable', { cause: 'the database thread ended' }));
    this.#whenIdle?.();
    if (this.#isClosing) return;
    setTimeout(() => {
      if (!this.#isClosing) this.#spawn();
    }, this.#restartDelay_ms).unref();
    this.#restartDelay_ms = Math.min(this.#restartDelay_ms * 2, RESTART_DELAYS_MS.longest);
  }
}

const hasDeadline = (call: PendingCall) => call.queued_at_ms !== Number.POSITIVE_INFINITY;

/** SQLITE_BUSY: another process held the write lock past the timeout, and the batch did not start. */
const isBusy = (outcome: Outcome) => 'error' in outcome && outcome.fault !== undefined && (outcome.fault & 0xff) === 5;

/** SQLite's primary result codes for errors of the file or its lock; a retry may succeed. */
const TRANSIENT_FAULTS = new Set([5, 6, 8, 10, 11, 13, 14, 26]);

function toAppError({ error, fault }: Extract<Outcome, { error: Error }>): AppError {
  const code = fault !== undefined && TRANSIENT_FAULTS.has(fault & 0xff) ? 'store_unavailable' : 'internal';
  return new AppError(code, { cause: error });
}
