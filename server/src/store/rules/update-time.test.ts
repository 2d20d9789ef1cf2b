import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateTime_ms } from './update-time.ts';

test('every update has a later time than the one before, even if the clock stands or goes back', () => {
  assert.deepEqual([updateTime_ms(10, undefined), updateTime_ms(10, 5)], [10, 10]);
  assert.deepEqual([updateTime_ms(10, 10), updateTime_ms(10, 20)], [11, 21]);
});
