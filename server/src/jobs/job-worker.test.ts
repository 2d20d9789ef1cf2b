// Jobs: tried again with growing pauses, dead after ten attempts, replayed by an operator, done once.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { startTestApp, withApp } from '../../../test/support/test-app.ts';
import { AppError } from '../app-error.ts';
import type { Store, StoredJob } from '../store/port.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import { createJobWorker } from './job-worker.ts';

test('a job that keeps failing is dead after ten attempts, and done once an operator replays it', async () => {
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
  assert.deepEqual([state, last_error], ['dead', 'a***@example.com'], 'and no email in its error');
  assert.deepEqual(await store.countJobs({}), { waiting: 0, dead: 1 });
  assert.deepEqual(
    (await store.listJobs({ state: 'dead', limit: 10 })).map(({ id }) => id),
    [json.message_id],
  );
  assert.equal(await store.countSignups({ program: 'gold' }), 0);
  isBroken = false;
  assert.equal(await store.retryJob({ id: json.message_id, now_ms: service.clock.now_ms() }), true);
  while ((await job()).state !== 'done') await sleep(5);
  assert.equal(await store.countSignups({ program: 'gold' }), 1);
  assert.equal(
    await store.retryJob({ id: json.message_id, now_ms: service.clock.now_ms() }),
    false,
    'a done job is not run again',
  );
  assert.equal(await store.runJob({ id: json.message_id, now_ms: 1 }), false);
  await service.stop();
});

test('faults of the store are not attempts: a job is done however long they last', async () => {
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
  assert.equal(await store.countSignups({ program: 'gold' }), 1);
  await service.stop();
});

/** A store that answers at once with these due jobs, round by round, and notes what is done with them. */
function jobStore(rounds: StoredJob[][], runJob: Store['runJob'] = async () => true) {
  const [failed, limits] = [[] as Parameters<Store['failJob']>[0][], [] as number[]];
  const store = {
    listDueJobs: async ({ limit }: { limit: number }) => {
      limits.push(limit);
      return rounds.shift() ?? [];
    },
    runJob,
    failJob: async (by: Parameters<Store['failJob']>[0]) => {
      failed.push(by);
    },
  };
  return { store: store as unknown as Store, failed, limits };
}
const dueJob = (id: string, attempts: number) => ({ id, attempts }) as StoredJob;
const NOW_MS = 1_000_000;
const clock = { now_ms: () => NOW_MS };

test('the pauses between the attempts of a job double, up to five minutes, with jitter of a half', async (t) => {
  const seconds = [0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300];
  for (const [random, factor] of [
    [0, 0.5],
    [0.5, 1],
    [0.75, 1.25],
  ] as const) {
    t.mock.method(Math, 'random', () => random);
    const due = seconds.map((_, attempts) => dueJob(`after ${attempts}`, attempts));
    const { store, failed } = jobStore([due], () => Promise.reject(new Error('broken')));
    const worker = createJobWorker({ store, clock }, (error) => assert.fail(String(error)));
    worker.start();
    await worker.stop();
    assert.deepEqual(
      failed.map(({ due_at_ms }) => due_at_ms - NOW_MS),
      seconds.map((each) => each * 1000 * factor),
    );
    assert.deepEqual(
      new Set(failed.map(({ error, max_attempts }) => `${error}, ${max_attempts}`)),
      new Set(['Error: broken, 10']),
    );
  }
});

test('a full batch is followed by the next at once, and a smaller one by a rest', async (t) => {
  // No rest ends: a round that follows did not wait for one.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const batch = (count: number) => Array.from({ length: count }, (_, i) => dueJob(`j${i}`, 0));
  const run: string[] = [];
  const runJob: Store['runJob'] = async ({ id }) => run.push(id) > 0;
  const { store, limits } = jobStore([batch(100), batch(99), batch(1)], runJob);
  const worker = createJobWorker({ store, clock }, (error) => assert.fail(String(error)));
  worker.start();
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([limits, run.length], [[100, 100], 199]);
  await worker.stop();
});

test('a fault of the store is reported, after the other jobs of the round are done', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  for (const code of ['store_unavailable', 'overloaded', 'not_ready'] as const) {
    const run: string[] = [];
    const runJob: Store['runJob'] = async ({ id }) => {
      if (id === 'first') throw new AppError(code);
      await new Promise((resolve) => setImmediate(resolve));
      return run.push(id) > 0;
    };
    const { store, failed } = jobStore([[dueJob('first', 0), dueJob('second', 0)]], runJob);
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const worker = createJobWorker({ store, clock }, resolve);
    worker.start();
    assert.deepEqual([await promise, run, failed], [new AppError(code), ['second'], []]);
    await worker.stop();
  }
});

test('a failure that cannot be noted is reported', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { store } = jobStore([[dueJob('j', 0)]], () => Promise.reject(new Error('broken')));
  store.failJob = () => Promise.reject(new AppError('store_unavailable'));
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const worker = createJobWorker({ store, clock }, resolve);
  worker.start();
  assert.equal(((await promise) as AppError).code, 'store_unavailable');
  await worker.stop();
});

test('jobs wait while nothing may be written, and are done after READ_ONLY', async () => {
  const DATA_DIR = temporaryFolder();
  try {
    const store = await openSqliteStore({ folder: DATA_DIR, own: true });
    const signup = {
      message_id: 'm1',
      program: 'gold',
      email: 'ann@example.com',
      convo_id: 'c1',
      data: '{}',
      may_replace: false,
      now_ms: 1,
    };
    await store.acceptSignup(signup);
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
