// Barcodes: GTIN-8, -12, -13 and -14 with their check digit.

/** The digits of a good barcode, undefined for a bad one. */
export function readGtin(text: string): string | undefined {
  const digits = text.replace(/[\s-]/g, '');
  return /^(?:\d{8}|\d{12,14})$/.test(digits) && hasRightCheckDigit(digits) ? digits : undefined;
}

/** All lengths as fourteen digits: the form in which barcodes are equal. */
export const toGtin14 = (digits: string): string => digits.padStart(14, '0');

function hasRightCheckDigit(digits: string): boolean {
  let sum = 0;
  for (const [i, digit] of [...toGtin14(digits)].entries()) sum += Number(digit) * (i % 2 === 0 ? 3 : 1);
  return sum % 10 === 0;
}
