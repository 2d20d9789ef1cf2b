// Looks into a service's database, for facts that its API does not show. Queries are SQL that every engine understands.
import { DatabaseSync } from 'node:sqlite';
import { migrationsOf } from '../../server/src/store/sqlite/data-folder.ts';
import { FILES, type File, pathOf } from '../../server/src/store/sqlite/files.ts';
import { queryDatabase, withClient } from './postgres-client.ts';

const BUSY_TIMEOUT_MS = 5000;

export type FactRow = Record<string, unknown>;

/** Rows of a query, also while the service runs. `data` is its data folder, or the URL of its database. */
export async function queryFacts(data: string, sql: string): Promise<FactRow[]> {
  if (isDatabase(data)) return queryDatabase(data, sql);
  const db = new DatabaseSync(pathOf(data, fileOf(sql)), { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
}

/** The first column of a query, as text. */
export async function listFacts(data: string, sql: string): Promise<string[]> {
  return (await queryFacts(data, sql)).map((row) => String(Object.values(row)[0]));
}

/** The first column of a query's only row; true counts as 1. */
export async function countFacts(data: string, sql: string): Promise<number> {
  const [row] = await queryFacts(data, sql);
  return Number(Object.values(row!)[0]);
}

/** Runs an action while another process holds a write lock on a table. */
export async function whileLocked<T>(data: string, table: string, action: () => Promise<T>): Promise<T> {
  if (isDatabase(data))
    return withClient(data, async (client) => {
      await client.query(`BEGIN; LOCK TABLE finderfee.${table} IN SHARE MODE`);
      return action();
    });
  const other = new DatabaseSync(pathOf(data, FILE_OF_TABLE.get(table)!));
  other.exec('BEGIN IMMEDIATE');
  try {
    return await action();
  } finally {
    other.close();
  }
}

const isDatabase = (data: string) => data.startsWith('postgres://');

const FILE_OF_TABLE = new Map(
  FILES.flatMap((file) =>
    migrationsOf(file).flatMap((sql) =>
      [...sql.matchAll(/CREATE TABLE (\w+)/g)].map(([, table]): [string, File] => [table!, file]),
    ),
  ),
);

/** A query uses the tables of one file only. */
function fileOf(sql: string): File {
  const table = [...sql.matchAll(/\b(?:FROM|JOIN) (\w+)/g)].map(([, name]) => name!)[0];
  const file = table && FILE_OF_TABLE.get(table);
  if (!file) throw new Error(`no table of the store in: ${sql}`);
  return file;
}
