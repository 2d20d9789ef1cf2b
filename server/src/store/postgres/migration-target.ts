// PostgreSQL as the target of a migration. Every step is a transaction with its progress, so that a killed migration
// continues after the last one.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { StartError } from '../../start-error.ts';
import type { Column, CopiedRows, MigrationTarget, RowBatch } from '../migration-port.ts';
import { MOVED_TABLES, type MovedTable } from '../moved-tables.ts';
import { checkServer } from './check-server.ts';
import { type ConnectionOptions, clientConfig } from './connection-options.ts';
import { copyIn, copyOut } from './copy.ts';
import { migrate } from './migrate.ts';
import { placeOf } from './place-of.ts';
import { toStartError } from './start-connection.ts';

/** Identifies our lock among the advisory locks of the database. */
const BEGIN_LOCK = 0x66_66_6f;

const TYPES: Record<string, Column['type']> = { int8: 'integer', int4: 'integer', bool: 'boolean', bytea: 'bytea' };

const COLUMNS = `SELECT a.attname AS name, t.typname AS type, a.attidentity <> '' AS is_identity
  FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
  WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`;

const ADVANCE = `INSERT INTO finderfee.migrated_tables AS t (name, last_key, rows, is_complete)
  VALUES ($1, $2, $3, $4)
  ON CONFLICT (name) DO UPDATE SET last_key = coalesce(excluded.last_key, t.last_key), rows = t.rows + excluded.rows,
    is_complete = excluded.is_complete`;

export async function openMigrationTarget(options: ConnectionOptions): Promise<MigrationTarget> {
  let client: pg.Client | undefined;
  try {
    client = new pg.Client(clientConfig(options));
    // If the connection is lost between two statements, the next one fails.
    client.on('error', () => {});
    await client.connect();
    await checkServer(client);
    await migrate(client);
    return new PostgresTarget(client, placeOf(options.url));
  } catch (error) {
    await client?.end();
    throw toStartError(options, error);
  }
}

/** Half of an installation must not be served. */
export async function refuseUnfinishedMigration(client: pg.Client, place: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM finderfee.migration WHERE finished_at_ms IS NULL');
  if (rowCount) throw new StartError(`the migration to ${place} is not finished: run \`npx finderfee migrate\` again`);
}

const nameIn = ({ name }: MovedTable) => `finderfee.${name}`;
const listOf = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

class PostgresTarget implements MigrationTarget {
  readonly #client: pg.Client;
  readonly #place: string;
  readonly #run = randomUUID();
  /** The number of rows that are copied, by table. */
  readonly #copied = new Map<string, number>();

  constructor(client: pg.Client, place: string) {
    this.#client = client;
    this.#place = place;
  }

