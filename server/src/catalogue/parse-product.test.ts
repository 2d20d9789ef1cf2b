// Validation of our own JSONL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CatalogueProduct } from '@finderfee/contract/catalogue-product.ts';
import { type ParsedProduct, parseProduct } from './parse-product.ts';

const merchant = { id: '7', name: 'Kettle House' };
const read = (fields: object) => parseProduct({ id: 'k1', name: 'Kettle', merchant, ...fields });
const product = (fields: object) => (read(fields) as ParsedProduct).product;

test('amounts are exact, as numbers or as strings', () => {
  for (const price of [19.99, '19.99', '19.9900', 19.99001])
    assert.equal(product({ regular_price: price }).regular_amount, 199_900, String(price));
  assert.equal(product({ regular_price: 0.1 + 0.2 }).regular_amount, 3000);
  assert.equal(product({ regular_price: 1e-7 }).regular_amount, 0);
});

test('a final or sale price below the regular one is a sale; above it, it becomes the price', () => {
  const { regular_amount, final_amount } = product({ regular_price: 10, sale_price: 8 });
  assert.deepEqual([regular_amount, final_amount], [100_000, 80_000]);
  assert.deepEqual(product({ regular_price: 10, final_price: 12 }).regular_amount, 120_000);
  assert.deepEqual(product({ final_price: 5 }).regular_amount, 50_000);
  assert.equal(product({ regular_price: 10, final_price: 7, sale_price: 8 }).final_amount, 70_000);
  assert.equal(product({ regular_price: 10, final_price: '', sale_price: 0 }).final_amount, 0);
});

test('a product without a price is accepted', () => {
  const { regular_amount, final_amount } = product({ regular_price: null });
  assert.deepEqual([regular_amount, final_amount], [undefined, undefined]);
});

test('an invalid barcode or link is dropped and reported; the product is accepted', () => {
  const { product: parsed, dropped } = read({
    barcode: '4006381333932',
    image_url: 'javascript:alert(1)',
    product_url: '/p/1',
  }) as ParsedProduct;
  assert.deepEqual([parsed.barcode, parsed.image_url, parsed.product_url], [undefined, undefined, undefined]);
  assert.deepEqual(
    dropped.map(({ field }) => field),
    ['barcode', 'image_url', 'product_url'],
  );
});

test('valid barcodes of every length are stored as digits', () => {
  for (const barcode of ['96385074', '036000291452', '4006381333931', '400-6381-333931', '00012345600012']) {
    assert.equal(product({ barcode }).barcode, barcode.replace(/\D/g, ''));
  }
});

test('stock is taken as given, or from an unambiguous availability', () => {
  assert.equal(product({ in_stock: false, availability: 'in stock' }).in_stock, false);
  assert.equal(product({ availability: 'In_Stock' }).in_stock, true);
  assert.equal(product({ availability: 'https://schema.org/OutOfStock' }).in_stock, false);
  assert.equal(product({ availability: 'preorder' }).in_stock, undefined);
});

test('a merchant with a decimal id keeps it; any other name is its key', () => {
  const of = (given: unknown) => (read({ merchant: given }) as ParsedProduct).merchant;
  assert.equal(of({ id: 7, name: 'A' }).id, 7);
  assert.equal(of({ id: '0', name: 'A' }).id, 0);
  assert.deepEqual(
    [of({ id: 'awin:7', name: 'A' }).key, of({ name: 'A' }).key, of({ id: '007', name: 'A' }).key],
    ['awin:7', 'A', '007'],
  );
  assert.deepEqual(
    [of({ id: 'awin:7' }).name, of({ id: 7 }).name],
    ['awin:7', ''],
    'a decimal id does not imply a name',
  );
  assert.equal(of({ id: '9007199254740992', name: 'A' }).key, '9007199254740992');
});

