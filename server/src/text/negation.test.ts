import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsOf } from './analyse.ts';
import { isNegation, negatedPositions } from './negation.ts';

const CASES: [text: string, denied: string[]][] = [
  ['knife set without block', ['block']],
  ['containers without lids and handles', ['lids']],
  ['candy no sugar', ['sugar']],
  ['watch the game not your phone', ['phone']],
  ['gluten-free bread', ['gluten']],
  ['buy one get one free', []],
  ['leche sin lactosa', ['lactosa']],
  ['plain words', []],
  ['without', []],
  ['pan without lid handle cover', ['lid', 'handle']],
  ['pan without lid for gas', ['lid']],
  ['pan without lid no handle', ['lid', 'handle']],
  ['pan without lid without handle', ['lid', 'handle']],
  ['no', []],
  ['pencils no 2', []],
  ['pencils not 2 but 4', ['2']],
  ['not the', []],
  ['free candy', []],
  ['sugar free', ['sugar']],
  ['nicht klar keine farbe', ['klar', 'farbe']],
];

for (const [text, denied] of CASES) {
  test(`"${text}" negates ${denied.join(' and ') || 'nothing'}`, () => {
    const words = wordsOf(text);
    assert.deepEqual(
      [...negatedPositions(words)].map((place) => words[place]),
      denied,
    );
  });
}

test('in a query "without" negates every word up to the next "for" or "with"', () => {
  const words = wordsOf('pan without lid handle cover with base');
  assert.deepEqual(
    [...negatedPositions(words, words.length)].map((place) => words[place]),
    ['lid', 'handle', 'cover'],
  );
});

test('negation words are recognised', () => {
  for (const word of ['without', 'ohne', 'no', 'kein']) assert.ok(isNegation(word), word);
  for (const word of ['free', 'for', 'block']) assert.ok(!isNegation(word), word);
});
