// Columns are read with their declared type, and a column of another type throws.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, flag, json, number, numberOrNull, oneOf, text, textOrNull } from './columns.ts';

const row = { text: '["a"]', number: 1, bytes: Uint8Array.of(1), true: true, null: null };

test('a column is read with its type', () => {
  assert.deepEqual(
    [text(row, 'text'), json(row, 'text'), oneOf(row, 'text', ['b', '["a"]'])],
    ['["a"]', ['a'], '["a"]'],
  );
  assert.deepEqual([number(row, 'number'), bytes(row, 'bytes')], [1, Uint8Array.of(1)]);
  assert.deepEqual([flag(row, 'number'), flag(row, 'true')], [true, true]);
  assert.deepEqual([textOrNull(row, 'text'), numberOrNull(row, 'number')], ['["a"]', 1]);
  assert.deepEqual([textOrNull(row, 'null'), numberOrNull(row, 'null')], [null, null]);
});

test('a column of another type, null or missing throws', () => {
  assert.throws(() => text(row, 'number'), /column number has the unexpected type number/);
  assert.throws(() => number(row, 'null'), /column null has the unexpected type null/);
  assert.throws(() => bytes(row, 'text'), TypeError);
  assert.throws(() => textOrNull(row, 'number'), TypeError);
  assert.throws(() => numberOrNull(row, 'missing'), /column missing has the unexpected type undefined/);
  assert.throws(() => oneOf(row, 'text', ['b']), TypeError);
});
