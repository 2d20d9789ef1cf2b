// The lists of product fields agree where the compiler cannot check it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CatalogueProduct } from '@finderfee/contract/catalogue-product.ts';
import { TEXT_CRITERION_FIELDS } from '@finderfee/contract/product-fields.ts';
import { ANY_FIELDS, FIELD_RULES, fieldsStoredAs, partsOf, SEARCHED_FIELDS, valuesOf } from './text-fields.ts';

const isOfProduct = (field: string) => !field.startsWith('merchant.');

test('the API reference documents every text field that is read', () => {
  const documented = Object.keys(CatalogueProduct.shape);
  assert.deepEqual(
    Object.keys(FIELD_RULES).filter((field) => isOfProduct(field) && !documented.includes(field)),
    [],
  );
});

test('every documented field is read: texts by their rules, the others one by one', () => {
  const others = ['merchant', 'regular_price', 'final_price', 'sale_price', 'ship_price', 'in_stock', 'stock_quantity'];
  assert.deepEqual(
    Object.keys(CatalogueProduct.shape).filter((field) => !(field in FIELD_RULES) && !others.includes(field)),
    [],
  );
});

test('every indexed text has a filter; name and description have filters on several fields', () => {
  const stored = Object.entries(FIELD_RULES).flatMap(([field, { stored_as }]) => (stored_as === 'none' ? [] : [field]));
  const filtered: readonly string[] = ['name', 'description', ...TEXT_CRITERION_FIELDS];
  assert.deepEqual(
    stored.filter((field) => !filtered.includes(field)),
    [],
  );
});

test('links are neither searched nor covered by "any"; condition and currency are not searched', () => {
  assert.deepEqual(fieldsStoredAs('none'), ['image_url', 'product_url', 'merchant_url']);
  const searched: readonly string[] = SEARCHED_FIELDS;
  const any: readonly string[] = ANY_FIELDS;
  for (const field of ['name', 'description', 'brand', 'color', 'sku', 'tags']) {
    assert.ok(searched.includes(field) && any.includes(field), field);
  }
  for (const field of ['image_url', 'currency', 'country']) {
    assert.ok(!searched.includes(field) && !any.includes(field), field);
  }
  assert.ok(any.includes('condition') && !searched.includes('condition'));
});

test('a category has levels, a colour has values, a name is one text', () => {
  assert.deepEqual(partsOf('category', 'Garden > Chairs >'), ['Garden', 'Chairs']);
  assert.deepEqual(valuesOf('category', 'Garden > Chairs'), ['Garden > Chairs']);
  assert.deepEqual(valuesOf('color', 'Black / White, red'), ['Black', 'White', 'red']);
  assert.deepEqual(partsOf('name', 'Black / White > red'), ['Black / White > red']);
});
