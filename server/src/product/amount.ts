// Amounts of money, exact: integers of a ten-thousandth, never binary fractions.

const AMOUNT_UNIT = 10_000;
const DECIMAL = /^([+-]?)(?=\.?\d)(\d{0,15})(?:\.(\d+))?$/;

/** Below, a number of at most four places times ten thousand is nearer to its amount than to anything else. */
const MAX_SIMPLE = 1e7;
const NEAR = 1e-4;

/** The amount of a number or a decimal text, rounded to four places; undefined when it is no number. */
export function toAmount(value: number | string): number | undefined {
  if (typeof value === 'number' && value >= 0 && value < MAX_SIMPLE) {
    const amount = Math.round(value * AMOUNT_UNIT);
    if (Math.abs(value * AMOUNT_UNIT - amount) < NEAR) return amount;
  }
  const match = DECIMAL.exec(typeof value === 'number' ? writeOut(value) : value.trim());
  if (!match) return undefined;
  const [, sign, whole, fraction = ''] = match;
  const digits = fraction.padEnd(5, '0');
  const amount = Number(whole) * AMOUNT_UNIT + Number(digits.slice(0, 4)) + (digits[4]! >= '5' ? 1 : 0);
  if (!Number.isSafeInteger(amount)) return undefined;
  return sign === '-' && amount > 0 ? -amount : amount;
}

/** JavaScript writes very small and very large numbers with an exponent. */
const writeOut = (value: number) => (/e/.test(String(value)) ? value.toFixed(6) : String(value));

export const fromAmount = (amount: number): number => amount / AMOUNT_UNIT;
