// A write connection with its queue. Waiting calls form a batch (group commit); a lost connection is replaced.
import pg from 'pg';
import { BatchingQueue, type CallOutcome } from '../batching-queue.ts';
import type { QueueFigures } from '../store-figures.ts';
import { type ConnectionOptions, clientConfig } from './connection-options.ts';
import { type Fault, faultOf, toAppError } from './faults.ts';
import { Transaction } from './transaction.ts';

/**
 * A batch that takes longer fails as unavailable, and its outcome is unknown: a commit that waits for a standby ignores
 * `statement_timeout`. Callers can retry, because writes are idempotent by key.
 */
const DEADLINE_MS = 5000;
/** The same for imports, whose calls write many rows. */
const PATIENT_DEADLINE_MS = 60_000;
/** Short, so that the service recovers within a second of its database. */
const RECONNECT_DELAYS_MS = { first: 50, longest: 1000 };
/** Attempts of a batch that another transaction got in the way of. */
const MAX_ATTEMPTS = 5;

/**
 * A group costs two round trips and a fixed number of statements, whatever its size. With 256 callers on one conversation,
 * 200 was measured to take a fifth less CPU per call than 100.
 */
const MAX_GROUP = 200;

export interface LaneCall {
  name: string;
  input: unknown;
  hasDeadline: boolean;
}

/** Runs calls in one transaction and returns their replies in order. */
export type RunCalls = (tx: Transaction, calls: LaneCall[]) => Promise<unknown[]>;

type CommitOutcome = { replies: unknown[] } | { error: unknown; fault: Fault };

interface LaneOptions extends ConnectionOptions {
  run: RunCalls;
  /** How much of a group a call takes. */
  weightOf: (call: LaneCall) => number;
  onFault: (error: unknown) => void;
}

export class Lane {
  readonly #options: LaneOptions;
  readonly #queue: BatchingQueue<LaneCall>;
  #client: pg.Client | undefined;
  #connecting: Promise<void> | undefined;
  #reconnectDelay_ms = RECONNECT_DELAYS_MS.first;
  #isClosing = false;

  constructor(options: LaneOptions) {
    this.#options = options;
    const { weightOf } = options;
    this.#queue = new BatchingQueue((calls) => this.#runBatch(calls), { maxBatch: MAX_GROUP, weightOf });
  }

  get figures(): QueueFigures {
    return this.#queue.figures;
  }

  /** Without this, the lane connects with its first call. */
  start(): Promise<void> {
    this.#connecting ??= this.#connect();
    return this.#connecting;
  }

  call(call: LaneCall): Promise<unknown> {
    if (!this.#connecting && !this.#isClosing) this.start().catch((error) => this.#reconnect(error));
    return this.#queue.call(call, { hasDeadline: call.hasDeadline });
  }

  /** Completes all pending calls, then disconnects. */
  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#connecting) await this.#queue.close();
    await this.#client?.end();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ ...clientConfig(this.#options), pipeline: true });
    // Emitted also between queries; without a listener it would end the process.
    client.on('error', (error) => this.#disconnect(client, error));
    client.on('end', () => this.#disconnect(client, new Error('the server closed the connection')));
    await client.connect();
    // Closed meanwhile. A connection that stays open would keep the process from ending.
    if (this.#isClosing && this.#queue.pending === 0) return void client.end();
    this.#client = client;
    this.#reconnectDelay_ms = RECONNECT_DELAYS_MS.first;
    this.#queue.resume();
  }

  #disconnect(client: pg.Client, cause: unknown): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    destroy(client);
    if (!this.#isClosing) this.#options.onFault(cause);
    this.#reconnect(cause);
  }

  #reconnect(cause: unknown): void {
    this.#queue.suspend(cause);
    if (this.#isClosing) return;
    setTimeout(() => {
      if (!this.#isClosing) this.#connect().catch((error) => this.#reconnect(error));
    }, this.#reconnectDelay_ms).unref();
    this.#reconnectDelay_ms = Math.min(this.#reconnectDelay_ms * 2, RECONNECT_DELAYS_MS.longest);
  }

  async #runBatch(calls: LaneCall[]): Promise<CallOutcome[]> {
    const client = this.#client!;
    const deadline_ms = calls.some(({ hasDeadline }) => hasDeadline) ? DEADLINE_MS : PATIENT_DEADLINE_MS;
    const timer = setTimeout(() => this.#disconnect(client, new Error('the transaction took too long')), deadline_ms);
    try {
      return await this.#runGroup(client, calls);
    } finally {
      clearTimeout(timer);
    }
  }

  /** If a call is at fault, each half runs as a group, so that the others succeed after few more transactions. */
  async #runGroup(client: pg.Client, calls: LaneCall[]): Promise<CallOutcome[]> {
    const outcome = await this.#commit(client, calls);
    if ('replies' in outcome) return outcome.replies.map((value) => ({ value }));
    const { error, fault } = outcome;
    if (calls.length > 1 && fault !== 'unavailable') {
      const half = calls.length >> 1;
      const first = await this.#runGroup(client, calls.slice(0, half));
      return [...first, ...(await this.#runGroup(client, calls.slice(half)))];
    }
    return calls.map(() => ({ error: toAppError(error, fault), is_busy: fault === 'repeat' }));
  }

  async #commit(client: pg.Client, calls: LaneCall[]): Promise<CommitOutcome> {
    for (let attempt = 1; ; attempt++) {
      const tx = new Transaction(client, this.#options);
      try {
        const replies = await this.#options.run(tx, calls);
        await tx.commit();
        return { replies };
      } catch (error) {
        // Without a failed statement, the error is one of the call itself.
        const fault = tx.failure === undefined ? 'call' : faultOf(tx.failure);
        if (fault === 'unavailable') this.#disconnect(client, error);
        else await tx.rollback();
        if (fault !== 'repeat' || attempt === MAX_ATTEMPTS) return { error: tx.failure ?? error, fault };
      }
    }
  }
}

/** Ends a connection that may be stuck. */
function destroy(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
