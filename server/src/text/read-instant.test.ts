import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInstant, readInstantOfQuery } from './read-instant.ts';

test('date-times are parsed in any zone, as UTC without one, with or without seconds and fractions', () => {
  const noon = Date.UTC(2026, 0, 31, 12);
  for (const text of [
    '2026-01-31T12:00:00Z',
    '2026-01-31T12:00',
    '2026-01-31T14:00:00+02:00',
    '2026-01-31T12:00:00z',
  ]) {
    assert.equal(readInstant(text), noon, text);
  }
  assert.equal(readInstant('2026-01-31T12:00:00.123456Z'), noon + 123);
  assert.equal(readInstant('2026-01-31'), undefined);
  assert.equal(readInstant('noon'), undefined);
});

test('in a query string the + of a zone may arrive as a space', () => {
  const text = '2026-01-31T14:00:00+02:00';
  assert.equal(readInstantOfQuery(text.replace('+', ' ')), readInstant(text));
  assert.equal(readInstantOfQuery(text), readInstant(text));
  assert.equal(readInstantOfQuery('2026-01-31 14:00'), readInstant('2026-01-31T14:00'));
  assert.equal(readInstantOfQuery('noon'), undefined);
});
