// A real store for the tests of one file, in a folder of its own.
import { rmSync } from 'node:fs';
import { after } from 'node:test';
import { openSqliteStore } from '../../server/src/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../../server/src/store/store.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Closed and deleted after the last test of the file. */
export async function temporaryStore(): Promise<Store> {
  const folder = temporaryFolder();
  const store = await openSqliteStore({ folder, own: false });
  after(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  return store;
}
