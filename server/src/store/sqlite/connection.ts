// An open database file with a cache of prepared statements.
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { type File, pathOf, SYNCHRONOUS } from './files.ts';

/** How long a statement waits for another process's write lock before it fails with SQLITE_BUSY. */
const BUSY_TIMEOUT_MS = 5000;

export type Row = Record<string, SQLOutputValue>;

export class Connection {
  readonly busy_timeout_ms = BUSY_TIMEOUT_MS;
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(folder: string, file: File, mode: 'read' | 'write') {
    this.#db = new DatabaseSync(pathOf(folder, file), { readOnly: mode === 'read', timeout: BUSY_TIMEOUT_MS });
    if (mode === 'write') {
      this.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${SYNCHRONOUS[file]}; PRAGMA foreign_keys = ON`);
      // The ledger holds personal data: deleted content is overwritten even where that costs extra page writes.
      this.exec(`PRAGMA secure_delete = ${file === 'ledger' ? 'ON' : 'FAST'}`);
      // Fewer checkpoints under load, and a page cache large enough for recently written pages.
      this.exec('PRAGMA wal_autocheckpoint = 8000; PRAGMA cache_size = -65536');
    }
  }

  /** Some errors, such as a full disk, make SQLite roll back the transaction on its own. */
  get isTransaction(): boolean {
    return this.#db.isTransaction;
  }

  exec(sql: string): void {
    this.#db.exec(sql);
  }

  all(sql: string, ...params: SQLInputValue[]): Row[] {
    return this.#prepare(sql).all(...params);
  }

  get(sql: string, ...params: SQLInputValue[]): Row | undefined {
    return this.#prepare(sql).get(...params);
  }

  /** Returns the number of rows changed. */
  run(sql: string, ...params: SQLInputValue[]): number {
    return Number(this.#prepare(sql).run(...params).changes);
  }

  /** Returns the rowid of the inserted row. */
  insert(sql: string, ...params: SQLInputValue[]): number {
    return Number(this.#prepare(sql).run(...params).lastInsertRowid);
  }

  /** The SQL of every prepared statement; a test checks their query plans. */
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
