// The demo catalogue: deterministic, plausible, importable, and every picture drawable.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDigit } from './barcode.ts';
import { demoProducts } from './demo-catalogue.ts';
import type { DemoProduct } from './demo-product.ts';
import { drawLogo, drawProduct } from './draw-svg.ts';
import { hasHex } from './paint.ts';

const products = [...demoProducts('http://localhost:3000')];
const distinct = <T>(pick: (product: DemoProduct) => T, among = products) => new Set(among.map(pick));
const share = (is: (product: DemoProduct) => unknown) => products.filter(is).length / products.length;
const departmentOf = ({ category }: DemoProduct) => category.split(' > ')[0]!;

test('two runs generate the same products', () => {
  assert.deepEqual([...demoProducts('http://localhost:3000')], products);
});

test('the base URL appears in picture links only', () => {
  const [elsewhere] = demoProducts('https://demo.example/finderfee');
  assert.equal(elsewhere!.image_url, 'https://demo.example/finderfee/demo/products/demo-00001.svg');
  assert.match(elsewhere!.merchant.logo_url, /^https:\/\/demo\.example\/finderfee\/demo\/merchants\/\d+\.svg$/);
  const local = JSON.parse(
    JSON.stringify(elsewhere).replaceAll('https://demo.example/finderfee', 'http://localhost:3000'),
  );
  assert.deepEqual(local, products[0]);
});

test('it has about 5,000 products of 40 shops', () => {
  assert.ok(products.length >= 4500 && products.length <= 5500, String(products.length));
  assert.equal(distinct(({ merchant }) => merchant.id).size, 40);
  assert.equal(distinct(({ merchant }) => merchant.domain).size, 40);
  assert.equal(distinct(departmentOf).size, 12);
  const shoes = products.filter((product) => departmentOf(product) === 'Shoes');
  assert.ok(shoes.length >= 300);
  assert.ok(distinct(({ brand }) => brand, shoes).size >= 12);
});

test('identifiers are unique, and links point to .example', () => {
  assert.equal(distinct(({ id }) => id).size, products.length);
  assert.equal(distinct(({ merchant, sku }) => `${merchant.id} ${sku}`).size, products.length);
  for (const { id, merchant, product_url, merchant_url } of products) {
    assert.match(id, /^demo-\d{5}$/);
    assert.ok(Number.isSafeInteger(Number(merchant.id)) && String(Number(merchant.id)) === merchant.id);
    assert.equal(new URL(product_url).hostname, `www.${merchant.domain}`);
    assert.match(new URL(merchant_url).hostname, /^track\.[a-z]+\.example$/);
    assert.match(merchant_url, /[?&]sid=\{click_id\}$/);
    assert.doesNotMatch(product_url + merchant_url.replace('{click_id}', ''), /[{}\s]/);
  }
});

test('barcodes are valid GTIN-13s; a few are sold by two merchants, none by more', () => {
  const sellers = Map.groupBy(
    products.filter(({ barcode }) => barcode),
    ({ barcode }) => barcode!,
  );
  for (const [barcode, offers] of sellers) {
    assert.match(barcode, /^\d{13}$/);
    assert.equal(Number(barcode[12]), checkDigit(barcode.slice(0, 12)));
    assert.equal(distinct(({ merchant }) => merchant.id, offers).size, offers.length);
    assert.ok(offers.length <= 2);
    assert.equal(distinct(({ mpn, color }) => `${mpn} ${color}`, offers).size, 1);
  }
  const shared = [...sellers.values()].filter((offers) => offers.length === 2).length;
  assert.ok(shared >= 5 && shared <= 60, String(shared));
  assert.ok(Math.abs(share(({ barcode }) => barcode) - 0.85) < 0.03);
  // GS1's published example checks the check digit independently.
  assert.equal(checkDigit('629104150021'), 3);
});

test('prices are exact cents, sales run from 5 % to 70 %, and some products have no price', () => {
  for (const { regular_price, final_price, ship_price } of products) {
    if (regular_price === undefined || final_price === undefined) continue;
    for (const amount of [regular_price, final_price, ship_price!]) assert.match(String(amount), /^\d+(\.\d{1,2})?$/);
    assert.ok(final_price > 0 && final_price <= regular_price);
    if (final_price < regular_price) {
      const depth = 1 - final_price / regular_price;
      assert.ok(depth > 0.045 && depth < 0.705, `${regular_price} to ${final_price}`);
    }
  }
  const priceless = products.filter(({ final_price }) => final_price === undefined).length;
  assert.ok(priceless > 0 && priceless < 50, String(priceless));
  assert.ok(Math.abs(share(({ final_price, regular_price }) => final_price! < regular_price!) - 0.3) < 0.04);
});

