// In a quiet hour small segments become one, and what that took is given back.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { changesBetween } from '../../../../../test/support/index-writer-process.ts';
import { measureLengths } from '../../ranking/field-lengths.ts';
import { openEmbeddedIndex } from '../open-embedded-index.ts';

const threads = () => readdirSync('/proc/self/task').length;

test('the thread that merges ends when there is nothing to merge, and begins again when there is', async () => {
  const index = await openEmbeddedIndex({ lengths: measureLengths([]), threads: 1, quiet_ms: 100 });
  await index.apply(changesBetween(0, 100));
  const before = threads();
  for (let at = 100; at < 1100; at += 500) {
    for (let some = at; some < at + 500; some += 100) await index.apply(changesBetween(some, some + 100));
    assert.ok(index.figures().segments > 2);
    while (index.figures().segments > 2) await sleep(5);
    while (threads() > before) await sleep(5);
  }
  await index.close();
});
