// Reads on a pool of connections, each as a statement of its own.
import pg from 'pg';
import { AppError } from '../../app-error.ts';
import type { Row } from '../columns.ts';
import type { PoolFigures, QueueFigures } from '../store-figures.ts';
import { type ConnectionOptions, clientConfig } from './connection-options.ts';
import { faultOf, toAppError } from './faults.ts';
import type { Statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

/** Back-pressure: with this many reads waiting for a connection, further reads fail as overloaded. */
const MAX_WAITING = 10_000;

export interface ReaderOptions extends ConnectionOptions {
  connections: number;
  /** A read that takes longer fails as unavailable. */
  deadline_ms: number;
}

export class Reader implements Queryable {
  readonly #pool: pg.Pool;
  readonly #prepare: boolean;
  readonly #deadline_ms: number;
  #reads = 0;
  #reads_ms = 0;

  constructor({ connections, deadline_ms, prepare, ...options }: ReaderOptions) {
    this.#prepare = prepare;
    this.#deadline_ms = deadline_ms;
    this.#pool = new pg.Pool({ ...clientConfig({ prepare, ...options }), max: connections, idleTimeoutMillis: 0 });
    // An idle connection that is lost is replaced by the next read.
    this.#pool.on('error', () => {});
    // The pool does not report the loss of a connection that is in use; the query that it serves fails.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** A read is not shared with others, so each counts as a batch. */
  get figures(): QueueFigures {
    const waiting = this.#pool.waitingCount + this.poolFigures.busy;
    return { waiting, batches: this.#reads, calls: this.#reads, batches_s: this.#reads_ms / 1000 };
  }

  get poolFigures(): PoolFigures {
    const { totalCount: open, idleCount, options } = this.#pool;
    return { open, busy: open - idleCount, max: options.max };
  }

  rows(statement: Statement, ...values: unknown[]): Promise<Row[]> {
    return this.#query(this.#deadline_ms, statement, values);
  }

  /** The same connections with another deadline. */
  withDeadline(deadline_ms: number): Queryable {
    return { rows: (statement, ...values) => this.#query(deadline_ms, statement, values) };
  }

  async #query(deadline_ms: number, { name, text }: Statement, values: unknown[]): Promise<Row[]> {
    if (this.#pool.waitingCount >= MAX_WAITING) throw new AppError('overloaded');
    this.#reads++;
    const started_ms = performance.now();
    const query = { text, values, query_timeout: deadline_ms, ...(this.#prepare ? { name } : {}) };
    try {
      return (await this.#pool.query(query)).rows;
    } catch (error) {
      throw toAppError(error, faultOf(error));
    } finally {
      this.#reads_ms += performance.now() - started_ms;
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
