import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataOf, packProducts } from './packed-products.ts';

const merchant = { key: 'acme', name: 'Acme', domain: '', logo_url: '', description: '' };

test('rows share their merchants and link hosts', () => {
  const write = (id: string, product_url: string) => ({ product: { id, name: 'Mug', product_url }, merchant });
  const packed = packProducts([
    write('a', 'https://One.example/a'),
    write('b', 'https://One.example/b?c'),
    write('c', 'https://two.example'),
  ]);
  assert.deepEqual([packed.merchants, packed.hosts], [[merchant], [['one.example'], ['two.example']]]);
  assert.deepEqual(
    packed.rows.map((row) => [row.merchant, row.hosts]),
    [
      [0, 0],
      [0, 0],
      [0, 1],
    ],
  );
});

test('both links of a product name their hosts, and a product without links names none', () => {
  const links = { product_url: 'https://shop.example/a', merchant_url: 'https://acme.example/' };
  const hostsOf = (product: object) =>
    packProducts([{ product: { id: 'a', name: 'Mug', ...product }, merchant }]).hosts;
  assert.deepEqual(hostsOf(links), [['shop.example', 'acme.example']]);
  assert.deepEqual(hostsOf({}), [[]]);
});

test('the stored JSON begins with the id under which the product is stored', () => {
  const products = [
    { id: 'a"', name: 'Mug', brand: 'Acme' },
    { brand: 'Acme', name: 'Mug', id: 'a"' },
  ];
  for (const { rows } of products.map((product) => packProducts([{ product, merchant }])))
    assert.equal(dataOf(rows[0]!, '7:a"'), '{"id":"7:a\\"","name":"Mug","brand":"Acme"}');
});
