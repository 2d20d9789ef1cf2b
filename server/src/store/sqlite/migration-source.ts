// The embedded store as the source of a migration: its rows, as lines of PostgreSQL's COPY text format.
import { createHash, randomBytes } from 'node:crypto';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { StartError } from '../../start-error.ts';
import { RUN_LEASE_MS } from '../feed-store.ts';
import type { Column, MigrationSource, RowBatch } from '../migration-port.ts';
import type { MovedTable } from '../moved-tables.ts';
import { copyBytes, copyText, NULL_TEXT } from '../rules/copy-text.ts';
import { Connection } from './connection.ts';
import { openFolder } from './data-folder.ts';
import { FILES, type File, pathOf } from './files.ts';
import { isBusy, markMigrated } from './folder-lock.ts';
import { getOrCreate } from './secrets.ts';
import { holdSource, type SourceLock } from './source-lock.ts';

/** A batch is one transaction: small enough to be repeated after a kill, large enough to share its commit. */
const BATCH_ROWS = 5000;
/** Bounds a batch of wide rows, such as products. */
const BATCH_CHARS = 4_000_000;
const BUSY_TIMEOUT_MS = 5000;
/** A read-only server writes to the other file. */
const FROZEN = ['catalogue', 'ledger'] as const;

/** How a column is read, so that PostgreSQL prints it alike. Integers may exceed those of JavaScript. */
const AS_TEXT: Record<Column['type'], (expression: string) => string> = {
  text: (expression) => expression,
  integer: (expression) => `CAST(${expression} AS TEXT)`,
  boolean: (expression) => `CASE ${expression} WHEN 0 THEN 'f' WHEN 1 THEN 't' END`,
  bytea: (expression) => expression,
};

/** Checks the folder as every command does, and keeps servers that write away from it. */
export function lockMigrationSource(folder: string): SourceLock {
  openFolder(folder, { own: false });
  const lock = holdSource(folder);
  if (lock.isHeld) createSecret(folder);
  return lock;
}

/** As the first start of a server does: it identifies the installation. */
function createSecret(folder: string): void {
  const db = new Connection(folder, 'catalogue', 'write');
  getOrCreate(db, { name: 'tokens', proposed: randomBytes(32) });
  db.close();
}

export interface SourceOptions {
  /** The time at which sessions count as expired. */
  now_ms: number;
  batch_rows?: number;
}

/** The lock must be held until the source is closed. */
export function openMigrationSource(
  folder: string,
  lock: SourceLock,
  { now_ms, batch_rows = BATCH_ROWS }: SourceOptions,
): MigrationSource {
  const files = new Map(FILES.map((file) => [file, openFile(folder, file)]));
  const fileOf = ({ file }: MovedTable): DatabaseSync => files.get(file)!;
  refuseFeedRun(files.get('catalogue')!, folder, now_ms);
  const relationOf = ({ name, from = name }: MovedTable) => from.replaceAll('$now', String(now_ms));

  function* batches(table: MovedTable, columns: readonly Column[], after: readonly string[] | null) {
    // A read-only server creates and deletes sessions meanwhile: they are copied and compared as they are now.
    if (table.file === 'sessions' && !fileOf(table).isTransaction) fileOf(table).exec('BEGIN');
    const keyList = table.key.map((name) => `"${name}"`).join(', ');
    const values = columns.map(({ name, type }) => AS_TEXT[type](expressionOf(table, name)));
    const isText = columns.map(({ type }) => type === 'text');
    const keyAt = table.key.map((name) => columns.findIndex((column) => column.name === name));
    const condition = after ? `WHERE (${keyList}) > (${after.map(() => '?').join(', ')})` : '';
    const statement = fileOf(table).prepare(
      `SELECT ${values.join(', ')} FROM ${relationOf(table)} ${condition} ORDER BY ${keyList}`,
    );
    statement.setReturnArrays(true);
    const rows = statement.iterate(...(after ?? [])) as unknown as Iterable<SQLOutputValue[]>;
    const builder = new BatchBuilder({ isText, keyAt, batch_rows });
    for (const row of rows) {
      builder.add(row as CopiedValue[]);
      if (builder.isFull) yield builder.take();
    }
    if (!builder.isEmpty) yield builder.take();
  }

  return {
    id: identify(files.get('catalogue')!, folder),
    isStopped: lock.isHeld,
    countRows: (table) => numberIn(fileOf(table), `SELECT count(*) FROM ${relationOf(table)}`),
    batches,
    *references(table, column) {
      const [key] = table.key;
      const rows = fileOf(table)
        .prepare(
          `SELECT CAST(${key} AS TEXT) AS "from", CAST(${column} AS TEXT) AS "to" FROM ${relationOf(table)}
           WHERE ${column} IS NOT NULL ORDER BY ${key}`,
        )
        .iterate();
      let pairs: [string, string][] = [];
      for (const { from, to } of rows) {
        pairs.push([String(from), String(to)]);
        if (pairs.length === BATCH_ROWS) {
          yield pairs;
          pairs = [];
        }
      }
      yield pairs;
    },
    lastNumber: (table, column) => lastNumber(fileOf(table), table.name, column),
    freeze: () => {
      for (const file of FROZEN) files.set(file, frozenFile(folder, file, files.get(file)!));
    },
    refuseWriter: lock.refuseWriter,
    retire: () => markMigrated(folder),
    close: () => {
      for (const db of files.values()) db.close();
    },
  };
}

