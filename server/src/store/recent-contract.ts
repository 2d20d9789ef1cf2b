// Contract of every store adapter: conversations by their last event, and their summaries.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LastEvent, RecentBy, RecentPage } from './recent-store.ts';
import type { Store } from './store.ts';

/** Later than the facts of other tests. */
const NOW_MS = 5_000_000_000_000;

export function recentContract(store: () => Store): void {
  const click = (convo_id: string, click_id: string, now_ms: number) =>
    store().recordClick({
      ...{ program: 'recent', click_id: `recent-${click_id}`, convo_id, presentation_id: 'p1' },
      ...{ email: '', click_at_ms: 1, now_ms },
    });
  const turn = (convo_id: string, chat: string, version: number, now_ms: number) =>
    store().saveTurn({ convo_id, message_id: `recent-${chat}`, state: '{}', data: { chat }, version, now_ms });
  const search = (convo_id: string, id: string, created_at_ms: number) =>
    store().insertRankingSession({
      ...{ id: `recent-${id}`, query: id, criteria: [], convo_id, per_page: 1, product_nos: Uint32Array.of() },
      ...{ created_at_ms, expires_at_ms: created_at_ms },
    });
  const all = { before: null, since_ms: NOW_MS, limit: 100, max_events: 1000 };
  const at = (convo_id: string, ms: number): LastEvent => ({ at_ms: NOW_MS + ms, convo_id });

  /** One conversation of several events, others of one; two have their last event at the same time. */
  const lists = {
    listRecentTraces: (convo: string, id: string, ms: number) => click(convo, id, NOW_MS + ms),
    listRecentSearches: (convo: string, id: string, ms: number) => search(convo, id, NOW_MS + ms),
  };
  for (const [name, add] of Object.entries(lists)) {
    const list = (by: Partial<RecentBy> = {}): Promise<RecentPage> =>
      store()[name as keyof typeof lists]({ ...all, ...by });

    test(`${name}: each conversation is listed once, by its last event, newest first`, async () => {
      for (const [convo, id, ms] of [
        ['ra', 'a1', 0],
        ['rb', 'b1', 1],
        ['ra', 'a2', 2],
        ['rc', 'c1', 3],
        ['ra', 'a3', 5],
        ['rd', 'd1', 5],
      ] as const)
        await add(convo, id, ms);
      const listed = [at('rd', 5), at('ra', 5), at('rc', 3), at('rb', 1)];
      assert.deepEqual(await list(), { rows: listed, next: null });
      assert.deepEqual(await list({ before: at('ra', 5) }), { rows: listed.slice(2), next: null });
      assert.deepEqual(await list({ before: at('', 3) }), { rows: listed.slice(3), next: null });
      assert.deepEqual(await list({ since_ms: NOW_MS + 3 }), { rows: listed.slice(0, 3), next: null });
      assert.deepEqual(await list({ limit: 2 }), { rows: listed.slice(0, 2), next: listed[1] });
    });

    test(`${name}: a list ends early after its limit of events, and says where`, async () => {
      const first = await list({ max_events: 4 });
      assert.deepEqual(first, { rows: [at('rd', 5), at('ra', 5), at('rc', 3)], next: at('ra', 2) });
      assert.deepEqual(await list({ max_events: 4, before: first.next }), { rows: [at('rb', 1)], next: null });
    });
  }

  test('a summary counts the newest events by kind, and has the latest turn', async () => {
    await turn('ra', 'hello', 0, NOW_MS + 6);
    await turn('ra', 'boots', 1, NOW_MS + 7);
    await click('ra', 'a4', NOW_MS + 8);
    const none = { offer: 0, signup: 0, conversion: 0, webhook: 0, tool: 0 };
    const summary = { convo_id: 'ra', started_at_ms: NOW_MS, last_at_ms: NOW_MS + 8, latest: '{"chat":"boots"}' };
    const convo_ids = ['ra', 'none'];
    assert.deepEqual(await store().summariseTraces({ convo_ids, max_events: 100 }), [
      { ...summary, counts: { ...none, chat: 2, click: 4 } },
    ]);
    assert.deepEqual(await store().summariseTraces({ convo_ids, max_events: 2 }), [
      { ...summary, counts: { ...none, chat: 1, click: 1 } },
    ]);
    const [other] = await store().summariseTraces({ convo_ids: ['rb'], max_events: 100 });
    assert.deepEqual([other?.latest, other?.counts.chat, other?.counts.click], [null, 0, 1]);
  });

  test('a summary of searches counts them, and has the latest query', async () => {
    assert.deepEqual(await store().summariseSearches({ convo_ids: ['ra', 'none'], max_events: 2 }), [
      { convo_id: 'ra', started_at_ms: NOW_MS, last_at_ms: NOW_MS + 5, counts: { search: 2 }, latest: 'a3' },
    ]);
    assert.deepEqual(await store().summariseSearches({ convo_ids: [], max_events: 2 }), []);
  });
}
