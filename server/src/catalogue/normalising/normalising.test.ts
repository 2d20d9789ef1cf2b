// Normalisation of prices, barcodes, availability and texts as found in real feeds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../test/support/properties.ts';
import { readGtin } from '../../product/gtin.ts';
import type { Product } from '../../product/product.ts';
import type { Draft } from '../formats/format.ts';
import type { Fault } from '../parse-product.ts';
import { isInStock, readAvailability } from './availability.ts';
import { hostOfLink, readCategory, readColor, readLink, readSize } from './fields.ts';
import { templateFault, trackedLink } from './link-template.ts';
import { plainText } from './plain-text.ts';
import { readPrice } from './price.ts';
import { readPrices } from './prices.ts';
import { repairBarcode } from './repair-barcode.ts';

test('a price is parsed exactly in every notation', () => {
  const cases: [string, number, (string | undefined)?, string?][] = [
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
    ['0,999', 0.999],
    ['00,999 €', 0.999, 'EUR'],
    [',999', 999],
    ['1,999', 1999],
    ['999,999', 999_999],
    ['1,299,000', 1_299_000],
    ['1000,999', 1000.999],
    ['1.299,000', 1299],
    ['1,299.000 €', 1299, 'EUR'],
    ['1.299.00', 1299],
    ['12.490 HUF', 12_490, 'HUF'],
    ['12.49 JPY', 12.49, 'JPY'],
    ['12.490 kr', 12_490, 'SEK', 'SEK'],
    ['12.490', 12_490, undefined, 'HUF'],
    ['12.490', 12.49, undefined, 'EUR'],
    ['1.299', 1.299, undefined, 'SEK'],
    ['$1.299', 1.299, 'USD'],
    ['£12.490', 12.49, 'GBP'],
    ['1.2,345', 12.345],
    ['5 kr', 5],
    ['5 kr', 5, undefined, 'EUR'],
    ['$5', 5, 'USD', 'EUR'],
    ['A$5', 5, 'AUD', 'USD'],
    ['¥5', 5, 'CNY', 'CNY'],
    ['5 EUR', 5, 'EUR', 'USD'],
    ['5 XXL', 5],
    ['5 eur', 5, 'EUR'],
    ['99999999999 USD', 99_999_999_999, 'USD'],
    ['5.1 USD', 5.1, 'USD'],
  ];
  for (const [text, value, currency, assumed] of cases) {
    const price = readPrice(text, assumed);
    assert.deepEqual([price?.amount, price?.currency], [Math.round(value * 10_000), currency], text);
  }
  for (const text of ['call us', '-', '', '-5.00 USD', 'N/A']) assert.equal(readPrice(text), undefined, text);
});

