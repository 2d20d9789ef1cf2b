// Exact amounts of money: integers in ten-thousandths.

const AMOUNT_UNIT = 10_000;
const DECIMAL = /^([+-]?)(?=\.?\d)(\d{0,15})(?:\.(\d+))?$/;

/** Below this bound, rounding a number with up to four decimals is exact. */
const MAX_SIMPLE = 1e7;
const NEAR = 1e-4;

/** Parses a number or a decimal string, rounded to four decimals; undefined if it is neither. */
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

/** JavaScript formats very small and very large numbers with an exponent. */
const writeOut = (value: number) => (/e/.test(String(value)) ? value.toFixed(6) : String(value));

export const fromAmount = (amount: number): number => amount / AMOUNT_UNIT;
