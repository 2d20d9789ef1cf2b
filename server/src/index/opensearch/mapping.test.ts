import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIELD_RULES_CRC } from '../../product/text-fields.ts';
import { FORMAT } from './mapping.ts';

test('the format depends on the fields of a product, and may be part of the name of an index', () => {
  assert.match(FORMAT, /^[1-9][0-9]*-[0-9a-f]{1,8}$/);
  assert.ok(FORMAT.endsWith(FIELD_RULES_CRC));
});
