import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureOf, measuresOf } from './units.ts';

const CASES: [text: string, measures: string[]][] = [
  ['12v battery', ['12v']],
  ['12 v battery', ['12v']],
  ['12-volt', ['12v']],
  ['1/4 inch bit', ['1/4in']],
  ['17" screen', ['17in']],
  ['43,2 cm', ['43.2cm']],
  ['64 gb and 128gb', ['64gb', '128gb']],
  ['2 in 1', []],
  ['iphone 15', []],
  ['1/2 coupling', ['1/2']],
  ['2-pack of 16 oz', ['2pack', '16oz']],
  ['model 12vx', []],
  ['802.11b', []],
  ['no digits', []],
];

for (const [text, measures] of CASES) {
  test(`"${text}" measures ${measures.join(' and ') || 'nothing'}`, () => {
    assert.deepEqual(
      measuresOf(text).map(({ token }) => token),
      measures,
    );
  });
}

test('a text may consist of one measure', () => {
  const texts = ['28 cm', '500g', '1000 pieces', '155 x 220 cm', '200x200', 'size 7', '42', '28 cm wide'];
  assert.deepEqual(texts.map(measureOf), [
    '28cm',
    '500g',
    '1000pc',
    '155x220',
    '200x200',
    undefined,
    undefined,
    undefined,
  ]);
});
