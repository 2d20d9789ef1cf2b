import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Product } from '../../product/product.ts';
import { measureLengths, textOf } from './field-lengths.ts';
import { FIELD_WEIGHTS } from './weights.ts';

const products = (count: number, fields: Partial<Product>): Product[] =>
  Array.from({ length: count }, (_, i) => ({ id: `p-${i}`, name: 'Cup', ...fields }));

test("a field's length is the mean over the products that have it", () => {
  const lengths = measureLengths([
    ...products(60, { name: 'Red cup', brand: 'Acme' }),
    ...products(60, { name: 'Big red tea cup', brand: 'Wolf and Sons', tags: ['gift idea', 'new'] }),
    ...products(120, { brand: '' }),
  ]);
  assert.equal(lengths.name, (60 * 2 + 60 * 4 + 120) / 240);
  assert.equal(lengths.brand, 2, 'products without a brand do not count');
  assert.equal(lengths.tags, FIELD_WEIGHTS.tags.default_length, '60 products say too little');
});

test('a field that fewer than 100 products have gets its default length', () => {
  const brand = 'Wolf and Sons of Wells';
  assert.equal(measureLengths(products(100, { brand })).brand, 5);
  assert.equal(measureLengths(products(99, { brand })).brand, FIELD_WEIGHTS.brand.default_length);
  assert.equal(measureLengths([]).name, FIELD_WEIGHTS.name.default_length);
});

test('the text of a field is its value, its list of values separated, or empty', () => {
  assert.equal(textOf('Acme'), 'Acme');
  assert.equal(textOf(['gift idea', 'new']), 'gift idea . new');
  assert.equal(textOf(undefined), '');
});
