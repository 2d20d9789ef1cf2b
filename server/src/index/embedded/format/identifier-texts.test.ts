// Texts that are kept line by line are read, and found by what they hold, wherever they stand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../../test/support/properties.ts';
import { IdentifierTexts, IdentifierTextsWriter } from './identifier-texts.ts';

const textsOf = (lines: string[]) => {
  const writer = new IdentifierTextsWriter();
  for (const line of lines) writer.add(line);
  return IdentifierTexts.of(writer.sections('own'), 'own');
};
const lines = fc.array(fc.oneof(fc.constant(''), fc.stringMatching(/^[ab1é-]{1,8}$/)), { minLength: 1, maxLength: 40 });

test('each text is read as it was written, also when it was taken over from others', () => {
  fc.assert(
    fc.property(lines, (all) => {
      const texts = textsOf(all);
      const writer = new IdentifierTextsWriter();
      for (const i of all.keys()) writer.addFrom(texts, all.length - 1 - i);
      const turned = IdentifierTexts.of(writer.sections('own'), 'own');
      for (const [i, text] of all.entries()) {
        assert.equal(texts?.text(i) ?? '', text);
        assert.equal(turned?.text(all.length - 1 - i) ?? '', text);
      }
    }),
  );
});

test('a text holds others', () => {
  const parts = fc.array(fc.stringMatching(/^[ab1é-]{1,3}$/), { minLength: 1, maxLength: 2 });
  fc.assert(
    fc.property(lines, parts, (all, held) => {
      const texts = textsOf(all);
      const needles = held.map((part) => Buffer.from(part));
      for (const [i, text] of all.entries()) {
        assert.equal(
          texts?.holds(i, needles) ?? false,
          held.every((part) => text.includes(part)),
        );
      }
    }),
  );
});

test('two barcodes are one where their digits are, whatever stands before and between them', () => {
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

test('the texts that hold some letters, in order, unless they are too many', () => {
  fc.assert(
    fc.property(lines, fc.stringMatching(/^[ab1é-]{1,3}$/), fc.nat(10), (all, part, most) => {
      const expected = [...all.keys()].filter((i) => all[i]!.includes(part));
      const texts = textsOf(all);
      const found = texts ? texts.linesWith(Buffer.from(part), most) : [];
      assert.deepEqual(found, expected.length > most ? undefined : expected);
    }),
  );
});

test('where all are empty nothing is kept', () => {
  assert.equal(textsOf(['', '', '']), undefined);
});
