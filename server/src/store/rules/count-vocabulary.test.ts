import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Product } from '../../product/product.ts';
import { VocabularyCounter } from './count-vocabulary.ts';

const countsOf = (...products: Partial<Product>[]) => {
  const counter = new VocabularyCounter();
  for (const [i, product] of products.entries()) counter.add({ id: `p${i}`, name: 'Mug', ...product }, 'Acme');
  return counter.counts();
};

test('each field counts the products that have a value', () => {
  const { brand, merchant, gender, condition, currency } = countsOf(
    { brand: 'Bosch', gender: 'men', condition: 'new', currency: 'EUR' },
    { brand: ' Bosch ' },
    {},
  );
  assert.deepEqual(brand, [['Bosch', 2]]);
  assert.deepEqual(merchant, [['Acme', 3]]);
  assert.deepEqual([gender, condition, currency], [[['men', 1]], [['new', 1]], [['EUR', 1]]]);
});

test('lists of colours, sizes and materials count each value once per product', () => {
  const { color, size, material } = countsOf({ color: 'red/blue/red', size: 'S/M', material: 'wool' });
  assert.deepEqual(color, [
    ['red', 1],
    ['blue', 1],
  ]);
  assert.deepEqual(
    [size, material],
    [
      [
        ['S', 1],
        ['M', 1],
      ],
      [['wool', 1]],
    ],
  );
});

test('categories count per level, and words per product, from names and categories', () => {
  const { category, word } = countsOf({ name: 'Red mug mug', category: 'Home > Mugs > Home' });
  assert.deepEqual(category, [
    ['Home', 1],
    ['Mugs', 1],
  ]);
  assert.deepEqual(
    word.map(([value]) => value),
    ['red', 'mug', 'home', 'mugs'],
  );
});

test('a value of more than 80 characters is not counted', () => {
  assert.deepEqual(countsOf({ brand: 'x'.repeat(80) }).brand.length, 1);
  assert.deepEqual(countsOf({ brand: 'x'.repeat(81) }).brand, []);
});
