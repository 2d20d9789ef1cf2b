// Thread priorities: an index is built at normal priority until it is ready, and maintained at background priority.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { type TestContext, test } from 'node:test';
import { changesBetween } from '../../../../../test/support/index-writer-process.ts';
import { BACKGROUND_NICE } from '../../../lower-priority.ts';
import { measureLengths } from '../../ranking/field-lengths.ts';
import { openSegmentIndex } from '../open-segment-index.ts';
import type { OpenMode } from './protocol.ts';

const backgroundThreads = () =>
  readdirSync('/proc/self/task').filter((id) => getPriority(Number(id)) === BACKGROUND_NICE).length;

async function open(t: TestContext, options: { mode: OpenMode }) {
  const index = await openSegmentIndex({ lengths: measureLengths([]), threads: 1, idle_ms: 600_000, ...options });
  t.after(() => index.close());
  return {
    index,
    /** Enough changes for bulk indexing. */
    startBulk: () => index.apply(changesBetween(0, 20_000), 30_000),
    endBulk: () => index.apply(changesBetween(20_000, 20_001)),
  };
}

for (const mode of ['persisted', 'rebuild'] as const) {
  test(`an index (${mode}) is built at normal priority and lowers it when ready`, async (t) => {
    const { index, startBulk, endBulk } = await open(t, { mode });
    await startBulk();
    assert.equal(backgroundThreads(), 0);
    await endBulk();
    await index.useWordVectors(await index.learnWordVectors());
    assert.equal(backgroundThreads(), 1);
  });
}

test('a rebuild beside a live index runs at background priority, with its indexer threads', async (t) => {
  const { startBulk, endBulk } = await open(t, { mode: 'beside' });
  assert.equal(backgroundThreads(), 1);
  await startBulk();
  assert.equal(backgroundThreads(), 2);
  await endBulk();
});
