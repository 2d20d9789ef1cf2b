// Upgrades a data folder of version 0.1.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { ALL_FUNNEL_DAYS, checkFunnel, makeFunnelFacts } from '../../../../test/support/funnel-facts.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { migrationsOf } from './data-folder.ts';
import { type File, pathOf } from './files.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

const APPLICATION_ID = 0x46466565;

/** Writes a file of a schema version, with rows. */
function write(folder: string, file: File, version: number, rows: string): void {
  const db = new DatabaseSync(pathOf(folder, file));
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version}`);
  db.function('network_click_id', (_program, click_id) => click_id);
  for (const sql of migrationsOf(file).slice(0, version)) db.exec(sql);
  db.exec(rows);
  db.close();
}

test('a folder of version 0.1 keeps its facts and synonyms, and the purge finds its old rows', async () => {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  write(
    folder,
    'catalogue',
    10,
    `INSERT INTO merchants (id, name, domain, logo_url, description) VALUES (7, 'Kettle House', '', '', '');
     INSERT INTO products (product_no, id, merchant_id, feed, data) VALUES (3, 'lives', 7, '', '{"id":"lives","name":"Kettle"}');
     INSERT INTO changes (product_no, change_no) VALUES (1, 5), (2, 6), (3, 7);
     INSERT INTO price_changes (id, at_ms) VALUES ('gone', 1), ('gone', 2), ('lives', 1);
     INSERT INTO synonym_edits VALUES ('brolly => umbrella', 'added', '{"asked":["brolly"],"found":["umbrella"]}', 1)`,
  );
  write(
    folder,
    'ledger',
    6,
    `INSERT INTO people VALUES (1, 'ann@example.com', 'ann@example.com'), (2, NULL, NULL);
     INSERT INTO clicks (program, click_id, convo_id, presentation_id, person_no, click_at_ms, received_at_ms)
       VALUES ('gold', 'k1', 'c1', 'p1', 1, 1, 1);
     INSERT INTO events (convo_id, event_no, at_ms, kind, id, data) VALUES ('c1', 1, 1, 'click', '1', '{}');
     INSERT INTO jobs (id, kind, subject, state, due_at_ms, created_at_ms) VALUES ('j1', 'record_signup', 'm', 'dead', 1, 1)`,
  );
  write(folder, 'sessions', 3, `INSERT INTO search_events VALUES ('s1', 'c1', 'kettle', '[]', 1, 2, 1)`);
  const store = await openSqliteStore({ folder, own: true });
  const by = { before_ms: Date.now() + 60_000, limit: 10 };
  assert.equal(
    (await store.exportFacts({ kind: 'clicks', after: 0, since_ms: 0, limit: 10 }))[0]?.email,
    'ann@example.com',
  );
  assert.deepEqual(await store.countJobs({}), { waiting: 0, dead: 1 });
  assert.deepEqual((await store.listSynonymEdits({}))[0]?.group, { inputs: ['brolly'], outputs: ['umbrella'] });
  const purges = ['purgeDeletions', 'purgePrices', 'purgeEvents', 'purgeSearches', 'purgeJobs', 'purgePeople'] as const;
  const purged: number[] = [];
  for (const name of purges) purged.push(await store[name](by));
  assert.deepEqual(purged, [2, 1, 1, 1, 0, 0], 'the retention of people starts with the upgrade');
  for (const name of purges) assert.equal(await store[name](by), 0, `${name} again`);
  assert.deepEqual([await store.lastChange({}), await store.purgeWatermark({})], [7, 6]);
  assert.ok(await store.listPriceStates({ id: 'lives', limit: 10 }));
  assert.equal(await store.listPriceStates({ id: 'gone', limit: 10 }), null);
  await store.close();
  rmSync(folder, { recursive: true });
});

test('an upgraded folder reports the facts from before the funnel report', async () => {
  const [current, old] = [temporaryFolder(), temporaryFolder()];
  const store = await openSqliteStore({ folder: current, own: true });
  const searches = await makeFunnelFacts(store);
  await store.close();
  mkdirSync(old, { recursive: true });
  for (const [file, version] of [
    ['catalogue', 1],
    ['ledger', 13],
    ['sessions', 5],
  ] as const)
    write(
      old,
      file,
      version,
      copyOf(pathOf(current, file), file === 'catalogue' ? [] : migrationsOf(file).slice(0, version)),
    );
  const upgraded = await openSqliteStore({ folder: old, own: true });
  await checkFunnel(upgraded, searches, ALL_FUNNEL_DAYS);
  await upgraded.close();
  for (const folder of [current, old]) rmSync(folder, { recursive: true });
});

/** SQL that copies the rows of a current file, as far as an older schema has their tables and columns. */
function copyOf(path: string, migrations: string[]): string {
  const db = new DatabaseSync(':memory:');
  db.function('network_click_id', (_program, click_id) => click_id);
  for (const sql of migrations) db.exec(sql);
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`).all();
  const copies = tables.map(({ name }) => {
    const columns = db.prepare('SELECT name FROM pragma_table_info(?)').all(name!);
    const list = columns.map((column) => column.name).join(', ');
    return `DELETE FROM main.${name}; INSERT INTO main.${name} (${list}) SELECT ${list} FROM current.${name}`;
  });
  db.close();
  return ['PRAGMA foreign_keys = OFF', `ATTACH '${path}' AS current`, ...copies, 'DETACH current'].join('; ');
}
