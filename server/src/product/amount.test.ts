// Amounts are exact, however they are written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toAmount } from './amount.ts';

test('a number has the amount that its decimal text has', () => {
  const decimal = fc
    .tuple(fc.integer({ min: 0, max: 2e7 }), fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 0, max: 6 }))
    .map(([whole, fraction, places]) => Number(`${whole}.${String(fraction).padStart(6, '0').slice(0, places)}`));
  fc.assert(
    fc.property(fc.oneof(decimal, fc.double({ min: 0, max: 1e9, noNaN: true })), (value) => {
      const text = /e/.test(String(value)) ? value.toFixed(6) : String(value);
      assert.equal(toAmount(value), toAmount(text));
    }),
    { numRuns: 5000 },
  );
  assert.deepEqual(
    [19.99, 0.1 + 0.2, 1.00005, 1.00004, 0, -0.5].map(toAmount),
    [199_900, 3000, 10_001, 10_000, 0, -5000],
  );
});
