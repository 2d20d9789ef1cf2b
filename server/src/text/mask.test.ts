// What is shown of an email to those who may not see it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskEmail } from './mask.ts';

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
