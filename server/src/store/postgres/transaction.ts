// A transaction on one connection. Statements that are issued without waiting for each other share a round trip.
import type { Writable } from 'node:stream';
import type pg from 'pg';
import type { Row } from '../columns.ts';
import type { Statement } from './statement.ts';

/** Runs statements, inside or outside of a transaction. */
export interface Queryable {
  rows(statement: Statement, ...values: unknown[]): Promise<Row[]>;
}

/**
 * Another process may wait for the locks of a transaction whose own process was paused, or whose machine was lost: the
 * server ends it then. Set for the transaction only, because a session may be shared through PgBouncer.
 */
const IDLE_TIMEOUT_MS = 3000;
const BEGIN = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS}`;

export class Transaction implements Queryable {
  readonly #client: pg.ClientBase;
  readonly #prepare: boolean;
  #isCorked = false;
  /** The error of the first statement that failed. The ones after it fail because the transaction is aborted. */
  failure: unknown;

  /** Begins the transaction with its first statement. */
  constructor(client: pg.ClientBase, { prepare }: { prepare: boolean }) {
    this.#client = client;
    this.#prepare = prepare;
    this.#cork();
    this.#track(client.query(BEGIN));
  }

  async rows(statement: Statement, ...values: unknown[]): Promise<Row[]> {
    return (await this.#query(statement, values)).rows;
  }

  /** The first row. */
  async row(statement: Statement, ...values: unknown[]): Promise<Row | undefined> {
    return (await this.#query(statement, values)).rows[0];
  }

  /** Returns the number of rows changed. */
  async run(statement: Statement, ...values: unknown[]): Promise<number> {
    return (await this.#query(statement, values)).rowCount ?? 0;
  }

  /** Runs a statement whose result does not matter. Its error makes the commit fail. */
  send(statement: Statement, ...values: unknown[]): void {
    void this.#query(statement, values);
  }

  /** Gives up, because another transaction has changed what this one has read. It is run again from the start. */
  repeat(): never {
    this.failure ??= Object.assign(new Error('a concurrent transaction has changed the same rows'), { code: '40001' });
    throw this.failure;
  }

  /** Shares the round trip of the statements before it. */
  async commit(): Promise<void> {
    this.#cork();
    await this.#track(this.#client.query('COMMIT'));
    // PostgreSQL answers the commit of an aborted transaction with a rollback, not with an error.
    if (this.failure !== undefined) throw this.failure;
  }

  async rollback(): Promise<void> {
    await this.#client.query('ROLLBACK');
  }

  #query(statement: Statement, values: unknown[]): Promise<pg.QueryResult> {
    this.#cork();
    const { text } = statement;
    if (!this.#prepare) return this.#track(this.#client.query({ text, values }));
    const name = nameOf(this.#client, statement);
    const query = this.#track(this.#client.query({ name, text, values }));
    query.catch(() => retireUnparsed(this.#client, statement, name));
    return query;
  }

  /** Statements that are issued together are sent together: a write to the socket costs as much as building one. */
  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    const { stream } = (this.#client as unknown as { connection: { stream: Writable } }).connection;
    stream.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }

  #track<T>(query: Promise<T>): Promise<T> {
    // Also handles a failure that no caller waits for.
    query.catch((error) => {
      this.failure ??= error;
    });
    return query;
  }
}

/**
 * The numbers of failed attempts to parse a statement, by connection. PgBouncer takes the name of such an attempt for
 * used and refuses it, so the next attempt has another name.
 */
const failedParses = new WeakMap<pg.ClientBase, Map<Statement, number>>();

function nameOf(client: pg.ClientBase, statement: Statement): string {
  const failed = failedParses.get(client)?.get(statement) ?? 0;
  return failed === 0 ? statement.name : `${statement.name}-${failed}`;
}

/** A statement after a failed one is not parsed: the transaction is aborted. */
function retireUnparsed(client: pg.ClientBase, statement: Statement, name: string): void {
  const { parsedStatements } = (client as unknown as { connection: { parsedStatements: Record<string, string> } })
    .connection;
  if (name in parsedStatements || name !== nameOf(client, statement)) return;
  const failed = failedParses.get(client) ?? new Map<Statement, number>();
  failedParses.set(client, failed.set(statement, (failed.get(statement) ?? 0) + 1));
}
