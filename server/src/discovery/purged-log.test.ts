// An index that is behind the purged part of the change log never silently misses a deletion.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { withApp } from '../../../test/support/test-app.ts';
import { manage } from '../../../test/support/watched-index-manager.ts';
import { importProducts } from '../catalogue/import-products.ts';
import { systemClock } from '../clock.ts';
import { openSegmentIndex } from '../index/embedded/open-segment-index.ts';
import { packChanges } from '../store/packed-changes.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import type { Store } from '../store/store.ts';

const merchant = { id: '7', name: 'Kettle House' };
const kettles = Array.from({ length: 20 }, (_, i) => ({ id: `p-${i}`, name: `Kettle ${i}`, merchant }));

const stock = (store: Store, products: object[]) =>
  importProducts(
    { store, clock: systemClock },
    '',
    products.map((value, i) => ({ line: i + 1, value })),
  );

/** Deletes a product and purges its entry from the log, which needs a later change. */
async function purgeDeletion(store: Store, id: string): Promise<void> {
  await store.deleteProduct({ id });
  await stock(store, [{ id: 'later', name: 'Teapot', merchant }]);
  assert.equal(await store.purgeDeletions({ before_ms: Date.now() + 60_000, limit: 10 }), 1);
}

test('an index that missed a purged deletion is rebuilt', async () => {
  const folder = temporaryFolder();
  const store = await openSqliteStore({ folder, own: false });
  await stock(store, kettles);
  let isHeldUp = false;
  const slow: Store = {
    ...store,
    readChanges: (by) => (isHeldUp ? Promise.resolve(packChanges([])) : store.readChanges(by)),
  };
  const onFault = (error: unknown) => assert.fail(String(error));
  const manager = manage({ store: slow, open: openSegmentIndex, onFault });
  manager.start();
  try {
    await manager.catchUp();
    isHeldUp = true;
    await purgeDeletion(store, 'p-0');
    isHeldUp = false;
    await manager.catchUp();
    for (let i = 0; i < 800 && manager.figures().products !== kettles.length; i++) await sleep(25);
    assert.deepEqual([manager.figures().products, manager.isReady], [kettles.length, true]);
  } finally {
    await manager.stop();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a persisted index that is behind the purged part of the log is rebuilt at the start', async () => {
  const DATA_DIR = temporaryFolder();
  try {
    await withApp({ DATA_DIR }, async (app) => void (await app.stock(kettles)));
    const store = await openSqliteStore({ folder: DATA_DIR, own: false });
    await purgeDeletion(store, 'p-0');
    await store.close();
    await withApp({ DATA_DIR }, async (app) => {
      assert.equal(app.deps.index.figures().products, kettles.length);
    });
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true });
  }
});
