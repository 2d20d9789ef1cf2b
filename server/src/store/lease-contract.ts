// Contract of every store adapter: leases with fencing tokens, live instances, and stamps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Stamps } from './config-store.ts';
import type { Store } from './store.ts';

export function leaseContract(store: () => Store): void {
  const acquire = (holder: string, now_ms: number, name = 'learner') =>
    store().acquireLease({ name, holder, now_ms, ttl_ms: 100 });

  test('one of many processes gets a lease, and keeps its token while it renews it', async () => {
    const tokens = await Promise.all(['a', 'b', 'c'].map((holder) => acquire(holder, 1000)));
    const won = tokens.findIndex((token) => token !== null);
    assert.equal(tokens.filter((token) => token !== null).length, 1);
    const winner = ['a', 'b', 'c'][won]!;
    assert.equal(await acquire(winner, 1099), tokens[won]);
    assert.equal(await acquire('d', 1198), null, 'the renewal counts');
    assert.ok((await acquire('d', 1098, 'purge')) !== null, 'leases of other names are independent');
  });

  test('after its end a lease goes to the next process, with a higher token', async () => {
    const token = (await acquire('d', 1199))!;
    assert.ok(token > 1);
    assert.equal(await acquire('e', 1298), null);
    assert.ok((await acquire('d', 1299))! > token, 'even to the same one: another may have held it meanwhile');
  });

  test('a released lease is free; a token that is no longer valid releases nothing', async () => {
    const token = (await acquire('d', 1300))!;
    await store().releaseLease({ name: 'learner', token: token - 1 });
    await store().releaseLease({ name: 'purge', token });
    assert.equal(await acquire('e', 1300), null);
    await store().releaseLease({ name: 'learner', token });
    assert.ok((await acquire('e', 1300))! > token);
  });

  test('an instance is live until it was not seen for its time, also if the clock was set back', async () => {
    const beat = (id: string, now_ms: number) => store().recordInstance({ id, now_ms, ttl_ms: 100 });
    assert.deepEqual([await beat('a', 1000), await beat('b', 1050), await beat('a', 1060)], [1, 2, 2]);
    assert.equal(await beat('c', 1150), 3, 'not longer than its time');
    assert.equal(await beat('c', 1161), 1);
    assert.deepEqual([await beat('a', 1061), await beat('a', 1060)], [2, 1]);
  });

  test('the clock of the database is about that of this machine, and goes on', async () => {
    const before = await store().readClock({});
    assert.ok(Math.abs(before - Date.now()) < 60_000);
    assert.ok((await store().readClock({})) >= before);
  });

  test('a stamp grows when its list changes, and only then', async () => {
    const product = { id: 'stamped', name: 'Kettle', url: 'https://shop.example/stamped' };
    const key = { id: 'stamped', name: 'x', digest: new Uint8Array(32).fill(77), scopes: [] };
    const edit = { key: 'stamped', group: { inputs: ['a', 'b'], outputs: [] }, at_ms: 1 };
    const changes: [keyof Stamps, () => Promise<unknown>][] = [
      ['keys', () => store().insertKey({ ...key, created_at_ms: 1, expires_at_ms: null, revoked_at_ms: null })],
      ['keys', () => store().revokeKey({ id: 'stamped', now_ms: 2 })],
      ['synonyms', () => store().saveSynonymEdit({ ...edit, kind: 'added' })],
      ['synonyms', () => store().saveSynonymEdit({ ...edit, kind: 'removed' })],
      ['synonyms', () => store().deleteSynonymEdit({ key: 'stamped', kind: 'removed' })],
      ['rebuilds', () => store().requestRebuild({})],
      [
        'changes',
        () =>
          store().upsertProducts({
            feed: 'stamped',
            products: [{ product, merchant: { id: 7, name: 'Shop', domain: '', logo_url: '', description: '' } }],
            now_ms: 1,
          }),
      ],
      ['changes', () => store().deleteProduct({ id: 'stamped' })],
    ];
    for (const [name, change] of changes) {
      const before = await store().readStamps({});
      await change();
      const after = await store().readStamps({});
      assert.ok(after[name] > before[name], name);
      assert.deepEqual({ ...after, [name]: 0 }, { ...before, [name]: 0 });
    }
    assert.equal((await store().readStamps({})).changes, await store().lastChange({}));
  });
}
