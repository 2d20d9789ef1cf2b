// Cached lists: loaded at the start, and again when any process changes them.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, test } from 'node:test';
import { runCommand } from '../../test/support/server-process.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { StampWatcher } from './stamp-watcher.ts';
import { openSqliteStore } from './store/sqlite/open-sqlite-store.ts';
import type { Store } from './store/store.ts';
import { synonymsInUse } from './synonyms/all-synonyms.ts';
import { builtInSynonyms } from './text/built-in-synonyms.ts';
import { formatGroup, keyOf, parseGroup } from './text/synonyms.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = temporaryFolder();
  store = await openSqliteStore({ folder, own: true });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const builtIn = builtInSynonyms().map(formatGroup);
const fail = (error: unknown) => assert.fail(String(error));

/** Follows the synonyms; `next` resolves to the groups loaded next. */
function followSynonyms(watcher: StampWatcher, load = () => synonymsInUse(store)) {
  const loaded: string[][] = [];
  let pending = Promise.withResolvers<string[]>();
  const reload = async () => {
    loaded.push((await load()).map(formatGroup));
    pending.resolve(loaded.at(-1)!);
    pending = Promise.withResolvers();
  };
  return { loaded, next: () => pending.promise, started: watcher.watch('synonyms', reload) };
}

test('a list is loaded at the start and after each change by another process, and only then', async () => {
  const watcher = new StampWatcher(store, fail);
  const { loaded, next, started } = followSynonyms(watcher);
  await started;
  watcher.start();
  assert.deepEqual(loaded, [builtIn]);

  const change = async (...args: string[]) => {
    const changed = next();
    assert.equal((await runCommand(['synonyms', ...args], { DATA_DIR: folder })).code, 0);
    return changed;
  };
  assert.deepEqual(await change('add', 'laptop, notebook'), [...builtIn, 'laptop, notebook']);
  assert.ok(!(await change('remove', 'sofa, couch, settee')).includes('sofa, couch, settee'));
  assert.ok((await change('add', 'sofa, couch, settee')).includes('sofa, couch, settee'));
  assert.deepEqual(await change('remove', 'notebook, laptop'), builtIn);
  await watcher.stop();
  assert.equal(loaded.length, 5);
});

test("an operator's group that becomes built-in is listed once", async () => {
  const group = parseGroup('couch, sofa, settee');
  await store.saveSynonymEdit({ key: keyOf(group), kind: 'added', group, at_ms: 1 });
  assert.deepEqual((await synonymsInUse(store)).map(formatGroup), builtIn);
});

test('a reload that fails is reported and repeated; other lists are reloaded meanwhile', async () => {
  let isBroken = false;
  const fault = Promise.withResolvers<unknown>();
  const watcher = new StampWatcher(store, fault.resolve);
  const load = () => (isBroken ? Promise.reject(new Error('out of reach')) : synonymsInUse(store));
  const { next, started } = followSynonyms(watcher, load);
  await started;
  let keyLoads = 0;
  await watcher.watch('keys', async () => void keyLoads++);
  watcher.start();
  isBroken = true;
  const group = parseGroup('laptop, notebook');
  await store.saveSynonymEdit({ key: keyOf(group), kind: 'added', group, at_ms: 1 });
  assert.match(String(await fault.promise), /out of reach/);
  const changed = next();
  const key = { id: 'k', name: 'k', digest: new Uint8Array(32), scopes: [], created_at_ms: 1 };
  await store.insertKey({ ...key, expires_at_ms: null, revoked_at_ms: null });
  while (keyLoads < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  isBroken = false;
  assert.equal((await changed).at(-1), 'laptop, notebook');
  await watcher.stop();
});

test('a change committed during a reload is loaded by the next one', async () => {
  const watcher = new StampWatcher(store, fail);
  const group = parseGroup('laptop, notebook');
  let reads = 0;
  const { next, started } = followSynonyms(watcher, async () => {
    const groups = await synonymsInUse(store);
    if (reads++ === 0) await store.saveSynonymEdit({ key: keyOf(group), kind: 'added', group, at_ms: 1 });
    return groups;
  });
  await started;
  const changed = next();
  watcher.start();
  assert.equal((await changed).at(-1), 'laptop, notebook');
  await watcher.stop();
});

test('a start without the list fails', async () => {
  const watcher = new StampWatcher(store, fail);
  await assert.rejects(
    watcher.watch('keys', () => Promise.reject(new Error('busy'))),
    /busy/,
  );
});
