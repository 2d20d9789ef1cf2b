// The bigram filter has no false negatives.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../../test/support/properties.ts';
import { BIGRAM_KINDS, BigramFilter, BigramFilterWriter, type BigramKind } from './bigram-filter.ts';

function marksOf(kind: BigramKind, texts: readonly string[], part: string): Uint8Array {
  const writer = new BigramFilterWriter(kind, texts.length);
  for (const [doc, text] of texts.entries()) writer.add(doc, Buffer.from(text), 0, Buffer.byteLength(text));
  const marks = new Uint8Array(texts.length);
  new BigramFilter(writer.sections(), kind, texts.length).mark(Buffer.from(part), marks);
  return marks;
}

const texts = fc.array(fc.stringMatching(/^[a-c0-9é-]{0,8}$/), { minLength: 1, maxLength: 100 });

for (const kind of BIGRAM_KINDS) {
  test(`every document that contains the needle is marked (${kind})`, () => {
    fc.assert(
      fc.property(texts, fc.stringMatching(/^[a-c0-9é-]{1,4}$/), (all, part) => {
        const marks = marksOf(kind, all, part);
        for (const [doc, text] of all.entries()) if (text.includes(part)) assert.equal(marks[doc], 1);
      }),
      // A single byte has no pair.
      { examples: [[['', '7'], '7']] },
    );
  });
}

test('two digits, or one three times in a row, have no false positives', () => {
  fc.assert(
    fc.property(texts, fc.oneof(fc.stringMatching(/^[0-9]{2}$/), fc.constantFrom('000', '444')), (all, digits) => {
      const expected = all.map((text) => Number(text.includes(digits)));
      assert.deepEqual([...marksOf('text', all, digits)], expected);
    }),
  );
});
