// Products as tools show them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { priceText } from './product-entry.ts';

test('prices have the decimals of their currency', () => {
  assert.equal(priceText({ price: 5000, currency: 'JPY' }), 'JPY 5000');
  assert.equal(priceText({ price: 1.234, was: 2.5, currency: 'KWD' }), 'KWD 1.234 (was 2.500)');
  assert.equal(priceText({ price: 63, currency: 'USD' }), 'USD 63.00');
  assert.equal(priceText({}), 'price unknown');
});
