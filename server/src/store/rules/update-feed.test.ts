import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RegisteredFeed } from '../feed-store.ts';
import { updateFeed } from './update-feed.ts';

const feed: RegisteredFeed = {
  ...{ id: 'f', url: 'https://f.example/', mode: 'full', every_ms: 60, options: '{}', is_paused: false },
  ...{ run_request: null, etag: null, last_modified: null, next_run_at_ms: 5, failures: 0, created_at_ms: 1 },
};
const { url, mode, every_ms, options } = feed;

test('a change keeps all other fields', () => {
  assert.deepEqual(updateFeed(feed, { id: 'f', failures: 2 }), { ...feed, failures: 2 });
  assert.equal(updateFeed(null, { id: 'f', failures: 2 }), null);
});

for (const change of [
  { url: 'https://g.example/' },
  { mode: 'delta' as const },
  { every_ms: 61 },
  { options: '{"a":1}' },
])
  test(`a change for given settings is not made after ${Object.keys(change)} was changed`, () => {
    const if_settings = { url, mode, every_ms, options };
    assert.equal(updateFeed({ ...feed, ...change }, { id: 'f', if_settings, failures: 2 }), null);
    assert.deepEqual(updateFeed(feed, { id: 'f', if_settings, failures: 2 }), { ...feed, failures: 2 });
  });
