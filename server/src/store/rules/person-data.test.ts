import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutIdentifiers } from './person-data.ts';

test('an erasure removes the fields that identify a person, and keeps the others as they were written', () => {
  const data = '{"b":1,"external_id":"x","a":[2,{"card_bin":"kept"}],"card_bin":"411111"}';
  assert.equal(withoutIdentifiers(data), '{"b":1,"a":[2,{"card_bin":"kept"}]}');
  assert.equal(withoutIdentifiers('{}'), '{}');
});
