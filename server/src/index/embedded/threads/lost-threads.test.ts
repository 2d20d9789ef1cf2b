// A thread may die at any time, for example out of memory: its calls are rejected and nothing hangs.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { changeAt, changesBetween } from '../../../../../test/support/index-writer-process.ts';
import type { AppError } from '../../../app-error.ts';
import { packChanges } from '../../../store/packed-changes.ts';
import { measureLengths } from '../../ranking/field-lengths.ts';
import { openSegmentIndex } from '../open-segment-index.ts';

const codeOf = (error: unknown) => (error as AppError).code;
const QUERY = { criteria: [], exclude: [], limit: 1000 };

/** An index with its workers: the search threads, then the writer. */
async function openWithThreads(t: TestContext, threads: number, onLost = () => {}) {
  const workers: Worker[] = [];
  const record = (worker: Worker) => workers.push(worker);
  process.on('worker', record);
  t.after(() => process.off('worker', record));
  const index = await openSegmentIndex({ lengths: measureLengths([]), threads, onLost });
  t.after(() => index.close());
  return { index, searchers: workers.slice(0, threads), writer: workers[threads]!, workers };
}

const startSearches = (index: Awaited<ReturnType<typeof openWithThreads>>['index'], count: number) =>
  Array.from({ length: count }, (_, i) =>
    index.search({ ...QUERY, text: `kettle umbrella number round lamp ${i}` }).then(() => 'found', codeOf),
  );

test('close resolves even if the search thread dies before it has answered', async (t) => {
  const { index, searchers } = await openWithThreads(t, 1);
  await index.apply(changesBetween(0, 3000));
  const searches = startSearches(index, 300);
  const closing = index.close();
  await searchers[0]!.terminate();
  await closing;
  assert.ok((await Promise.all(searches)).includes('not_ready'));
});

for (const threads of [1, 2]) {
  test(`one of ${threads} search threads dies: only its search fails, and the thread is replaced`, async (t) => {
    let isLost = false;
    const { index, searchers, workers } = await openWithThreads(t, threads, () => {
      isLost = true;
    });
    await index.apply(changesBetween(0, 3000));
    await index.useSynonyms([{ inputs: ['parasol'], outputs: ['umbrella'] }]);
    const before = await index.search({ ...QUERY, text: 'parasol' });
    const searches = startSearches(index, 100);
    await searchers[0]!.terminate();
    const answers = await Promise.all(searches);
    assert.equal(answers.filter((answer) => answer === 'not_ready').length, 1);
    assert.equal(answers.filter((answer) => answer === 'found').length, 99);
    while (workers.length < threads + 2) await sleep(10);
    // The new thread has the earlier state and gets later updates.
    const data = JSON.stringify({ id: 'new', name: 'Harpsichord' });
    await index.apply(packChanges([{ ...changeAt(1), change_no: 10_000, product_no: 9000, data }]));
    const found = await Promise.all(
      Array.from({ length: 8 }, (_, i) => index.search({ ...QUERY, text: 'harpsichord', limit: 10 + i })),
    );
    for (const { product_nos } of found) assert.deepEqual([...product_nos], [9000]);
    const after = await Promise.all(Array.from({ length: 4 }, () => index.search({ ...QUERY, text: 'parasol' })));
    for (const { product_nos } of after) assert.deepEqual(product_nos, before.product_nos);
    assert.equal(isLost, false);
  });
}

test('if the writer thread dies, pending and later changes are rejected and the index reports its loss', async (t) => {
  let isLost = false;
  const { index, writer } = await openWithThreads(t, 1, () => {
    isLost = true;
  });
  const applied: Promise<string>[] = [];
  const applyFrom = (from: number) => {
    for (let at = from; at < from + 500; at++) {
      applied.push(index.apply(changesBetween(at, at + 1), 100).then(() => 'applied', codeOf));
    }
  };
  applyFrom(0);
  const terminated = writer.terminate();
  applyFrom(500);
  await terminated;
  // Replies that the writer sent before it died arrive only now.
  await sleep(50);
  assert.ok(isLost);
  assert.equal(await index.apply(changesBetween(1000, 1001)).catch(codeOf), 'not_ready');
  for (const outcome of await Promise.all(applied)) assert.ok(['applied', 'not_ready'].includes(outcome), outcome);
});
