// Data folders: which are opened, which are refused and why, and that a refusal changes nothing.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, test } from 'node:test';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { StartError } from '../../start-error.ts';
import { checkNewFolder, isInstallation, migrationsOf, openFolder } from './data-folder.ts';
import { FILES, type File, pathOf } from './files.ts';
import { explainFullDisk } from './folder-lock.ts';

const APPLICATION_ID = 0x46466565;
const DAMAGED = /catalogue\.db is damaged or unreadable \(.*\): nothing was changed/;

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const create = () => assert.equal(openFolder(folder, { own: false }), undefined);
const bytesOf = () => FILES.map((file) => readFileSync(pathOf(folder, file)).toString('base64'));

function exec(file: File, sql: string): void {
  const db = new DatabaseSync(pathOf(folder, file));
  db.exec(sql);
  db.close();
}

function pragmaOf(file: File, pragma: string): unknown {
  const db = new DatabaseSync(pathOf(folder, file));
  const [value] = Object.values(db.prepare(`PRAGMA ${pragma}`).get()!);
  db.close();
  return value;
}

/** Opening fails for a server and for a command. */
function assertRefused(reason: RegExp | string): void {
  for (const own of [true, false]) {
    const isExpected = ({ message }: Error) => (typeof reason === 'string' ? message === reason : reason.test(message));
    assert.throws(
      () => openFolder(folder, { own }),
      (error: Error) => error instanceof StartError && isExpected(error),
    );
  }
}

test('a new folder gets fully migrated files and becomes an installation', () => {
  folder = `${folder}/new/deep`;
  assert.equal(isInstallation(folder), false);
  create();
  for (const file of FILES) {
    const state = ['application_id', 'user_version', 'journal_mode'].map((pragma) => pragmaOf(file, pragma));
    assert.deepEqual(state, [APPLICATION_ID, migrationsOf(file).length, 'wal'], file);
  }
  const names = readdirSync(folder);
  assert.ok(isInstallation(folder));
  assert.deepEqual(readdirSync(folder), names, 'the check creates nothing');
  create();
});

test('a single migrated file makes an installation; foreign and empty files do not', () => {
  for (const file of FILES) {
    const isKnown = (application_id: number, version: number) => {
      exec(file, `PRAGMA application_id = ${application_id}; PRAGMA user_version = ${version}`);
      return isInstallation(folder);
    };
    assert.deepEqual([isKnown(APPLICATION_ID, 0), isKnown(7, 1), isKnown(APPLICATION_ID, 1)], [false, false, true]);
    rmSync(pathOf(folder, file));
  }
  writeFileSync(pathOf(folder, 'ledger'), '');
  assert.equal(isInstallation(folder), false);
  mkdirSync(pathOf(folder, 'catalogue'));
  assert.equal(isInstallation(folder), true, 'the start reports unreadable files');
});

test('a server locks its folder against other servers, but not against commands', () => {
  const lock = openFolder(folder, { own: true })!;
  assert.throws(() => openFolder(folder, { own: true }), /in use by another finderfee server: stop it, or choose/);
  create();
  lock.release();
  openFolder(folder, { own: true })!.release();
});

test('a server that opens its folder ends the leases of the one before it and forgets it; a command does not', () => {
  create();
  exec('catalogue', `INSERT INTO leases (name, holder, token, until_ms) VALUES ('learner', 'killed', 7, 1e15)`);
  exec('catalogue', `INSERT INTO instances (id, seen_at_ms) VALUES ('killed', 1)`);
  const held = () => {
    const db = new DatabaseSync(pathOf(folder, 'catalogue'));
    const { token, until_ms } = db.prepare('SELECT token, until_ms FROM leases').get()!;
    const instances = db.prepare('SELECT id FROM instances').all().length;
    db.close();
    return [token, until_ms, instances];
  };
  create();
  assert.deepEqual(held(), [7, 1e15, 1]);
  openFolder(folder, { own: true })!.release();
  assert.deepEqual(held(), [7, 0, 0]);
});

test('a command that needs a migration fails while a server runs, and migrates otherwise', () => {
  const lock = openFolder(folder, { own: true })!;
  for (const file of FILES) rmSync(pathOf(folder, file));
  const command = { own: false };
  assert.throws(() => openFolder(folder, command), /in use by a server of an older version: stop it and start/);
  lock.release();
  create();
  openFolder(folder, { own: true })!.release();
});

test('a read-only command refuses a folder of an older version', () => {
  const look = () => openFolder(folder, { own: false, read_only: true });
  assert.throws(look, /is of an older version: start this version once/);
  assert.deepEqual(readdirSync(folder), []);
  create();
  assert.equal(look(), undefined);
});

/** Replaces the ledger by one of the previous schema version. */
/** The version before the migration 0009, which adds columns. */
const OLD_VERSION = 8;
function downgradeLedger(): void {
  rmSync(pathOf(folder, 'ledger'));
  for (const sql of migrationsOf('ledger').slice(0, OLD_VERSION)) exec('ledger', sql);
  exec('ledger', `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${OLD_VERSION}`);
}

test('a single file of an older version is migrated, also by a command', () => {
  create();
  downgradeLedger();
  create();
  assert.equal(pragmaOf('ledger', 'user_version'), migrationsOf('ledger').length);
});

