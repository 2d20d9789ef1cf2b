// Clock skew between this machine and the database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../test/support/until.ts';
import { ClockWatcher } from './clock-watcher.ts';
import type { Notices } from './log.ts';

/** The skew and the warnings of a check whose call lasts from 10,000 to 10,400 ms. */
async function check(database_ms: number) {
  const times = [10_000, 10_400];
  const warnings: object[] = [];
  let isRead = false;
  const watcher = new ClockWatcher({
    clock: { now_ms: () => times.shift()! },
    store: {
      readClock: async () => {
        isRead = true;
        return database_ms;
      },
    },
    log: { warn: (fields: object) => warnings.push(fields) } as unknown as Notices,
    onFault: (error) => assert.fail(String(error)),
  });
  watcher.start();
  await until(() => isRead && times.length === 0);
  await watcher.stop();
  return [watcher.skew_s, warnings];
}

test('the time of the call is not skew', async () => {
  for (const database_ms of [10_000, 10_200, 10_400]) assert.deepEqual(await check(database_ms), [0, []]);
});

test('skew is signed, and logged above two seconds', async () => {
  assert.deepEqual(await check(12_400), [2, []]);
  assert.deepEqual(await check(8000), [-2, []]);
  assert.deepEqual(await check(12_401), [2.001, [{ skew_s: 2.001 }]]);
  assert.deepEqual(await check(7999), [-2.001, [{ skew_s: -2.001 }]]);
});
