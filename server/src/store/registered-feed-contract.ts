// Contract of every store adapter: registered feeds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RegisteredFeed } from './feed-store.ts';
import type { Store } from './store.ts';

const feed = (id: string, next_run_at_ms: number): RegisteredFeed => ({
  id,
  url: 'https://feeds.example/key',
  mode: 'full',
  every_ms: 1000,
  options: '{}',
  is_paused: false,
  run_request: null,
  etag: null,
  last_modified: null,
  next_run_at_ms,
  failures: 0,
  created_at_ms: 1,
});

export function registeredFeedContract(store: () => Store): void {
  const due = async (now_ms: number, limit = 10) => (await store().listDueFeeds({ now_ms, limit })).map(({ id }) => id);
  const get = (id: string) => store().getFeed({ id });

  test('a feed is registered once and returned as given; the list is ordered by id', async () => {
    const given: RegisteredFeed = {
      ...{ id: 'c', url: 'https://feeds.example/c', mode: 'delta', every_ms: 5, options: '{"x":1}', is_paused: true },
      ...{ run_request: 'force', etag: 'e', last_modified: 'm', next_run_at_ms: 6, failures: 7, created_at_ms: 8 },
    };
    const outcomes: string[] = [];
    for (const one of [given, feed('b', 100), feed('a', 200), feed('a', 300)])
      outcomes.push(await store().insertFeed(one));
    assert.deepEqual(outcomes, ['saved', 'saved', 'saved', 'exists']);
    assert.deepEqual(await store().listFeeds({}), [feed('a', 200), feed('b', 100), given]);
    assert.deepEqual([await get('c'), await get('none')], [given, null]);
    assert.deepEqual([await store().deleteFeed({ id: 'c' }), await store().deleteFeed({ id: 'c' })], [true, false]);
    assert.equal((await store().listFeeds({})).length, 2, 'other feeds stay');
  });

  test('feeds are due at their time unless paused, the longest overdue first', async () => {
    assert.deepEqual(
      [await due(99), await due(100), await due(500), await due(500, 1)],
      [[], ['b'], ['b', 'a'], ['b']],
    );
    assert.equal(await store().updateFeed({ id: 'b', is_paused: true }), true);
    assert.deepEqual(await due(500), ['a']);
    for (const run_request of ['run', 'anew', 'force'] as const) {
      await store().updateFeed({ id: 'b', run_request });
      assert.deepEqual(await due(0), ['b'], 'a requested run is due even if paused');
      assert.equal((await get('b'))?.run_request, run_request);
    }
    await store().updateFeed({ id: 'b', is_paused: false, run_request: null });
    assert.deepEqual([await get('b'), await get('a')], [feed('b', 100), feed('a', 200)]);
  });

  test('a due feed is claimed once, unless its due time or request has changed since it was read', async () => {
    const claims = Array.from({ length: 5 }, () =>
      store().claimFeed({ id: 'b', if_due: feed('b', 100), next_run_at_ms: 700 }),
    );
    assert.deepEqual((await Promise.all(claims)).sort(), [false, false, false, false, true]);
    assert.deepEqual([await get('b'), await get('a')], [feed('b', 700), feed('a', 200)]);
    await store().updateFeed({ id: 'b', run_request: 'force' });
    assert.equal(await store().claimFeed({ id: 'b', if_due: feed('b', 700), next_run_at_ms: 100 }), false);
    const if_due = { next_run_at_ms: 700, run_request: 'force' } as const;
    assert.equal(await store().claimFeed({ id: 'b', if_due, next_run_at_ms: 100 }), true);
    assert.deepEqual(await get('b'), feed('b', 100), 'the request is cleared');
    assert.equal(await store().claimFeed({ id: 'none', if_due, next_run_at_ms: 100 }), false);
  });

  test('an update changes the given fields of one feed, if its settings still match', async () => {
    const changes = { url: 'https://other.example', mode: 'delta', every_ms: 5, options: '{"x":1}' } as const;
    for (const [field, value] of Object.entries(changes)) {
      const changed = { ...feed('b', 100), [field]: value };
      assert.equal(await store().updateFeed({ id: 'b', [field]: value }), true);
      assert.deepEqual([await get('b'), await get('a')], [changed, feed('a', 200)]);
      // A run that began before the change must not overwrite the due time set by the change.
      const late = { id: 'b', next_run_at_ms: 900 };
      assert.equal(await store().updateFeed({ ...late, if_settings: feed('b', 100) }), false, field);
      assert.deepEqual(await get('b'), changed);
      assert.equal(await store().updateFeed({ ...late, if_settings: changed }), true);
      assert.deepEqual(await get('b'), { ...changed, next_run_at_ms: 900 });
      await store().deleteFeed({ id: 'b' });
      await store().insertFeed(feed('b', 100));
    }
    const change = { etag: 'e', last_modified: 'm', failures: 2 };
    await store().updateFeed({ id: 'b', ...change });
    assert.deepEqual(await get('b'), { ...feed('b', 100), ...change });
    assert.equal(await store().updateFeed({ id: 'none', failures: 1 }), false);
    for (const id of ['a', 'b']) await store().deleteFeed({ id });
  });
}
