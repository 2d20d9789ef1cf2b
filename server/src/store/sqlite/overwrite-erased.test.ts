// Erased bytes are overwritten on free pages and in the write-ahead log, without growing the file.
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

/** Leaves free pages with secrets, as a connection without secure_delete would. */
function freePages(count: number): void {
  const other = new DatabaseSync(path());
  other.exec('PRAGMA secure_delete = OFF; CREATE TABLE secrets (text); BEGIN');
  const insert = other.prepare('INSERT INTO secrets VALUES (?)');
  for (let i = 0; i < count; i++) insert.run(SECRET.repeat(250));
  other.exec('COMMIT; DROP TABLE secrets; PRAGMA wal_checkpoint(TRUNCATE)');
  other.close();
}

test('erased content is gone from all free pages and from the log, whatever their number', () => {
  for (const count of [1, 300, 600]) {
    freePages(count);
    assert.ok(mentions(path()) > 200 * count, 'the secrets are on disk');
    const before = statSync(path()).size;
    assert.equal(overwriteErased(db), true);
    assert.deepEqual([mentions(path()), statSync(`${path()}-wal`).size], [0, 0], String(count));
    assert.ok(statSync(path()).size <= before + 2 * 1024 ** 2, 'the file grows by at most one step');
  }
  assert.equal(db.get('PRAGMA busy_timeout')?.timeout, db.busy_timeout_ms, 'the busy timeout is restored');
});

test('leftovers of a killed erasure are dropped, and a concurrent erasure is not disturbed', () => {
  const running = `erasing_${Date.now()}_other`;
  const dayOld = (ms: number) => `erasing_${Date.now() - 24 * 3_600_000 + ms}_killed`;
  const names = [running, dayOld(60_000), dayOld(-60_000), 'erasing_1_killed'];
  for (const name of names) db.exec(`CREATE TABLE ${name} (zeros BLOB)`);
  assert.equal(overwriteErased(db), true);
  const left = db.all(`SELECT name FROM sqlite_schema WHERE name GLOB 'erasing_*'`).map(({ name }) => name);
  assert.deepEqual(left.sort(), names.slice(0, 2).sort());
});
