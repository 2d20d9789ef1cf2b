// The batching queue on a runner of the test, which decides when a batch ends and how.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { AppError } from '../app-error.ts';
import { BatchingQueue, type CallOutcome } from './batching-queue.ts';

type BatchOptions = ConstructorParameters<typeof BatchingQueue<string>>[1];

/** A queue whose batches are held until the test ends them. */
function heldQueue({ isConnected = true, ...options }: { isConnected?: boolean } & BatchOptions = {}) {
  const batches: ({ calls: string[] } & PromiseWithResolvers<CallOutcome[]>)[] = [];
  const queue = new BatchingQueue<string>((calls) => {
    const held = { calls, ...Promise.withResolvers<CallOutcome[]>() };
    batches.push(held);
    return held.promise;
  }, options);
  if (isConnected) queue.resume();
  /** Ends the last batch; each call returns its own name unless `outcomeOf` says otherwise. */
  const end = async (outcomeOf: (call: string) => CallOutcome = (value) => ({ value })) => {
    const { calls, resolve } = batches.at(-1)!;
    resolve(calls.map(outcomeOf));
    await turn();
  };
  /** Resolves to the value, or to the code of the error. */
  const call = (name: string, options?: { hasDeadline: boolean }) =>
    queue.call(name, options).catch((error: AppError) => error.code);
  return { queue, call, batches, end, callsRun: () => batches.map(({ calls }) => calls) };
}

const failWith =
  (code: 'internal' | 'store_unavailable', is_busy = false) =>
  (): CallOutcome => ({ error: new AppError(code), is_busy });

/** Replaces the clock that deadlines use. */
function stopClock(t: TestContext) {
  let now_ms = 1000;
  t.mock.method(performance, 'now', () => now_ms);
  return { advance: (ms: number) => (now_ms += ms) };
}

test('calls that arrive together share a batch, and those that arrive while it runs form the next one', async (t) => {
  const clock = stopClock(t);
  const { queue, call, end, callsRun } = heldQueue();
  const calls = [call('a'), call('b')];
  await turn();
  calls.push(call('c'), call('d'));
  await turn();
  assert.deepEqual(callsRun(), [['a', 'b']]);
  assert.deepEqual(queue.figures, { waiting: 4, batches: 1, calls: 2, batches_s: 0 });
  clock.advance(300);
  await end();
  assert.deepEqual(callsRun(), [
    ['a', 'b'],
    ['c', 'd'],
  ]);
  clock.advance(200);
  await end();
  assert.deepEqual(await Promise.all(calls), ['a', 'b', 'c', 'd']);
  assert.deepEqual(queue.figures, { waiting: 0, batches: 2, calls: 4, batches_s: 0.5 });
});

test('each call of a batch gets its own outcome', async () => {
  const { call, end } = heldQueue();
  const calls = ['a', 'broken', 'b'].map((name) => call(name));
  await turn();
  await end((name) => (name === 'broken' ? failWith('internal')() : { value: name }));
  assert.deepEqual(await Promise.all(calls), ['a', 'internal', 'b']);
});

test('a batch has at most a hundred calls, in the order of their arrival', async () => {
  const { call, end, callsRun } = heldQueue();
  const names = Array.from({ length: 250 }, (_, i) => `${i}`);
  const calls = names.map((name) => call(name));
  await turn();
  for (let i = 0; i < 3; i++) await end();
  assert.deepEqual(callsRun(), [names.slice(0, 100), names.slice(100, 200), names.slice(200)]);
  assert.deepEqual(await Promise.all(calls), names);
});

test('ten thousand calls are queued; a further one fails immediately, and the queued ones complete', async () => {
  const queue = new BatchingQueue<number>(async (calls) => calls.map((value) => ({ value })));
  queue.resume();
  const calls = Array.from({ length: 10_001 }, (_, i) => queue.call(i));
  assert.equal(queue.pending, 10_000);
  await assert.rejects(calls.pop()!, { code: 'overloaded' });
  assert.deepEqual(
    await Promise.all(calls),
    calls.map((_, i) => i),
  );
  assert.equal(queue.pending, 0);
});

test('a call that was queued for four seconds fails without running, unless it has no deadline', async (t) => {
  const clock = stopClock(t);
  const { call, end, callsRun } = heldQueue();
  const calls = [call('in flight')];
  await turn();
  calls.push(call('overdue'), call('import', { hasDeadline: false }));
  clock.advance(1);
  calls.push(call('in time'));
  clock.advance(3999);
  await end();
  await end();
  assert.deepEqual(await Promise.all(calls), ['in flight', 'store_unavailable', 'import', 'in time']);
  assert.deepEqual(callsRun(), [['in flight'], ['import', 'in time']]);
});

