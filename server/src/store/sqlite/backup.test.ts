// Backups taken while a server writes, and their restoration.
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, test } from 'node:test';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import type { Store } from '../store.ts';
import { backupFolder, restoreFolder } from './backup.ts';
import { openFolder } from './data-folder.ts';
import { FILES, pathOf } from './files.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const merchant = { id: 7, name: 'Kettle House', domain: '', logo_url: '', description: '' };
const description = 'k'.repeat(4000);

async function addProducts(store: Store, ids: string[]): Promise<number> {
  const products = ids.map((id) => ({ product: { id, name: 'Kettle', description }, merchant }));
  await store.upsertProducts({ feed: '', products, now_ms: 1 });
  return (await store.getProductById({ id: ids.at(-1)! }))!.product_no;
}

/** Adds a product and a session that refers to it. */
async function addSession(store: Store, id: string): Promise<void> {
  const product_no = await addProducts(store, [`of ${id}`]);
  const session = { query: '', criteria: [], convo_id: null, per_page: 10, created_at_ms: 1, expires_at_ms: 2 };
  await store.insertRankingSession({ ...session, id, product_nos: Uint32Array.of(product_no) });
}

async function keepWriting(store: Store, isStopped: () => boolean): Promise<void> {
  for (let i = 0; !isStopped(); i++) await addSession(store, `while copying ${i}`);
}

test('restoring an empty or damaged backup fails and leaves nothing behind', async () => {
  const [live, copy, restored] = [`${folder}/live`, `${folder}/copy`, `${folder}/restored`];
  openFolder(live, { own: false });
  await backupFolder(live, copy);
  truncateSync(pathOf(copy, 'ledger'), 9000);
  assert.throws(() => restoreFolder(copy, restored), /copy cannot be restored: .*ledger\.db is damaged/);
  assert.deepEqual(readdirSync(restored), []);
  for (const file of FILES) truncateSync(pathOf(copy, file));
  assert.throws(() => restoreFolder(copy, restored), /copy is not a backup: its files are not finderfee databases/);
  assert.deepEqual(readdirSync(restored), []);
});

const contentOf = (of: string) => readdirSync(of).map((name) => [name, readFileSync(`${of}/${name}`, 'utf8')]);

test('a backup consists of the three databases and can be restored', async () => {
  const [live, copy, restored] = [`${folder}/live`, `${folder}/deep/copy`, `${folder}/restored`];
  openFolder(live, { own: false });
  const db = new DatabaseSync(pathOf(live, 'catalogue'));
  db.exec(`INSERT INTO secrets VALUES ('name', x'01')`);
  await backupFolder(live, copy);
  assert.deepEqual(readdirSync(copy), ['catalogue.db', 'ledger.db', 'sessions.db']);
  restoreFolder(copy, restored);
  db.close();
  const again = new DatabaseSync(pathOf(restored, 'catalogue'));
  assert.deepEqual(again.prepare('SELECT name FROM secrets').get()?.name, 'name');
  again.close();
});

test('backup and restore refuse a folder that is not empty', async () => {
  const [live, copy, used] = [`${folder}/live`, `${folder}/copy`, `${folder}/used`];
  openFolder(live, { own: false });
  await backupFolder(live, copy);
  mkdirSync(used);
  writeFileSync(`${used}/notes.txt`, 'mine');
  await assert.rejects(backupFolder(live, used), /used is not empty$/);
  assert.throws(() => restoreFolder(copy, used), /used is not empty$/);
  assert.deepEqual(contentOf(used), [['notes.txt', 'mine']]);
  await assert.rejects(backupFolder(live, `${used}/notes.txt/copy`), /cannot be written: .* is not a folder/);
});

test('a restore names the missing file and does not create the folder', async () => {
  const [live, copy, restored] = [`${folder}/live`, `${folder}/copy`, `${folder}/restored`];
  openFolder(live, { own: false });
  await backupFolder(live, copy);
  for (const file of FILES) {
    const path = pathOf(copy, file);
    renameSync(path, `${path}.away`);
    assert.throws(() => restoreFolder(copy, restored), new RegExp(`copy is not a backup: it has no ${file}.db$`));
    mkdirSync(path);
    assert.throws(() => restoreFolder(copy, restored), new RegExp(`copy is not a backup: it has no ${file}.db$`));
    rmdirSync(path);
    renameSync(`${path}.away`, path);
  }
  assert.equal(existsSync(restored), false);
});

test('an interrupted backup has no complete file and cannot be restored', async () => {
  const [live, copy] = [`${folder}/live`, `${folder}/copy`];
  openFolder(live, { own: false });
  const cut = backupFolder(live, copy, async (file) => {
    if (file === 'catalogue') mkdirSync(`${pathOf(copy, 'catalogue')}.part`);
  });
  await assert.rejects(cut, /copy cannot be written: /);
  assert.deepEqual(
    readdirSync(copy).filter((name) => name.endsWith('.db')),
    [],
  );
  assert.throws(() => restoreFolder(copy, `${folder}/restored`), /is not a backup: it has no catalogue\.db/);
});

test('a restored installation does not reuse product numbers of copied sessions', async () => {
  const [live, copy, restored] = [`${folder}/live`, `${folder}/copy`, `${folder}/restored`];
  const store = await openSqliteStore({ folder: live, own: true });
  await addProducts(
    store,
    Array.from({ length: 2000 }, (_, i) => `p${i}`),
  );
  await addSession(store, 'before');
  let isCopied = false;
  const writing = keepWriting(store, () => isCopied);
  await backupFolder(live, copy, (file) => addSession(store, `after the snapshot of ${file}`)).finally(() => {
    isCopied = true;
  });
  await writing;
  await store.close();

  restoreFolder(copy, restored);
  const sessions = new DatabaseSync(pathOf(restored, 'sessions'), { readOnly: true });
  const sessionRows = sessions.prepare('SELECT product_nos FROM ranking_sessions').all() as {
    product_nos: Uint8Array;
  }[];
  sessions.close();
  const highest = Math.max(0, ...sessionRows.map(({ product_nos }) => Buffer.from(product_nos).readUInt32LE()));
  assert.ok(sessionRows.length > 0);
  const again = await openSqliteStore({ folder: restored, own: true });
  const assigned = await addProducts(again, ['new']);
  await again.close();
  assert.ok(assigned > highest, `${assigned} is assigned, a session holds ${highest}`);
});
