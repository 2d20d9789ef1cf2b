// Prices, barcodes, words and texts as they stand in real feeds, and what becomes of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isInStock, readAvailability } from './availability.ts';
import { hostOfLink, readCategory, readColor, readLink, readSize } from './fields.ts';
import { plainText } from './plain-text.ts';
import { readPrice } from './price.ts';
import { repairBarcode } from './repair-barcode.ts';
import { templateFault, trackedLink } from './tracked-link.ts';

test('a price is read exactly in every notation', () => {
  const cases: [string, number, string?, string?][] = [
    ['19.99 USD', 19.99, 'USD'],
    ['19.99', 19.99],
    ['249,90', 249.9],
    ['399.90 BRL', 399.9, 'BRL'],
    ['R$ 1.399,90', 1399.9, 'BRL'],
    ['1.299,00 €', 1299, 'EUR'],
    ['€1,299.00', 1299, 'EUR'],
    ['1.299 €', 1299, 'EUR'],
    ['1.299 EUR', 1.299, 'EUR'],
    ['$1,299.00', 1299, 'USD'],
    ['$1,299', 1299, 'CAD', 'CAD'],
    ['USD 1,299', 1299, 'USD'],
    ['EUR12.0', 12, 'EUR'],
    ["1'299.50 CHF", 1299.5, 'CHF'],
    ['Fr. 12.50', 12.5, 'CHF'],
    ['1 299,00 kr', 1299, 'SEK', 'SEK'],
    ['1 299,95 zł', 1299.95, 'PLN'],
    ['12 490 Kč', 12490, 'CZK'],
    ['199.000 ₫', 199000, 'VND'],
    ['199.000 VND', 199000, 'VND'],
    ['1.299.000 IDR', 1299000, 'IDR'],
    ['¥1,980', 1980, 'JPY'],
    ['12,-', 12],
    ['12,– €', 12, 'EUR'],
    ['from 12.50 GBP', 12.5, 'GBP'],
    ['12.50 - 15.00 GBP', 12.5, 'GBP'],
    ['0.250', 0.25],
    ['12.5000', 12.5],
    ['0.00 USD', 0, 'USD'],
    ['3048.68', 3048.68],
  ];
  for (const [text, value, currency, assumed] of cases) {
    const price = readPrice(text, assumed);
    assert.deepEqual([price?.amount, price?.currency], [Math.round(value * 10_000), currency], text);
  }
  for (const text of ['call us', '-', '', '-5.00 USD', 'N/A']) assert.equal(readPrice(text), undefined, text);
});

test('any amount of cents, written in any of the notations, comes back as it was', () => {
  const group = (whole: number, by: string) => String(whole).replace(/\B(?=(?:\d{3})+$)/g, by);
  const notations: ((whole: number, cents: string) => string)[] = [
    (whole, cents) => `${whole}.${cents}`,
    (whole, cents) => `${whole},${cents}`,
    (whole, cents) => `${group(whole, '.')},${cents} €`,
    (whole, cents) => `$${group(whole, ',')}.${cents}`,
    (whole, cents) => `${group(whole, '\u202f')},${cents} EUR`,
    (whole, cents) => `CHF ${group(whole, "'")}.${cents}`,
  ];
  fc.assert(
    fc.property(fc.nat(9_999_999), fc.nat(99), fc.constantFrom(...notations), (whole, cents, write) => {
      const text = write(whole, String(cents).padStart(2, '0'));
      assert.equal(readPrice(text)?.amount, whole * 10_000 + cents * 100, text);
    }),
  );
});

test('what a spreadsheet did to a barcode is undone where the check digit proves it', () => {
  const good: [string, string][] = [
    ['4006381333931', '4006381333931'],
    ['4006381333931.0', '4006381333931'],
    ["'4006381333931", '4006381333931'],
    ['36000291452', '036000291452'],
    ['4.006381333931E+12', '4006381333931'],
    ['0306406152', '9780306406157'],
    ['n/a, 4006381333931', '4006381333931'],
  ];
  for (const [given, barcode] of good) assert.deepEqual(repairBarcode([given]), { barcode }, given);
  assert.deepEqual(repairBarcode(['8.41E+12']), { reason: 'was rounded by a spreadsheet' });
  assert.deepEqual(repairBarcode(['123456789123']), { reason: 'is not a GTIN with a right check digit' });
  assert.deepEqual(repairBarcode(['', 'does not apply', '0']), undefined);
  assert.deepEqual(repairBarcode(['123', '4006381333931']), { barcode: '4006381333931' });
});

