// Jobs: retried, dead after ten attempts, retried by an operator, done once.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { countSignups, signupWrite } from '../../../test/support/stored-facts.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { startTestApp, withApp } from '../../../test/support/test-app.ts';
import { AppError } from '../app-error.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';

test('a job is dead after ten failed attempts, and done after an operator retries it', async () => {
  let isBroken = true;
  const service = await startTestApp(
    {},
    {
      wrapStore: (store) => ({
        ...store,
        runJob: (by) =>
          isBroken ? Promise.reject(new AppError('internal', { cause: 'ann@example.com' })) : store.runJob(by),
      }),
    },
  );
  const { store } = service.deps;
  const { json } = await service.call('POST', '/signup/c1', { program: 'gold', email: 'ann@example.com' });
  const job = async () => (await store.getJob({ id: json.message_id }))!;
  for (let attempts = 1; attempts <= 10; attempts++) {
    while ((await job()).attempts < attempts) await sleep(5);
    service.clock.advance(10 * 60_000);
  }
  const { state, last_error } = await job();
  assert.deepEqual([state, last_error], ['dead', 'a***@example.com'], 'its error contains no email');
  assert.deepEqual(await store.countJobs({}), { waiting: 0, dead: 1 });
  assert.deepEqual(
    (await store.listJobs({ state: 'dead', kind: null, before: null, limit: 10 })).map(({ id }) => id),
    [json.message_id],
  );
  assert.equal(await countSignups(store, 'gold'), 0);
  isBroken = false;
  assert.equal(await store.retryJob({ id: json.message_id, now_ms: service.clock.now_ms() }), true);
  while ((await job()).state !== 'done') await sleep(5);
  assert.equal(await countSignups(store, 'gold'), 1);
  assert.equal(
    await store.retryJob({ id: json.message_id, now_ms: service.clock.now_ms() }),
    false,
    'a done job is not run again',
  );
  assert.equal(await store.runJob({ id: json.message_id, reward_max_pct: 25, now_ms: 1 }), false);
  await service.stop();
});

test('store errors do not count as attempts, however long they last', async () => {
  const refused: unknown[] = [];
  let isAway = true;
  const service = await startTestApp(
    {},
    {
      wrapStore: (store) => ({
        ...store,
        runJob: (by) => (isAway ? Promise.reject(new AppError('store_unavailable')) : store.runJob(by)),
      }),
      onFault: (error) => refused.push(error),
    },
  );
  const { store } = service.deps;
  const { json } = await service.call('POST', '/signup/c1', { program: 'gold', email: 'ann@example.com' });
  const job = async () => (await store.getJob({ id: json.message_id }))!;
  while (refused.length < 2) await sleep(5);
  const { state, attempts, last_error } = await job();
  assert.deepEqual([state, attempts, last_error], ['waiting', 0, null]);
  isAway = false;
  while ((await job()).state !== 'done') await sleep(5);
  assert.equal(await countSignups(store, 'gold'), 1);
  await service.stop();
});

test('jobs wait in READ_ONLY mode and run after it', async () => {
  const DATA_DIR = temporaryFolder();
  try {
    const store = await openSqliteStore({ folder: DATA_DIR, own: true });
    await store.acceptSignup(signupWrite({ message_id: 'm1' }));
    await store.close();
    for (const [READ_ONLY, state] of [
      ['true', 'waiting'],
      ['false', 'done'],
    ] as const) {
      await withApp({ DATA_DIR, READ_ONLY }, async ({ deps }) => {
        const job = async () => (await deps.store.getJob({ id: 'm1' }))?.state;
        if (READ_ONLY === 'true') await sleep(500);
        while ((await job()) === 'waiting' && state === 'done') await sleep(20);
        assert.equal(await job(), state);
      });
    }
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true });
  }
});