test('a failing migration reports its error each time, releases the lock and is rolled back', () => {
  create();
  downgradeLedger();
  exec('ledger', 'ALTER TABLE signups ADD COLUMN data_from TEXT');
  for (let attempt = 0; attempt < 2; attempt++)
    assertRefused(/ledger\.db is damaged or unreadable \(duplicate column name/);
  const db = new DatabaseSync(pathOf(folder, 'ledger'));
  assert.deepEqual(
    db.prepare(`SELECT 1 FROM pragma_table_info('signup_requests') WHERE name = 'may_replace'`).all(),
    [],
  );
  db.close();
});

test('a folder from a newer version is refused and stays unchanged', () => {
  create();
  exec('ledger', `PRAGMA user_version = ${migrationsOf('ledger').length + 1}`);
  const before = bytesOf();
  assertRefused(/ledger\.db was written by a newer finderfee/);
  assert.deepEqual(bytesOf(), before);
});

test('refusing a file does not checkpoint the write-ahead log of a crash', () => {
  const root = folder;
  folder = `${root}/live`;
  create();
  const db = new DatabaseSync(pathOf(folder, 'ledger'));
  db.exec('PRAGMA user_version = 99');
  cpSync(folder, `${root}/crashed`, { recursive: true });
  db.close();
  folder = `${root}/crashed`;
  const before = bytesOf();
  assertRefused(/ledger\.db was written by a newer finderfee/);
  assert.deepEqual(bytesOf(), before);
  folder = root;
});

test('a damaged file is refused and stays unchanged', () => {
  create();
  writeFileSync(pathOf(folder, 'catalogue'), Buffer.alloc(8192, 'rubbish'));
  const before = bytesOf();
  assertRefused(DAMAGED);
  assert.deepEqual(bytesOf(), before);
});

test('damage inside a file is detected', () => {
  create();
  exec('catalogue', `CREATE TABLE long (text); INSERT INTO long VALUES (zeroblob(100000))`);
  const bytes = readFileSync(pathOf(folder, 'catalogue'));
  bytes.fill(0xaa, bytes.length - 4096);
  writeFileSync(pathOf(folder, 'catalogue'), bytes);
  assertRefused(DAMAGED);
});

test('a folder with a missing file is refused, and the file is not recreated', () => {
  create();
  rmSync(pathOf(folder, 'ledger'));
  writeFileSync(pathOf(folder, 'sessions'), '');
  const incomplete = `${folder} is not a complete finderfee installation: ledger.db is missing, sessions.db is empty`;
  assertRefused(`${incomplete}; restore a backup, or choose another DATA_DIR`);
  assert.ok(!existsSync(pathOf(folder, 'ledger')));
});

test('an interrupted creation is completed by the next start', () => {
  const cut = [
    ['catalogue', 0],
    ['ledger', 0],
    ['sessions', 0],
    ['catalogue', 1],
  ] as const;
  for (const count of cut.keys()) {
    for (const [file, version] of cut.slice(0, count + 1)) {
      exec(file, `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version}`);
      if (version > 0) exec(file, migrationsOf(file)[0]!);
    }
    assert.equal(isInstallation(folder), count === 3);
    create();
    assert.ok(isInstallation(folder));
    for (const name of readdirSync(folder)) rmSync(`${folder}/${name}`);
  }
});

test("another program's database is refused; an empty one without an application id is adopted", () => {
  const foreign = /sessions\.db is not a finderfee database: move it away/;
  exec('sessions', 'CREATE TABLE theirs (x)');
  assertRefused(foreign);
  exec('sessions', 'DROP TABLE theirs; PRAGMA application_id = 7');
  assertRefused(foreign);
  exec('sessions', 'PRAGMA application_id = 0');
  create();
});

test('a folder that cannot be created is refused in one line, and the check creates nothing', () => {
  writeFileSync(`${folder}/file`, '');
  const root = folder;
  folder = `${root}/file/data`;
  assertRefused(/^the data folder .*\/file\/data cannot be written: .*\/file is not a folder$/);
  assert.throws(() => checkNewFolder(folder), /cannot be written: .*\/file is not a folder$/);
  folder = root;
  checkNewFolder(`${folder}/new/deep`);
  assert.deepEqual(readdirSync(folder), ['file']);
  exec('ledger', 'CREATE TABLE theirs (x)');
  assert.throws(() => checkNewFolder(folder), /ledger\.db is not a finderfee database/);
});

test('a full disk is reported as such, and other errors are not', () => {
  const full = /^the disk is full: \/data cannot be written; make room and start again, the data is as it was$/;
  for (const fault of [{ code: 'ENOSPC' }, { errcode: 13 }, { errcode: 778 }, { errcode: 4874 }]) {
    const explained = explainFullDisk(Object.assign(new Error('x'), fault), '/data');
    assert.ok(explained instanceof StartError && full.test(explained.message), JSON.stringify(fault));
  }
  for (const fault of [{}, { code: 'EACCES' }, { errcode: 5 }, { errcode: 10 }]) {
    const error = Object.assign(new Error('x'), fault);
    assert.equal(explainFullDisk(error, '/data'), error);
  }
});

test('migrations are the numbered files of the folder, in order', () => {
  for (const file of FILES) {
    const names = readdirSync(`${import.meta.dirname}/migrations/${file}`).sort();
    assert.deepEqual(
      names.map((name) => Number(name.slice(0, 4))),
      names.map((_, i) => i + 1),
    );
    const read = names.map((name) => readFileSync(`${import.meta.dirname}/migrations/${file}/${name}`, 'utf8'));
    assert.deepEqual(migrationsOf(file), read);
  }
});