type CopiedValue = string | Uint8Array | null;

const expressionOf = ({ computed }: MovedTable, name: string) => computed?.[name] ?? `"${name}"`;

interface RowLayout {
  isText: readonly boolean[];
  /** The positions of the key columns. */
  keyAt: readonly number[];
  batch_rows: number;
}

/** Collects rows until a batch is full. */
class BatchBuilder {
  readonly #layout: RowLayout;
  #lines: string[] = [];
  #chars = 0;
  #last: CopiedValue[] = [];

  constructor(layout: RowLayout) {
    this.#layout = layout;
  }

  get isFull(): boolean {
    return this.#lines.length >= this.#layout.batch_rows || this.#chars >= BATCH_CHARS;
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  add(row: CopiedValue[]): void {
    const { isText } = this.#layout;
    let line = '';
    for (let i = 0; i < row.length; i++) {
      if (i > 0) line += '\t';
      const value = row[i]!;
      if (typeof value !== 'string') line += value === null ? NULL_TEXT : copyBytes(value);
      else line += isText[i] ? copyText(value) : value;
    }
    line += '\n';
    this.#lines.push(line);
    this.#chars += line.length;
    this.#last = row;
  }

  take(): RowBatch {
    const batch = {
      text: this.#lines.join(''),
      rows: this.#lines.length,
      last_key: this.#layout.keyAt.map((at) => String(this.#last[at])),
    };
    this.#lines = [];
    this.#chars = 0;
    return batch;
  }
}

/** Opens a file again, with its write lock, which the last connection to close it releases. */
function frozenFile(folder: string, file: File, before: DatabaseSync): DatabaseSync {
  const db = openFile(folder, file, false);
  try {
    db.exec('BEGIN IMMEDIATE');
  } catch (error) {
    db.close();
    if (isBusy(error)) throw new StartError(`${folder}/${file}.db is being written: try again`);
    throw error;
  }
  before.close();
  return db;
}

function openFile(folder: string, file: File, readOnly = true): DatabaseSync {
  const db = new DatabaseSync(pathOf(folder, file), { readOnly, timeout: BUSY_TIMEOUT_MS });
  for (const algorithm of ['sha1', 'sha256'])
    db.function(algorithm, { deterministic: true }, (value) =>
      value === null ? null : createHash(algorithm).update(String(value)).digest(),
    );
  return db;
}

/** Every installation that a server has opened has this secret, and no other one has the same. */
function identify(db: DatabaseSync, folder: string): string {
  const row = db.prepare(`SELECT value FROM secrets WHERE name = 'tokens'`).get();
  if (!row) throw new StartError(`${folder} has no secrets: start this version on it once, and try again`);
  return createHash('sha256')
    .update('migration')
    .update(row.value as Uint8Array)
    .digest('hex');
}

/** Imports are processes of their own, which outlive the server. */
function refuseFeedRun(db: DatabaseSync, folder: string, now_ms: number): void {
  const row = db
    .prepare(`SELECT id FROM feed_runs WHERE state = 'running' AND seen_at_ms > ?`)
    .get(now_ms - RUN_LEASE_MS);
  if (row) throw new StartError(`a feed is being imported into ${folder}: try again when its run has ended`);
}

const numberIn = (db: DatabaseSync, sql: string): number => Number(Object.values(db.prepare(sql).get()!)[0]);

/** SQLite remembers the last number of some tables, also if its row is deleted. */
function lastNumber(db: DatabaseSync, table: string, column: string): string {
  const row = db
    .prepare(
      `SELECT CAST(max(coalesce((SELECT max(${column}) FROM ${table}), 0),
         coalesce((SELECT seq FROM sqlite_sequence WHERE name = ?), 0)) AS TEXT) AS last`,
    )
    .get(table)!;
  return String(row.last);
}
