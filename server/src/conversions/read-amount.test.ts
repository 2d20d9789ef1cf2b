// Amounts and times as networks write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { formatMicros } from '../product/micros.ts';
import { readAmount } from './read-amount.ts';
import { readTime } from './read-time.ts';

const shown = (value: string | number) => {
  const read = readAmount(value);
  return read && `${formatMicros(read.micros, null)}${read.currency ? ` ${read.currency}` : ''}`;
};

test('amounts are read with either decimal separator and any thousands separator', () => {
  const cases: [string | number, string][] = [
    ['12', '12.00'],
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1 234,56', '1234.56'],
    ['1\u00a0234,56', '1234.56'],
    ['1\u202f234\u202f567,8', '1234567.80'],
    ["1'234.56", '1234.56'],
    ['1’234’567', '1234567.00'],
    ['1.234.567', '1234567.00'],
    ['12,34,567.8', '1234567.80'],
    ['249,90', '249.90'],
    ['1234,567', '1234.567'],
    ['32252.1922', '32252.1922'],
    ['.5', '0.50'],
    [',5', '0.50'],
    [' 12.50 ', '12.50'],
    [19.99, '19.99'],
    [-0.1, '-0.10'],
    [1e-7, '0.00'],
  ];
  for (const [text, expected] of cases) assert.equal(shown(text), expected, String(text));
});

test('a single comma before three digits groups thousands, a single point is the decimal point', () => {
  assert.equal(shown('1,234'), '1234.00');
  assert.equal(shown('1.234'), '1.234');
  assert.equal(shown('0,234'), '0.234');
  assert.equal(shown('1,2345'), '1.2345');
});

test('currency signs and codes may surround an amount, and only codes are read', () => {
  const cases: [string, string][] = [
    ['€12.50', '12.50'],
    ['$1,299.00', '1299.00'],
    ['US$ 3', '3.00'],
    ['12,50 EUR', '12.50 EUR'],
    ['usd12.50', '12.50 USD'],
    ['1 299 kr', '1299.00'],
    ['Rs.500', '500.00'],
    ['€ 12.50 EUR', '12.50 EUR'],
    ['$.50', '0.50'],
  ];
  for (const [text, expected] of cases) assert.equal(shown(text), expected, text);
});

test('a leading or trailing minus and parentheses make an amount negative', () => {
  for (const text of ['-3.20', '- 3.20', '3.20-', '(3.20)', '−3,20', '$-3.20', '-$3.20', '€(3.20)', '3,20- €'])
    assert.equal(readAmount(text)?.micros, -3_200_000n, text);
  for (const text of ['--3', '-(3)', '(3', '3)', '-3-', '3+']) assert.equal(readAmount(text), undefined, text);
});

test('what could mean two amounts, or none, is refused', () => {
  const refused = [
    '',
    'x',
    '12 pcs',
    '5%',
    '1e3',
    '1.2.3',
    '1,2,3',
    '1,234,56',
    '1.234,567,8',
    '12 34',
    '1 2',
    '0.123.456',
  ];
  for (const text of [...refused, '100000000000', '12 EUR USD', '1..2', '12.', 'NaN', '0x10', '9'.repeat(101)])
    assert.equal(readAmount(text), undefined, text);
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1e300]) assert.equal(readAmount(value), undefined);
});

const STYLES: [group: string, point: string][] = [
  ['', '.'],
  ['', ','],
  [',', '.'],
  ['.', ','],
  [' ', ','],
  [' ', '.'],
  ["'", '.'],
  ['\u202f', ','],
];
const SURROUNDINGS: ((number: string) => string)[] = [
  (number) => number,
  (number) => `€${number}`,
  (number) => `${number} EUR`,
  (number) => `CHF ${number}`,
];

test('an amount is never off, whatever the notation', () => {
  const micros = fc.bigInt({ min: 0n, max: 10n ** 17n - 1n });
  const places = fc.constantFrom(0, 1, 2, 4, 6);
  const check = (amount: bigint, digits: number, style: number, surrounding: number, isNegative: boolean) => {
    const [group, point] = STYLES[style]!;
    const unit = 10n ** BigInt(6 - digits);
    const exact = (amount / unit) * unit;
    const whole = String(exact / 1_000_000n).replace(/\B(?=(?:\d{3})+$)/g, group);
    const fraction = String(exact % 1_000_000n)
      .padStart(6, '0')
      .slice(0, digits);
    const number = SURROUNDINGS[surrounding]!(digits === 0 ? whole : `${whole}${point}${fraction}`);
    // `1.234` alone is a decimal.
    if (digits === 0 && group === '.' && /^\D*\d{1,3}\.\d{3}\D*$/.test(number)) return;
    assert.equal(readAmount(isNegative ? `-${number}` : number)?.micros, isNegative ? -exact : exact, number);
  };
  fc.assert(
    fc.property(micros, places, fc.nat(STYLES.length - 1), fc.nat(SURROUNDINGS.length - 1), fc.boolean(), check),
    { numRuns: 3000 },
  );
});

const at = (value: string | number, offset?: string) => {
  const read = readTime(value, offset);
  return read === undefined ? undefined : new Date(read).toISOString();
};

test('times are read in ISO 8601, as Unix time, and as networks write them', () => {
  const cases: [string | number, string][] = [
    ['2026-03-04T05:06:07Z', '2026-03-04T05:06:07.000Z'],
    ['2026-03-04T05:06:07.123456+02:00', '2026-03-04T03:06:07.123Z'],
    ['2026-03-04T05:06:07-0700', '2026-03-04T12:06:07.000Z'],
    ['2026-03-04T05:06:07 02:00', '2026-03-04T03:06:07.000Z'],
    ['2026-03-04 05:06:07', '2026-03-04T05:06:07.000Z'],
    ['2026-03-04 05:06', '2026-03-04T05:06:00.000Z'],
    ['2026-03-04 05:06:07 UTC', '2026-03-04T05:06:07.000Z'],
    ['2026-03-04', '2026-03-04T23:59:59.999Z'],
    ['1772600767', '2026-03-04T05:06:07.000Z'],
    [1772600767, '2026-03-04T05:06:07.000Z'],
    ['1772600767123', '2026-03-04T05:06:07.123Z'],
    ['Thu May 01 2014 19:49:22 GMT+0000 (UTC)', '2014-05-01T19:49:22.000Z'],
  ];
  for (const [value, expected] of cases) assert.equal(at(value), expected, String(value));
});

test('a time without a zone is in the zone of the network', () => {
  assert.equal(at('2026-03-04 05:06:07', '-05:00'), '2026-03-04T10:06:07.000Z');
  assert.equal(at('2026-03-04', '-05:00'), '2026-03-05T04:59:59.999Z');
  assert.equal(at('2026-03-04T05:06:07Z', '-05:00'), '2026-03-04T05:06:07.000Z');
  assert.equal(at('2026-03-04T05:06:07 02:00', '-05:00'), '2026-03-04T03:06:07.000Z');
  assert.equal(at('1772600767', '-05:00'), '2026-03-04T05:06:07.000Z');
});

test('what is not a time is refused', () => {
  for (const value of ['', 'x', '2026-02-30', '2026-03-04T25:00:00', '04.03.2026', '03/04/2026', '12345', '2026', 1.5])
    assert.equal(at(value), undefined, String(value));
});
