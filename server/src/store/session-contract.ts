// Contract of every store adapter: ranking sessions and secrets.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RankingSession } from './session-store.ts';
import type { Store } from './store.ts';

const session = (id: string, created_at_ms: number, convo_id: string | null = null): RankingSession => ({
  id,
  query: 'kettle',
  criteria: [{ field: 'brand', operator: '=', value: 'é' }],
  convo_id,
  per_page: 25,
  product_nos: Uint32Array.from([5, 4_294_967_295, 1]),
  created_at_ms,
  expires_at_ms: created_at_ms + 100,
});

export function sessionContract(store: () => Store): void {
  test('a session is returned as given, in rank order', async () => {
    await store().insertRankingSession(session('s1', 1000, 'c1'));
    assert.deepEqual(await store().getRankingSession({ id: 's1' }), session('s1', 1000, 'c1'));
    await store().insertRankingSession({ ...session('empty', 1), product_nos: new Uint32Array(0) });
    assert.equal((await store().getRankingSession({ id: 'empty' }))?.product_nos.length, 0);
    assert.equal(await store().getRankingSession({ id: 'none' }), null);
  });

  test('unexpired sessions are listed newest first, all or of one conversation', async () => {
    await store().insertRankingSession(session('s2', 1010));
    const list = (convo_id: string | null, now_ms: number) =>
      store().listRankingSessions({ convo_id, now_ms, offset: 0, limit: 10 });
    const idsOf = (sessions: { id: string }[]) => sessions.map(({ id }) => id);
    assert.deepEqual(idsOf(await list(null, 1050)), ['s2', 's1']);
    assert.deepEqual(idsOf(await list('c1', 1050)), ['s1']);
    assert.deepEqual(idsOf(await list(null, 1100)), ['s2'], 'expired at exactly its time');
    assert.equal((await list('c1', 1050))[0]?.total, 3);
    for (const id of ['s4', 's3', 's5']) await store().insertRankingSession(session(id, 1020, 'c1'));
    const page = async (offset: number, limit: number, convo_id: string | null = null) =>
      idsOf(await store().listRankingSessions({ convo_id, now_ms: 1050, offset, limit }));
    assert.deepEqual(await page(0, 10), ['s3', 's4', 's5', 's2', 's1'], 'ties by id');
    assert.deepEqual(
      [await page(1, 2), await page(3, 1), await page(1, 2, 'c1')],
      [['s4', 's5'], ['s2'], ['s4', 's5']],
    );
  });

  test('purging deletes expired sessions only, in bounded steps', async () => {
    const purge = (now_ms: number, limit: number) => store().purgeRankingSessions({ now_ms, limit });
    assert.deepEqual([await purge(1105, 1), await purge(1105, 10), await purge(1105, 10)], [1, 1, 0]);
    assert.ok(await store().getRankingSession({ id: 's2' }));
    assert.deepEqual([await purge(1109, 10), await purge(1110, 10)], [0, 1], 'expired at exactly its time');
    assert.equal(await store().getRankingSession({ id: 's2' }), null);
    assert.deepEqual([await purge(1200, 2), await purge(1200, 2)], [2, 1]);
  });

  test('the first secret of a name is kept', async () => {
    const first = await store().getOrCreateSecret({ name: 'x', proposed: Uint8Array.from([1, 2]) });
    const second = await store().getOrCreateSecret({ name: 'x', proposed: Uint8Array.from([3]) });
    assert.deepEqual(
      [[...first], [...second]],
      [
        [1, 2],
        [1, 2],
      ],
    );
    const other = await store().getOrCreateSecret({ name: 'a', proposed: Uint8Array.from([4]) });
    assert.deepEqual([...other], [4], 'each name has its own secret');
    assert.deepEqual([...(await store().getOrCreateSecret({ name: 'x', proposed: Uint8Array.from([5]) }))], [1, 2]);
  });
}