test('any amount of cents survives a round trip through any notation', () => {
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

const JUNE = Date.parse('2026-06-15T12:00:00Z');

/** Regular amount, final amount and currency of a row. */
function pricesOf(draft: Draft, currency?: string, now_ms = JUNE) {
  const product: Product = { id: '1', name: 'Kettle' };
  const dropped: Fault[] = [];
  readPrices(draft, product, { now_ms, currency }, dropped);
  return { ...product, dropped, shown: [product.regular_amount, product.final_amount, product.currency] };
}

test('an empty or zero sale price is not a price', () => {
  for (const sale_price of ['', '0', '0.00', '0,00 EUR']) {
    const { shown, dropped } = pricesOf({ regular_price: '20 EUR', sale_price });
    assert.deepEqual([shown, dropped], [[200_000, 200_000, 'EUR'], []], sale_price);
    const { shown: withFinal } = pricesOf({ regular_price: '20 EUR', final_price: '15 EUR', sale_price });
    assert.deepEqual(withFinal, [200_000, 150_000, 'EUR'], sale_price);
  }
  assert.deepEqual(pricesOf({ regular_price: '20 EUR', sale_price: '0.0001 EUR' }).shown, [200_000, 1, 'EUR']);
  const { shown, dropped } = pricesOf({ regular_price: '20 EUR', sale_price: 'soon' });
  assert.deepEqual(shown, [200_000, 200_000, 'EUR']);
  assert.deepEqual(dropped, [{ field: 'sale_price', reason: 'is not a price', value: 'soon' }]);
});

test('a sale applies from its first to its last moment', () => {
  const start = Date.parse('2026-06-01T00:00:00+02:00');
  const end = Date.parse('2026-06-30T23:59:00+02:00');
  const isOn = (sale_dates: string, now_ms: number) =>
    pricesOf({ regular_price: '20 EUR', sale_price: '10 EUR', sale_dates }, undefined, now_ms).final_amount === 100_000;
  for (const dates of [
    '2026-06-01T00:00+02:00/2026-06-30T23:59+02:00',
    '2026-06-01T00:00+0200 / 2026-06-30T23:59+0200',
    '2026-06-01 00:00+0200 to 2026-06-30 23:59+0200',
    '2026-06-01T00:00+02:00 bis 2026-06-30T23:59+02:00',
    '2026-06-01T00:00+02:00 - 2026-06-30T23:59+02:00',
  ])
    assert.deepEqual(
      [start - 1, start, end, end + 1].map((now_ms) => isOn(dates, now_ms)),
      [false, true, true, false],
      dates,
    );
  for (const dates of ['', 'this week', '/']) assert.ok(isOn(dates, end + 1), `${dates} has no dates`);
  assert.deepEqual(
    [start - 1, start].map((now_ms) => isOn('2026-06-01T00:00+02:00', now_ms)),
    [false, true],
  );
  assert.deepEqual(
    [end, end + 1].map((now_ms) => isOn('/2026-06-30T23:59+02:00', now_ms)),
    [true, false],
  );
});

test('the regular price is never below the final price', () => {
  const text = fc.oneof(
    fc.constantFrom('', '0', 'n/a', '5', '5 EUR'),
    fc.nat(30_000).map((cents) => `${cents / 100} EUR`),
  );
  const row = fc.record({ regular_price: text, final_price: text, sale_price: text }, { requiredKeys: [] });
  fc.assert(
    fc.property(row, (draft) => {
      const { regular_amount, final_amount } = pricesOf(draft);
      assert.equal(regular_amount === undefined, final_amount === undefined);
      assert.ok((regular_amount ?? 0) >= (final_amount ?? 0));
    }),
    { numRuns: 500 },
  );
  assert.deepEqual(pricesOf({ regular_price: '5 EUR', final_price: '8 EUR' }).shown, [80_000, 80_000, 'EUR']);
  assert.deepEqual(pricesOf({ final_price: '8 EUR' }).shown, [80_000, 80_000, 'EUR']);
  assert.deepEqual(pricesOf({ final_price: '0 EUR' }).shown, [0, 0, 'EUR']);
  assert.deepEqual(pricesOf({ ship_price: '8 EUR' }).shown, [undefined, undefined, undefined]);
  assert.equal(pricesOf({ ship_price: '0 EUR' }).ship_amount, 0, 'free shipping is known');
});

test('the currency next to an amount wins over the column, and the column over the setting', () => {
  assert.equal(pricesOf({ regular_price: '5 GBP', currency: 'USD' }, 'EUR').currency, 'GBP');
  assert.equal(pricesOf({ regular_price: '5 GBP', final_price: '4' }, 'EUR').currency, 'GBP');
  assert.equal(pricesOf({ regular_price: '5 GBP', final_price: '4 CHF' }, 'EUR').currency, 'CHF');
  assert.equal(pricesOf({ regular_price: '5', currency: ' usd ' }, 'EUR').currency, 'USD');
  assert.equal(pricesOf({ regular_price: '5', currency: 'gold' }, 'EUR').currency, 'EUR');
  assert.equal(pricesOf({ regular_price: '5', currency: '' }, 'EUR').currency, 'EUR');
  assert.equal(pricesOf({ regular_price: '5' }).currency, undefined);
});

test('a rounded barcode is refused even if its digits would fit, and so are zeros', () => {
  // 4006381333900 has a valid check digit, but the digits that the spreadsheet rounded away are unknown.
  for (const rounded of ['8.41E+12', '8,41E+12', '4.0063813339E+12', '4E12', '4.0063813339314E+12'])
    assert.deepEqual(repairBarcode([rounded]), { reason: 'was rounded by a spreadsheet' }, rounded);
  for (const zeros of ['0', '00000000', '0000000000000', "'00000000000000'"])
    assert.equal(repairBarcode([zeros]), undefined, zeros);
  for (const zeros of ['0000-0000', '0000000000000.0', '0.000000000000E+12', '000000000-0', '0000000 000000'])
    assert.ok(!('barcode' in repairBarcode([zeros])!), zeros);
  assert.equal(readGtin('0000000000000'), undefined);
});

test('spreadsheet damage to a barcode is repaired if the check digit confirms it', () => {
  const good: [string, string][] = [
    ['4006381333931', '4006381333931'],
    ['4006381333931.0', '4006381333931'],
    ["'4006381333931", '4006381333931'],
    ['36000291452', '036000291452'],
    ['123456784', '000123456784'],
    ['1234565', '01234565'],
    ['123457', '00123457'],
    ['4.006381333931E+12', '4006381333931'],
    ['4.00638133390E+12', '4006381333900'],
    ['4,006381333931e12', '4006381333931'],
    ['0306406152', '9780306406157'],
    ['097522980x', '9780975229804'],
    ['1400000181', '9781400000180'],
    ['0-306-40615-2', '9780306406157'],
    ['n/a, 4006381333931', '4006381333931'],
    ['123,4006381333931', '4006381333931'],
    ['123;4,006381333931E+12', '4006381333931'],
  ];
  for (const [given, barcode] of good) assert.deepEqual(repairBarcode([given]), { barcode }, given);
  assert.deepEqual(repairBarcode(['8.41E+12']), { reason: 'was rounded by a spreadsheet' });
  // Five digits are too few, and ten are an ISBN, although the check digit would match.
  for (const bad of ['123456789123', '12348', '1234567895'])
    assert.deepEqual(repairBarcode([bad]), { reason: 'is not a GTIN with a valid check digit' }, bad);
  assert.deepEqual(repairBarcode(['', 'does not apply', '0', 'n/a', 'N/A; none']), undefined);
  assert.deepEqual(repairBarcode(['0306406153']), { reason: 'is not a GTIN with a valid check digit' });
  assert.deepEqual(repairBarcode(['4006381333931', '036000291452']), { barcode: '4006381333931' });
  assert.deepEqual(repairBarcode(['123', '4006381333931']), { barcode: '4006381333931' });
});

test('availability is understood in five languages and more', () => {
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
  assert.deepEqual(
    ['in_stock', 'limited_availability', 'out_of_stock', 'discontinued', 'preorder', 'backorder'].map(isInStock),
    [true, true, false, false, undefined, undefined],
  );
  for (const text of ['ships in 3 days', '-1', '1-']) assert.equal(readAvailability(text), text);
});

test('HTML, entities and double-encoded text become plain text', () => {
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
    ['a  b\tc\nd', 'a b c d'],
    [' a ', 'a'],
    ['a<!-- b --><!--c-->d', 'a d'],
    ['<SCRIPT>x</Script >y', 'y'],
    ['a<script>b', 'ab'],
    ['a<script>b</script', 'a'],
    ['a<!-- <script> -->b</script>c', 'a bc'],
    ['İ<script>x</script>y', 'İ y'],
    ['a<!DOCTYPE html>b', 'ab'],
    ['Tom &amp;amp;amp; Jerry', 'Tom &amp; Jerry'],
    ['Ã© ÄÖ', 'é ÄÖ'],
    ['Ã© ÄÖ 日本', 'é ÄÖ 日本'],
    ['Kettle  with   lid', 'Kettle with lid'],
    ['Ø±0.1 mm', 'Ø±0.1 mm'],
    ['日本 Ã©', '日本 é'],
    ['Ã© \u0082\u0082', 'é \u0082\u0082'],
  ];
  for (const [given, plain] of cases) assert.equal(plainText(given), plain, given);
});

test('plain text is always valid, and converting it again changes nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0xffff), { maxLength: 200 }), (units) => {
      const plain = plainText(String.fromCharCode(...units));
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
    ['1604 B', '1604 B'],
    ['A > > B', 'A > B'],
    ['A > B > A', 'A > B > A'],
    ['A :: B', 'A > B'],
    ['A --> B', 'A > B'],
    ['A -- B', 'A > B'],
    ['A\\B', 'A > B'],
    ['1>2>3>4>5>6>7>8>9>10>11>12>13', '1 > 2 > 3 > 4 > 5 > 6 > 7 > 8 > 9 > 10 > 11 > 12'],
  ];
  for (const [given, path] of cases) assert.equal(readCategory(given), path, given);
});

