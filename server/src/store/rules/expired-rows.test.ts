import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expiredRows } from './expired-rows.ts';

test('a purge deletes rows in the order of their numbers, up to the first that is recent enough', () => {
  const rows = [1, 3, 5, 2].map((at_ms) => ({ at_ms }));
  assert.deepEqual(expiredRows(rows, 5), rows.slice(0, 2));
  assert.deepEqual(expiredRows(rows, 6), rows);
  assert.deepEqual(expiredRows(rows, 1), []);
});
