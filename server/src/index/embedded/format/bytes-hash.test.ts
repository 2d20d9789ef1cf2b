import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../../test/support/properties.ts';
import { BytesHash } from './bytes-hash.ts';
import { StringTable } from './string-table.ts';

// Some of all scripts, and many that are alike in their first letters.
const texts = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
  fc.nat(100_000).map((n) => `952000${n}`),
  fc.nat(100_000).map((n) => `ярлык-${n}`),
);

test('texts get the same number again, and stand in the order of their bytes', () => {
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 2000, size: 'max' }), (given) => {
      const numbers = new BytesHash();
      const first = given.map((text) => numbers.numberOfText(text));
      const distinct = [...new Set(given)];
      assert.equal(numbers.length, distinct.length);
      assert.deepEqual(
        given.map((text) => numbers.numberOfText(text)),
        first,
      );
      for (const [i, number] of first.entries()) assert.equal(numbers.text(number), given[i]);
      const table = new StringTable(
        numbers.sections('t', numbers.inOrder(new Uint8Array(numbers.length).fill(1))),
        't',
      );
      assert.deepEqual(
        Array.from({ length: table.length }, (_, i) => table.get(i)),
        distinct.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
      );
    }),
    { numRuns: 30 },
  );
});
