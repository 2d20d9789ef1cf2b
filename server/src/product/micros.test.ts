// Exact amounts: reading, writing and rounding, against an oracle in fractions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { formatMicros, formatMicrosOrNull, MAX_UNITS, microsOfNumber, parseMicros, percentageOf } from './micros.ts';

const LIMIT = MAX_UNITS * 1_000_000n;
const amount = fc.bigInt({ min: -LIMIT + 1n, max: LIMIT - 1n });
const currency = fc.constantFrom('JPY', 'USD', 'KWD', 'CLF');
const MINOR_UNIT: Record<string, bigint> = { JPY: 1_000_000n, USD: 10_000n, KWD: 1000n, CLF: 100n };

test('a written amount is read back as itself, in every currency', () => {
  fc.assert(
    fc.property(amount, fc.option(currency), (micros, code) => {
      assert.equal(parseMicros(formatMicros(micros, code)), micros);
    }),
  );
});

test('an amount is written with the places of its currency, and with more only if it has more', () => {
  for (const [micros, code, text] of [
    [39_500_000n, 'USD', '39.50'],
    [39_500_000n, null, '39.50'],
    [39_000_000n, 'JPY', '39'],
    [39_500_000n, 'JPY', '39.5'],
    [39_500_000n, 'KWD', '39.500'],
    [39_500_000n, 'CLF', '39.5000'],
    [1n, 'USD', '0.000001'],
    [-1n, 'JPY', '-0.000001'],
    [-5_000_000n, 'USD', '-5.00'],
    [0n, 'USD', '0.00'],
  ] as const)
    assert.equal(formatMicros(micros, code), text);
  assert.equal(formatMicrosOrNull(null, 'USD'), null);
  assert.equal(formatMicrosOrNull(0n, 'JPY'), '0');
});

test('decimal strings are read, and nothing else', () => {
  for (const [text, micros] of [
    ['1', 1_000_000n],
    ['+1.5', 1_500_000n],
    ['-1.5', -1_500_000n],
    ['007.10', 7_100_000n],
    ['99999999999.999999', LIMIT - 1n],
    ['-99999999999.999999', 1n - LIMIT],
  ] as const)
    assert.equal(parseMicros(text), micros);
  for (const text of ['', ' 1', '1.', '.5', '1,5', '1e3', '--1', '0x1', '1.5.5', 'NaN', '1\n', '١'])
    assert.equal(parseMicros(text), undefined, text);
});

test('an amount of a hundred billion units is refused, also one that is rounded up to it', () => {
  for (const text of ['100000000000', '-100000000000', '99999999999.9999995', '1'.repeat(30)])
    assert.equal(parseMicros(text), undefined, text);
  assert.equal(parseMicros('99999999999.9999994'), LIMIT - 1n);
});

test('more than six places are rounded half-even', () => {
  for (const [text, micros] of [
    ['0.0000005', 0n],
    ['0.0000015', 2n],
    ['0.0000025', 2n],
    ['-0.0000015', -2n],
    ['-0.0000025', -2n],
    ['0.00000250000001', 3n],
    ['0.0000024999999', 2n],
  ] as const)
    assert.equal(parseMicros(text), micros, text);
});

test('JSON numbers are read as they are written, also with an exponent', () => {
  for (const [value, micros] of [
    [39.5, 39_500_000n],
    [0.1, 100_000n],
    [-0, 0n],
    [1e-7, 0n],
    [9e-7, 1n],
    [1e21, undefined],
    [1e11, undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
  ] as const)
    assert.equal(microsOfNumber(value), micros, String(value));
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (cents) => {
      assert.equal(microsOfNumber(cents / 100), BigInt(cents) * 10_000n);
    }),
  );
});

test('a percentage is the nearest minor unit, and the even one of two that are equally near', () => {
  fc.assert(
    fc.property(amount, fc.bigInt({ min: 0n, max: 100_000_000n }), currency, (base, pct, code) => {
      const unit = MINOR_UNIT[code]!;
      const rounded = percentageOf(base, pct, code);
      assert.equal(rounded % unit, 0n);
      // The exact result is base × pct / 10^8; both sides are multiplied by 10^8.
      const distance = abs(base * pct - rounded * 100_000_000n) * 2n;
      assert.ok(distance <= unit * 100_000_000n, 'no other unit is nearer');
      if (distance === unit * 100_000_000n) assert.equal((rounded / unit) % 2n, 0n, 'the even one');
    }),
  );
});

test('halves are rounded to the even unit in every currency', () => {
  for (const [code, unit] of Object.entries(MINOR_UNIT))
    for (let units = -7n; units <= 7n; units++) {
      const half = percentageOf(units * unit, 50_000_000n, code);
      assert.equal(2n * abs(half - (units * unit) / 2n) <= unit, true);
      if (units % 2n !== 0n) assert.equal((half / unit) % 2n, 0n, `${units} ${code}`);
    }
});

const abs = (value: bigint): bigint => (value < 0n ? -value : value);
