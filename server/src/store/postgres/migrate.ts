// Creates and updates the schema. Migrations only add, so that two versions of the service run side by side.
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { type ConnectionOptions, clientConfig } from './connection-options.ts';

/** Identifies our migrations among the advisory locks of the database. */
const MIGRATION_LOCK = 0x66_66_6d;

const FOLDER = new URL('./migrations/', import.meta.url);

/** In order; the first is version 1. */
const migrations = (): string[] =>
  readdirSync(FOLDER)
    .sort()
    .map((file) => readFileSync(new URL(file, FOLDER), 'utf8'));

export async function migrate(options: ConnectionOptions): Promise<void> {
  const client = new pg.Client(clientConfig(options));
  await client.connect();
  try {
    await client.query('BEGIN');
    // Released by the commit. Other instances wait here and then find nothing to do.
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await client.query('CREATE SCHEMA IF NOT EXISTS finderfee');
    await client.query('CREATE TABLE IF NOT EXISTS finderfee.schema_version (version integer NOT NULL)');
    const { rows } = await client.query('SELECT max(version) AS version FROM finderfee.schema_version');
    for (const [i, sql] of migrations().entries()) {
      if (i < rows[0].version) continue;
      await client.query(sql);
      await client.query('INSERT INTO finderfee.schema_version (version) VALUES ($1)', [i + 1]);
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
