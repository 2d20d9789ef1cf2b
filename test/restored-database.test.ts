// An index built from one database, after that database was restored from a backup.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { importProducts } from '../server/src/catalogue/import-products.ts';
import { systemClock } from '../server/src/clock.ts';
import { IndexManager } from '../server/src/discovery/index-manager.ts';
import { openEmbeddedIndex } from '../server/src/index/embedded/embedded-index.ts';
import { StampWatcher } from '../server/src/stamp-watcher.ts';
import { openPostgresStore } from '../server/src/store/postgres/open-postgres-store.ts';
import type { Store } from '../server/src/store/store.ts';
import { queryDatabase } from './support/postgres-client.ts';
import { PostgresServer, temporaryDatabase } from './support/postgres-server.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { until } from './support/until.ts';

const open = (url: string) => openPostgresStore({ url, prepare: true, pool: 14, own: false });

/** As by dump and restore: a database with the same rows and numbers. */
async function restore(url: string): Promise<string> {
  const restored = new URL(url);
  restored.pathname += '_restored';
  const server = new URL(url);
  server.pathname = '/template1';
  await queryDatabase(
    server.href,
    `CREATE DATABASE ${restored.pathname.slice(1)} TEMPLATE ${new URL(url).pathname.slice(1)}`,
  );
  return restored.href;
}

const stock = (store: Store, ...names: string[]) => {
  const merchant = { id: '7', name: 'Shop' };
  const rows = names.map((name, i) => ({ line: i + 1, value: { id: name, name, merchant } }));
  return importProducts({ store, clock: systemClock }, '', rows);
};

function manage(t: TestContext, store: Store, folder: string): IndexManager {
  const onFault = (error: unknown) => {
    throw error;
  };
  const manager = new IndexManager({
    ...{ store, onFault, lease: null },
    open: (artefacts) => openEmbeddedIndex({ log: store, artefacts, onFault, folder, threads: 1 }),
  });
  t.after(() => manager.stop());
  manager.start();
  return manager;
}

async function found(manager: IndexManager, ...words: string[]): Promise<boolean[]> {
  const results = words.map((query) => manager.search({ text: query, criteria: [], exclude: [], limit: 10 }));
  return (await Promise.all(results)).map(({ product_nos }) => product_nos.length > 0);
}

/** A store of a database, and one of its backup. Both have continued to the same change number with other products. */
async function openDiverged(t: TestContext): Promise<{ before: Store; restored: Store }> {
  const url = await temporaryDatabase();
  const first = await open(url);
  await stock(first, 'kettle', 'lamp');
  await first.close();
  const restored = await open(await restore(url));
  const before = await open(url);
  t.after(() => Promise.all([before.close(), restored.close()]));
  await stock(before, 'toaster');
  await stock(restored, 'mixer', 'ventilator');
  assert.ok((await restored.lastChange({})) > (await before.lastChange({})));
  return { before, restored };
}

/** A store whose database can be exchanged under its users. */
function switchable(first: Store): { store: Store; switchTo: (other: Store) => void } {
  let current = first;
  const names = Object.keys(first) as (keyof Store)[];
  const store = Object.fromEntries(
    names.map((name) => [name, (input: never) => (current[name] as (input: never) => unknown)(input)]),
  ) as unknown as Store;
  return {
    store,
    switchTo: (other) => {
      current = other;
    },
  };
}

test('an index of a database that was restored meanwhile is rebuilt, although its change numbers have caught up', async (t) => {
  const { before, restored } = await openDiverged(t);
  const folder = temporaryFolder();
  const words = ['kettle', 'toaster', 'mixer', 'ventilator'];
  for (const [store, expected] of [
    [before, [true, true, false, false]],
    [restored, [true, false, true, true]],
  ] as const) {
    const manager = manage(t, store, folder);
    await manager.catchUp();
    assert.deepEqual(await found(manager, ...words), expected);
    await manager.stop();
  }
});

test('a running instance rebuilds its index when its database was restored', async (t) => {
  const { before, restored } = await openDiverged(t);
  const { store, switchTo } = switchable(before);
  const manager = manage(t, store, temporaryFolder());
  await manager.catchUp();
  switchTo(restored);
  await until(async () => (await found(manager, 'mixer'))[0]!);
  assert.deepEqual(await found(manager, 'kettle', 'toaster', 'ventilator'), [true, false, true]);
  await manager.stop();
});

test('a running instance reloads its keys when its database was restored, although their stamp is the same', async (t) => {
  const { before, restored } = await openDiverged(t);
  const { store, switchTo } = switchable(before);
  const key = { scopes: [], created_at_ms: 1, expires_at_ms: null, revoked_at_ms: null };
  for (const [i, [id, owner]] of Object.entries({ lost: before, kept: restored }).entries())
    await owner.insertKey({ ...key, id, name: id, digest: new Uint8Array(32).fill(i) });
  assert.equal((await restored.readStamps({})).keys, (await before.readStamps({})).keys);
  const watcher = new StampWatcher(store, (error) => assert.fail(String(error)));
  let loaded: string[] = [];
  await watcher.watch('keys', async () => {
    loaded = (await store.listKeys({})).map(({ id }) => id);
  });
  watcher.start();
  t.after(() => watcher.stop());
  assert.deepEqual(loaded, ['lost']);
  switchTo(restored);
  await until(() => loaded[0] === 'kept');
  await watcher.stop();
});

test('a restart of the database, also after a crash, keeps its epoch; recovery from a backup begins another', async (t) => {
  const server = await PostgresServer.create('restore_command=false');
  t.after(() => server.stop());
  const readEpoch = async () => {
    const store = await open(server.url());
    const { epoch } = await store.readStamps({});
    await store.close();
    return epoch;
  };
  const first = await readEpoch();
  await server.kill();
  await server.start();
  assert.equal(await readEpoch(), first);
  const [row] = await queryDatabase(server.url(), 'SHOW data_directory');
  await server.kill();
  // Recovers from the log that is there, as after the restore of a base backup.
  writeFileSync(`${row!.data_directory}/recovery.signal`, '');
  await server.start();
  await until(async () => {
    const [state] = await queryDatabase(server.url(), 'SELECT pg_is_in_recovery() AS is_recovering');
    return !state!.is_recovering;
  });
  assert.notEqual(await readEpoch(), first);
});
