// Backups taken while the server writes: whatever a copied session refers to is not assigned again after a restore.
import assert from 'node:assert/strict';
import { readdirSync, rmSync, truncateSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, test } from 'node:test';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import type { Store } from '../port.ts';
import { backupFolder, restoreFolder } from './backup.ts';
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

/** Adds a product, and a session that holds its number. */
async function addSession(store: Store, id: string): Promise<void> {
  const product_no = await addProducts(store, [`of ${id}`]);
  const session = { query: '', criteria: [], convo_id: null, per_page: 10, created_at_ms: 1, expires_at_ms: 2 };
  await store.insertRankingSession({ ...session, id, product_nos: Uint32Array.of(product_no) });
}

async function keepWriting(store: Store, isStopped: () => boolean): Promise<void> {
  for (let i = 0; !isStopped(); i++) await addSession(store, `while copying ${i}`);
}

test('a backup that is empty or damaged is refused, and leaves nothing behind', async () => {
  const [live, copy, restored] = [`${folder}/live`, `${folder}/copy`, `${folder}/restored`];
  await (await openSqliteStore({ folder: live, own: true })).close();
  await backupFolder(live, copy);
  truncateSync(pathOf(copy, 'ledger'), 9000);
  assert.throws(() => restoreFolder(copy, restored), /copy cannot be restored: .*ledger\.db is damaged/);
  assert.deepEqual(readdirSync(restored), []);
  for (const file of FILES) truncateSync(pathOf(copy, file));
  assert.throws(() => restoreFolder(copy, restored), /copy is not a backup: its files are not finderfee databases/);
  assert.deepEqual(readdirSync(restored), []);
});

test('a restored installation assigns no product number that a copied session holds', async () => {
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
  const held = sessions.prepare('SELECT product_nos FROM ranking_sessions').all() as { product_nos: Uint8Array }[];
  sessions.close();
  const highest = Math.max(0, ...held.map(({ product_nos }) => Buffer.from(product_nos).readUInt32LE()));
  assert.ok(held.length > 0);
  const again = await openSqliteStore({ folder: restored, own: true });
  const assigned = await addProducts(again, ['new']);
  await again.close();
  assert.ok(assigned > highest, `${assigned} is assigned, a session holds ${highest}`);
});
