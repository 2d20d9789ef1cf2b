import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../test/support/properties.ts';
import { samplePositions } from './sample-positions.ts';

test('a sample spreads evenly over all product numbers', () => {
  assert.deepEqual(samplePositions(10, 4), [1, 3, 6, 8]);
  assert.deepEqual(samplePositions(0, 4), []);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 1, max: 500 }), (last, limit) => {
      const positions = samplePositions(last, limit);
      assert.equal(positions.length, Math.min(last, limit));
      const gaps = positions.map((no, i) => no - (positions[i - 1] ?? 0));
      assert.ok(gaps.every((gap) => gap >= 1 && gap <= Math.ceil(last / limit) + 1));
    }),
  );
});