test('links are made absolute if possible, otherwise dropped', () => {
  assert.equal(readLink('https://shop.example/p 1'), 'https://shop.example/p%201');
  assert.equal(readLink('//cdn.example/i.jpg'), 'https://cdn.example/i.jpg');
  assert.equal(readLink('www.shop.example/p'), 'https://www.shop.example/p');
  assert.equal(readLink('www.shop.example/p', 'other.example'), 'https://www.shop.example/p');
  assert.equal(readLink('https://shop.example/p 1', 'other.example'), 'https://shop.example/p%201');
  assert.equal(readLink('//cdn.example/i.jpg', 'other.example'), 'https://cdn.example/i.jpg');
  assert.equal(readLink('"https://shop.example/a\tb"'), 'https://shop.example/ab');
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
  assert.deepEqual(['https://www.shop.example/p', 'https://shop.example:8443', 'nothing', undefined].map(hostOfLink), [
    'shop.example',
    'shop.example',
    '',
    '',
  ]);
});

test('sizes and colours are normalised', () => {
  assert.deepEqual(['xl', 'Size: m', 'Größe: 42', '350Ml', '3xl'].map(readSize), ['XL', 'M', '42', '350Ml', '3XL']);
  assert.deepEqual(['Black / White', 'red;blue', 'Farbe: rot'].map(readColor), ['Black/White', 'red/blue', 'rot']);
});

test('a template builds a tracked link and keeps the macros of a click', () => {
  const link = trackedLink('https://track.example/deep?u={url}&sid={click_id}', 'https://shop.example/p?a=1&b=2', 'x');
  assert.equal(link, 'https://track.example/deep?u=https%3A%2F%2Fshop.example%2Fp%3Fa%3D1%26b%3D2&sid={click_id}');
  assert.equal(templateFault('https://track.example/deep?u={url}'), undefined);
  assert.equal(templateFault('https://track.example/?u={raw_url}'), undefined);
  assert.match(templateFault('https://track.example/')!, /must contain \{url\}/);
  assert.match(templateFault('https://a b/{url}')!, /absolute/);
  assert.match(templateFault('{url}')!, /absolute/);
  assert.match(templateFault('ftp://track.example/?u={url}')!, /absolute/);
  assert.match(templateFault('https://{url}/')!, /absolute/);
});
