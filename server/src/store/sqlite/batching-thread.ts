// The handle of one database thread: calls made while it works wait together and go as its next batch (group commit).
import { Worker } from 'node:worker_threads';
import { AppError } from '../../app-error.ts';
import { BULK_WORKER } from '../../bulk-worker-limits.ts';
import type { Call, Outcome, ThreadData } from './batch.ts';

/** Past this many waiting calls a further one is refused at once, before any work is done. */
const MAX_WAITING = 10_000;
/**
 * Bounds how long the first call of a batch waits for the last. Larger batches save few commits, and answers come in
 * bursts, between which the event loop has nothing to do: measured, 100 acknowledges a third more than 500.
 */
const MAX_BATCH = 100;
/**
 * A call that waited longer is refused instead of sent: its caller has given up, and others wait behind it. Batches of
 * products never are: an import has all the time that a slow disk or another writer takes.
 */
const MAX_WAIT_MS = 4000;
const RESTART_DELAYS_MS = { first: 200, longest: 10_000 };

interface Pending extends Call {
  since_ms: number;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

export class BatchingThread {
  readonly #data: ThreadData;
  readonly #onFault: (error: unknown) => void;
  #worker: Worker | undefined;
  #isReady = false;
  /** It ended, and the next one has not opened its database yet. */
  #isDown = false;
  #restartDelay_ms = RESTART_DELAYS_MS.first;
  #isClosing = false;
  #isScheduled = false;
  #waiting: Pending[] = [];
  #underWay: Pending[] = [];
  #whenIdle: (() => void) | undefined;

  constructor(data: ThreadData, onFault: (error: unknown) => void) {
    this.#data = data;
    this.#onFault = onFault;
  }

  /** Resolves when the thread has opened its database. One that is not told to start does so with its first call. */
  async start(): Promise<void> {
    const worker = this.#spawn();
    await new Promise<void>((resolve, reject) => {
      worker.once('message', () => resolve());
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the database thread ended before it was ready')));
    });
  }

  get waiting(): number {
    return this.#waiting.length + this.#underWay.length;
  }

  call(name: Call['name'], input: unknown, { isPatient = false } = {}): Promise<unknown> {
    if (this.#isClosing) return Promise.reject(new AppError('not_ready'));
    if (this.#isDown) return Promise.reject(new AppError('store_unavailable', { cause: 'its thread is down' }));
    if (!this.#worker) this.#spawn();
    if (this.#waiting.length >= MAX_WAITING) return Promise.reject(new AppError('overloaded'));
    return new Promise((resolve, reject) => {
      const since_ms = isPatient ? Number.POSITIVE_INFINITY : performance.now();
      this.#waiting.push({ name, input, resolve, reject, since_ms });
      this.#schedule();
    });
  }

  /** Everything that was called is answered first. */
  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.waiting > 0) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
    const worker = this.#worker;
    if (!worker) return;
    // A thread that is still starting, as after a restart, has nothing to finish.
    if (!this.#isReady) return void (await worker.terminate());
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('close');
    await exited;
  }

  // Waits for the end of this turn of the event loop, so that requests which arrived together share a commit.
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#send();
    });
  }

  #send(): void {
    if (!this.#isReady || this.#underWay.length > 0) return;
    this.#refuseOverdue();
    if (this.#waiting.length === 0) {
      this.#whenIdle?.();
      return;
    }
    this.#underWay = this.#waiting.splice(0, MAX_BATCH);
    this.#worker!.postMessage(this.#underWay.map(({ name, input }) => ({ name, input })));
  }

  #refuseOverdue(): void {
    const overdue = performance.now() - MAX_WAIT_MS;
    const late = this.#waiting.filter((call) => call.since_ms <= overdue);
    if (late.length > 0) this.#waiting = this.#waiting.filter((call) => call.since_ms > overdue);
    for (const call of late) call.reject(new AppError('store_unavailable', { cause: 'the call waited too long' }));
  }

  #finish(outcomes: Outcome[]): void {
    const finished = this.#underWay;
    const isAgain = (call: Pending, i: number) => isPatient(call) && isBusy(outcomes[i]!) && !this.#isClosing;
    this.#underWay = [];
    this.#waiting.unshift(...finished.filter(isAgain));
    this.#send();
    for (const [i, outcome] of outcomes.entries()) {
      const call = finished[i]!;
      if ('value' in outcome) call.resolve(outcome.value);
      else if (!isAgain(call, i)) call.reject(toAppError(outcome));
    }
  }

  #spawn(): Worker {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: this.#data, ...BULK_WORKER });
    worker.on('message', (message: 'ready' | Outcome[]) => {
      if (message !== 'ready') return this.#finish(message);
      this.#isReady = true;
      this.#isDown = false;
      // What waited for the start has not waited for others.
      for (const call of this.#waiting) call.since_ms = Math.max(call.since_ms, performance.now());
      this.#restartDelay_ms = RESTART_DELAYS_MS.first;
      this.#schedule();
    });
    worker.on('error', (error) => this.#onFault(error));
    worker.on('exit', () => this.#restart());
    this.#worker = worker;
    return worker;
  }

  // A thread that died is replaced. What it had under way may or may not be done: a retry with the same key is safe.
  #restart(): void {
    this.#isReady = false;
    this.#isDown = true;
    const lost = [...this.#underWay, ...this.#waiting];
    this.#underWay = [];
    this.#waiting = [];
    for (const call of lost) call.reject(new AppError('store_unavailable', { cause: 'the database thread ended' }));
    this.#whenIdle?.();
    if (this.#isClosing) return;
    setTimeout(() => {
      if (!this.#isClosing) this.#spawn();
    }, this.#restartDelay_ms).unref();
    this.#restartDelay_ms = Math.min(this.#restartDelay_ms * 2, RESTART_DELAYS_MS.longest);
  }
}

const isPatient = (call: Pending) => call.since_ms === Number.POSITIVE_INFINITY;

/** Another process has kept the file locked past the timeout, and nothing of the batch was done. */
const isBusy = (outcome: Outcome) => 'error' in outcome && outcome.fault !== undefined && (outcome.fault & 0xff) === 5;

/** SQLite's primary result codes for trouble with the file or its lock, which a retry may outlive. */
const PASSING_FAULTS = new Set([5, 6, 8, 10, 11, 13, 14, 26]);

function toAppError({ error, fault }: Extract<Outcome, { error: Error }>): AppError {
  const code = fault !== undefined && PASSING_FAULTS.has(fault & 0xff) ? 'store_unavailable' : 'internal';
  return new AppError(code, { cause: error });
}