  async begin(source_id: string): Promise<'begun' | 'continued' | 'complete'> {
    return this.#inTransaction(async () => {
      await this.#client.query('SELECT pg_advisory_xact_lock($1)', [BEGIN_LOCK]);
      const { rows } = await this.#client.query('SELECT source, finished_at_ms FROM finderfee.migration');
      const [found] = rows;
      if (found && found.source !== source_id)
        throw new StartError(`${this.#place} holds the migration of another installation`);
      if (found && found.finished_at_ms !== null) return 'complete';
      if (!found) await this.#refuseRows();
      await this.#client.query(
        `INSERT INTO finderfee.migration (one, source, run) VALUES (1, $1, $2)
         ON CONFLICT (one) DO UPDATE SET run = excluded.run`,
        [source_id, this.#run],
      );
      const { rowCount } = await this.#client.query('SELECT FROM finderfee.migrated_tables LIMIT 1');
      return rowCount ? 'continued' : 'begun';
    });
  }

  async #refuseRows(): Promise<void> {
    for (const table of MOVED_TABLES.filter(({ isSeeded }) => !isSeeded)) {
      const { rowCount } = await this.#client.query(`SELECT FROM ${nameIn(table)} LIMIT 1`);
      if (rowCount)
        throw new StartError(`${this.#place} is not empty: it has ${table.name}; use a new database for the migration`);
    }
  }

  async columnsOf(table: MovedTable): Promise<Column[]> {
    const { rows } = await this.#client.query(COLUMNS, [nameIn(table)]);
    return rows.map(({ name, type, is_identity }) => ({
      ...{ name, type: TYPES[type] ?? 'text', isIdentity: is_identity },
    }));
  }

  async progressOf(table: MovedTable): Promise<CopiedRows> {
    const { rows } = await this.#client.query(
      'SELECT last_key, rows, is_complete FROM finderfee.migrated_tables WHERE name = $1',
      [table.name],
    );
    const [found] = rows;
    this.#copied.set(table.name, found?.rows ?? 0);
    if (!found) return { last_key: null, rows: 0, isComplete: false };
    return {
      last_key: found.last_key === null ? null : JSON.parse(found.last_key),
      ...{ rows: found.rows, isComplete: found.is_complete },
    };
  }

  async append(table: MovedTable, columns: readonly Column[], batch: RowBatch): Promise<void> {
    await this.#transaction(async () => {
      await this.#advance(table, batch, false);
      if (table.isSeeded && this.#copied.get(table.name) === 0)
        await this.#client.query(`DELETE FROM ${nameIn(table)}`);
      await copyIn(this.#client, `${nameIn(table)} (${listOf(columns.map(({ name }) => name))})`, batch.text);
    });
    this.#copied.set(table.name, this.#copied.get(table.name)! + batch.rows);
  }

  async complete(table: MovedTable, references: Iterable<[from: string, to: string][]>): Promise<void> {
    await this.#transaction(async () => {
      await this.#advance(table, { rows: 0, last_key: null }, true);
      for (const pairs of references)
        await this.#client.query(
          `UPDATE ${nameIn(table)} SET ${table.forwardReference} = pair.to_key
           FROM unnest($1::bigint[], $2::bigint[]) AS pair (from_key, to_key) WHERE ${table.key[0]} = pair.from_key`,
          [pairs.map(([from]) => from), pairs.map(([, to]) => to)],
        );
    });
  }

  async #advance(table: MovedTable, to: { rows: number; last_key: string[] | null }, isComplete: boolean) {
    const last_key = to.last_key && JSON.stringify(to.last_key);
    await this.#client.query(ADVANCE, [table.name, last_key, to.rows, isComplete]);
  }

  async restart(table: MovedTable): Promise<void> {
    await this.#transaction(async () => {
      await this.#client.query('DELETE FROM finderfee.migrated_tables WHERE name = $1', [table.name]);
      await this.#client.query(`DELETE FROM ${nameIn(table)}`);
    });
  }

  async setLastNumber(table: MovedTable, column: string, last: string): Promise<void> {
    if (last === '0') return;
    await this.#transaction(() =>
      this.#client.query('SELECT setval(pg_get_serial_sequence($1, $2), $3)', [nameIn(table), column, last]),
    );
  }

  async read(table: MovedTable, columns: readonly Column[], onData: (lines: Buffer) => void): Promise<void> {
    const names = listOf(columns.map(({ name }) => name));
    await this.#transaction(() =>
      copyOut(this.#client, `SELECT ${names} FROM ${nameIn(table)} ORDER BY ${listOf(table.key)}`, onData),
    );
  }

  async analyse(table: MovedTable): Promise<void> {
    await this.#transaction(() => this.#client.query(`ANALYZE ${nameIn(table)}`));
  }

  async finish(): Promise<void> {
    await this.#transaction(() =>
      this.#client.query('UPDATE finderfee.migration SET finished_at_ms = $1', [Date.now()]),
    );
  }

  /** The connection may be lost already. */
  async close(): Promise<void> {
    await this.#client.end().catch(() => {});
  }

  /** Of the process that has begun last. Another one that begins waits for its end. */
  #transaction<T>(action: () => Promise<T>): Promise<T> {
    return this.#inTransaction(async () => {
      const { rowCount } = await this.#client.query(
        'SELECT FROM finderfee.migration WHERE run = $1 AND finished_at_ms IS NULL FOR UPDATE',
        [this.#run],
      );
      if (!rowCount) throw new StartError(`another process is migrating to ${this.#place}`);
      return action();
    });
  }

  async #inTransaction<T>(action: () => Promise<T>): Promise<T> {
    // Large tables take longer than the limit that a database may have for its queries.
    await this.#client.query('BEGIN; SET LOCAL statement_timeout = 0');
    try {
      const result = await action();
      await this.#client.query('COMMIT');
      return result;
    } catch (error) {
      await this.#client.query('ROLLBACK').catch(() => {});
      throw error;
    }
  }
}
