// Index terms of a product text in addition to its words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identityOf, tokensOf } from './tokens.ts';

const CASES: [text: string, extras: string[]][] = [
  ['T-Shirt', ['tshirt']],
  ['Wi-Fi routers and E-Books', ['wifi', 'ebook']],
  ['a-b-c', ['abc']],
  ['a-b-c-d', []],
  [`${'a'.repeat(12)}-${'b'.repeat(11)}`, [`${'a'.repeat(12)}${'b'.repeat(11)}`]],
  [`${'a'.repeat(12)}-${'b'.repeat(12)}`, []],
  ['12 Volt', ['12v']],
  ['Knives without lids', ['!lid']],
  ['Candy, no sugar', ['!sugar']],
  ['Sugar-free', ['sugarfree', '!sugar']],
  ['Leche sin lactosa', ['!lactosa']],
  ['Plain words', []],
];

for (const [text, extras] of CASES) {
  test(`"${text}" has ${extras.join(' and ') || 'no terms'} in addition to its words`, () => {
    assert.deepEqual(tokensOf(text).extras, extras);
  });
}

test('every negation in a text is detected', () => {
  for (const word of ['without', 'no', 'non', 'not', 'ohne', 'sans', 'sin', 'kein', 'keine', 'nicht']) {
    assert.deepEqual(tokensOf(`Pan ${word} lid`), { words: ['pan', word, 'lid'], extras: ['!lid'] });
  }
});

test('identifiers are equal without spaces and punctuation', () => {
  assert.equal(identityOf('WH-1000 XM4/b'), 'wh1000xm4b');
});
