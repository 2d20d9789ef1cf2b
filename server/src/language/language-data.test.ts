// The data files of languages hold words as messages are folded, and each phrase has one meaning.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsOf } from '../text/analyse.ts';
import { LANGUAGES } from './detect-language.ts';
import { ENGLISH_FUNCTION_WORDS, ENGLISH_LOOKALIKES } from './english-words.ts';

const splitPhrases = (list: string): string[] => list.split(', ');

import { OTHER_LANGUAGES } from './other-languages.ts';

const TAGS =
  'filler limit.max limit.min about between and or not for with in from size cheapest dearest cheaper more reset ' +
  'greeting thanks on_sale in_stock free_shipping first_one second_one third_one last_one how_much is_it';
/** "Größe" (size) and "große" (large) are the same word when folded. */
const AMBIGUOUS = ['de grosse'];

const isFolded = (phrase: string) => phrase !== '' && wordsOf(phrase).join(' ') === phrase;

for (const { code, function_words, phrases, translations, notice } of LANGUAGES) {
  test(`phrases and words are folded: ${code}`, () => {
    const entries = [...Object.values(phrases), ...Object.values(translations)].flatMap(splitPhrases);
    const all = [...entries, ...Object.keys(translations), ...function_words.split(' ')];
    assert.deepEqual(
      all.filter((phrase) => !isFolded(phrase)),
      [],
    );
    assert.match(notice, /^\p{Lu}.*\.$/u);
  });

  test(`every tag of the grammar has phrases: ${code}`, () => {
    assert.deepEqual(Object.keys(phrases), TAGS.split(' '));
  });

  test(`no phrase has two meanings: ${code}`, () => {
    const lists = [...Object.values(phrases), ...Object.values(translations)];
    const seen = new Set<string>();
    const repeated = lists.flatMap(splitPhrases).filter((phrase) => seen.has(phrase) || !seen.add(phrase));
    assert.deepEqual(
      repeated.filter((phrase) => !AMBIGUOUS.includes(`${code} ${phrase}`)),
      [],
    );
  });

  test(`function words are frequent words that English does not have: ${code}`, () => {
    const words = function_words.split(' ');
    const english = new Set(`${ENGLISH_FUNCTION_WORDS} ${ENGLISH_LOOKALIKES}`.split(' '));
    assert.ok(words.length >= 60 && words.length <= 120, `${words.length} words`);
    assert.equal(new Set(words).size, words.length);
    assert.deepEqual(
      words.filter((word) => english.has(word)),
      [],
    );
  });
}

test('words of languages without a data file are folded and not English', () => {
  const english = new Set(ENGLISH_FUNCTION_WORDS.split(' '));
  const words = Object.values(OTHER_LANGUAGES).flatMap((list) => list.split(' '));
  assert.deepEqual(
    words.filter((word) => !isFolded(word) || english.has(word)),
    [],
  );
});
