// Amounts are exact in every notation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { fromAmount, toAmount } from './amount.ts';

test('a number and its decimal string have the same amount', () => {
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
    [19.99, 0.1 + 0.2, 1.00005, 1.00004, 0, -0.5, -1e-9].map(toAmount),
    [199_900, 3000, 10_001, 10_000, 0, -5000, 0],
  );
});

test('a string that is not a decimal number has no amount', () => {
  for (const text of ['', ' ', '.', '-', 'x', '1,5', '1.', '1.2.3', '1e3', '--1', '1 2', 'NaN'])
    assert.equal(toAmount(text), undefined, text);
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1e300])
    assert.equal(toAmount(value), undefined, String(value));
});

test('a fifth decimal rounds half up, and an amount beyond safe integers is refused', () => {
  const texts = [' 5 ', '+5', '.5', '-0.00001', '0.00004', '0.00005', '0.99995', '-0.00005', '900719925474.0991'];
  assert.deepEqual(texts.map(toAmount), [50_000, 50_000, 5000, 0, 0, 1, 10_000, -1, Number.MAX_SAFE_INTEGER]);
  assert.equal(toAmount('900719925474.0992'), undefined);
  assert.deepEqual([199_900, 1, 0].map(fromAmount), [19.99, 0.0001, 0]);
});
