// Threads may die at any time, of too little memory mostly: whoever waits is told, and nothing hangs.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { changesBetween } from '../../../../test/support/index-writer.ts';
import type { AppError } from '../../app-error.ts';
import { measureLengths } from '../ranking/field-lengths.ts';
import { openEmbeddedIndex } from './open-embedded-index.ts';

const codeOf = (error: unknown) => (error as AppError).code;

/** An index with one thread that searches, and that thread. */
async function openWithThread(t: TestContext, onLost = () => {}) {
  const workers: Worker[] = [];
  const note = (worker: Worker) => workers.push(worker);
  process.on('worker', note);
  t.after(() => process.off('worker', note));
  const index = await openEmbeddedIndex({ lengths: measureLengths([]), threads: 1, onLost });
  return { index, searcher: workers[0]! };
}

test('an index is closed all the same when its search thread dies before all are answered', async (t) => {
  const { index, searcher } = await openWithThread(t);
  await index.apply(changesBetween(0, 3000));
  const query = { criteria: [], exclude: [], limit: 1000 };
  const asked = Array.from({ length: 300 }, (_, i) =>
    index.search({ ...query, text: `kettle umbrella number round lamp ${i}` }).then(() => 'found', codeOf),
  );
  const closing = index.close();
  await searcher.terminate();
  await closing;
  assert.ok((await Promise.all(asked)).includes('not_ready'));
});

test('changes that come while a search thread dies are refused, and the index is lost', async (t) => {
  let isLost = false;
  const { index, searcher } = await openWithThread(t, () => {
    isLost = true;
  });
  const applied: Promise<string>[] = [];
  const come = (from: number) => {
    for (let at = from; at < from + 500; at++) {
      applied.push(index.apply(changesBetween(at, at + 1), 100).then(() => 'applied', codeOf));
    }
  };
  come(0);
  const ended = searcher.terminate();
  come(500);
  await ended;
  // What the writer had answered already arrives only now.
  await sleep(50);
  assert.ok(isLost);
  assert.equal(await index.apply(changesBetween(1000, 1001)).catch(codeOf), 'not_ready');
  for (const outcome of await Promise.all(applied)) assert.ok(['applied', 'not_ready'].includes(outcome), outcome);
});
