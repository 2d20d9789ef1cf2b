// Who waits for whom: until it is ready everybody waits for the index, and from then on it waits for those who search.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { type TestContext, test } from 'node:test';
import { changesBetween } from '../../../../../test/support/index-writer-process.ts';
import { BACKGROUND_NICE } from '../../../lower-priority.ts';
import type { Beginning } from '../../port.ts';
import { measureLengths } from '../../ranking/field-lengths.ts';
import { openEmbeddedIndex } from '../open-embedded-index.ts';

const threadsGivingWay = () =>
  readdirSync('/proc/self/task').filter((id) => getPriority(Number(id)) === BACKGROUND_NICE).length;

async function open(t: TestContext, options: { begins: Beginning }) {
  const index = await openEmbeddedIndex({ lengths: measureLengths([]), threads: 1, quiet_ms: 600_000, ...options });
  t.after(() => index.close());
  return {
    index,
    /** So many that threads are begun to help. */
    begin: () => index.apply(changesBetween(0, 20_000), 30_000),
    end: () => index.apply(changesBetween(20_000, 20_001)),
  };
}

for (const begins of ['kept', 'anew'] as const) {
  test(`an index (${begins}) is made with all that the machine has until it is ready, and gives way from then on`, async (t) => {
    const { index, begin, end } = await open(t, { begins });
    await begin();
    assert.equal(threadsGivingWay(), 0);
    await end();
    await index.learn();
    assert.equal(threadsGivingWay(), 1);
  });
}

test('an index that is made beside another gives way from the start, with all who help', async (t) => {
  const { begin, end } = await open(t, { begins: 'beside' });
  assert.equal(threadsGivingWay(), 1);
  await begin();
  assert.equal(threadsGivingWay(), 2);
  await end();
});
