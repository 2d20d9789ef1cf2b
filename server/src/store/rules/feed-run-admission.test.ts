import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RUN_LEASE_MS } from '../feed-store.ts';
import { admitRun } from './feed-run-admission.ts';

const now_ms = 10 * RUN_LEASE_MS;
const alive = { id: 2, seen_at_ms: now_ms - RUN_LEASE_MS + 1 };
const lost = { id: 1, seen_at_ms: now_ms - RUN_LEASE_MS };

test('a feed has one run at a time; a run without a heartbeat for as long as the lease is lost', () => {
  assert.deepEqual(admitRun({ feed: 'f', now_ms }, []), { lost: [], busy: undefined });
  assert.deepEqual(admitRun({ feed: 'f', now_ms }, [lost]), { lost: [lost], busy: undefined });
  assert.deepEqual(admitRun({ feed: 'f', now_ms }, [lost, alive]), { lost: [lost], busy: 2 });
});

test('one-off files may be imported at the same time', () => {
  assert.deepEqual(admitRun({ feed: '', now_ms }, [lost, alive]), { lost: [lost], busy: undefined });
});
