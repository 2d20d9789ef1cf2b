// Tokenisation, folding and stemming.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { stem, wordsOf } from './analyse.ts';
import { foldText } from './fold-text.ts';

describe('words', () => {
  const cases: [text: string, words: string[]][] = [
    ["Levi's 501® Jeans", ['levis', '501', 'jeans']],
    ['Levi’s', ['levis']],
    ['Levi`s', ['levis']],
    ['Crème brûlée-Set, 12V', ['creme', 'brulee', 'set', '12v']],
    ['Öl & Größe ½', ['ol', 'grosse', '1', '2']],
    ['東京 塔', ['東京', '塔']],
    ['… — !', []],
    ['', []],
  ];
  for (const [text, words] of cases) test(`of "${text}"`, () => assert.deepEqual(wordsOf(text), words));

  test('are the same for ASCII text and next to non-ASCII letters', () => {
    const text = fc.string({ unit: fc.constantFrom(...'aZ09 -_\'`"\t./'), maxLength: 12 });
    fc.assert(
      fc.property(text, (plain) => {
        assert.deepEqual(wordsOf(`${plain} é`), [...wordsOf(plain), 'e']);
        assert.equal(foldText(`${plain} é`), `${foldText(plain)} e`.trim());
      }),
    );
  });
});

test('spelling variants fold to the same text', () => {
  const alike: [string, string][] = [
    ['  Café \t AU  lait ', 'cafe au lait'],
    ['a  b', 'a b'],
    ['ÆØŁß ﬁ', 'aeolss fi'],
    ['Ｆｕｌｌ', 'full'],
    ['5´ “x” ″', '5\' "x" "'],
  ];
  for (const [text, folded] of alike) assert.equal(foldText(text), folded);
});

describe('a plural has the stem of its singular', () => {
  const pairs: [one: string, many: string][] = [
    ['case', 'cases'],
    ['hoodie', 'hoodies'],
    ['party', 'parties'],
    ['watch', 'watches'],
    ['dish', 'dishes'],
    ['box', 'boxes'],
    ['size', 'sizes'],
    ['glass', 'glasses'],
    ['shoe', 'shoes'],
    ['cup', 'cups'],
    ['toaster', 'toasters'],
  ];
  for (const [one, many] of pairs) test(`${one} and ${many}`, () => assert.equal(stem(many), stem(one)));
});

test('words that only look like plurals stay as they are', () => {
  for (const word of ['gas', 'bus', 'axe', 'glass', 'virus', 'tennis', 'kettle']) assert.equal(stem(word), word);
});
