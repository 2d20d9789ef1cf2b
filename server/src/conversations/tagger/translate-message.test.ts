// Messages in other languages as the grammar reads them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { vocabularyOf } from '../../../../test/support/understand.ts';
import { translateMessage } from './translate-message.ts';

const vocabulary = await vocabularyOf([
  { id: '1', name: 'Una Rucksack', brand: 'Una', category: 'Bags > Rucksacks', merchant: { name: 'Everymart' } },
]);
const english = (message: string) => translateMessage(message, vocabulary).message.replace(/\s+/g, ' ').trim();

test('phrases of the grammar are put into English, also where a product is called so', () => {
  assert.equal(english('busco una mochila negra por menos de 60 euros'), 'backpack black under 60 euros');
});

test('a word of the catalogue is kept', () => {
  assert.match(english('ich suche einen schwarzen rucksack'), /rucksack/);
});

test('an English message stays as it is', () => {
  const { message, language } = translateMessage('a rucksack under 60 euros', vocabulary);
  assert.deepEqual([message, language], ['a rucksack under 60 euros', 'english']);
});
