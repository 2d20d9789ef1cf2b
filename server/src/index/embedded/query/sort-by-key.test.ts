// The radix sort orders as a comparison sort does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../../test/support/properties.ts';
import { sortByKey } from './sort-by-key.ts';

test('indexes are in ascending order of their keys, and equal keys keep their order', () => {
  const keys = fc.oneof(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.constantFrom(0, 1, 2 ** 11, 2 ** 22, 2 ** 32 - 1));
  fc.assert(
    fc.property(fc.array(keys), fc.infiniteStream(fc.nat()), (all, random) => {
      const shuffled = [...all.keys()]
        .map((index) => ({ index, at: random.next().value! }))
        .sort((a, b) => a.at - b.at)
        .map(({ index }) => index);
      const given = Uint32Array.from(shuffled);
      const sorted = sortByKey(given, Uint32Array.from(all));
      assert.deepEqual(
        [...sorted],
        shuffled.toSorted((a, b) => all[a]! - all[b]!),
      );
      assert.deepEqual([...given], shuffled, 'the given array is not changed');
    }),
  );
});
