// Generates GTIN-13 barcodes that no real product has.
import type { Random } from './random.ts';

/** GS1 reserves 952 for demonstrations; in the book prefix 979, registration group 5 is unassigned. */
const PREFIXES = { product: '952', book: '9795' };

export function newBarcode(of: keyof typeof PREFIXES, random: Random): string {
  let digits = PREFIXES[of];
  while (digits.length < 12) digits += random.between(0, 9);
  return digits + checkDigit(digits);
}

/** GS1 check digit: weights 1 and 3 alternate, and the total is a multiple of ten. */
export function checkDigit(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const isTripled = (digits.length - i) % 2 === 1;
    sum += Number(digits[i]) * (isTripled ? 3 : 1);
  }
  return (10 - (sum % 10)) % 10;
}
