// A search thread that waits for another process runs several jobs at the same time.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { AppError } from '../../app-error.ts';
import { OutdatedIndexError, SearchQueue } from './search-queue.ts';

const QUERY = { criteria: [], exclude: [], limit: 10 };
const codeOf = (error: unknown) => (error as AppError).code;

function openQueue(t: TestContext, threads: number, jobs_per_thread: number) {
  const queue = new SearchQueue<{ kind: 'exit' }>({
    thread: new URL('../../../../test/support/waiting-search-thread.ts', import.meta.url),
    threads,
    jobs_per_thread,
    state: { record: () => {}, messages: () => [] },
    result_cache_size: 0,
    onFault: () => {},
  });
  t.after(() => queue.end());
  return queue;
}

test('a search is answered while others of its thread wait, and each can be abandoned by itself', async (t) => {
  const queue = openQueue(t, 1, 3);
  const callers = [new AbortController(), new AbortController()];
  const waiting = callers.map(({ signal }) => queue.search({ ...QUERY, text: 'wait' }, { signal }).catch(codeOf));
  assert.equal((await queue.search({ ...QUERY, text: 'lamp' })).product_nos.length, 1);
  callers[0]!.abort();
  assert.equal(await waiting[0], 'overloaded');
  assert.equal(queue.waiting, 1);
  callers[1]!.abort();
  assert.equal(await waiting[1], 'overloaded');
});

test('a thread runs no more jobs than its limit, and the free thread gets the next one', async (t) => {
  const queue = openQueue(t, 2, 2);
  const caller = new AbortController();
  const start = () => queue.search({ ...QUERY, text: 'wait' }, { signal: caller.signal }).catch(codeOf);
  const waiting = [start(), start(), start()];
  assert.equal((await queue.search({ ...QUERY, text: 'lamp' })).product_nos.length, 1);
  waiting.push(start());
  const queued = queue.search({ ...QUERY, text: 'lamp' });
  assert.equal(queue.waiting, 5);
  caller.abort();
  assert.equal((await queued).product_nos.length, 1);
  assert.deepEqual(await Promise.all(waiting), Array(4).fill('overloaded'));
});

test('all jobs of a thread that dies are rejected', async (t) => {
  const queue = openQueue(t, 1, 3);
  const waiting = Array.from({ length: 3 }, () => queue.search({ ...QUERY, text: 'wait' }).catch(codeOf));
  const queued = queue.search({ ...QUERY, text: 'lamp' });
  queue.broadcast({ kind: 'exit' });
  assert.deepEqual(await Promise.all(waiting), Array(3).fill('not_ready'));
  assert.equal((await queued).product_nos.length, 1, 'by the thread that replaces it');
});

test('a thread can report an error of the catalogue, and that its index is gone', async (t) => {
  const queue = openQueue(t, 1, 1);
  const failing = queue.search({ ...QUERY, text: 'unavailable' });
  await assert.rejects(failing, { code: 'search_unavailable', cause: new Error('refused') });
  await assert.rejects(queue.search({ ...QUERY, text: 'outdated' }), OutdatedIndexError);
});
