// A write connection that is closed early, one whose process is paused inside a transaction, and one with slow calls.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queryDatabase } from '../../../../test/support/postgres-client.ts';
import { temporaryDatabase } from '../../../../test/support/postgres-server.ts';
import { until } from '../../../../test/support/until.ts';
import { Lane, type RunCalls } from './lane.ts';
import { openPostgresStore } from './open-postgres-store.ts';

const CALL = { name: 'lock', input: {}, hasDeadline: false };
const LOCK_STAMP = { name: 'lock', text: `SELECT value FROM finderfee.stamps WHERE name = 'keys' FOR UPDATE` };

const SLEEP = { name: 'sleep', text: 'SELECT pg_sleep(3)' };

const openLane = (url: string, run: RunCalls, weight = 1) =>
  new Lane({ url, prepare: true, run, weightOf: () => weight, onFault: () => {} });

test('a lane that is closed while it connects leaves no connection behind', async () => {
  const url = await temporaryDatabase();
  const lane = openLane(url, async () => []);
  const started = lane.start();
  await lane.close();
  await started;
  const others = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'finderfee'`;
  await until(async () => (await queryDatabase(url, others)).length === 0);
});

test('the locks of a process that is paused inside a transaction are released before other calls fail', async () => {
  const url = await temporaryDatabase();
  const store = await openPostgresStore({ url, prepare: true, pool: 14, own: true });
  const [paused, locked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lane = openLane(url, async (tx) => {
    await tx.row(LOCK_STAMP);
    locked.resolve();
    await paused.promise;
    return [undefined];
  });
  const lost = assert.rejects(lane.call(CALL), { code: 'store_unavailable' });
  await locked.promise;
  // Waits for the lock.
  const key = { id: 'k', name: 'k', digest: new Uint8Array(32), scopes: [], created_at_ms: 1 };
  await store.insertKey({ ...key, expires_at_ms: null, revoked_at_ms: null });
  paused.resolve();
  await lost;
  await Promise.all([lane.close(), store.close()]);
});

test('calls that are transactions of their own have deadlines of their own', async () => {
  const run: RunCalls = async (tx, calls) => {
    await tx.row(SLEEP);
    return calls.map(() => 'done');
  };
  const lane = openLane(await temporaryDatabase(), run, Number.POSITIVE_INFINITY);
  const call = { name: 'sleep', input: {}, hasDeadline: true };
  // Together they take longer than one may.
  assert.deepEqual(await Promise.all([lane.call(call), lane.call(call)]), ['done', 'done']);
  await lane.close();
});
