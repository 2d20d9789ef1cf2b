import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalCountry, canonicalGender } from './aliases.ts';

test('all spellings of a gender or country have one canonical form; unknown ones stay as they are', () => {
  assert.equal(canonicalGender('ladies'), canonicalGender('women'));
  assert.notEqual(canonicalGender('men'), canonicalGender('women'));
  assert.equal(canonicalGender('elves'), 'elves');
  assert.equal(canonicalCountry('deutschland'), canonicalCountry('germany'));
  assert.notEqual(canonicalCountry('austria'), canonicalCountry('australia'));
  assert.equal(canonicalCountry('atlantis'), 'atlantis');
});
