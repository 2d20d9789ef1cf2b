// A migration forgets nothing: every table and column of both engines is moved, or named with a reason.
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { queryDatabase } from '../../../test/support/postgres-client.ts';
import { temporaryDatabase } from '../../../test/support/postgres-server.ts';
import { LEFT_BEHIND, MOVED_TABLES } from './moved-tables.ts';
import { prepareDatabase } from './postgres/open-postgres-store.ts';
import { migrationsOf } from './sqlite/data-folder.ts';
import { FILES } from './sqlite/files.ts';

/** Columns of SQLite that are moved under another name, or follow from others. */
const RENAMED: Record<string, string[]> = { feeds: ['is_wanted'] };

const schemas = FILES.map((file) => {
  const db = new DatabaseSync(':memory:');
  db.function('network_click_id', (_program, click_id) => click_id);
  for (const sql of migrationsOf(file)) db.exec(sql);
  return { file, db };
});
const sqliteTables = schemas.flatMap(({ file, db }) =>
  db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`)
    .all()
    .map(({ name }) => ({ file, db, name: String(name) })),
);
const url = await temporaryDatabase();
await prepareDatabase({ url, prepare: true });
const postgresColumns = await queryDatabase(
  url,
  `SELECT table_name::text AS table, column_name::text AS column FROM information_schema.columns WHERE table_schema = 'finderfee'`,
);
const postgresTables = new Set(postgresColumns.map(({ table }) => String(table)));

test('every table of both engines is moved by a migration, or left behind for a reason', () => {
  const known = [...MOVED_TABLES.map(({ name }) => name), ...Object.keys(LEFT_BEHIND)];
  assert.equal(new Set(known).size, known.length, 'moved and left behind');
  const existing = new Set([...postgresTables, ...sqliteTables.map(({ name }) => name)]);
  assert.deepEqual(known.sort(), [...existing].sort());
});

test('every column of a moved table is moved', () => {
  for (const { name, file, db } of sqliteTables) {
    const moved = MOVED_TABLES.find((table) => table.name === name);
    if (!moved) continue;
    assert.equal(moved.file, file, name);
    const inPostgres = postgresColumns.filter(({ table }) => table === name).map(({ column }) => String(column));
    const inSqlite = db.prepare('SELECT name FROM pragma_table_info(?)').all(name);
    const columns = inSqlite.map((column) => String(column.name)).filter((column) => !RENAMED[name]?.includes(column));
    const columnsOf = new Set([...columns, ...Object.keys(moved.computed ?? {})]);
    assert.deepEqual([...columnsOf].sort(), inPostgres.sort(), name);
  }
});

test('a table is moved after the tables that it refers to', async () => {
  const order = MOVED_TABLES.map(({ name }) => name);
  const references = await queryDatabase(
    url,
    `SELECT a.relname::text AS from, b.relname::text AS to FROM pg_constraint c JOIN pg_class a ON a.oid = c.conrelid
       JOIN pg_class b ON b.oid = c.confrelid WHERE c.contype = 'f' AND c.conrelid <> c.confrelid`,
  );
  assert.ok(references.length > 5);
  for (const { from, to } of references)
    assert.ok(order.indexOf(String(to)) < order.indexOf(String(from)), `${from} before ${to}`);
});
