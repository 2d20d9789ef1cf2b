import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../test/support/properties.ts';
import { isSummaryDue, sampleSteps, toMerchantSample } from './merchant-sample.ts';

test('a small merchant is summarised after every change, a large one after a hundredth of its products changed', () => {
  assert.deepEqual([isSummaryDue(0, 0), isSummaryDue(1000, 0)], [true, true]);
  assert.deepEqual([isSummaryDue(1001, 0), isSummaryDue(5000, 49), isSummaryDue(5000, 50)], [false, false, true]);
});

test('samples have odd steps; all products of a small merchant are sampled, and enough of a large one', () => {
  assert.deepEqual(sampleSteps(599), { terms: 1, values: 1 });
  assert.deepEqual(sampleSteps(600), { terms: 3, values: 1 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (products) => {
      for (const [step, size] of Object.values(sampleSteps(products)).map((each, i) => [each, [300, 1000][i]!]))
        assert.ok(step! % 2 === 1 && Math.abs(step! - products / size!) <= 1);
    }),
  );
});

test('a sample lists the 20 most frequent values, equally frequent ones by name', () => {
  const values = Array.from({ length: 25 }, (_, i) => ({ brand: `b${String(i).padStart(2, '0')}`, category: null }));
  const sample = toMerchantSample([], [...values.reverse(), { brand: 'b24', category: 'c' }]);
  assert.deepEqual(sample.categories, ['c']);
  assert.equal(sample.brands.length, 20);
  assert.deepEqual(sample.brands.slice(0, 3), ['b24', 'b00', 'b01']);
});
