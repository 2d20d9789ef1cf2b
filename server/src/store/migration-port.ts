// What a migration between engines needs of its source and of its target. Rows travel as lines of PostgreSQL's COPY text
// format, which is also the canonical form in which both sides are compared.
import type { MovedTable } from './moved-tables.ts';

export interface Column {
  name: string;
  type: 'text' | 'integer' | 'boolean' | 'bytea';
  /** Numbered by a sequence. */
  isIdentity: boolean;
}

/** Rows of a table in order of its key. */
export interface RowBatch {
  /** Lines of the COPY text format, each with its line break. */
  text: string;
  rows: number;
  /** The key of the last row. */
  last_key: string[];
}

export interface MigrationSource {
  /** Identifies the installation, without telling its secrets. */
  readonly id: string;
  /** No server uses the source, and none can start. Otherwise a read-only one does. */
  readonly isStopped: boolean;
  countRows(table: MovedTable): number;
  /** Reads the rows after a key, in bounded batches. */
  batches(table: MovedTable, columns: readonly Column[], after: readonly string[] | null): Iterable<RowBatch>;
  /** The values of a column that is copied last, by the first column of the key; without NULL. */
  references(table: MovedTable, column: string): Iterable<[from: string, to: string][]>;
  /** The highest number that a column has ever had. */
  lastNumber(table: MovedTable, column: string): string;
  /** Refuses writes of all processes, except to sessions, until the source is closed. */
  freeze(): void;
  /** Throws if a server that writes has been started meanwhile. */
  refuseWriter(): void;
  /** Servers that write refuse the data folder from now on. */
  retire(): void;
  close(): void;
}

/** How far the rows of a table are copied. */
export interface CopiedRows {
  last_key: string[] | null;
  rows: number;
  isComplete: boolean;
}

export interface MigrationTarget {
  /**
   * Begins or continues the migration of this source; refuses another one, and a database that is not empty. `begun`: no
   * row is copied yet. Every other process that migrates to this database fails from now on.
   */
  begin(source_id: string): Promise<'begun' | 'continued' | 'complete'>;
  columnsOf(table: MovedTable): Promise<Column[]>;
  progressOf(table: MovedTable): Promise<CopiedRows>;
  /** Copies rows and saves the progress in one transaction. */
  append(table: MovedTable, columns: readonly Column[], batch: RowBatch): Promise<void>;
  /** Marks the table as copied, after filling in the references. */
  complete(table: MovedTable, references: Iterable<[from: string, to: string][]>): Promise<void>;
  /** Removes what was copied, so that the table is copied from the start. */
  restart(table: MovedTable): Promise<void>;
  /** The next number of the column follows this one. */
  setLastNumber(table: MovedTable, column: string, last: string): Promise<void>;
  /** Reads the rows back, in order of the key. */
  read(table: MovedTable, columns: readonly Column[], onData: (lines: Buffer) => void): Promise<void>;
  /** Collects statistics: without them the first queries of the service would be planned badly. */
  analyse(table: MovedTable): Promise<void>;
  /** Marks the migration as complete: instances may start. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

export interface MigrationSides {
  source: MigrationSource;
  target: MigrationTarget;
  close(): Promise<void>;
}
