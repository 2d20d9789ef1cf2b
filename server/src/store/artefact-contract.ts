// Contract of every store adapter: learned artefacts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Store } from './store.ts';

export function artefactContract(store: () => Store): void {
  const acquire = (holder: string) =>
    store().acquireLease({ name: 'artefacts', holder, now_ms: 1, ttl_ms: holder === 'lasting' ? 1000 : 0 });
  let token: number;
  const save = async (kind: string, generation: number, under = token) =>
    store().saveArtefact({
      ...{ kind, generation, bytes: Uint8Array.of(0, 255, generation) },
      lease: { name: 'artefacts', token: under },
    });
  const loaded = async (kind: string, generation?: number) => {
    const artefact = await store().loadArtefact({ kind, ...(generation === undefined ? {} : { generation }) });
    return artefact && [artefact.kind, artefact.generation, ...artefact.bytes];
  };

  test('an artefact is saved only under a lease that no other process has acquired since', async () => {
    assert.equal(await save('fenced', 1, 1), 'stale', 'never acquired');
    const lost = (await acquire('paused'))!;
    assert.equal(await save('fenced', 1, lost), 'saved', 'the lease has ended, but is not lost');
    token = (await acquire('lasting'))!;
    for (const other of [lost, token + 1]) assert.equal(await save('fenced', 2, other), 'stale');
    assert.deepEqual(await loaded('fenced'), ['fenced', 1, 0, 255, 1]);
    assert.equal(await save('fenced', 2), 'saved');
  });

  test('an artefact is loaded as it was saved, the newest generation unless another is asked for', async () => {
    assert.deepEqual([await loaded('vectors'), await store().newestArtefact({ kind: 'vectors' })], [null, 0]);
    assert.equal(await save('vectors', 1), 'saved');
    assert.equal(await save('vectors', 2), 'saved');
    assert.deepEqual(await loaded('vectors'), ['vectors', 2, 0, 255, 2]);
    assert.deepEqual(await loaded('vectors', 1), ['vectors', 1, 0, 255, 1]);
    assert.equal(await store().newestArtefact({ kind: 'vectors' }), 2);
    assert.equal(await loaded('other'), null);
  });

  test('of artefacts learned at the same time, only the first is saved as the next generation', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => save('raced', 1)));
    assert.equal(outcomes.filter((outcome) => outcome === 'saved').length, 1);
    for (const generation of [0, 1, 3]) assert.equal(await save('raced', generation), 'stale');
    assert.deepEqual(await loaded('raced'), ['raced', 1, 0, 255, 1]);
  });

  test('the last two generations of each kind are kept', async () => {
    await save('kept', 1);
    for (const generation of [1, 2, 3, 4]) await save('many', generation);
    assert.deepEqual(await Promise.all([1, 2, 3, 4].map((generation) => loaded('many', generation))), [
      null,
      null,
      ['many', 3, 0, 255, 3],
      ['many', 4, 0, 255, 4],
    ]);
    assert.deepEqual(await loaded('kept'), ['kept', 1, 0, 255, 1]);
  });
}
