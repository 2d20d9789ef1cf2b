import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsOf } from './analyse.ts';
import { deniedPlaces } from './negation.ts';

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
];

for (const [text, denied] of CASES) {
  test(`"${text}" denies ${denied.join(' and ') || 'nothing'}`, () => {
    const words = wordsOf(text);
    assert.deepEqual(
      [...deniedPlaces(words)].map((place) => words[place]),
      denied,
    );
  });
}
