import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdsCardNumber, maskCardNumbers } from './card-number.ts';

test('a card number is recognised in any usual spelling', () => {
  for (const text of [
    '4111111111111111',
    'my card is 4111 1111 1111 1111, thanks',
    '4111-1111-1111-1111',
    '378282246310005', // American Express
    '5555555555554444', // Mastercard
    '2223003122003222', // Mastercard, newer range
    '30569309025904', // Diners
    '6011111111111117', // Discover
    '3530111333300000', // JCB
    '6200000000000005', // UnionPay
  ]) {
    assert.ok(holdsCardNumber(text), text);
  }
});

test('other long numbers are not: user ids, barcodes and phone numbers must pass', () => {
  for (const text of ['4111111111111112', '1234567890123456', '4006381333931', '9999999999999995', '+49 170 1234567']) {
    assert.ok(!holdsCardNumber(text), text);
  }
});

test('masking leaves the rest of the text alone', () => {
  assert.equal(maskCardNumbers('pay 4111 1111 1111 1111 or 12345'), 'pay **** **** **** **** or 12345');
});

test('a card number is seen beside another number', () => {
  for (const text of ['4111111111111111 12.50', '12 4111111111111111', '4111-1111-1111-1111 99']) {
    assert.ok(holdsCardNumber(text), text);
    assert.equal(
      maskCardNumbers(text),
      text.replace(/4?1{3,}(?!2)/g, (digits) => '*'.repeat(digits.length)),
    );
  }
});
