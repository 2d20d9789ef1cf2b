// The tables of shopper messages and their meaning, each on its own catalogue.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoProducts } from '../../server/src/demo/demo-catalogue.ts';
import { misread, vocabularyOf } from '../support/understand.ts';
import { CASES, OTHER_CASES, otherProducts } from './cases.ts';
import { STORE_CASES, storeProducts } from './cases-department-store.ts';
import { GENERAL_STORE_CASES, generalStoreProducts } from './cases-general-store.ts';
import { GRAMMAR_CASES } from './cases-grammar.ts';
import { LATER_TURNS } from './cases-later-turns.ts';

test('the reader understands every case on the demo catalogue', async () => {
  const { count, wrong } = misread(
    CASES + LATER_TURNS.trimStart() + GRAMMAR_CASES.trimStart(),
    await vocabularyOf(demoProducts('')),
  );
  assert.ok(count >= 150, `${count} cases`);
  assert.deepEqual(wrong, []);
});

test('the reader understands every case on a catalogue with other conventions', async () => {
  const { wrong } = misread(OTHER_CASES, await vocabularyOf(otherProducts()));
  assert.deepEqual(wrong, []);
});

test('the reader understands every case on a department store catalogue', async () => {
  const { wrong } = misread(STORE_CASES, await vocabularyOf(storeProducts()));
  assert.deepEqual(wrong, []);
});

test('the reader understands every case on a general store catalogue', async () => {
  const { wrong } = misread(GENERAL_STORE_CASES, await vocabularyOf(generalStoreProducts()));
  assert.deepEqual(wrong, []);
});
