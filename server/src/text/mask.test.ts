// What is shown of an email to those who may not see it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { maskEmail, maskEmails } from './mask.ts';

test('of an email only the first sign and the host are shown, whatever signs it holds', () => {
  for (const [email, shown] of [
    ['ann@example.com', 'a***@example.com'],
    ['bounces+ann=home.example@list.example', 'b***@list.example'],
    ['ann/sales?x&y@example.com', 'a***@example.com'],
    ['"ann@home"@example.com', '"***@example.com'],
    [' 😀nn@example.com', '😀***@example.com'],
    ['Ann of Example', 'A***'],
    ['@example.com', '@***'],
    ['a', 'a***'],
  ] as const) {
    assert.equal(maskEmail(email), shown);
  }
});

test('emails are masked word by word, wherever they are in a text or a URL', () => {
  const part = fc.oneof(
    fc.constantFrom(
      'ann@example.com',
      'ann%40example.com',
      '@',
      '@@',
      'a@',
      '%40',
      '%4',
      ' ',
      '/',
      '?x=',
      '&',
      '\n',
      'ß@😀',
    ),
    fc.string({ maxLength: 5 }),
  );
  const byWords = (text: string) =>
    text.replace(/[^\s/?&=]+/g, (word) => word.replace(/^(.).*(@|%40)(.+)$/iu, '$1***$2$3'));
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      assert.equal(maskEmails(parts.join('')), byWords(parts.join('')));
    }),
    { numRuns: 2000 },
  );
});
