// Single products over HTTP.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DETAIL_FIELDS } from '@finderfee/contract/product-fields.ts';
import { withApp } from '../../../test/support/test-app.ts';

test('a product is returned with everything that was written, what is unknown as null', async () => {
  await withApp({}, async (service) => {
    const product = {
      id: 'k/1 ü',
      name: 'Gooseneck kettle',
      description: 'Pours slowly.',
      image_url: '/demo/products/k1.svg',
      product_url: 'https://shop.example.com/k1',
      merchant: { id: '42', name: 'Kettle House', logo_url: 'https://shop.example.com/logo.svg' },
      brand: 'Brewline',
      category: 'Kitchen > Kettles',
      regular_price: 49.5,
      final_price: 39.5,
      ship_price: 4.9,
      currency: 'USD',
      in_stock: true,
      stock_quantity: 3,
      tags: ['tea', 'coffee'],
      color: 'black',
    };
    await service.stock([product, { id: 'bare', name: 'Teapot' }], 'kettles');
    const get = (id: string) => service.call('GET', `/v1/catalogue/products/${encodeURIComponent(id)}`);
    const unknown = Object.fromEntries(Object.keys(DETAIL_FIELDS).map((field) => [field, null]));
    const added = { feed: 'kettles', added_at: '2026-03-04T05:06:07.000Z', type: 'catalogue_product' };
    assert.deepEqual((await get('k/1 ü')).json, {
      ...{ ...unknown, ...added, merchant_url: null, availability: null, merchant_category_ids: [] },
      ...{ ...product, image_url: 'http://service.example/demo/products/k1.svg' },
    });
    const { json: bare } = await get('bare');
    assert.deepEqual([bare.final_price, bare.in_stock, bare.tags, bare.image_url], [null, null, [], null]);
    assert.equal((await get('nothing')).status, 404);
    const { json } = await service.call('POST', '/v1/catalogue/products', {
      products: [{ ...bare, merchant: { id: '7', name: 'Kettle House' } }],
    });
    assert.deepEqual(json.faults, [{ index: 0, field: 'id', reason: 'belongs to another feed' }]);
  });
});
