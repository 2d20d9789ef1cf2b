// What shoppers say, and what is understood: the table of cases.ts on the demo, and another on a catalogue of another kind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoProducts } from '../../server/src/demo/demo-catalogue.ts';
import { misread, vocabularyOf } from '../support/understand.ts';
import { CASES, OTHER_CASES, otherProducts } from './cases.ts';
import { STORE_CASES, storeProducts } from './cases-department-store.ts';
import { GENERAL_STORE_CASES, generalStoreProducts } from './cases-general-store.ts';
import { GRAMMAR_CASES } from './cases-grammar.ts';
import { LATER_TURNS } from './cases-later-turns.ts';

test('every case is understood on the demo', async () => {
  const { count, wrong } = misread(
    CASES + LATER_TURNS.trimStart() + GRAMMAR_CASES.trimStart(),
    await vocabularyOf(demoProducts('')),
  );
  assert.ok(count >= 150, `${count} cases`);
  assert.deepEqual(wrong, []);
});

test('nothing of it hangs on one catalogue', async () => {
  const { wrong } = misread(OTHER_CASES, await vocabularyOf(otherProducts()));
  assert.deepEqual(wrong, []);
});

test('nor on two', async () => {
  const { wrong } = misread(STORE_CASES, await vocabularyOf(storeProducts()));
  assert.deepEqual(wrong, []);
});

test('nor on three', async () => {
  const { wrong } = misread(GENERAL_STORE_CASES, await vocabularyOf(generalStoreProducts()));
  assert.deepEqual(wrong, []);
});
