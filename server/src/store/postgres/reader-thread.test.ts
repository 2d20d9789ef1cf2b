// Reads in a thread answer and fail as reads in the main thread do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryDatabase } from '../../../../test/support/postgres-server.ts';
import { AppError } from '../../app-error.ts';
import { openPostgresStore } from './open-postgres-store.ts';
import { ReaderThread } from './reader-thread.ts';

const options = { prepare: true, connections: 1, deadline_ms: 5000, request_deadline_ms: 5000 };
const NEXT = { after: 0, limit: 10 };
const isUnavailable = (error: unknown) => error instanceof AppError && error.code === 'store_unavailable';

test('a thread answers all its calls before it closes', async () => {
  const url = await temporaryDatabase();
  await (await openPostgresStore({ url, prepare: true, pool: 14, own: false })).close();
  const thread = new ReaderThread({ ...options, url }, assert.ifError);
  const calls = [
    thread.call('countVocabulary', NEXT),
    thread.call('searchMerchants', { query: 'x', offset: 0, limit: 1 }),
  ];
  await thread.close();
  const [step, found] = await Promise.all(calls);
  assert.deepEqual([(step as { is_end: boolean }).is_end, found], [true, []]);
  await assert.rejects(thread.call('readChanges', NEXT), { code: 'not_ready' });
});

test('without a server, a read in a thread fails as unavailable', async () => {
  const thread = new ReaderThread({ ...options, url: 'postgres://user@127.0.0.1:1/none' }, assert.ifError);
  await assert.rejects(thread.call('readChanges', NEXT), isUnavailable);
  await thread.close();
});

test('if the thread ends, its calls fail as unavailable, and the fault is reported', async () => {
  const faults: unknown[] = [];
  const thread = new ReaderThread({ ...options, url: 'unusable' }, (fault) => faults.push(fault));
  for (let attempt = 1; attempt <= 2; attempt++) {
    await assert.rejects(thread.call('readChanges', NEXT), isUnavailable);
    assert.equal(faults.length, attempt);
  }
  await thread.close();
});
