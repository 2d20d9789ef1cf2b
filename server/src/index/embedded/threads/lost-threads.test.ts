// Threads may die at any time, of too little memory mostly: whoever waits is told, and nothing hangs.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { changeAt, changesBetween } from '../../../../../test/support/index-writer-process.ts';
import type { AppError } from '../../../app-error.ts';
import { packChanges } from '../../../store/packed-changes.ts';
import { measureLengths } from '../../ranking/field-lengths.ts';
import { openEmbeddedIndex } from '../open-embedded-index.ts';

const codeOf = (error: unknown) => (error as AppError).code;
const QUERY = { criteria: [], exclude: [], limit: 1000 };

/** An index with its threads: those that search first, then the writer's. */
async function openWithThreads(t: TestContext, threads: number, onLost = () => {}) {
  const workers: Worker[] = [];
  const note = (worker: Worker) => workers.push(worker);
  process.on('worker', note);
  t.after(() => process.off('worker', note));
  const index = await openEmbeddedIndex({ lengths: measureLengths([]), threads, onLost });
  t.after(() => index.close());
  return { index, searchers: workers.slice(0, threads), writer: workers[threads]!, workers };
}

/** Searches that are under way or wait. */
const ask = (index: Awaited<ReturnType<typeof openWithThreads>>['index'], count: number) =>
  Array.from({ length: count }, (_, i) =>
    index.search({ ...QUERY, text: `kettle umbrella number round lamp ${i}` }).then(() => 'found', codeOf),
  );

test('an index is closed all the same when its search thread dies before all are answered', async (t) => {
  const { index, searchers } = await openWithThreads(t, 1);
  await index.apply(changesBetween(0, 3000));
  const asked = ask(index, 300);
  const closing = index.close();
  await searchers[0]!.terminate();
  await closing;
  assert.ok((await Promise.all(asked)).includes('not_ready'));
});

for (const threads of [1, 2]) {
  test(`of ${threads} search threads one dies: its search fails, all others are answered, by another thread too`, async (t) => {
    let isLost = false;
    const { index, searchers, workers } = await openWithThreads(t, threads, () => {
      isLost = true;
    });
    await index.apply(changesBetween(0, 3000));
    await index.useSynonyms([{ asked: ['parasol'], found: ['umbrella'] }]);
    const before = await index.search({ ...QUERY, text: 'parasol' });
    const asked = ask(index, 100);
    await searchers[0]!.terminate();
    const answers = await Promise.all(asked);
    assert.equal(answers.filter((answer) => answer === 'not_ready').length, 1);
    assert.equal(answers.filter((answer) => answer === 'found').length, 99);
    while (workers.length < threads + 2) await sleep(10);
    // The new thread knows what came before it, and what comes after.
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

test('changes that come while the thread of the writer dies are refused, and the index is lost', async (t) => {
  let isLost = false;
  const { index, writer } = await openWithThreads(t, 1, () => {
    isLost = true;
  });
  const applied: Promise<string>[] = [];
  const come = (from: number) => {
    for (let at = from; at < from + 500; at++) {
      applied.push(index.apply(changesBetween(at, at + 1), 100).then(() => 'applied', codeOf));
    }
  };
  come(0);
  const ended = writer.terminate();
  come(500);
  await ended;
  // What the writer had answered already arrives only now.
  await sleep(50);
  assert.ok(isLost);
  assert.equal(await index.apply(changesBetween(1000, 1001)).catch(codeOf), 'not_ready');
  for (const outcome of await Promise.all(applied)) assert.ok(['applied', 'not_ready'].includes(outcome), outcome);
});
