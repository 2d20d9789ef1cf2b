import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../test/support/properties.ts';
import { BytesHash } from './bytes-hash.ts';
import { StringTable } from './string-table.ts';

// All scripts, and many texts with a common prefix.
const texts = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
  fc.nat(100_000).map((n) => `952000${n}`),
  fc.nat(100_000).map((n) => `ярлык-${n}`),
);

test('a text keeps its id, and ids sort by bytes', () => {
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 2000, size: 'max' }), (given) => {
      const hash = new BytesHash();
      const first = given.map((text) => hash.internText(text));
      const distinct = [...new Set(given)];
      assert.equal(hash.length, distinct.length);
      assert.deepEqual(
        given.map((text) => hash.internText(text)),
        first,
      );
      for (const [i, id] of first.entries()) assert.equal(hash.text(id), given[i]);
      const table = new StringTable(hash.sections('t', hash.sorted(new Uint8Array(hash.length).fill(1))), 't');
      assert.deepEqual(
        Array.from({ length: table.length }, (_, i) => table.get(i)),
        distinct.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
      );
    }),
    { numRuns: 30 },
  );
});