test('a merchant has one currency, and there are three', () => {
  assert.deepEqual([...distinct(({ currency }) => currency)].sort(), ['EUR', 'GBP', 'USD']);
  assert.equal(distinct(({ merchant, currency }) => `${merchant.id} ${currency}`).size, 40);
});

test('conditions, stock and materials are plausible', () => {
  assert.deepEqual([...distinct(({ condition }) => condition)].sort(), ['new', 'refurbished', 'used']);
  assert.ok(share(({ condition }) => condition === 'new') > 0.85);
  assert.deepEqual([...distinct(({ availability }) => availability)].sort(), ['in_stock', 'out_of_stock', 'preorder']);
  assert.ok(Math.abs(share(({ availability }) => availability === 'out_of_stock') - 0.08) < 0.02);
  for (const product of products) assert.equal(product.in_stock, product.availability === 'in_stock');
  for (const material of ['leather', 'vegan leather', 'canvas', 'merino wool', 'stainless steel']) {
    assert.ok(distinct((product) => product.material).has(material), material);
  }
  assert.deepEqual([...distinct(({ gender }) => gender ?? '')].sort(), ['', 'kids', 'men', 'unisex', 'women']);
});

test('fields are present only where they apply', () => {
  for (const product of products) {
    assert.ok(
      Object.values(product).every((value) => value !== undefined && value !== '' && value !== null),
      product.id,
    );
    const isBook = departmentOf(product) === 'Books';
    for (const field of ['publisher', 'genre', 'subtitle'] as const) assert.equal(product[field] !== undefined, isBook);
    for (const field of ['model', 'mpn'] as const) assert.equal(product[field] !== undefined, !isBook);
    if (departmentOf(product) === 'Shoes')
      assert.ok(product.size && product.gender && product.color && product.material);
    assert.ok(product.tags.length >= 2 && product.tags.length <= 6, product.tags.join());
    assert.equal(new Set(product.tags).size, product.tags.length);
  }
});

test('descriptions have 20 to 60 words, no unfilled slots, and are rarely identical', () => {
  for (const { name, description } of products) {
    const words = description.split(/\s+/).length;
    assert.ok(words >= 20 && words <= 60, description);
    assert.doesNotMatch(name + description, /[{}|]|undefined| {2}| ,|\b[Aa] [aeio]/, `${name}: ${description}`);
  }
  assert.ok(distinct(({ description }) => description).size >= 0.95 * products.length);
});

test('some models have variants, but few', () => {
  const models = Map.groupBy(products, ({ category, brand, model, name }) => `${category} ${brand} ${model ?? name}`);
  const inGroups = [...models.values()].filter((offers) => offers.length > 1).flat().length;
  assert.ok(inGroups > 300 && inGroups < products.length / 3, String(inGroups));
});

test('every picture is well-formed, and every colour has a value', () => {
  for (const product of products) {
    assertWellFormed(drawProduct(product));
    if (product.color) assert.ok(hasHex(product.color), product.color);
  }
  for (const { merchant } of products.slice(0, 500)) assertWellFormed(drawLogo(merchant));
});

test('hostile and missing text is escaped', () => {
  const name = '</title><script>alert("1")</script> & \u0000 \ud800';
  const picture = drawProduct({ name, category: null, color: '"><b>', brand: "<i>'&" });
  assertWellFormed(picture);
  assert.doesNotMatch(picture, /<script|<b>|<i>|\u0000/);
  assertWellFormed(drawProduct({ name: '' }));
  assertWellFormed(drawLogo({ name }));
  assertWellFormed(drawLogo({ name: '' }));
});

function assertWellFormed(svg: string): void {
  const open: string[] = [];
  const text = svg.replace(
    /<(\/?)([a-zA-Z]+)((?: [a-zA-Z:-]+="[^"<&]*")*)(\/?)>/g,
    (_, end, tag, _attributes, empty) => {
      if (end) assert.equal(open.pop(), tag);
      else if (!empty) open.push(tag);
      return '';
    },
  );
  assert.deepEqual(open, []);
  assert.doesNotMatch(text, /[<>]|&(?!(amp|lt|gt|quot|apos);)/, svg);
  assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /);
  assert.ok(svg.isWellFormed() && svg.length < 4000);
}