test('calls wait for the first connection, which does not count towards their deadline', async (t) => {
  const clock = stopClock(t);
  const { queue, call, end, callsRun } = heldQueue({ isConnected: false });
  const calls = [call('a'), call('import', { hasDeadline: false })];
  await turn();
  assert.deepEqual([callsRun(), queue.pending], [[], 2]);
  clock.advance(60_000);
  queue.resume();
  await turn();
  // An import still waits for a lock, so it still has no deadline.
  await end((name) => (name === 'import' ? failWith('store_unavailable', true)() : { value: name }));
  await end();
  assert.deepEqual(await Promise.all(calls), ['a', 'import']);
});

test('calls in flight count as pending; closing completes them and refuses later ones', async () => {
  const { queue, call, end } = heldQueue();
  const calls = [call('a'), call('b')];
  await turn();
  calls.push(call('c'));
  assert.equal(queue.pending, 3);
  let isClosed = false;
  const closing = queue.close().then(() => (isClosed = true));
  assert.deepEqual(await Promise.all([call('d')]), ['not_ready']);
  await end();
  assert.equal(isClosed, false, 'waits for the second batch');
  await end();
  await closing;
  assert.deepEqual(await Promise.all(calls), ['a', 'b', 'c']);
});

test('if a batch cannot be run, its calls fail as unavailable, and the next batch runs', async () => {
  const { call, batches, end } = heldQueue();
  const calls = [call('a'), call('import', { hasDeadline: false })];
  await turn();
  calls.push(call('b'));
  batches[0]!.reject(new Error('connection reset'));
  await turn();
  await end();
  assert.deepEqual(await Promise.all(calls), ['store_unavailable', 'store_unavailable', 'b']);
});

test('while the connection is lost, pending and further calls fail; a late result of the lost batch is ignored', async (t) => {
  const clock = stopClock(t);
  const { queue, call, batches, end, callsRun } = heldQueue();
  const lost = [call('in flight')];
  await turn();
  lost.push(call('queued'), call('import', { hasDeadline: false }));
  clock.advance(5000);
  queue.suspend('connection lost');
  assert.equal(queue.pending, 0);
  assert.equal(queue.figures.batches_s, 5, 'the time that a lost batch took counts');
  lost.push(call('while lost'));
  assert.deepEqual(
    await Promise.all(lost),
    lost.map(() => 'store_unavailable'),
  );
  queue.resume();
  const next = [call('a')];
  await turn();
  next.push(call('b'));
  batches[0]!.resolve([{ value: 'late' }]);
  await turn();
  assert.deepEqual(callsRun(), [['in flight'], ['a']], 'the running batch is still the only one');
  await end();
  await end();
  assert.deepEqual(await Promise.all(next), ['a', 'b']);
});

test('the calls of a batch have a weight together; a call that is heavier runs alone', async () => {
  const { call, end, callsRun } = heldQueue({ maxBatch: 5, weightOf: ({ length }) => length });
  const names = ['aa', 'bbb', 'c', 'dddddddd', 'eeee', 'ff'];
  const calls = names.map((name) => call(name));
  await turn();
  for (let i = 0; i < 5; i++) await end();
  assert.deepEqual(callsRun(), [['aa', 'bbb'], ['c'], ['dddddddd'], ['eeee'], ['ff']]);
  assert.deepEqual(await Promise.all(calls), names);
});

test('closing does not wait for a lost connection', async () => {
  const { queue, call } = heldQueue();
  const calls = [call('in flight')];
  await turn();
  calls.push(call('queued'));
  const closing = queue.close();
  queue.suspend('connection lost');
  await closing;
  assert.deepEqual(await Promise.all(calls), ['store_unavailable', 'store_unavailable']);
});

test('if the database is locked, imports are repeated before later calls; other calls fail', async () => {
  const { call, end, callsRun } = heldQueue();
  const calls = [call('a'), call('import', { hasDeadline: false })];
  await turn();
  calls.push(call('b'));
  await end(failWith('store_unavailable', true));
  await end();
  assert.deepEqual(await Promise.all(calls), ['store_unavailable', 'import', 'b']);
  assert.deepEqual(callsRun(), [
    ['a', 'import'],
    ['import', 'b'],
  ]);
});

test('an import that fails otherwise, or while the queue closes, is not repeated', async () => {
  const { queue, call, end, callsRun } = heldQueue();
  const broken = call('broken', { hasDeadline: false });
  await turn();
  await end(failWith('internal'));
  assert.deepEqual(await Promise.all([broken]), ['internal']);
  const locked = call('locked', { hasDeadline: false });
  await turn();
  const closing = queue.close();
  await end(failWith('store_unavailable', true));
  assert.deepEqual(await Promise.all([locked]), ['store_unavailable']);
  await closing;
  assert.deepEqual(callsRun(), [['broken'], ['locked']]);
});
