import assert from 'node:assert/strict';
import { test } from 'node:test';
import { discountOf, isOnSale, TEXT_FIELDS } from './product.ts';

const product = (regular_amount?: number, final_amount?: number) => ({
  id: 'p',
  name: 'Cup',
  ...(regular_amount === undefined ? {} : { regular_amount }),
  ...(final_amount === undefined ? {} : { final_amount }),
});

test('a product is on sale if its final price is below its regular one and both are known', () => {
  assert.equal(isOnSale(product(100, 99)), true);
  assert.equal(isOnSale(product(100, 100)), false);
  assert.equal(isOnSale(product(100, 101)), false);
  assert.equal(isOnSale(product(100)), false);
  assert.equal(isOnSale(product(undefined, 100)), false);
  assert.equal(isOnSale(product(100, 0)), true);
});

test('a discount is the fraction taken off, in ten-thousandths', () => {
  assert.equal(discountOf(product(200_000, 150_000)), 2500);
  assert.equal(discountOf(product(30_000, 10_000)), 6667);
  assert.equal(discountOf(product(100, 0)), 10_000);
  assert.equal(discountOf(product(100, 100)), 0);
  assert.equal(discountOf(product(100)), 0);
});

test('the optional text fields are all except id and name', () => {
  assert.ok(!TEXT_FIELDS.some((field: string) => field === 'id' || field === 'name'));
  assert.ok(TEXT_FIELDS.includes('brand') && TEXT_FIELDS.includes('seller_party'));
});
