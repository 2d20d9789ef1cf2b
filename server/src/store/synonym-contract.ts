// Contract of every store adapter: synonym edits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_SYNONYM_EDITS, type SynonymEdit } from './config-store.ts';
import type { Store } from './store.ts';

const edit = (key: string, at_ms: number, kind: SynonymEdit['kind'] = 'added'): SynonymEdit => ({
  key,
  kind,
  group: { inputs: [key, 'é "quoted" 😀'], outputs: ['couch'] },
  at_ms,
});

export function synonymContract(store: () => Store): void {
  test('synonym edits are returned as given, oldest first', async () => {
    assert.deepEqual(await store().listSynonymEdits({}), []);
    assert.equal(await store().saveSynonymEdit(edit('late', 20)), 'saved');
    assert.equal(await store().saveSynonymEdit(edit('early', 10, 'removed')), 'saved');
    assert.equal(await store().saveSynonymEdit(edit('also late', 20)), 'saved');
    const early = edit('early', 10, 'removed');
    assert.deepEqual(await store().listSynonymEdits({}), [early, edit('also late', 20), edit('late', 20)]);
    assert.equal(await store().deleteSynonymEdit({ key: 'also late', kind: 'added' }), true);
    assert.deepEqual(await store().listSynonymEdits({}), [early, edit('late', 20)], 'other edits stay');
  });

  test('a group has one edit: the same kind changes nothing, the other kind replaces it', async () => {
    assert.equal(await store().saveSynonymEdit(edit('early', 30, 'removed')), 'unchanged');
    assert.equal(await store().saveSynonymEdit(edit('late', 30, 'removed')), 'saved');
    assert.deepEqual(await store().listSynonymEdits({}), [edit('early', 10, 'removed'), edit('late', 30, 'removed')]);
  });

  test('an edit is deleted by group and kind', async () => {
    assert.equal(await store().deleteSynonymEdit({ key: 'late', kind: 'added' }), false);
    assert.equal(await store().deleteSynonymEdit({ key: 'late', kind: 'removed' }), true);
    assert.equal(await store().deleteSynonymEdit({ key: 'late', kind: 'removed' }), false);
    assert.equal(await store().deleteSynonymEdit({ key: 'early', kind: 'removed' }), true);
    assert.deepEqual(await store().listSynonymEdits({}), []);
  });

  test('the number of synonym edits is limited; existing edits may still be replaced', async () => {
    const keys = Array.from({ length: MAX_SYNONYM_EDITS }, (_, i) => `k${i}`);
    const saved = await inWaves(keys, (key) => store().saveSynonymEdit(edit(key, 1)));
    assert.ok(saved.every((outcome) => outcome === 'saved'));
    assert.equal(await store().saveSynonymEdit(edit('one-more', 1)), 'full');
    assert.equal(await store().saveSynonymEdit(edit('k7', 2, 'removed')), 'saved');
    await inWaves(keys, (key) => store().deleteSynonymEdit({ key, kind: key === 'k7' ? 'removed' : 'added' }));
    assert.deepEqual(await store().listSynonymEdits({}), []);
  });
}

/** Not all at once, because a call that is queued for seconds fails. */
async function inWaves<T>(keys: string[], call: (key: string) => Promise<T>): Promise<T[]> {
  const outcomes: T[] = [];
  for (let i = 0; i < keys.length; i += 500) outcomes.push(...(await Promise.all(keys.slice(i, i + 500).map(call))));
  return outcomes;
}
