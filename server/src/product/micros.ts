// Exact amounts of money: integers in millionths of a currency unit, and decimal strings on the wire.

/** An amount in millionths. */
export type Micros = bigint;

const PLACES = 6;
const UNIT = 10n ** BigInt(PLACES);
const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/** Sums of up to fifty amounts below this bound fit into a 64-bit integer. */
export const MAX_UNITS = 100_000_000_000n;

/** Reads a decimal string; undefined if it is not one, or not below the bound. Rounds half-even beyond six places. */
export function parseMicros(text: string): Micros | undefined {
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const [, sign, whole, fraction = ''] = match;
  const scaled = BigInt(whole! + fraction.padEnd(PLACES, '0'));
  const micros = divideHalfEven(scaled, 10n ** BigInt(Math.max(0, fraction.length - PLACES)));
  if (micros >= MAX_UNITS * UNIT) return undefined;
  return sign === '-' ? -micros : micros;
}

/** JavaScript writes very small and very large numbers with an exponent. */
export const microsOfNumber = (value: number): Micros | undefined =>
  parseMicros(/e/.test(String(value)) ? value.toFixed(PLACES) : String(value));

/** With the places of the currency, and more only if the amount has more. */
export function formatMicros(micros: Micros, currency: string | null): string {
  const sign = micros < 0n ? '-' : '';
  const digits = String(micros < 0n ? -micros : micros).padStart(PLACES + 1, '0');
  const fraction = digits.slice(-PLACES).replace(/0+$/, '').padEnd(minorUnitsOf(currency), '0');
  return `${sign}${digits.slice(0, -PLACES)}${fraction === '' ? '' : `.${fraction}`}`;
}

export const formatMicrosOrNull = (micros: Micros | null, currency: string | null): string | null =>
  micros === null ? null : formatMicros(micros, currency);

/** `pct` percent of an amount, rounded half-even to the minor unit of the currency. `pct` is in millionths too. */
export function percentageOf(amount: Micros, pct: Micros, currency: string): Micros {
  const minorUnit = 10n ** BigInt(PLACES - minorUnitsOf(currency));
  return divideHalfEven(amount * pct, 100n * UNIT * minorUnit) * minorUnit;
}

/** A share of an amount, rounded half-even to a millionth. */
export const divideMicros = (amount: Micros, parts: number): Micros => divideHalfEven(amount, BigInt(parts));

function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const twice = 2n * (dividend % divisor);
  const size = twice < 0n ? -twice : twice;
  const isUp = size > divisor || (size === divisor && quotient % 2n !== 0n);
  if (!isUp) return quotient;
  return dividend < 0n ? quotient - 1n : quotient + 1n;
}

/** ISO 4217: currencies whose minor unit is not a hundredth. */
const MINOR_UNITS: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};
const PLACES_OF = new Map(
  Object.entries(MINOR_UNITS).flatMap(([places, codes]) =>
    codes.split(' ').map((code): [string, number] => [code, Number(places)]),
  ),
);

/** Digits after the decimal point: 0 for JPY, 3 for KWD. */
export const minorUnitsOf = (currency: string | null): number => PLACES_OF.get(currency ?? '') ?? 2;
