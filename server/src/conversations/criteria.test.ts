// Translation of the chat state into criteria and query text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { vocabularyOf } from '../../../test/support/understand.ts';
import { emptyState } from './chat-state.ts';
import { criteriaOf, textOf } from './criteria.ts';

const lampsIn = (colours: string[]) =>
  colours.map((color, i) => ({ id: `l${i}`, name: 'Lamp', color, merchant: { name: 'Shop' } }));
const inRedOrWhite = { ...emptyState(), words: 'lamp', wanted: { color: ['red', 'white'] } };

test('a colour that occurs inside other words is filtered by the values that have it as a whole word', async () => {
  const vocabulary = await vocabularyOf(lampsIn(['Red', 'Dark Red', 'White', 'Textured']));
  const [{ operator, value } = assert.fail()] = criteriaOf(inRedOrWhite, vocabulary);
  assert.deepEqual([operator, String(value).split('||').sort()], ['=', ['Dark Red', 'Red', 'White']]);
});

test('a value list that is too long falls back to substring matching, without losing a colour', async () => {
  const reds = Array.from({ length: 100 }, (_, i) => `Red number ${i}`);
  const vocabulary = await vocabularyOf(lampsIn([...reds, 'White', 'Textured']));
  assert.deepEqual(criteriaOf(inRedOrWhite, vocabulary), [{ field: 'color', operator: 'like', value: 'red||white' }]);
});

test("a shop's name is not a query word: all its products are searched", async () => {
  const vocabulary = await vocabularyOf(lampsIn(['Red', 'White']));
  assert.equal(textOf({ ...emptyState(), wanted: { 'merchant.name': ['Shop'] } }, vocabulary), vocabulary.broadText);
});
