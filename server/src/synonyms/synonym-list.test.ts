// The synonym list: applied at the start, and again when another process changes it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, test } from 'node:test';
import { runCommand } from '../../../test/support/server-process.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { builtInSynonyms } from '../text/built-in-synonyms.ts';
import { formatGroup, keyOf, parseGroup, type SynonymGroup } from '../text/synonyms.ts';
import { SynonymList } from './synonym-list.ts';

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

/** Watches the list; `next` resolves to the groups applied next. */
function follow(onFault: (error: unknown) => void = (error) => assert.fail(String(error)), followed = store) {
  const handedOn: string[][] = [];
  const events = new EventTarget();
  const onChange = async (groups: SynonymGroup[]) => {
    handedOn.push(groups.map(formatGroup));
    events.dispatchEvent(new Event('change'));
  };
  const list = new SynonymList({ store: followed, onChange, onFault });
  return { list, handedOn, next: () => once(events, 'change').then(() => handedOn.at(-1)!) };
}

const builtIn = builtInSynonyms().map(formatGroup);

test('groups are applied during the start and after each change by another process', async () => {
  const { list, handedOn, next } = follow();
  await list.start();
  assert.deepEqual(handedOn, [builtIn]);

  const change = async (...args: string[]) => {
    const changed = next();
    assert.equal((await runCommand(['synonyms', ...args], { DATA_DIR: folder })).code, 0);
    return changed;
  };
  assert.deepEqual(await change('add', 'laptop, notebook'), [...builtIn, 'laptop, notebook']);
  assert.ok(!(await change('remove', 'sofa, couch, settee')).includes('sofa, couch, settee'));
  assert.ok((await change('add', 'sofa, couch, settee')).includes('sofa, couch, settee'));
  assert.deepEqual(await change('remove', 'notebook, laptop'), builtIn);
  await list.stop();
  assert.equal(handedOn.length, 5, 'and only then');
});

test("an operator's group that becomes built-in is listed once", async () => {
  const group = parseGroup('couch, sofa, settee');
  await store.saveSynonymEdit({ key: keyOf(group), kind: 'added', group, at_ms: 1 });
  const { list, handedOn } = follow();
  await list.start();
  await list.stop();
  assert.deepEqual(handedOn, [builtIn]);
});

test('a change is applied after a store outage', async () => {
  let isBroken = false;
  const broken: Store = {
    ...store,
    listSynonymEdits: (by) => (isBroken ? Promise.reject(new Error('out of reach')) : store.listSynonymEdits(by)),
  };
  const fault = Promise.withResolvers<unknown>();
  const { list, next } = follow(fault.resolve, broken);
  await list.start();
  isBroken = true;
  assert.match(String(await fault.promise), /out of reach/);
  const group = parseGroup('laptop, notebook');
  await store.saveSynonymEdit({ key: keyOf(group), kind: 'added', group, at_ms: 1 });
  const changed = next();
  isBroken = false;
  assert.equal((await changed).at(-1), 'laptop, notebook');
  await list.stop();
});
