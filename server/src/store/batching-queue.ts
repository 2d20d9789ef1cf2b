// Runs calls to a database in batches. Calls that arrive while a batch runs form the next one (group commit).
import { AppError } from '../app-error.ts';
import type { QueueFigures } from './store-figures.ts';

/** Back-pressure: with this many calls queued, further calls fail as overloaded. */
const MAX_QUEUED = 10_000;
/**
 * Bounds how long the first call of a batch waits for the last. Larger batches save few commits and return their results
 * in bursts that leave the event loop idle in between: 100 was measured to acknowledge a third more calls than 500.
 */
const MAX_BATCH = 100;
/** A call that was queued longer fails instead of running: its caller has given up. Imports have no deadline. */
const QUEUE_DEADLINE_MS = 4000;

/** `is_busy`: the call did not start, because another process holds a lock. A call without a deadline is then repeated. */
export type CallOutcome = { value: unknown } | { error: AppError; is_busy: boolean };

interface PendingCall<C> {
  call: C;
  /** Infinity: the call has no deadline. */
  queued_at_ms: number;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

export class BatchingQueue<C> {
  readonly #runBatch: (calls: C[]) => Promise<CallOutcome[]>;
  readonly #maxBatch: number;
  readonly #weightOf: (call: C) => number;
  /** While `starting`, calls are queued; while `suspended`, they fail at once. */
  #state: 'starting' | 'running' | 'suspended' = 'starting';
  #isClosing = false;
  #isScheduled = false;
  #queued: PendingCall<C>[] = [];
  #inFlight: PendingCall<C>[] = [];
  #whenIdle: (() => void) | undefined;
  #batches = 0;
  #calls = 0;
  #batches_ms = 0;
  /** When the batch in flight started. */
  #started_ms = 0;

  /**
   * `runBatch` resolves to the outcomes in the order of the calls. If it rejects, its calls fail as unavailable. The calls
   * of a batch weigh at most `maxBatch` together; a heavier one runs alone.
   */
  constructor(
    runBatch: (calls: C[]) => Promise<CallOutcome[]>,
    { maxBatch = MAX_BATCH, weightOf = (_call: C): number => 1 } = {},
  ) {
    this.#runBatch = runBatch;
    this.#maxBatch = maxBatch;
    this.#weightOf = weightOf;
  }

  /** Calls queued or in flight. */
  get pending(): number {
    return this.#queued.length + this.#inFlight.length;
  }

  get figures(): QueueFigures {
    return { waiting: this.pending, batches: this.#batches, calls: this.#calls, batches_s: this.#batches_ms / 1000 };
  }

  call(call: C, { hasDeadline = true } = {}): Promise<unknown> {
    if (this.#isClosing) return Promise.reject(new AppError('not_ready'));
    if (this.#state === 'suspended') return Promise.reject(unavailable('the database is not connected'));
    if (this.#queued.length >= MAX_QUEUED) return Promise.reject(new AppError('overloaded'));
    return new Promise((resolve, reject) => {
      const queued_at_ms = hasDeadline ? performance.now() : Number.POSITIVE_INFINITY;
      this.#queued.push({ call, resolve, reject, queued_at_ms });
      this.#schedule();
    });
  }

  /** The database is connected: batches run from now on. */
  resume(): void {
    this.#state = 'running';
    // Deadlines start when the database is connected.
    for (const pending of this.#queued) pending.queued_at_ms = Math.max(pending.queued_at_ms, performance.now());
    this.#schedule();
  }

  /**
   * The connection is lost: pending calls fail, and further ones until `resume`. Calls in flight may or may not have
   * committed. Callers can retry them, because writes are idempotent by key.
   */
  suspend(cause: unknown): void {
    this.#state = 'suspended';
    const lost = [...this.#inFlight, ...this.#queued];
    this.#endBatch();
    this.#queued = [];
    for (const pending of lost) pending.reject(unavailable(cause));
    this.#whenIdle?.();
  }

  /** Refuses further calls. Resolves when the pending ones have completed. */
  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.pending > 0) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
  }

  // Deferred to the end of this event-loop turn, so that requests that arrive together share a commit.
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#runNext();
    });
  }

  #runNext(): void {
    if (this.#state !== 'running' || this.#inFlight.length > 0) return;
    this.#failOverdue();
    if (this.#queued.length === 0) {
      this.#whenIdle?.();
      return;
    }
    const batch = this.#queued.splice(0, this.#nextSize());
    this.#inFlight = batch;
    this.#batches++;
    this.#calls += batch.length;
    this.#started_ms = performance.now();
    this.#runBatch(batch.map(({ call }) => call)).then(
      (outcomes) => this.#finish(batch, outcomes),
      (cause) =>
        this.#finish(
          batch,
          batch.map(() => ({ error: unavailable(cause), is_busy: false })),
        ),
    );
  }

  #nextSize(): number {
    let weight = 0;
    const end = this.#queued.findIndex(({ call }) => {
      weight += this.#weightOf(call);
      return weight > this.#maxBatch;
    });
    return end === -1 ? this.#queued.length : Math.max(end, 1);
  }

  #failOverdue(): void {
    const deadline_ms = performance.now() - QUEUE_DEADLINE_MS;
    const overdue = this.#queued.filter((pending) => pending.queued_at_ms <= deadline_ms);
    if (overdue.length > 0) this.#queued = this.#queued.filter((pending) => pending.queued_at_ms > deadline_ms);
    for (const pending of overdue) pending.reject(unavailable('the call waited too long'));
  }

  #endBatch(): void {
    if (this.#inFlight.length > 0) this.#batches_ms += performance.now() - this.#started_ms;
    this.#inFlight = [];
  }

  #finish(batch: PendingCall<C>[], outcomes: CallOutcome[]): void {
    // Its calls failed when the queue was suspended.
    if (batch !== this.#inFlight) return;
    const isRepeated = (pending: PendingCall<C>, i: number) =>
      !hasDeadline(pending) && isBusy(outcomes[i]!) && !this.#isClosing;
    this.#endBatch();
    this.#queued.unshift(...batch.filter(isRepeated));
    // The next batch runs while the callers handle the results of this one.
    this.#runNext();
    for (const [i, pending] of batch.entries()) {
      const outcome = outcomes[i]!;
      if ('value' in outcome) pending.resolve(outcome.value);
      else if (!isRepeated(pending, i)) pending.reject(outcome.error);
    }
  }
}

const unavailable = (cause: unknown) => new AppError('store_unavailable', { cause });

const hasDeadline = (pending: PendingCall<unknown>) => pending.queued_at_ms !== Number.POSITIVE_INFINITY;

const isBusy = (outcome: CallOutcome) => 'error' in outcome && outcome.is_busy;
