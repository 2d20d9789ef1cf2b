// Erased bytes: none is left on free pages or in the log, and the file is as large as before.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, test } from 'node:test';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { Connection } from './connection.ts';
import { openFolder } from './data-folder.ts';
import { pathOf } from './files.ts';
import { overwriteErased } from './overwrite-erased.ts';

const SECRET = 'ann@example.com ';

let folder: string;
let db: Connection;
beforeEach(() => {
  folder = temporaryFolder();
  openFolder(folder, { own: false });
  db = new Connection(folder, 'sessions', 'write');
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

const path = () => pathOf(folder, 'sessions');
const mentions = (file: string) => readFileSync(file).toString('latin1').split(SECRET).length - 1;

/** Leaves pages full of secrets free, as a connection that does not overwrite what it deletes. */
function freePages(count: number): void {
  const other = new DatabaseSync(path());
  other.exec('PRAGMA secure_delete = OFF; CREATE TABLE secrets (text); BEGIN');
  const insert = other.prepare('INSERT INTO secrets VALUES (?)');
  for (let i = 0; i < count; i++) insert.run(SECRET.repeat(250));
  other.exec('COMMIT; DROP TABLE secrets; PRAGMA wal_checkpoint(TRUNCATE)');
  other.close();
}

test('no free page and no page of the log holds what was erased, however many pages that takes', () => {
  for (const count of [1, 300, 600]) {
    freePages(count);
    assert.ok(mentions(path()) > 200 * count, 'they are there before');
    const before = statSync(path()).size;
    assert.equal(overwriteErased(db), true);
    assert.deepEqual([mentions(path()), statSync(`${path()}-wal`).size], [0, 0], String(count));
    assert.ok(statSync(path()).size <= before + 2 * 1024 ** 2, 'the file grows by a step at most');
  }
  assert.equal(db.get('PRAGMA busy_timeout')?.timeout, db.busy_timeout_ms, 'it waits as long as before');
});

test('what a killed erasure has left is dropped, and another one under way is let alone', () => {
  const underWay = `erasing_${Date.now()}_other`;
  const dayOld = (ms: number) => `erasing_${Date.now() - 24 * 3_600_000 + ms}_killed`;
  const names = [underWay, dayOld(60_000), dayOld(-60_000), 'erasing_1_killed'];
  for (const name of names) db.exec(`CREATE TABLE ${name} (zeros BLOB)`);
  assert.equal(overwriteErased(db), true);
  const left = db.all(`SELECT name FROM sqlite_schema WHERE name GLOB 'erasing_*'`).map(({ name }) => name);
  assert.deepEqual(left.sort(), names.slice(0, 2).sort());
});
