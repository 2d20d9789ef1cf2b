// Transactions, errors within batches, and the restart of database threads.
import assert from 'node:assert/strict';
import { renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { signupWrite } from '../../../../test/support/stored-facts.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import type { AppError } from '../../app-error.ts';
import { openFolder } from './data-folder.ts';
import { DatabaseThread } from './database-thread.ts';
import { type File, pathOf } from './files.ts';

let folder: string;
let thread: DatabaseThread;
let workers: Worker[];
let faults: unknown[];
const recordWorker = (worker: Worker) => void workers.push(worker);

beforeEach(() => {
  folder = temporaryFolder();
  openFolder(folder, { own: false });
  [workers, faults] = [[], []];
  process.on('worker', recordWorker);
});
afterEach(async () => {
  process.off('worker', recordWorker);
  await thread.close();
  rmSync(folder, { recursive: true });
});

const threadFor = (file: File) => {
  thread = new DatabaseThread({ folder, role: { writes: file } }, (error) => faults.push(error));
  return thread;
};
const insert = (id: string) =>
  thread.call('insertCriteriaSet', { id, name: id, query: null, exclude_query: null, criteria: [], now_ms: 1 });
const insertKey = () =>
  thread.call('insertKey', {
    ...{ id: 'twin', name: 'twin', digest: new Uint8Array(32), scopes: [] },
    ...{ created_at_ms: 1, expires_at_ms: null, revoked_at_ms: null },
  });
const storedIds = async () => {
  const sets = (await thread.call('listCriteriaSets', { after: '', limit: 10 })) as { id: string }[];
  return sets.map(({ id }) => id);
};
const outcomesOf = (calls: Promise<unknown>[]) =>
  Promise.all(
    calls.map((call) =>
      call.then(
        () => 'done',
        (error: AppError) => error.code,
      ),
    ),
  );

test('if SQLite rolls back the transaction, as on a full disk, no call of the batch succeeds', async () => {
  const db = new DatabaseSync(pathOf(folder, 'catalogue'));
  db.exec(`CREATE TRIGGER taken_back BEFORE INSERT ON criteria_sets WHEN new.id = 'fatal'
    BEGIN SELECT RAISE(ROLLBACK, 'taken back'); END`);
  db.close();
  await threadFor('catalogue').start();
  const causesOf = (calls: Promise<unknown>[]) =>
    Promise.all(calls.map((call) => call.catch((error: AppError) => (error.cause as Error).message)));
  const all = (count: number) => Array.from({ length: count }, () => 'taken back');
  assert.deepEqual(await causesOf(['a', 'fatal', 'b'].map(insert)), all(3));
  const afterOther = [insert('a'), insertKey(), insertKey(), insert('fatal'), insert('b')];
  assert.deepEqual(await causesOf(afterOther), all(5), 'also after another failed call');
  assert.deepEqual(await storedIds(), []);
  assert.deepEqual(await outcomesOf([insert('a'), insertKey(), insertKey()]), ['done', 'done', 'internal']);
  assert.deepEqual(await storedIds(), ['a']);
});

test('a call that fails halfway is rolled back', async () => {
  await threadFor('ledger').start();
  const accept = (email: string) => thread.call('acceptSignup', signupWrite({ message_id: 'm', email }));
  assert.deepEqual(await outcomesOf(['ann@example.com', 'bob@example.com'].map(accept)), ['done', 'internal']);
  const isKnown = await Promise.all(
    ['ann@example.com', 'bob@example.com'].map((email) => thread.call('erasePerson', { email })),
  );
  assert.deepEqual(isKnown, [true, false]);
});

test('maintenance runs between the transactions of its batch, also in the first batch of a thread', async () => {
  threadFor('ledger');
  const turnOf = (message_id: string, version: number) =>
    thread.call('saveTurn', { convo_id: 'c', message_id, state: '{}', data: {}, version, now_ms: 1 });
  const calls = [
    turnOf('1', 0),
    thread.call('overwriteLedger', {}),
    turnOf('2', 1),
    thread.call('overwriteLedger', {}),
  ];
  assert.deepEqual(await Promise.all(calls), ['saved', true, 'saved', true]);
  const events = (await thread.call('listEvents', { convo_id: 'c', after: 0, limit: 10 })) as { id: string }[];
  assert.deepEqual(
    events.map(({ id }) => id),
    ['1', '2'],
  );
});

test('closing completes the calls of the thread, then ends it', async () => {
  await threadFor('catalogue').start();
  const calls = [insert('a'), insert('b')];
  await turn();
  calls.push(insert('c'));
  await thread.close();
  assert.deepEqual(await outcomesOf([...calls, insert('d')]), ['done', 'done', 'done', 'not_ready']);
  assert.deepEqual([workers.length, workers[0]!.threadId], [1, -1], 'the thread has ended');
});

/** Locks the file so that the thread blocks inside a batch, and terminates the thread there. */
async function endInsideBatch(): Promise<string[]> {
  const other = new DatabaseSync(pathOf(folder, 'catalogue'));
  other.exec('BEGIN IMMEDIATE');
  const calls = [insert('under way')];
  await turn();
  calls.push(insert('waiting'));
  const ended = workers.at(-1)!.terminate();
  other.exec('ROLLBACK');
  other.close();
  await ended;
  return outcomesOf(calls);
}

test('a thread that ended is restarted; calls fail until it is ready', async (t) => {
  await threadFor('catalogue').start();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  for (const round of [1, 2]) {
    assert.deepEqual(await endInsideBatch(), ['store_unavailable', 'store_unavailable']);
    assert.equal(thread.pending, 0);
    t.mock.timers.tick(199);
    assert.deepEqual(await outcomesOf([insert('down')]), ['store_unavailable']);
    await turn();
    assert.equal(workers.length, round);
    t.mock.timers.tick(1);
    assert.deepEqual(await outcomesOf([insert('starting')]), ['store_unavailable']);
    await turn();
    assert.equal(workers.length, round + 1, 'the back-off starts over');
    while ((await outcomesOf([insert(`round ${round}`)]))[0] !== 'done') await turn();
  }
  assert.deepEqual(await storedIds(), ['round 1', 'round 2']);
});

test('closing does not wait for the calls of a thread that ended', async () => {
  await threadFor('catalogue').start();
  const ended = endInsideBatch();
  await turn();
  await thread.close();
  assert.deepEqual(await ended, ['store_unavailable', 'store_unavailable']);
});

test('a thread that cannot open its file is restarted with exponential back-off, and each failure is reported', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  renameSync(folder, `${folder}.away`);
  await assert.rejects(threadFor('catalogue').start(), /unable to open database file/);
  for (const [i, pause_ms] of [200, 400, 800].entries()) {
    // A thread that has ended has a negative id.
    while (workers.at(-1)!.threadId >= 0) await turn();
    assert.equal(faults.length, i + 1);
    t.mock.timers.tick(pause_ms - 1);
    await turn();
    assert.equal(workers.length, i + 1);
    t.mock.timers.tick(1);
    await turn();
    assert.equal(workers.length, i + 2, `after ${pause_ms} ms`);
  }
  renameSync(`${folder}.away`, folder);
});
