// Masking of emails, card numbers and keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { maskCardsAndKeys, maskEmail, maskEmails, maskSecrets, maskTexts } from './mask.ts';

test('only the first character and the host of an email are shown', () => {
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

test('emails are masked word by word, anywhere in a text or URL', () => {
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

const [CARD, KEY] = ['4111 1111 1111 1111', `ff_${'k-_9'.repeat(5)}`];

test('card numbers and keys are always masked, emails for readers who may not see them', () => {
  const text = `${KEY}, ann@example.com, ${CARD}; ${KEY}`;
  assert.equal(maskCardsAndKeys(text), 'ff_***, ann@example.com, **** **** **** ****; ff_***');
  assert.equal(maskSecrets(text), 'ff_***, a***@example.com, **** **** **** ****; ff_***');
  assert.equal(maskSecrets(KEY.slice(0, -1)), KEY.slice(0, -1), 'too short for a key');
});

test('all strings and property names in data are masked; card numbers become null, generated ids stay', () => {
  // The first three groups of both ids form a card number.
  const [ours, notOurs] = ['41111111-1111-1111-8111-abcdefabcdef', '41111111-1111-1111-8111-ABCDEFABCDEF'];
  assert.deepEqual(
    maskTexts({ [CARD]: [CARD, { said: 'ann@example.com' }], ids: [ours, notOurs], undef: undefined }, maskSecrets),
    {
      '**** **** **** ****': ['**** **** **** ****', { said: 'a***@example.com' }],
      ids: [ours, '********-****-****-8111-ABCDEFABCDEF'],
      undef: undefined,
    },
  );
  const plain = [7, 0, 39.5, true, false, null, '', [], {}];
  assert.deepEqual(maskTexts(plain, maskSecrets), plain);
  assert.deepEqual(maskTexts([4111111111111111, 4111111111111112], maskSecrets), [null, 4111111111111112]);
});
