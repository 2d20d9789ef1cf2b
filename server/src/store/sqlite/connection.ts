// One open database file, with its statements prepared once.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type File, pathOf, SYNCHRONOUS } from './files.ts';

/** How long a statement waits for another process's write before it gives up. */
const BUSY_TIMEOUT_MS = 5000;

export type Row = Record<string, unknown>;

export class Connection {
  readonly busy_timeout_ms = BUSY_TIMEOUT_MS;
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(folder: string, file: File, mode: 'read' | 'write') {
    this.#db = new DatabaseSync(pathOf(folder, file), { readOnly: mode === 'read', timeout: BUSY_TIMEOUT_MS });
    if (mode === 'write') {
      this.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${SYNCHRONOUS[file]}; PRAGMA foreign_keys = ON`);
      // What is erased is overwritten: in the ledger always, elsewhere where that costs no write of its own.
      this.exec(`PRAGMA secure_delete = ${file === 'ledger' ? 'ON' : 'FAST'}`);
      // Under load the log is copied into the file less often, and what was just written is still at hand.
      this.exec('PRAGMA wal_autocheckpoint = 8000; PRAGMA cache_size = -65536');
    }
  }

  /** SQLite ends a transaction by itself on some faults, a full disk among them. */
  get isTransaction(): boolean {
    return this.#db.isTransaction;
  }

  exec(sql: string): void {
    this.#db.exec(sql);
  }

  all(sql: string, ...params: SQLInputValue[]): Row[] {
    return this.#prepare(sql).all(...params) as Row[];
  }

  get(sql: string, ...params: SQLInputValue[]): Row | undefined {
    return this.#prepare(sql).get(...params) as Row | undefined;
  }

  /** Runs a change and says how many rows it touched. */
  run(sql: string, ...params: SQLInputValue[]): number {
    return Number(this.#prepare(sql).run(...params).changes);
  }

  /** Runs an insertion of one row and says its number. */
  insert(sql: string, ...params: SQLInputValue[]): number {
    return Number(this.#prepare(sql).run(...params).lastInsertRowid);
  }

  /** Every statement that has been prepared, for the check of their query plans. */
  get statements(): string[] {
    return [...this.#statements.keys()];
  }

  close(): void {
    this.#db.close();
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
