// When idle, small segments are merged and the memory of the merge thread is released.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { changesBetween } from '../../../../../test/support/index-writer-process.ts';
import { measureLengths } from '../../ranking/field-lengths.ts';
import { openSegmentIndex } from '../open-segment-index.ts';

const threads = () => readdirSync('/proc/self/task').length;

test('the merge thread exits when idle and starts again for the next merge', async () => {
  const index = await openSegmentIndex({ lengths: measureLengths([]), threads: 1, idle_ms: 100 });
  await index.apply(changesBetween(0, 100));
  const before = threads();
  for (let at = 100; at < 1100; at += 500) {
    for (let from = at; from < at + 500; from += 100) await index.apply(changesBetween(from, from + 100));
    assert.ok(index.figures().segments > 2);
    while (index.figures().segments > 2) await sleep(5);
    while (threads() > before) await sleep(5);
  }
  await index.close();
});
