// Identifier texts: reading, copying and substring search.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../../test/support/properties.ts';
import { IdentifierTexts, IdentifierTextsWriter } from './identifier-texts.ts';

const textsOf = (lines: string[]) => {
  const writer = new IdentifierTextsWriter();
  for (const line of lines) writer.add(line);
  return IdentifierTexts.of(writer.sections('ids'), 'ids');
};
const lines = fc.array(fc.oneof(fc.constant(''), fc.stringMatching(/^[ab1é-]{1,8}$/)), { minLength: 1, maxLength: 40 });

test('each text is read as it was written, also after a copy to another segment', () => {
  fc.assert(
    fc.property(lines, (all) => {
      const texts = textsOf(all);
      const writer = new IdentifierTextsWriter();
      for (const i of all.keys()) writer.addFrom(texts, all.length - 1 - i);
      const reversed = IdentifierTexts.of(writer.sections('ids'), 'ids');
      for (const [i, text] of all.entries()) {
        assert.equal(texts?.text(i) ?? '', text);
        assert.equal(reversed?.text(all.length - 1 - i) ?? '', text);
      }
    }),
  );
});

test('contains tests for substrings', () => {
  const parts = fc.array(fc.stringMatching(/^[ab1é-]{1,3}$/), { minLength: 1, maxLength: 2 });
  fc.assert(
    fc.property(lines, parts, (all, wanted) => {
      const texts = textsOf(all);
      const needles = wanted.map((part) => Buffer.from(part));
      for (const [i, text] of all.entries()) {
        assert.equal(
          texts?.contains(i, needles) ?? false,
          wanted.every((part) => text.includes(part)),
        );
      }
    }),
  );
});

test('barcodes are equal if their digits are, apart from leading zeros and separators', () => {
  const barcode = fc.stringMatching(/^[0-9 -]{0,20}$/);
  const dressed = (text: string) => `00-${text} `;
  fc.assert(
    fc.property(barcode, barcode, (one, other) => {
      const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '');
      const texts = textsOf([one, dressed(one), other])!;
      assert.equal(texts.digits(0), texts.digits(1));
      assert.equal(String(texts.digits(0)), digitsOf(one));
      assert.equal(texts.digits(0) === texts.digits(2), digitsOf(one) === digitsOf(other));
    }),
    { examples: [['9007199254740993', '9007199254740992']] },
  );
});

test('linesWith returns the lines that contain a text, unless there are too many', () => {
  fc.assert(
    fc.property(lines, fc.stringMatching(/^[ab1é-]{1,3}$/), fc.nat(10), (all, part, max) => {
      const expected = [...all.keys()].filter((i) => all[i]!.includes(part));
      const texts = textsOf(all);
      const found = texts ? texts.linesWith(Buffer.from(part), max) : [];
      assert.deepEqual(found, expected.length > max ? undefined : expected);
    }),
  );
});

test('empty texts take no space', () => {
  assert.equal(textsOf(['', '', '']), undefined);
});
