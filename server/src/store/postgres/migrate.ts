// Creates and updates the schema. Migrations only add, so that two versions of the service run side by side.
import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { StartError } from '../../start-error.ts';

/** Identifies our migrations among the advisory locks of the database. */
const MIGRATION_LOCK = 0x66_66_6d;

export interface Migration {
  sql: string;
  /** The lowest schema version whose programs work with the schema after this migration. */
  oldest_reader: number;
}

interface SchemaState {
  /** The number of migrations applied; 0 if the schema does not exist. */
  version: number;
  oldest_reader: number;
}

const FOLDER = new URL('./migrations/', import.meta.url);

/** In order; the first creates version 1. */
export const MIGRATIONS: readonly Migration[] = readdirSync(FOLDER)
  .sort()
  .map((file) => readMigration(readFileSync(new URL(file, FOLDER), 'utf8')));

/** A migration that removes something states the oldest program that does not need it, in a line of its own. */
export function readMigration(sql: string): Migration {
  return { sql, oldest_reader: Number(/^-- oldest_reader: (\d+)$/m.exec(sql)?.[1] ?? 1) };
}

export async function readSchema(client: pg.Client): Promise<SchemaState> {
  const { rows: found } = await client.query(`SELECT to_regclass('finderfee.schema_version') AS found`);
  if (found[0].found === null) return { version: 0, oldest_reader: 0 };
  const { rows } = await client.query(
    `SELECT coalesce(max(version), 0) AS version, coalesce(max(oldest_reader), 0) AS oldest_reader
     FROM finderfee.schema_version`,
  );
  return rows[0];
}

/**
 * Brings the schema to the last migration. A schema that is current or newer is not touched, so that a role without DDL
 * rights can run the service.
 */
export async function migrate(
  client: pg.Client,
  { read_only = false, migrations = MIGRATIONS }: { read_only?: boolean; migrations?: readonly Migration[] } = {},
): Promise<void> {
  const { version, oldest_reader } = await readSchema(client);
  if (oldest_reader > migrations.length)
    throw new StartError('the database was migrated by a newer finderfee: run that version');
  if (version >= migrations.length) return;
  if (read_only) throw new StartError('the database is of an older version: start this version once, and try again');
  while (await migrateNext(client, migrations));
}

/** One transaction per migration. Other instances wait for the lock and then find nothing to do. */
async function migrateNext(client: pg.Client, migrations: readonly Migration[]): Promise<boolean> {
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  const { version } = await readSchema(client);
  const next = migrations[version];
  if (next) {
    if (version === 0) await createSchema(client);
    await client.query(next.sql);
    await client.query('INSERT INTO finderfee.schema_version (version, oldest_reader) VALUES ($1, $2)', [
      version + 1,
      next.oldest_reader,
    ]);
  }
  await client.query('COMMIT');
  return next !== undefined;
}

/** An administrator may have created the schema for a role that may not create one. */
async function createSchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`SELECT to_regnamespace('finderfee') AS found`);
  if (rows[0].found === null) await client.query('CREATE SCHEMA finderfee');
  await client.query(
    'CREATE TABLE finderfee.schema_version (version integer PRIMARY KEY, oldest_reader integer NOT NULL)',
  );
}