test('an invalid line is rejected with the field and the reason', () => {
  const reasons: [unknown, string][] = [
    [5, ' is not a JSON object'],
    [[], ' is not a JSON object'],
    [null, ' is not a JSON object'],
    [{ id: 'x', name: 'x', merchant: null }, 'merchant is missing'],
    [{ id: 'x', name: 'x', merchant: [] }, 'merchant is missing'],
    [{ id: 'x', name: 'x', merchant: { id: {} } }, 'merchant.id is not a string'],
    [{ id: 'x', name: 'x', merchant, tags: 7 }, 'tags is not a list of strings'],
    [{ id: 'x', name: 'x', merchant, tags: Array(501).fill('a') }, 'tags has more than 500 items'],
    [{ id: 'x', name: 'x', merchant, regular_price: true }, 'regular_price is not an amount'],
    [{ id: 'x', name: 'x', merchant, stock_quantity: '1e3' }, 'stock_quantity is not a whole number'],
    [{ id: 'x', name: 'x', merchant, brand: 'x'.repeat(2001) }, 'brand is longer than 2000 characters'],
    [
      { id: 'x', name: 'x', merchant, description: 'x'.repeat(100_001) },
      'description is longer than 100000 characters',
    ],
    [{ name: 'x', merchant }, 'id is missing'],
    [{ id: ' ', name: 'x', merchant }, 'id is missing'],
    [{ id: 'x', merchant }, 'name is missing'],
    [{ id: 'x', name: 'x' }, 'merchant is missing'],
    [{ id: 'x', name: 'x', merchant: {} }, 'merchant has neither id nor name'],
    [{ id: 'x', name: 'x', merchant, regular_price: 'ten' }, 'regular_price is not an amount'],
    [{ id: 'x', name: 'x', merchant, final_price: -1 }, 'final_price is negative'],
    [{ id: 'x', name: 'x', merchant, in_stock: 'yes' }, 'in_stock is not true or false'],
    [{ id: 'x', name: 'x', merchant, stock_quantity: 1.5 }, 'stock_quantity is not a whole number'],
    [{ id: 'x', name: 'x', merchant, brand: { a: 1 } }, 'brand is not a string'],
    [{ id: 'x', name: 'a\0b', merchant }, 'name contains U+0000 or a lone surrogate'],
    [{ id: 'x', name: 'lone \ud800', merchant }, 'name contains U+0000 or a lone surrogate'],
    [{ id: 2 ** 53, name: 'x', merchant }, 'id is too large for an exact number; write it as a string'],
    [{ id: 'x'.repeat(257), name: 'x', merchant }, 'id is longer than 256 characters'],
  ];
  for (const [line, expected] of reasons) {
    const { field, reason } = parseProduct(line) as { field: string; reason: string };
    assert.equal(`${field} ${reason}`, expected);
  }
});

test('all fields are kept in full, and empty ones are omitted', () => {
  const { product: parsed, merchant: shop } = read({
    brand: 'x'.repeat(2000),
    description: 'x'.repeat(100_000),
    category: ' Kitchen >Kettles> ',
    tags: 'a, b,',
    merchant_category_ids: Array(500).fill(7),
    ship_price: '4.5',
    stock_quantity: '-7',
    material: ' ',
    color: null,
  }) as ParsedProduct;
  const { brand, description, category, tags, merchant_category_ids, ...rest } = parsed;
  assert.deepEqual([brand!.length, description!.length, category], [2000, 100_000, 'Kitchen > Kettles']);
  assert.deepEqual([tags, merchant_category_ids!.length, merchant_category_ids![0]], [['a', 'b'], 500, '7']);
  assert.deepEqual(rest, { id: 'k1', name: 'Kettle', ship_amount: 4_5000, stock_quantity: -7 });
  assert.deepEqual(shop, { id: 7, name: 'Kettle House', domain: '', logo_url: '', description: '' });
  assert.deepEqual(product({ tags: 'a' }).tags, ['a']);
  assert.deepEqual(product({ tags: [], stock_quantity: null, in_stock: null }), { id: 'k1', name: 'Kettle' });
});

test('the defaults supply a missing currency and publisher id', () => {
  const link = 'https://net.example/?id=PUBLISHER_ID';
  const fields = { id: 'k1', name: 'Kettle', merchant, product_url: link, merchant_url: link, image_url: link };
  const filled = (more: object, defaults?: object) =>
    (parseProduct({ ...fields, ...more }, defaults) as ParsedProduct).product;
  const ours = filled({}, { currency: 'EUR', publisher_id: '7' });
  assert.equal(ours.currency, 'EUR');
  const own = 'https://net.example/?id=7';
  assert.deepEqual([ours.product_url, ours.merchant_url, ours.image_url], [own, own, link]);
  assert.equal(filled({ currency: 'USD' }, { currency: 'EUR' }).currency, 'USD');
  const { currency, product_url } = filled({});
  assert.deepEqual([currency, product_url], [undefined, link]);
  assert.ok(!('currency' in filled({})) && !('product_url' in filled({ product_url: '' }, { publisher_id: '7' })));
});

test('links lead to the web or to images that the service generates', () => {
  const isKept = (image_url: string) => 'image_url' in product({ image_url });
  for (const link of ['https://a.example/x', 'http://localhost/x', '/demo/1.svg', 'https://münchen.example/'])
    assert.ok(isKept(link), link);
  for (const link of ['/x.svg', 'ftp://a.example/x', 'https://a.example/a b', 'a.example'])
    assert.ok(!isKept(link), link);
  const logoOf = (logo_url: string) => (read({ merchant: { id: 7, logo_url } }) as ParsedProduct).merchant.logo_url;
  assert.deepEqual(['https://a.example/l.svg', 'l.svg'].map(logoOf), ['https://a.example/l.svg', '']);
});

test('the API reference documents exactly the fields that are read', () => {
  const watched = (fields: object, seen: Set<string>): object =>
    new Proxy(fields, { get: (target, name) => seen.add(String(name)) && Reflect.get(target, name) });
  const seen = { product: new Set<string>(), merchant: new Set<string>() };
  parseProduct(watched({ id: 'k1', name: 'Kettle', merchant: watched(merchant, seen.merchant) }, seen.product));
  const { shape } = CatalogueProduct;
  assert.deepEqual([...seen.product].sort(), Object.keys(shape).sort());
  assert.deepEqual([...seen.merchant].sort(), Object.keys(shape.merchant.shape).sort());
});
