// Invariants of the ranking parameters. Their quality is measured by `bench -- relevance`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIELD_WEIGHTS } from './weights.ts';

test('the name weighs most, then category and model, then brand and identifiers, then the rest', () => {
  const { name, category, model, brand, id, barcode, sku, mpn, asin, ...rest } = FIELD_WEIGHTS;
  const order = [[name], [category, model], [brand, id, barcode, sku, mpn, asin], Object.values(rest)];
  const weights = order.map((fields) => fields.map(({ weight }) => weight));
  for (const [i, more] of weights.slice(0, -1).entries()) {
    assert.ok(Math.min(...more) > Math.max(...weights[i + 1]!), `${more} before ${weights[i + 1]}`);
  }
  for (const fields of weights) assert.equal(new Set(fields).size, 1, 'fields of one kind weigh alike');
});

test('length normalisation is between 0 and 1: none in identifiers, strongest in descriptions', () => {
  for (const { b, weight, default_length } of Object.values(FIELD_WEIGHTS)) {
    assert.ok(b >= 0 && b < 1 && weight > 0 && default_length >= 1);
  }
  const { name, description, brand, sku } = FIELD_WEIGHTS;
  assert.ok(description.b > name.b && name.b > brand.b && brand.b > sku.b);
  assert.equal(sku.b, 0);
});
