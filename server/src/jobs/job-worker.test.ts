// The job worker: back-off, batching, and reporting of store errors.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../app-error.ts';
import type { StoredJob } from '../store/ledger-store.ts';
import type { Store } from '../store/store.ts';
import { createJobWorker } from './job-worker.ts';

/** A store that returns these due jobs, one list per round, and records the calls made for them. */
function jobStore(rounds: StoredJob[][], runJob: Store['runJob'] = async () => true) {
  const [failed, limits] = [[] as Parameters<Store['failJob']>[0][], [] as number[]];
  const store = {
    takeDueJobs: async ({ limit }: { limit: number }) => {
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

test('back-off doubles up to five minutes, with 50 % jitter', async (t) => {
  const seconds = [0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300];
  for (const [random, factor] of [
    [0, 0.5],
    [0.5, 1],
    [0.75, 1.25],
  ] as const) {
    t.mock.method(Math, 'random', () => random);
    const due = seconds.map((_, attempts) => dueJob(`after ${attempts}`, attempts));
    const { store, failed } = jobStore([due], () => Promise.reject(new Error('broken')));
    const worker = createJobWorker({ store, clock, reward_max_pct: 25 }, (error) => assert.fail(String(error)));
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

test('a full batch is followed by the next at once, a smaller one after a pause', async (t) => {
  // Pauses never end here, so a further round did not wait for one.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const batch = (count: number) => Array.from({ length: count }, (_, i) => dueJob(`j${i}`, 0));
  const run: string[] = [];
  const runJob: Store['runJob'] = async ({ id }) => run.push(id) > 0;
  const { store, limits } = jobStore([batch(100), batch(99), batch(1)], runJob);
  const worker = createJobWorker({ store, clock, reward_max_pct: 25 }, (error) => assert.fail(String(error)));
  worker.start();
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([limits, run.length], [[100, 100], 199]);
  await worker.stop();
});

test('a store error is reported after the other jobs of the round have run', async (t) => {
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
    const worker = createJobWorker({ store, clock, reward_max_pct: 25 }, resolve);
    worker.start();
    assert.deepEqual([await promise, run, failed], [new AppError(code), ['second'], []]);
    await worker.stop();
  }
});

test('a job interrupted by a store error runs again in the next round, before its lease ends', async () => {
  const run: string[] = [];
  const runJob: Store['runJob'] = async ({ id }) => {
    if (run.push(id) === 1) throw new AppError('store_unavailable');
    return true;
  };
  const { store, limits } = jobStore([[dueJob('first', 0)], [dueJob('second', 0)]], runJob);
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const worker = createJobWorker({ store, clock, reward_max_pct: 25 }, resolve);
  worker.start();
  await promise;
  while (run.length < 3) {
    worker.wake();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await worker.stop();
  assert.deepEqual(
    [run, limits.slice(0, 2)],
    [
      ['first', 'first', 'second'],
      [100, 99],
    ],
  );
});

test('a failure that cannot be recorded is reported', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { store } = jobStore([[dueJob('j', 0)]], () => Promise.reject(new Error('broken')));
  store.failJob = () => Promise.reject(new AppError('store_unavailable'));
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const worker = createJobWorker({ store, clock, reward_max_pct: 25 }, resolve);
  worker.start();
  assert.equal(((await promise) as AppError).code, 'store_unavailable');
  await worker.stop();
});

test("the recorded reason is the error's cause, with emails, card numbers and keys masked", async () => {
  const secrets = `ann@example.com 4111111111111111 ff_${'k'.repeat(43)}`;
  for (const [error, expected] of [
    [new AppError('internal', { cause: secrets }), 'a***@example.com **************** ff_***'],
    [new Error(secrets), 'Error: a***@example.com **************** ff_***'],
  ] as const) {
    const { store, failed } = jobStore([[dueJob('j', 0)]], () => Promise.reject(error));
    const worker = createJobWorker({ store, clock, reward_max_pct: 25 }, (fault) => assert.fail(String(fault)));
    worker.start();
    await worker.stop();
    assert.deepEqual(
      failed.map(({ id, error }) => [id, error]),
      [['j', expected]],
    );
  }
});

test("a job is run by its id, at the clock's time, with the highest rebate that earns a reward", async () => {
  const run: unknown[] = [];
  const runJob: Store['runJob'] = async (by) => run.push(by) > 0;
  const { store, failed } = jobStore([[dueJob('a', 3), dueJob('b', 0)]], runJob);
  const worker = createJobWorker({ store, clock, reward_max_pct: 25 }, (fault) => assert.fail(String(fault)));
  worker.start();
  await worker.stop();
  const now_ms = NOW_MS;
  assert.deepEqual(
    [run, failed],
    [
      [
        { id: 'a', reward_max_pct: 25, now_ms },
        { id: 'b', reward_max_pct: 25, now_ms },
      ],
      [],
    ],
  );
});