test('stock is understood in five languages and more', () => {
  const words: Record<string, string[]> = {
    in_stock: [
      'in stock',
      'IN_STOCK',
      'InStock',
      'https://schema.org/InStock',
      'Auf Lager',
      'sofort lieferbar',
      'En stock',
      'disponible',
      'Disponibile',
      'в наличии',
    ],
    out_of_stock: [
      'out of stock',
      'Sold out',
      'ausverkauft',
      'Nicht verfügbar',
      'épuisé',
      'rupture de stock',
      'agotado',
      'Esaurito',
      'out-of-stock',
    ],
    preorder: ['preorder', 'Pre-Order', 'vorbestellbar', 'précommande', 'preventa', 'preordine'],
    backorder: ['back order', 'auf Bestellung', 'sur commande', 'bajo pedido', 'su ordinazione'],
    discontinued: ['discontinued', 'descatalogado'],
  };
  for (const [meaning, texts] of Object.entries(words))
    for (const text of texts) assert.equal(readAvailability(text), meaning, text);
  assert.deepEqual(['in_stock', 'out_of_stock', 'preorder'].map(isInStock), [true, false, undefined]);
  assert.equal(readAvailability('ships in 3 days'), 'ships in 3 days');
});

test('HTML, entities and double-encoded text become what people read', () => {
  const cases: [string, string][] = [
    ['Tom &amp; Jerry', 'Tom & Jerry'],
    ['Tom &amp;amp; Jerry', 'Tom & Jerry'],
    ['<p>One</p><p>Two<br>Three</p>', 'One Two Three'],
    ['&lt;b&gt;Bold&lt;/b&gt; text', 'Bold text'],
    ['<style>p{}</style>Text<script>alert(1)</script>', 'Text'],
    ['13&quot; screen&nbsp;&eacute;', '13" screen é'],
    ['a < b and c > d', 'a < b and c > d'],
    ['CafÃ© crÃ¨me', 'Café crème'],
    ['itâ€™s 5 Â°C', 'it’s 5 °C'],
    ['Ã‰tÃ© 日本', 'Été 日本'],
    ['São Paulo, Ärmel', 'São Paulo, Ärmel'],
    ['a\u0000b\u200bc', 'abc'],
    ['lone \ud800', 'lone \ufffd'],
  ];
  for (const [given, plain] of cases) assert.equal(plainText(given), plain, given);
});

test('plain text is never refused later, and making it plain again changes nothing it should not', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const plain = plainText(text);
      assert.ok(plain.isWellFormed() && !plain.includes('\0') && plain === plain.trim());
    }),
  );
});

test('categories become a path', () => {
  const cases: [string, string][] = [
    ['A > B > C', 'A > B > C'],
    ['A>B', 'A > B'],
    ['A~~B', 'A > B'],
    ['A | B', 'A > B'],
    ['A / B', 'A > B'],
    ['A » B', 'A > B'],
    ['Bags/Totes', 'Bags/Totes'],
    ['A > A > B >', 'A > B'],
    ['1604', ''],
  ];
  for (const [given, path] of cases) assert.equal(readCategory(given), path, given);
});

test('links are absolute, or put right where it is clear how, or left out', () => {
  assert.equal(readLink('https://shop.example/p 1'), 'https://shop.example/p%201');
  assert.equal(readLink('//cdn.example/i.jpg'), 'https://cdn.example/i.jpg');
  assert.equal(readLink('www.shop.example/p'), 'https://www.shop.example/p');
  assert.equal(readLink('/products/x', 'shop.example'), 'https://shop.example/products/x');
  for (const bad of [
    '/p/1',
    'javascript:alert(1)',
    'ftp://x.example',
    'https://u@x.example/',
    'https://localhost/',
    'data:,x',
    'http://',
  ])
    assert.equal(readLink(bad), undefined, bad);
  assert.equal(hostOfLink('https://www.shop.example/p'), 'shop.example');
});

test('sizes and colours are written alike', () => {
  assert.deepEqual(['xl', 'Size: m', 'Größe: 42', '350Ml'].map(readSize), ['XL', 'M', '42', '350Ml']);
  assert.deepEqual(['Black / White', 'red;blue', 'Farbe: rot'].map(readColor), ['Black/White', 'red/blue', 'rot']);
});

test("a template makes a tracked link, and leaves the click's marks to the click", () => {
  const link = trackedLink('https://track.example/deep?u={url}&sid={click_id}', 'https://shop.example/p?a=1&b=2', 'x');
  assert.equal(link, 'https://track.example/deep?u=https%3A%2F%2Fshop.example%2Fp%3Fa%3D1%26b%3D2&sid={click_id}');
  assert.equal(templateFault('https://track.example/deep?u={url}'), undefined);
  assert.match(templateFault('https://track.example/')!, /needs \{url\}/);
  assert.match(templateFault('{url}')!, /absolute/);
  assert.match(templateFault('https://{url}/')!, /absolute/);
});
